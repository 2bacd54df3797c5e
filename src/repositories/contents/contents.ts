import type { TaxDocument } from '../../dte/document.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { readDocument, readPayload } from '../../model/stored-documents.ts'
import { bufferOf, type Transaction } from '../postgres/transaction.ts'
import { addDictionary, dictionaryOf, findDictionaries, findDictionariesOfBlocks } from './dictionaries.ts'
import { type ContentParts, packContent, sampleOf, unpackContent, unpackXml } from './packing.ts'

export interface StoredContent { payload: InvoicePayload, document: TaxDocument, xml: Buffer | null }

/** A content and the folio block of its document, if it has one. */
export interface NewContent extends StoredContent { folioBlockId: string | null }

export interface PackedContent { packed: Buffer, dictionaryId: string | null }

/** The columns of a content: packed, or as earlier versions stored it. */
export interface ContentColumns {
  packed: Uint8Array | null
  dictionaryId: string | null
  payload: unknown
  document: unknown
  xml: Uint8Array | null
}

/** As they were stored: JSON texts, or what the database has parsed where an earlier version stored them. */
export interface ReadParts { payload: unknown, document: unknown, xml: Buffer | null }

export function partsOf ({ payload, document, xml }: StoredContent): ContentParts {
  return { payload: JSON.stringify(payload), document: JSON.stringify(document), xml }
}

/**
 * Packs contents of one tenant with the dictionaries of their folio blocks. A block without one gets it from the first
 * of its documents; those that come later are packed with it.
 */
export async function packContents (
  tx: Transaction, tenantId: string, contents: readonly NewContent[]
): Promise<PackedContent[]> {
  const blockIds = contents.flatMap(({ folioBlockId, xml }) => folioBlockId !== null && xml ? [folioBlockId] : [])
  const dictionaries = await findDictionariesOfBlocks(tx, tenantId, blockIds)
  const begun = new Set<string>()
  const packed = []
  for (const { folioBlockId, ...content } of contents) {
    const parts = partsOf(content)
    const dictionary = dictionaries.get(folioBlockId ?? '')
    packed.push({ packed: packContent(parts, dictionary?.bytes), dictionaryId: dictionary?.id ?? null })
    if (dictionary || folioBlockId === null || !content.xml || begun.has(folioBlockId)) continue
    begun.add(folioBlockId)
    await addDictionary(tx, tenantId, { blockId: folioBlockId, dictionary: dictionaryOf(sampleOf(parts)) })
  }
  return packed
}

/** The parts of stored contents of one tenant, by row. Throws ContentDamaged. */
export async function unpackContents<Row extends ContentColumns> (
  tx: Transaction, tenantId: string, rows: readonly Row[]
): Promise<{ row: Row, parts: ReadParts }[]> {
  const dictionaries = await findDictionaries(tx, tenantId, rows.flatMap(({ dictionaryId }) => dictionaryId ?? []))
  return rows.map((row) => {
    const { payload, document, xml, packed, dictionaryId } = row
    const parts = packed
      ? unpackContent(bufferOf(packed), dictionaries.get(dictionaryId ?? '')?.bytes)
      : { payload, document, xml: xml && bufferOf(xml) }
    return { row, parts }
  })
}

/** The signed documents in stored contents of one tenant, by row. Throws ContentDamaged. */
export async function unpackSigned<Row extends Pick<ContentColumns, 'packed' | 'dictionaryId' | 'xml'>> (
  tx: Transaction, tenantId: string, rows: readonly Row[]
): Promise<{ row: Row, xml: Buffer | null }[]> {
  const dictionaries = await findDictionaries(tx, tenantId, rows.flatMap(({ dictionaryId }) => dictionaryId ?? []))
  return rows.map((row) => {
    const { packed, dictionaryId, xml } = row
    const dictionary = dictionaries.get(dictionaryId ?? '')?.bytes
    return { row, xml: packed ? unpackXml(bufferOf(packed), dictionary) : xml && bufferOf(xml) }
  })
}

/** Throws ZodError. */
export function contentOf (parts: ReadParts): StoredContent {
  return { payload: readPayload(jsonOf(parts.payload)), document: documentOf(parts), xml: parts.xml }
}

/** Throws ZodError. */
export function documentOf ({ document }: Pick<ReadParts, 'document'>): TaxDocument {
  return readDocument(jsonOf(document))
}

function jsonOf (stored: unknown): unknown {
  return typeof stored === 'string' ? JSON.parse(stored) : stored
}
