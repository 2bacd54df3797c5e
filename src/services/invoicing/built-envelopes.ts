import { LRUCache } from 'lru-cache'

const memoryBytes = 16 * 1024 * 1024

/**
 * The bytes of envelopes that this process has just packed, for the upload that mostly follows here and at once. What
 * is stored is the truth: bytes that are not here are put together from it.
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
