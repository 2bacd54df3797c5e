import { LRUCache } from 'lru-cache'

const memoryBytes = 16 * 1024 * 1024

/**
 * A cache of the bytes of envelopes that this process has just packed: their upload usually follows here. Other
 * envelopes are reassembled from the database.
 */
export function createBuiltEnvelopes () {
  const built = new LRUCache<string, Buffer>({ maxSize: memoryBytes, sizeCalculation: ({ length }) => length })
  return {
    keep (envelopeId: string, bytes: Buffer): void {
      built.set(envelopeId, bytes)
    },

    /** Gives them once. */
    take (envelopeId: string): Buffer | undefined {
      const bytes = built.get(envelopeId)
      built.delete(envelopeId)
      return bytes
    }
  }
}

export type BuiltEnvelopes = ReturnType<typeof createBuiltEnvelopes>
