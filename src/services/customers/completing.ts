import { isNothing } from '../../dte/fields/reader.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { foreignReceiver } from '../../dte/reading/parties.ts'
import { vatRate } from '../../dte/tables/additional-taxes.ts'
import { quantityLimits } from '../../dte/tables/limits.ts'
import { mayAppear } from '../../dte/tables/obligations.ts'
import {
  add, type Decimal, decimalFromNumber, divideHalfUpTo, multiply, toNumber
} from '../../dte/values/amounts.ts'
import { branchOf, inDocumentoAndExportaciones } from '../../dte/values/branches.ts'
import { addDays, calendarDateOf } from '../../dte/values/calendar.ts'
import { chileanPeso, findCurrency } from '../../dte/values/currencies.ts'
import { documentTypes, isBoleta, isDocumentType, isNote, type DocumentType } from '../../dte/values/document-types.ts'
import type { CustomerRow } from '../../repositories/customers/customers.ts'
import type { ProductRow } from '../../repositories/customers/products.ts'

type PostedLine = NonNullable<InvoicePayload['details']>[number]
type PostedReceiver = NonNullable<InvoicePayload['header']['receiver']>
type PostedId = InvoicePayload['header']['documentId']

interface Named {
  customer: CustomerRow | undefined
  /** The product of each line that names one. */
  lines: readonly (ProductRow | undefined)[]
  today: string
}

/** A posted document with what its customer and its products say where it says nothing. What it says wins. */
export function completed (payload: InvoicePayload, { customer, lines, today }: Named): InvoicePayload {
  const { header, details } = payload
  const documentType = Number(header.documentId.documentType)
  if (!isDocumentType(documentType)) return payload
  const setting = settingOf(payload, documentType)
  return {
    ...payload,
    header: customer
      ? {
          ...header,
          documentId: withTerms(header.documentId, customer, { documentType, today }),
          receiver: withCustomer(header.receiver ?? {}, customer, documentType)
        }
      : header,
    details: details?.map((line, index) => {
      const product = lines[index]
      return product ? withProduct(line, product, setting) : line
    })
  }
}

/** The posted members, and of the known ones those that were not posted. */
export function joined<Posted extends object> (
  posted: Posted, known: { [Member in keyof Posted]?: Posted[Member] }
): Posted {
  const missing = Object.entries(known).filter(([name, value]) =>
    (value ?? null) !== null && isNothing(posted[name as keyof Posted]))
  return { ...posted, ...Object.fromEntries(missing) }
}

function withCustomer (
  posted: PostedReceiver, customer: CustomerRow, documentType: DocumentType
): PostedReceiver {
  const { taxNumber, foreignId, nationality, businessName, address, municipality, city, email } = customer
  const saysActivity = (posted.businessActivityCode ?? 0) !== 0
  const isForeign = taxNumber === foreignReceiver && inDocumentoAndExportaciones.includes(branchOf(documentType))
  return joined(posted, {
    taxNumber, businessName, address, municipality, city, email,
    businessActivity: saysActivity ? null : customer.businessActivity,
    foreign: isForeign ? { documentNumber: foreignId, nationality } : null
  })
}

/** Terms go together: a document that says one of them says all. */
function withTerms (
  posted: PostedId, { paymentMethod, paymentDays }: CustomerRow,
  { documentType, today }: { documentType: DocumentType, today: string }
): PostedId {
  const saysTerms = [posted.paymentMethod, posted.dueDate, posted.payments].some((one) => !isNothing(one))
  if (saysTerms || isNote(documentType) || !mayAppear('FmaPago', documentType)) return posted
  const issueDate = isNothing(posted.issueDate) ? today : calendarDateOf(posted.issueDate ?? '')
  const dueDate = paymentDays === null || issueDate === undefined ? null : addDays(issueDate, paymentDays)
  return joined(posted, { paymentMethod, dueDate })
}

/** What decides the prices and taxes of a document's lines. */
interface Setting { documentType: DocumentType, currency: string, linePrices: 'net' | 'gross' }

function settingOf ({ header: { documentId, totals } }: InvoicePayload, documentType: DocumentType): Setting {
  const isGross = (documentId.grossAmounts ?? isBoleta(documentType)) && !documentTypes[documentType].exempt
  const posted = totals?.currency?.trim() ?? ''
  return {
    documentType, linePrices: isGross ? 'gross' : 'net',
    currency: posted === '' ? chileanPeso : findCurrency(posted)?.name ?? posted
  }
}

function withProduct (posted: PostedLine, product: ProductRow, setting: Setting): PostedLine {
  const { code, name, description, unitOfMeasure, exempt } = product
  const isExempt = exempt ? isNothing(posted.taxes) : !isNothing(posted.exemptIndicator)
  // A price of 0 is one.
  const saysAmount = (posted.unitPrice ?? posted.lineTotal ?? null) !== null
  return joined(posted, {
    itemCode: code === null || !isNothing(posted.itemCodes) ? null : { codeValue: code },
    itemName: name, itemDescription: description, unitOfMeasure,
    exemptIndicator: exempt && isExempt ? 1 : null,
    taxes: isExempt ? null : taxesOf(product, setting),
    unitPrice: saysAmount ? null : priceOf(product, { ...setting, isExempt })
  })
}

function taxesOf ({ taxCodes }: ProductRow, { documentType }: Setting): PostedLine['taxes'] {
  return taxCodes.length > 0 && mayAppear('CodImpAdic', documentType) ? taxCodes.map((taxCode) => ({ taxCode })) : null
}

const hundred = '100' as Decimal

/**
 * The price as the document's lines have it. Additional taxes are outside both kinds of price, but a shop's price holds
 * them: nobody can tell how such a product's price changes.
 */
function priceOf (
  { unitPrice, currency, grossPrice, exempt, taxCodes }: ProductRow, setting: Setting & { isExempt: boolean }
): number | null {
  if (unitPrice === null || currency !== setting.currency) return null
  const isGross = setting.linePrices === 'gross' && !setting.isExempt
  if (exempt || grossPrice === isGross) return unitPrice
  if (taxCodes.length > 0) return null
  const [price, withVat] = [decimalFromNumber(unitPrice), add(hundred, vatRate)]
  const [numerator, denominator] = isGross ? [withVat, hundred] : [hundred, withVat]
  return toNumber(divideHalfUpTo(multiply(price, numerator), denominator, quantityLimits.decimals))
}
