import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const idBytes = 16
// Drawn for many ids at once, since a draw costs five times as much as the rest of an id.
const drawn = new Uint8Array(256 * idBytes)
let used = drawn.length
let latest = { msecs: 0, seq: 0 }

/** A new identifier: UUID version 7, so that rows of one tenant lie in the order of their birth. */
export function newId (): string {
  const random = nextRandom()
  const now = Date.now()
  // Ids of the same millisecond are counted on from a random start (RFC 9562, 6.2), of 31 bits to leave space.
  latest = now > latest.msecs
    ? { msecs: now, seq: new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1 }
    : { msecs: latest.msecs, seq: latest.seq + 1 }
  return v7({ random, ...latest })
}

function nextRandom (): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += idBytes
  return drawn.subarray(used - idBytes, used)
}

/** When an identifier was made, in milliseconds since 1970. */
export function timeOfId (id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** No identifier that was made at this time or later is before this one. */
export function firstIdAt (ms: number): string {
  const digits = ms.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}
