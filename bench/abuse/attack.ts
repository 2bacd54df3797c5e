import type { Socket } from 'node:net'
import type { Random } from '../random.ts'

export type Kind = 'files' | 'bodies' | 'connections' | 'pdfs'

/** What attackers know: the service's address, their own account, and what belongs to it. */
export interface Stage {
  port: number
  /** Of the hostile tenant. */
  token: string
  keys: { tenantCode: string, accessKey: string, secretKey: string }
  taxNumber: string
  correlationId: string
  trackId: string
  bulkId: string
  templateId: string
  /** Of the API reference. */
  script: string
  /** Another user's account, which attackers try to lock out. */
  victim: string
  /** Valid files in base64, to damage and inflate. */
  files: { workbook: string, caf: string, certificate: string }
}

/** The tools of a variation; everything it opens is closed with the attack. */
export interface Hand {
  /** Aborted when no new work may begin; pending answers get a few seconds more. */
  closing: AbortSignal
  /** A connection from the attack's address; undefined if it was refused. */
  connect: () => Promise<Socket | undefined>
  /** Sends bytes on a new connection, waits for the answer, and counts and returns its status; 0 for none. */
  send: (...pieces: Piece[]) => Promise<number>
  /** Sends request after request on one connection, each after the answer to the one before. */
  sendInTurn: (requests: Iterable<Buffer>) => Promise<void>
  count: (outcome: string) => void
  /** So long, or until the attack closes. */
  rest: (ms?: number) => Promise<void>
}

/** Bytes, or milliseconds to wait before the next ones. */
export type Piece = Buffer | number

export interface Variation { name: string, run: (hand: Hand) => Promise<void> }

export interface Attack {
  kind: Kind
  name: string
  /** So many variations are at work at once. */
  lanes: number
  /** So many addresses the connections come from. */
  addresses?: number
  /** What the variations are made of is made here, before anything is measured. */
  prepare: (stage: Stage, random: Random) => Promise<Variation[]> | Variation[]
  /** Looks whether the good tenant's user can still sign in. */
  locksOut?: true
  /** Looks how long the good tenant's uploads take meanwhile. */
  delaysUploads?: true
  /** Looks whether the good tenant's PDFs are drawn meanwhile. */
  asksForPdf?: true
}

export const variationsPerAttack = 50

/** Fifty variations from a recipe that draws their parameters. */
export function fifty (make: (index: number) => Variation): Variation[] {
  return Array.from({ length: variationsPerAttack }, (_, index) => make(index))
}

/** Variations that are one request each. */
export function requests (named: Iterable<readonly [name: string, bytes: Buffer]>): Variation[] {
  return Array.from(named, ([name, bytes]) => ({ name, run: async (hand) => { await hand.send(bytes) } }))
}

/** The same for operations that take a few at a time: what is turned away comes again, so that each is really tried. */
export function persistentRequests (named: Iterable<readonly [name: string, bytes: Buffer]>): Variation[] {
  return Array.from(named, ([name, bytes]) => ({
    name,
    async run (hand) {
      for (let tries = 0; tries < 5 && [429, 503].includes(await hand.send(bytes)); tries++) await hand.rest(200)
    }
  }))
}
