import {
  contentOf, packContents, type PackedContent, type StoredContent, unpackContents
} from '../../contents/contents.ts'
import { each, eachBytes } from '../../postgres/new-rows.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** By invoice. */
export async function findContents (
  tx: Transaction, tenantId: string, invoiceIds: string[]
): Promise<Map<string, StoredContent>> {
  const rows = await tx.invoiceContent.findMany({ where: { tenantId, invoiceId: { in: invoiceIds } } })
  const contents = await unpackContents(tx, tenantId, rows)
  return new Map(contents.map(({ row, parts }) => [row.invoiceId, contentOf(parts)]))
}

/** Puts packed contents in the place of those of invoices, in their order. */
export async function replaceContents (
  tx: Transaction, tenantId: string, invoiceIds: string[], contents: PackedContent[]
): Promise<void> {
  await tx.$executeRaw`
    update invoice_contents c set packed = n.packed, dictionary_id = n.dictionary_id, payload = null, document = null,
      xml = null
    from (select ${each('uuid', invoiceIds)} as id, ${eachBytes(contents.map(({ packed }) => packed))} as packed,
      ${each('uuid', contents.map(({ dictionaryId }) => dictionaryId))} as dictionary_id) as n
    where c.tenant_id = ${tenantId}::uuid and c.invoice_id = n.id`
}

/** The part that is not given stays. */
export async function changeContent (
  tx: Transaction, tenantId: string, { invoiceId, folioBlockId }: { invoiceId: string, folioBlockId: string | null },
  change: Partial<StoredContent>
): Promise<void> {
  const stored = (await findContents(tx, tenantId, [invoiceId])).get(invoiceId)
  if (!stored) throw new Error(`The document ${invoiceId} has no content`)
  const packed = await packContents(tx, tenantId, [{ ...stored, ...change, folioBlockId }])
  await replaceContents(tx, tenantId, [invoiceId], packed)
}
