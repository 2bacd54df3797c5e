import { createGate } from '../../shared/gate.ts'
import { callerNetwork, createRangeMatcher, parseIpAddress, parseIpRange } from '../../shared/ip-ranges.ts'

/** Places for connections, limited for each address. */
export interface AddressPlaces {
  /** Takes a place. Returns a function that frees it, or undefined if the address has none left. */
  take: (address: string) => (() => void) | undefined
}

// Fastify's trustProxy has the same names (@fastify/proxy-addr).
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']
}

/**
 * Counts places by address. Trusted proxies have no limit, because the connections of all clients come through them.
 */
export function createAddressPlaces (
  { perAddress, trustedProxies }: { perAddress: number, trustedProxies: readonly string[] }
): AddressPlaces {
  const ranges = trustedProxies.flatMap((text) => namedRanges[text] ?? [text]).flatMap((text) =>
    parseIpRange(text) ?? []
  )
  const isProxy = createRangeMatcher(ranges)
  const gate = createGate({ atOnceEach: perAddress })

  return {
    take (address) {
      const parsed = parseIpAddress(address)
      if (parsed && isProxy(parsed)) return () => {}
      return gate.tryEnter(callerNetwork(address))
    }
  }
}
