import { randomBytes } from 'node:crypto'
import { type Clock, hourMs } from './time.ts'

export type Channel = 'DTE' | 'BOLETA'

// SII, "Autenticación automática": a seed lives two minutes and serves once.
const seedLifeMs = 120_000
const tokenLifeMs = hourMs

/** Which of the SII's environments gave a token. */
export type Origin = 'certification' | 'production'

interface Session { holder: string, channel: Channel, origin: Origin, expiresAt: number }

/**
 * Seeds and tokens. A token belongs to a certificate's holder; those of the DTE and of the boleta are strangers to each
 * other.
 */
export function createSessions ({ clock }: { clock: Clock }) {
  const seeds = new Map<string, { channel: Channel, expiresAt: number }>()
  const tokens = new Map<string, Session>()
  let lastSeed = randomBytes(4).readUInt32BE()

  return {
    newSeed (channel: Channel): string {
      const seed = String(++lastSeed).padStart(12, '0')
      seeds.set(seed, { channel, expiresAt: clock().getTime() + seedLifeMs })
      return seed
    },
    /** Uses the seed up; false when it was never given, was used, is of the other channel or is too old. */
    takeSeed (channel: Channel, seed: string): boolean {
      const found = seeds.get(seed)
      if (found?.channel !== channel) return false
      seeds.delete(seed)
      return clock().getTime() < found.expiresAt
    },
    newToken (channel: Channel, holder: string, origin: Origin = 'production'): string {
      const token = randomBytes(9).toString('hex').slice(0, 13).toUpperCase()
      tokens.set(token, { holder, channel, origin, expiresAt: clock().getTime() + tokenLifeMs })
      return token
    },
    holderOf (channel: Channel, token: string | undefined): string | undefined {
      const session = token === undefined ? undefined : tokens.get(token)
      if (session?.channel !== channel || clock().getTime() >= session.expiresAt) return undefined
      return session.holder
    },
    originOf: (token: string | undefined): Origin | undefined => tokens.get(token ?? '')?.origin,
    forget (token: string | undefined): void {
      if (token !== undefined) tokens.delete(token)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
