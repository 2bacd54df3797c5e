import { taxKindsOf, type TaxKind } from '../tables/additional-taxes.ts'
import type { Decimal } from '../values/amounts.ts'
import { behalfFields, locationFields, givenTotalsFields, woodFields } from '../fields/blocks.ts'
import { readCommissions } from './commissions.ts'
import type { DocumentReceiver, DocumentSender, DocumentTotals, SenderFacts, TaxDocument } from '../document.ts'
import { inDocumento, inDocumentoAndBoleta } from '../values/branches.ts'
import { chileanPeso, findCurrency } from '../values/currencies.ts'
import { isBoleta, isDocumentType, type DocumentType } from '../values/document-types.ts'
import { noticeOf, violationOf, type Notice, type Violation } from '../errors.ts'
import { readGlobalDiscounts } from './global-discounts.ts'
import { readIdentification, type Identification } from './identification.ts'
import { readLines, type ReadLines } from './lines.ts'
import { readOtherCurrency } from './other-currency.ts'
import { readReceiver, readSender } from './parties.ts'
import type { InvoicePayload } from '../fields/payload.ts'
import { collectPostedTaxes, compareTotals, readSettlementTaxes } from './posted-totals.ts'
import { decimalsOf } from '../tables/limits.ts'
import { law } from '../tables/law.ts'
import { joined, present } from '../values/present.ts'
import { Reader, type Reading } from '../fields/reader.ts'
import { adviceOnPlaces } from './place-advice.ts'
import { adviceOnOwnInvoice, adviceOnReceiver } from './receiver-advice.ts'
import { untaxedLines } from './untaxed-lines.ts'
import { correctsOnlyTexts, isAboutPurchase, readReferences, refuseTestSets } from './references.ts'
import { readSubtotals } from './subtotals.ts'
import { computeTotals } from './totals.ts'
import { isInternal, receiverOfInternalTransfer } from './transfers.ts'
import { readTransport } from './transport.ts'
import { checkWhole } from './validation.ts'

export interface PreparedDocument {
  document: TaxDocument | undefined
  totals: DocumentTotals | undefined
  violations: Violation[]
  /** Obligations of the format that the document does not meet; the document has them too. */
  notices: Notice[]
}

/** What is known beside the posted document. */
export interface PreparationFacts {
  sender: SenderFacts
  /** The calendar date in America/Santiago, YYYY-MM-DD. */
  today: string
  /** Pesos for one UF, in place of the year's in law.ts: it limits boletas that name no buyer. */
  ufValue?: Decimal
  /** The first issue date on which Res. 154/2025 binds documents that move goods, YYYY-MM-DD; by default law.ts's. */
  guideTransportFrom?: string
  /** Whether the obligations that the SII does not check by itself refuse as well. */
  strictFormat?: boolean
  /** Whether a company is an electronic taxpayer; left out where that is not known. */
  isElectronic?: ((taxNumber: string) => boolean) | undefined
  /** Whether the document is for the SII's production, where test sets have no place. */
  isProduction?: boolean
  /** What is known of the receiver's RUT: the posted receiver may leave it out. */
  knownReceiver?: Partial<DocumentReceiver>
  /** The sender's own notes about purchases, among those that the document refers to: "61 1042" (type and folio). */
  purchaseNotes?: ReadonlySet<string>
}

/** The document with its parties as far as they were given; whole once no rule is broken. */
export type Draft = Omit<TaxDocument, 'sender' | 'receiver'> & {
  sender: Partial<DocumentSender>, receiver: Partial<DocumentReceiver>
}

/**
 * Checks and completes a posted document. What was left out is filled in, from the tenant or by computing; what was
 * posted must agree. The document is there when no rule is broken; the totals whenever the lines allow computing them.
 * Sources: [S1], [S2].
 */
export function prepareDocument (payload: InvoicePayload, facts: PreparationFacts): PreparedDocument {
  const documentType = readDocumentType(payload.header.documentId.documentType)
  if (typeof documentType !== 'number') {
    return { document: undefined, totals: undefined, violations: [documentType], notices: [] }
  }
  const decimals = decimalsOf(documentType, currencyIn(payload))
  const reading: Reading = { documentType, decimals, violations: [], notices: [] }
  const draft = readDraft(new Reader(reading, 'payload', payload), facts)
  const violations = facts.strictFormat ? [...reading.violations, ...reading.notices] : reading.violations
  const notices = [
    ...facts.strictFormat ? [] : reading.notices.map(noticeOf),
    ...draft
      ? [...adviceOnOwnInvoice(draft), ...adviceOnReceiver(draft, facts.isElectronic), ...adviceOnPlaces(draft)]
      : []
  ]
  const document = draft && violations.length === 0
    ? joined(draft, { notices: notices.length > 0 ? notices : undefined }) as TaxDocument
    : undefined
  return { document, totals: draft?.totals, violations, notices }
}

function readDocumentType (posted: string): DocumentType | Violation {
  const code = /^\d{1,3}$/.test(posted.trim()) ? Number(posted) : 0
  return isDocumentType(code)
    ? code
    : violationOf('DOCUMENT_TYPE_UNKNOWN', 'payload.header.documentId.documentType', { posted })
}

function currencyIn ({ header: { totals } }: InvoicePayload): string {
  const posted = totals?.currency?.trim() ?? ''
  return posted === '' ? chileanPeso : findCurrency(posted)?.name ?? posted
}

function readDraft (payload: Reader<InvoicePayload>, facts: PreparationFacts): Draft | undefined {
  const header = payload.at('header')
  const { today } = facts
  const identification = readIdentification(header.at('documentId'), { today, hasPrices: hasPrices(payload.posted) })
  const parties = readParties(header, { identification, facts })
  const transport = readTransport(header.at('transport'))
  const settings = settingsOf(payload.at('references'), identification, facts.purchaseNotes)
  const read = readLines(payload.at('details'), { ...settings, untaxed: untaxedLines(payload.posted) })
  const amounts = read && readAmounts(payload, read, settings)
  const references = readReferences(payload.at('references'))
  if (facts.isProduction) refuseTestSets(payload.at('references'))
  const apart = readBlocksApart(payload)
  if (!read || !amounts) return undefined
  const { totals, ...summed } = amounts
  const draft: Draft = joined(
    identification, parties, { transport, lines: read.lines }, summed, { references }, apart, { totals }
  )
  checkWhole(payload, joined(draft, {
    correctsOnlyTexts: settings.correctsOnlyTexts, ufValue: facts.ufValue,
    guideTransportFrom: facts.guideTransportFrom ?? law.guideTransport.from
  }))
  return draft
}

function hasPrices ({ details }: InvoicePayload): boolean {
  return (details ?? []).some(({ unitPrice, lineTotal }) => (unitPrice ?? 0) > 0 || (lineTotal ?? 0) > 0)
}

function readParties (
  header: Reader<InvoicePayload['header']>,
  { identification, facts }: { identification: Identification, facts: PreparationFacts }
): Pick<Draft, 'sender' | 'receiver'> {
  const sender = readSender(header.at('sender'), header.elsewhere('tenant', facts.sender))
  const assumed = isInternal(identification) ? receiverOfInternalTransfer(sender) : facts.knownReceiver ?? {}
  return { sender, receiver: readReceiver(header.at('receiver'), assumed) }
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
  references: Reader<InvoicePayload['references']>, { linePrices, exportPaymentMethod }: Identification,
  purchaseNotes: PreparationFacts['purchaseNotes']
): Settings {
  const { documentType } = references
  const textsOnly = correctsOnlyTexts(references)
  const isPurchase = isAboutPurchase(references, purchaseNotes)
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
  payload: Reader<InvoicePayload>, { lines, givenTaxes }: ReadLines, settings: Settings
): Amounts {
  const posted = payload.at('header').at('totals')
  const globalDiscounts = readGlobalDiscounts(payload.at('globalDiscounts'), lines)
  const commissions = readCommissions(payload.at('commissions'))
  const taxes = payload.documentType === 43
    ? readSettlementTaxes(posted)
    : collectPostedTaxes(posted, lines, givenTaxes)
  const given = posted.fields(givenTotalsFields)
  const { linePrices, isPurchase, isUnpaid } = settings
  const totals = computeTotals({
    linePrices, isPurchase, isUnpaid, lines, globalDiscounts, commissions, givenTaxes: taxes, given
  })
  const takesDiscount = globalDiscounts.length === 0 && linePrices === (isBoleta(payload.documentType) ? 'gross' : 'net')
  compareTotals(posted, totals, { taxKinds: settings.taxKinds, lines, takesDiscount })
  return present<Amounts>({
    globalDiscounts,
    commissions: commissions.length > 0 ? commissions : undefined,
    subtotals: readSubtotals(payload.at('subtotals'), lines.length),
    totals,
    otherCurrency: readOtherCurrency(payload.at('header').at('otherCurrency'), totals, settings)
  })
}

type BlocksApart = Pick<TaxDocument, keyof typeof behalfFields | 'issueLocation' | 'woodTransport'>

function readBlocksApart (payload: Reader<InvoicePayload>): BlocksApart {
  return present<BlocksApart>({
    ...payload.at('header').fields(behalfFields),
    issueLocation: payload.at('issueLocation').block({ fields: locationFields, branches: inDocumentoAndBoleta }),
    woodTransport: payload.at('woodTransport').block({ fields: woodFields, branches: inDocumento, types: [52] })
  })
}
