import { isBlank, type BulkDocument } from '../../model/bulk-document.ts'
import type { CheckedDocument } from './check.ts'
import type { KeyReference } from './references.ts'

/** What a row shows of its document. */
interface Shown {
  documentType: number
  /** YYYY-MM-DD; null for the day on which it is issued. */
  issueDate: string | null
  receiverName: string
  totalAmount: string | null
  payload: BulkDocument | undefined
}

/** The columns of a row for a checked document; without mistakes, the document too. */
export function shownOf ({ payload, document, totals }: CheckedDocument, isValid: boolean): Shown {
  return {
    documentType: typeOf({ payload, document }),
    issueDate: document && hasIssueDate(payload) ? document.issueDate : null,
    receiverName: payload?.header.receiver?.businessName ?? '',
    // The totals of a document with mistakes may exceed what the column can hold.
    ...(isValid ? { totalAmount: totals?.totalAmount ?? null, payload } : { totalAmount: null, payload: undefined })
  }
}

/** The type of a checked document; 0 if it names none. */
export function typeOf ({ payload, document }: Pick<CheckedDocument, 'payload' | 'document'>): number {
  return document?.documentType ?? typeIn(payload)
}

/** The references of a document that name another one by its key. */
export function keyReferences ({ references }: BulkDocument): KeyReference[] {
  return (references ?? []).flatMap(({ documentKey }, index) =>
    isBlank(documentKey) ? [] : [{ index, key: documentKey.trim() }]
  )
}

/** The value, unless it has characters that PostgreSQL's JSON cannot hold: NUL and unpaired surrogates. */
export function storable (value: unknown): unknown {
  return /\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value)) ? undefined : value
}

function hasIssueDate (payload: BulkDocument | undefined): boolean {
  return !isBlank(payload?.header.documentId.issueDate)
}

function typeIn (payload: BulkDocument | undefined): number {
  const code = Number(payload?.header.documentId.documentType)
  return Number.isInteger(code) && code > 0 && code < 1000 ? code : 0
}
