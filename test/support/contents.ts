import { unpackContent } from '../../src/repositories/contents/packing.ts'

type Rows = (sql: string, values: unknown[]) => Promise<{ packed: Buffer, dictionary: Buffer | null }[]>

/** What the database has of a document's content, unpacked. */
export interface UnpackedContent { payload: any, document: any, xml: Buffer }

/** The content of an issued document as it is stored; of its earlier contents, the latest. */
export async function contentOf (
  { rows }: { rows: Rows }, invoiceId: string, table: 'invoice_contents' | 'earlier_contents' = 'invoice_contents'
): Promise<UnpackedContent> {
  const [row] = await rows(`
    select c.packed, d.dictionary from ${table} c
    left join content_dictionaries d on d.tenant_id = c.tenant_id and d.id = c.dictionary_id
    where c.invoice_id = $1 ${table === 'earlier_contents' ? 'order by c.replaced_at desc' : ''}`, [invoiceId])
  if (!row) throw new Error(`no content of ${invoiceId}`)
  const { payload, document, xml } = unpackContent(row.packed, row.dictionary ?? undefined)
  if (!xml) throw new Error(`no XML of ${invoiceId}`)
  return { payload: JSON.parse(payload), document: JSON.parse(document), xml }
}
