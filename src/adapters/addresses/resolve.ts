import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Every address of a host, IPv4 first; empty when the host has no address. */
export type Resolve = (hostname: string) => Promise<string[]>

const timing = { timeout: 2000, tries: 2 }

/**
 * Asks the name servers. Not through `lookup`: that waits in libuv's threads, where documents are signed, and a tenant
 * whose name server does not answer would stop them.
 */
export async function resolveByNameServers (hostname: string): Promise<string[]> {
  if (isIP(hostname) !== 0) return [hostname]
  const resolver = new Resolver(timing)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return answers.flatMap((answer) => answer.status === 'fulfilled' ? answer.value : [])
}

/** Also knows the names of this machine (localhost, /etc/hosts): for development. */
export async function resolveByMachine (hostname: string): Promise<string[]> {
  const addresses = await lookup(hostname, { all: true }).catch(() => [])
  return addresses.map(({ address }) => address)
}
