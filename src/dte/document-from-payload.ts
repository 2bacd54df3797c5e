import type { DocumentReceiver, DocumentSender, DocumentTotals, SenderFacts, TaxDocument } from './document.ts'
import { documentTypeFacts, isDocumentType, type DocumentType } from './document-types.ts'
import { violationOf, type RuleCode, type Violation } from './errors.ts'
import { readGlobalDiscounts } from './global-discounts.ts'
import { readIdentification, type Identification } from './identification.ts'
import { readLines, type ReadLines } from './lines.ts'
import { readReceiver, readSender } from './parties.ts'
import type { InvoicePayload } from './payload.ts'
import { collectToldTaxes, compareTotals } from './posted-totals.ts'
import { present } from './present.ts'
import { type Reading } from './reading.ts'
import { correctsOnlyTexts, readReferences } from './references.ts'
import { computeTotals } from './totals.ts'
import { readTransport } from './transport.ts'
import { checkWhole } from './validation.ts'

export interface PreparedDocument {
  document: TaxDocument | undefined
  totals: DocumentTotals | undefined
  violations: Violation[]
}

/** The document with its parties as far as they were told; whole once no rule is broken. */
type Draft = Omit<TaxDocument, 'sender' | 'receiver' | 'totals'> & { sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver> }

/**
 * Checks and completes a posted document. What was left out is filled in, from the tenant or by computing; what was posted
 * must agree. `today` is the calendar date in America/Santiago, AAAA-MM-DD. The document is there when no rule is broken;
 * the totals whenever the lines allow computing them. Sources: "Formato DTE" v2.5, "Formato boleta electrónica" v4.2.
 */
export function prepareDocument (payload: InvoicePayload, facts: { sender: SenderFacts, today: string }): PreparedDocument {
  const documentType = readDocumentType(payload.header.documentId.documentType)
  if (typeof documentType !== 'number') return { document: undefined, totals: undefined, violations: [documentType] }
  const reading: Reading = { documentType, violations: [] }
  const { draft, totals } = readDraft(reading, payload, facts)
  const { violations } = reading
  const document = draft && totals && violations.length === 0 ? { ...draft, totals } as TaxDocument : undefined
  return { document, totals, violations }
}

function readDocumentType (posted: string): DocumentType | Violation {
  const refuse = (rule: RuleCode) => violationOf(rule, 'payload.header.documentId.documentType', { posted })
  const code = /^\d{1,3}$/.test(posted.trim()) ? Number(posted) : 0
  if (!isDocumentType(code)) return refuse('DOCUMENT_TYPE_UNKNOWN')
  return documentTypeFacts(code).supported ? code : refuse('DOCUMENT_TYPE_UNSUPPORTED')
}

function readDraft (reading: Reading, payload: InvoicePayload, facts: { sender: SenderFacts, today: string }): { draft?: Draft, totals?: DocumentTotals } {
  const { header, details, references } = payload
  const identification = readIdentification(reading, header.documentId, facts.today)
  const sender = readSender(reading, header.sender ?? {}, facts.sender)
  const receiver = readReceiver(reading, header.receiver ?? {})
  const transport = readTransport(reading, header.transport)
  const mayBeEmpty = correctsOnlyTexts(reading, references)
  const read = readLines(reading, details, { linePrices: identification.linePrices, mayBeEmpty })
  const amounts = read && readAmounts(reading, payload, { ...read, linePrices: identification.linePrices })
  const documentReferences = readReferences(reading, references)
  if (!read || !amounts) return {}
  const draft = present<Draft>({ ...identification, sender, receiver, transport, lines: read.lines, globalDiscounts: amounts.globalDiscounts, references: documentReferences })
  checkWhole(reading, { ...draft, paymentMethod: draft.paymentMethod, totals: amounts.totals, correctsOnlyTexts: mayBeEmpty })
  return { draft, totals: amounts.totals }
}

function readAmounts (reading: Reading, payload: InvoicePayload, { linePrices, lines, toldTaxes }: ReadLines & Pick<Identification, 'linePrices'>) {
  const globalDiscounts = readGlobalDiscounts(reading, payload.globalDiscounts, lines)
  const told = collectToldTaxes(reading, lines, toldTaxes, payload.header.totals)
  const totals = computeTotals({ linePrices, lines, globalDiscounts, toldTaxes: told })
  compareTotals(reading, payload.header.totals, totals)
  return { globalDiscounts, totals }
}
