import { LRUCache } from 'lru-cache'

/** `id` is made of the bytes' hash: whatever a database loses and gets again, one id never means two dictionaries. */
export interface Dictionary { id: string, bytes: Buffer }

const memoryBytes = 64 * 1024 * 1024

/** What a store has seen of the dictionaries of its database. */
export function createKnownDictionaries () {
  const byId = new LRUCache<string, Dictionary>({
    maxSize: memoryBytes, sizeCalculation: ({ bytes }) => bytes.length + 200
  })
  // Only an opinion: that the dictionary is stored must be seen in the transaction that packs with it.
  const ofBlocks = new LRUCache<string, Dictionary>({ max: 10_000 })
  const nameOf = (tenantId: string, id: string): string => `${tenantId} ${id}`

  return {
    find: (tenantId: string, id: string): Dictionary | undefined => byId.get(nameOf(tenantId, id)),

    /** The dictionary with which the contents of a block's documents were packed lately. */
    ofBlock: (tenantId: string, blockId: string): Dictionary | undefined => ofBlocks.get(nameOf(tenantId, blockId)),

    remember (tenantId: string, dictionary: Dictionary): void {
      byId.set(nameOf(tenantId, dictionary.id), dictionary)
    },

    rememberOfBlock (tenantId: string, blockId: string, dictionary: Dictionary): void {
      ofBlocks.set(nameOf(tenantId, blockId), dictionary)
      byId.set(nameOf(tenantId, dictionary.id), dictionary)
    },

    forgetOfBlock (tenantId: string, blockId: string): void {
      ofBlocks.delete(nameOf(tenantId, blockId))
    }
  }
}

export type KnownDictionaries = ReturnType<typeof createKnownDictionaries>
