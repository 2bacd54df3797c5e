import { createHash } from 'node:crypto'
import { bufferOf, bytes, type Transaction } from '../postgres/transaction.ts'
import type { Dictionary } from './known-dictionaries.ts'

export function dictionaryOf (bytes: Buffer): Dictionary {
  const hash = createHash('sha256').update(bytes).digest('hex')
  // A UUID of the author's own making (RFC 9562, version 8).
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id, bytes }
}

/** Of these blocks, the dictionaries that are stored. */
export async function findDictionariesOfBlocks (
  tx: Transaction, tenantId: string, blockIds: readonly string[]
): Promise<Map<string, Dictionary>> {
  const found = new Map<string, Dictionary>()
  if (blockIds.length === 0) return found
  const rows = await tx.$queryRaw<{ id: string, folioBlockId: string }[]>`
    select id, folio_block_id as "folioBlockId" from content_dictionaries
    where tenant_id = ${tenantId}::uuid and folio_block_id = any(${[...new Set(blockIds)]}::uuid[])`
  const dictionaries = await findDictionaries(tx, tenantId, rows.map(({ id }) => id))
  for (const { id, folioBlockId } of rows) {
    const dictionary = dictionaries.get(id)
    if (!dictionary) continue
    found.set(folioBlockId, dictionary)
    tx.dictionaries.rememberOfBlock(tenantId, folioBlockId, dictionary)
  }
  return found
}

export async function findDictionaries (
  tx: Transaction, tenantId: string, ids: readonly string[]
): Promise<Map<string, Dictionary>> {
  const found = new Map<string, Dictionary>()
  for (const id of new Set(ids)) {
    const known = tx.dictionaries.find(tenantId, id)
    if (known) found.set(id, known)
  }
  const missing = [...new Set(ids)].filter((id) => !found.has(id))
  if (missing.length === 0) return found
  for (const row of await tx.contentDictionary.findMany({ where: { tenantId, id: { in: missing } } })) {
    const dictionary = { id: row.id, bytes: bufferOf(row.dictionary) }
    tx.dictionaries.remember(tenantId, dictionary)
    found.set(row.id, dictionary)
  }
  return found
}

/** Stores a block's dictionary, unless there is one. */
export async function addDictionary (
  tx: Transaction, tenantId: string, { blockId, dictionary }: { blockId: string, dictionary: Dictionary }
): Promise<void> {
  await tx.contentDictionary.createMany({
    data: [{ tenantId, id: dictionary.id, folioBlockId: blockId, dictionary: bytes(dictionary.bytes) }],
    skipDuplicates: true
  })
}
