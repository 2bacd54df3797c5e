import type { z } from 'zod'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import type { Language } from '../../http/language.ts'
import type { EarlierItem, EarlierReceiver } from '../../services/invoicing/issuing/proposals.ts'
import type { InvoiceOrder, WebhookDetail, WebhookPage } from '../../services/invoicing/documents/records.ts'
import type { Preview } from '../../services/invoicing/issuing/save.ts'
import { taxNumbersMeant } from '../../services/invoicing/documents/records.ts'
import type { exportQuery, listQuery } from './list-schemas.ts'

type Totals = WebhookDetail['totals']
type OtherCurrency = NonNullable<WebhookDetail['otherCurrency']>
type Taxes = Totals['taxes']

/** The service keeps exact decimal texts; JSON carries numbers. */
function totalsOf (
  totals: Totals, { currency, otherCurrency }: { currency: string, otherCurrency: OtherCurrency | undefined }
) {
  const { currency: _currency, taxes, commissions, ...amounts } = totals
  return {
    currency,
    ...numbersOf(amounts),
    taxes: taxesOf(taxes),
    ...(commissions && { commissions: numbersOf(commissions) }),
    ...(otherCurrency && { otherCurrency: otherTotalsOf(otherCurrency) })
  }
}

function otherTotalsOf ({ currency, taxes, ...amounts }: OtherCurrency) {
  return { currency, ...numbersOf(amounts), taxes: taxesOf(taxes) }
}

function taxesOf (taxes: Taxes) {
  return taxes.map(({ taxCode, taxRate, taxAmount }) => ({
    taxCode, taxRate: taxRate === undefined ? null : Number(taxRate), taxAmount: Number(taxAmount)
  }))
}

function numbersOf<Amounts extends { [Member in keyof Amounts]?: string }> (
  amounts: Amounts
): { [Member in keyof Amounts]: number } {
  return Object.fromEntries(
    Object.entries<string>(amounts as Record<string, string>).map(([member, text]) => [member, Number(text)])
  ) as { [Member in keyof Amounts]: number }
}

export function detailOf ({ otherCurrency, ...detail }: WebhookDetail) {
  const { currency, totals } = detail
  return { ...detail, totals: totalsOf(totals, { currency, otherCurrency }) }
}

/** A dry run answers in the receipt's shape, with nothing issued. */
export function previewOf (
  payload: InvoicePayload, preview: Preview, language: Language
) {
  const { valid, currency, totals, otherCurrency, waitingFor, notices } = preview
  const { documentType } = payload.header.documentId
  return {
    correlationId: '',
    status: null,
    statusText: '',
    documentType,
    invoiceTypeCode: documentType,
    invoiceNumber: '',
    currency,
    totalAmount: Number(totals?.totalAmount ?? 0),
    issuedAt: null,
    notices,
    ...(waitingFor !== undefined && { waitingFor }),
    dryRun: {
      valid,
      totals: totals ? totalsOf(totals, { currency, otherCurrency }) : null,
      problems: problemsOf(preview, language),
      notices
    }
  }
}

function problemsOf ({ violations, refusals }: Preview, language: Language) {
  return [
    ...violations.map(({ rule, path, message, source, posted = null, computed = null }) => ({
      code: rule, path, message: message[language], rule: source, posted, computed
    })),
    ...refusals.map(({ code, path, message, source }) => ({
      code, path, message: message[language], rule: source, posted: null, computed: null
    }))
  ]
}

const receiverMembers = [
  'businessName', 'businessActivity', 'address', 'municipality', 'city', 'email', 'contact', 'internalCode'
] as const

export function receiverOf (receiver: EarlierReceiver) {
  const { taxNumber } = receiver
  const others = receiverMembers.map((member) => [member, receiver[member] ?? null])
  return { taxNumber, ...Object.fromEntries(others) as Record<typeof receiverMembers[number], string | null> }
}

export function itemOf ({ itemCode, itemName, unitOfMeasure, unitPrice, ...item }: EarlierItem) {
  return {
    itemCode: itemCode ?? null, itemName, unitOfMeasure: unitOfMeasure ?? null,
    unitPrice: unitPrice === undefined ? null : Number(unitPrice), ...item
  }
}

/** `-amount`: by amount, descending. */
export function orderOf (sort: z.output<typeof listQuery>['sort']): InvoiceOrder | undefined {
  return sort && { by: sort.replace('-', '') as InvoiceOrder['by'], descending: sort.startsWith('-') }
}

export function sumsOf (sums: WebhookPage['sums']) {
  return sums?.map(({ currency, documents, ...amounts }) => ({ currency, documents, ...numbersOf(amounts) })) ?? null
}

export function filterOf (
  { customerTaxNumber, correlationId, ...filter }: Omit<z.output<typeof exportQuery>, 'format' | 'layout' | 'include'>
) {
  return {
    ...filter,
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(customerTaxNumber === undefined ? {} : { customerTaxNumbers: taxNumbersMeant(customerTaxNumber) })
  }
}
