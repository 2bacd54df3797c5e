import { taxKindsOf, type TaxKind } from '../tables/additional-taxes.ts'
import type { Decimal } from '../values/amounts.ts'
import { behalfFields, locationFields, toldTotalsFields, woodFields } from '../fields/blocks.ts'
import { readCommissions } from './commissions.ts'
import type { DocumentReceiver, DocumentSender, DocumentTotals, SenderFacts, TaxDocument } from '../document.ts'
import { isDocumentType, type DocumentType } from '../values/document-types.ts'
import { violationOf, type Violation } from '../errors.ts'
import { readBlock, readFields } from '../fields/formats.ts'
import { readGlobalDiscounts } from './global-discounts.ts'
import { readIdentification, type Identification } from './identification.ts'
import { readLines, type ReadLines } from './lines.ts'
import { readOtherCurrency } from './other-currency.ts'
import { readReceiver, readSender } from './parties.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { collectToldTaxes, compareTotals, readSettlementTaxes } from './posted-totals.ts'
import { present } from '../values/present.ts'
import { type Reading } from '../fields/reading.ts'
import { correctsOnlyTexts, isAboutPurchase, readReferences } from './references.ts'
import { readSubtotals } from './subtotals.ts'
import { computeTotals } from './totals.ts'
import { isInternal, receiverOfInternalTransfer } from './transfers.ts'
import { readTransport } from './transport.ts'
import { checkWhole } from './validation.ts'

export interface PreparedDocument {
  document: TaxDocument | undefined
  totals: DocumentTotals | undefined
  violations: Violation[]
}

/** What is known beside the posted document. */
export interface PreparationFacts {
  sender: SenderFacts
  /** The calendar date in America/Santiago, YYYY-MM-DD. */
  today: string
  /** Pesos for one UF on that day; without it the rule about boletas of more than 135 UF is not looked at. */
  ufValue?: Decimal
}

/** The document with its parties as far as they were told; whole once no rule is broken. */
export type Draft = Omit<TaxDocument, 'sender' | 'receiver' | 'totals'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}

/**
 * Checks and completes a posted document. What was left out is filled in, from the tenant or by computing; what was
 * posted must agree. The document is there when no rule is broken; the totals whenever the lines allow computing them.
 * Sources: "Formato DTE" v2.5, "Formato boleta electrónica" v4.2.
 */
export function prepareDocument (payload: InvoicePayload, facts: PreparationFacts): PreparedDocument {
  const documentType = readDocumentType(payload.header.documentId.documentType)
  if (typeof documentType !== 'number') return { document: undefined, totals: undefined, violations: [documentType] }
  const reading: Reading = { documentType, violations: [] }
  const { draft, totals } = readDraft(reading, payload, facts)
  const { violations } = reading
  const document = draft && totals && violations.length === 0 ? { ...draft, totals } as TaxDocument : undefined
  return { document, totals, violations }
}

function readDocumentType (posted: string): DocumentType | Violation {
  const code = /^\d{1,3}$/.test(posted.trim()) ? Number(posted) : 0
  return isDocumentType(code)
    ? code
    : violationOf('DOCUMENT_TYPE_UNKNOWN', 'payload.header.documentId.documentType', { posted })
}

function readDraft (
  reading: Reading, payload: InvoicePayload, facts: PreparationFacts
): { draft?: Draft, totals?: DocumentTotals } {
  const { header, references } = payload
  const identification = readIdentification(reading, header.documentId, facts.today)
  const parties = readParties(reading, header, { identification, facts })
  const transport = readTransport(reading, header.transport)
  const settings = settingsOf(reading, payload, identification)
  const read = readLines(reading, payload.details, settings)
  const amounts = read && readAmounts(reading, payload, { ...read, ...settings })
  const documentReferences = readReferences(reading, references)
  const apart = readBlocksApart(reading, payload)
  if (!read || !amounts) return {}
  const { totals, ...summed } = amounts
  const draft = present<Draft>({
    ...identification, ...parties, transport, lines: read.lines, ...summed, references: documentReferences, ...apart
  })
  checkWhole(reading, { ...draft, totals, correctsOnlyTexts: settings.correctsOnlyTexts, ufValue: facts.ufValue })
  return { draft, totals }
}

function readParties (
  reading: Reading, header: InvoicePayload['header'],
  { identification, facts }: { identification: Identification, facts: PreparationFacts }
): Pick<Draft, 'sender' | 'receiver'> {
  const sender = readSender(reading, header.sender ?? {}, facts.sender)
  const assumed = isInternal(identification) ? receiverOfInternalTransfer(sender) : {}
  return { sender, receiver: readReceiver(reading, header.receiver ?? {}, { assumed }) }
}

/** What decides how lines are read. */
interface Settings {
  linePrices: 'net' | 'gross'
  correctsOnlyTexts: boolean
  mayBeEmpty: boolean
  isPurchase: boolean
  isUnpaid: boolean
  taxKinds: readonly TaxKind[]
}

const withoutPayment = 21

function settingsOf (
  reading: Reading, { references }: InvoicePayload, { linePrices, exportPaymentMethod }: Identification
): Settings {
  const { documentType } = reading
  const textsOnly = correctsOnlyTexts(reading, references)
  const isPurchase = isAboutPurchase(reading, references)
  return {
    linePrices,
    correctsOnlyTexts: textsOnly,
    mayBeEmpty: textsOnly || documentType === 52,
    isPurchase,
    isUnpaid: exportPaymentMethod === withoutPayment && documentType !== 52,
    taxKinds: taxKindsOf(documentType, { aboutPurchase: isPurchase })
  }
}

type Amounts = Pick<TaxDocument, 'globalDiscounts' | 'commissions' | 'subtotals' | 'otherCurrency' | 'totals'>

function readAmounts (
  reading: Reading, payload: InvoicePayload, { lines, toldTaxes, ...settings }: ReadLines & Settings
): Amounts {
  const { totals: posted, otherCurrency } = payload.header
  const globalDiscounts = readGlobalDiscounts(reading, payload.globalDiscounts, lines)
  const commissions = readCommissions(reading, payload.commissions)
  const taxes = reading.documentType === 43
    ? readSettlementTaxes(reading, posted)
    : collectToldTaxes(reading, lines, toldTaxes, posted)
  const told = readFields(reading, 'payload.header.totals', posted ?? {}, toldTotalsFields)
  const totals = computeTotals({ ...settings, lines, globalDiscounts, commissions, toldTaxes: taxes, told })
  compareTotals(reading, posted, totals, settings.taxKinds)
  return present<Amounts>({
    globalDiscounts,
    commissions: commissions.length > 0 ? commissions : undefined,
    subtotals: readSubtotals(reading, payload.subtotals, lines.length),
    totals,
    otherCurrency: readOtherCurrency(reading, otherCurrency, totals)
  })
}

type BlocksApart = Pick<TaxDocument, keyof typeof behalfFields | 'issueLocation' | 'woodTransport'>

function readBlocksApart (reading: Reading, { header, issueLocation, woodTransport }: InvoicePayload): BlocksApart {
  return present<BlocksApart>({
    ...readFields(reading, 'payload.header', header, behalfFields),
    issueLocation: readBlock(reading, 'payload.issueLocation', issueLocation, {
      fields: locationFields, branches: 'DB'
    }),
    woodTransport: readBlock(reading, 'payload.woodTransport', woodTransport, {
      fields: woodFields, branches: 'D', types: [52]
    })
  })
}
