import { z } from 'zod'
import type { TaxDocument } from '../dte/document.ts'
import type { InvoicePayload } from '../dte/fields/payload.ts'
import type { BulkDocument } from './bulk-document.ts'

/**
 * Reads a stored whole by a few of its members. Everything in it was checked before it was stored, and checking all of
 * a document again costs more than reading it.
 */
function recognised<Whole> (members: z.ZodType): z.ZodType<Whole> {
  return z.custom<Whole>((stored) => members.safeParse(stored).success, { error: 'is not what is stored here' })
}

const party = z.looseObject({ taxNumber: z.string() })

const taxDocument = recognised<TaxDocument>(z.looseObject({
  documentType: z.int(), issueDate: z.iso.date(), sender: party, receiver: party, lines: z.array(z.unknown()),
  references: z.array(z.unknown()), totals: z.looseObject({ totalAmount: z.string() })
}))

const withHeader = z.looseObject({ header: z.looseObject({}) })
const payload = recognised<InvoicePayload>(withHeader)
const bulkDocument = recognised<BulkDocument>(withHeader)

/** The completed document: the column `document`. Throws ZodError. */
export function readDocument (stored: unknown): TaxDocument {
  return taxDocument.parse(stored)
}

/** The document as it was posted: the column `payload`. Throws ZodError. */
export function readPayload (stored: unknown): InvoicePayload {
  return payload.parse(stored)
}

/** A document of a bulk submission: the column `payload` of its row; null once the row is settled. Throws ZodError. */
export function readBulkDocument (stored: unknown): BulkDocument | null {
  return stored === null ? null : bulkDocument.parse(stored)
}
