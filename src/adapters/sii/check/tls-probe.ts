import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import { tlsOptions } from '../http.ts'

/** What a TLS handshake showed. `untrusted`: why the service would refuse the chain, and the CA it does not know. */
export type TlsProbe =
  | {
    kind: 'connected'
    protocol: string
    cipher: string
    /** Names in the chain, from the server's own certificate on. */
    chain: string[]
    untrusted?: { code: string, issuer: string }
  }
  | { kind: 'failed', cause: string }

// A chain has four or five certificates; one that refers to itself in a circle has no end.
const longestChain = 10

/**
 * Makes a handshake as the service would, and sends nothing over it. Unlike the service it stays when the chain is not
 * trusted, since only then can it name the missing CA.
 */
export async function probeTls (address: string, timeoutMs: number): Promise<TlsProbe> {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return await new Promise((resolve) => {
    const socket = connect({
      ...tlsOptions, host, port: Number(port || 443), rejectUnauthorized: false,
      ...isIP(host) === 0 && { servername: host }
    })
    const settle = (probe: TlsProbe): void => {
      clearTimeout(limit)
      resolve(probe)
      socket.destroy()
    }
    const limit = setTimeout(() => {
      settle({ kind: 'failed', cause: `no handshake within ${timeoutMs} ms` })
    }, timeoutMs)
    socket.once('secureConnect', () => { settle(describe(socket)) })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      settle({ kind: 'failed', cause: error.message === '' ? error.code ?? 'closed' : error.message })
    })
    socket.once('close', () => { settle({ kind: 'failed', cause: 'closed during the handshake' }) })
  })
}

function describe (socket: TLSSocket): TlsProbe {
  const certificates = chainOf(socket.getPeerCertificate(true))
  const last = certificates.at(-1)
  return {
    kind: 'connected',
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName,
    chain: certificates.map(({ subject }) => nameOf(subject)),
    ...!socket.authorized && { untrusted: { code: errorCode(socket), issuer: last ? nameOf(last.issuer) : 'unknown' } }
  }
}

function chainOf (first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  let next: DetailedPeerCertificate | undefined = first
  // A root is its own issuer.
  while (next && !chain.includes(next) && chain.length < longestChain) {
    chain.push(next)
    next = issuerOf(next)
  }
  return chain
}

/** Undefined at the end of an incomplete chain, where Node gives no issuer or an empty one. */
function issuerOf (
  { issuerCertificate: issuer }: { issuerCertificate?: Partial<DetailedPeerCertificate> }
): DetailedPeerCertificate | undefined {
  return issuer?.subject && issuer as DetailedPeerCertificate
}

function nameOf ({ CN, OU, O }: { CN?: unknown, OU?: unknown, O?: unknown }): string {
  const name = [CN, OU, O].flat().find((part) => typeof part === 'string' && part !== '')
  return typeof name === 'string' ? name : 'without a name'
}

/** Node declares an Error, and gives the code of one. */
function errorCode ({ authorizationError }: TLSSocket): string {
  const reason: unknown = authorizationError
  return typeof reason === 'string' ? reason : (reason as NodeJS.ErrnoException | null)?.code ?? String(reason)
}
