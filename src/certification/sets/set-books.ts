/** The entries of the books that the sets ask for [S25], [S28], [S29]. */
import type { AnnulledGuide, GuideEntry } from '../books/guide-book.ts'
import type { IssuedFolio } from '../books/folio-consumption.ts'
import type { PurchaseEntry, SalesEntry } from '../books/trade-columns.ts'
import type { TaxDocument } from '../../dte/document.ts'
import { vatRate } from '../../dte/tables/additional-taxes.ts'
import { add, decimalFromNumber, percentageHalfUp, sum, zero, type Decimal } from '../../dte/values/amounts.ts'
import { isNote } from '../../dte/values/document-types.ts'
import { vatOf } from './book-sections.ts'
import type { GuideBookSet, PurchaseBookSet, TestPurchase } from './test-set.ts'

export interface IssuedCase {
  document: TaxDocument
  folio: number
}

/** Sales of a set's documents: their own amounts, notes with what they change. */
export function salesEntries (issued: readonly IssuedCase[]): SalesEntry[] {
  return issued.map(({ document, folio }) => {
    const { documentType, issueDate, receiver, totals, references } = document
    const changed = isNote(documentType) ? references.find(({ code }) => code !== undefined) : undefined
    return {
      documentType, folio, date: issueDate, taxNumber: receiver.taxNumber,
      ...(receiver.businessName !== undefined && { name: receiver.businessName }),
      ...(changed?.folio !== undefined && {
        reference: { documentType: Number(changed.documentType), folio: Number(changed.folio) }
      }),
      ...(totals.netAmount !== zero && { taxRate: vatRate, net: totals.netAmount, vat: totals.taxAmount }),
      ...(totals.exemptAmount !== zero && { exempt: totals.exemptAmount }),
      total: totals.totalAmount
    }
  })
}

export interface Supplier {
  date: string
  taxNumber: string
  name: string
}

const freeDelivery = 4
const withheldVat = 15

/** The purchases of the file, with the treatment of their VAT. */
export function purchaseEntries ({ purchases }: PurchaseBookSet, supplier: Supplier): PurchaseEntry[] {
  return purchases.map((purchase) => ({ ...supplier, ...purchaseAmounts(purchase) }))
}

function purchaseAmounts (purchase: TestPurchase): Omit<PurchaseEntry, keyof Supplier> {
  const { documentType, folio, observation } = purchase
  const net = decimalFromNumber(purchase.net)
  const exempt = decimalFromNumber(purchase.exempt)
  const vat = percentageHalfUp(net, vatRate)
  const common = {
    documentType, folio, net, ...(net !== zero && { taxRate: vatRate }), ...(exempt !== zero && { exempt })
  }
  const total = sum([exempt, net, vat])
  switch (vatOf(observation)) {
    case 'commonUse': return { ...common, vat: zero, commonUseVat: vat, total }
    case 'freeDelivery':
      return { ...common, vat: zero, vatNotRecoverable: [{ code: freeDelivery, amount: vat }], total }
    case 'withheld': return {
      ...common, vat, otherTaxes: [{ code: withheldVat, rate: vatRate, amount: vat }], total: add(exempt, net)
    }
    case 'recoverable':
    case undefined:
      return { ...common, vat, total }
  }
}

/** The proportionality of a book of purchases, as it is written. */
export function proportionalityOf ({ proportionality }: PurchaseBookSet): Decimal | undefined {
  return proportionality === undefined ? undefined : decimalFromNumber(proportionality)
}

/** A set's delivery notes; those that the file calls annulled are marked. */
export function guideEntries (
  issued: readonly IssuedCase[], { annulled }: GuideBookSet
): (GuideEntry | AnnulledGuide)[] {
  return issued.map(({ document, folio }, index) => {
    if (annulled.includes(index + 1)) return { folio, isAnnulled: true }
    const { issueDate, transferType = 0, receiver, totals } = document
    return {
      folio, transferType, date: issueDate, taxNumber: receiver.taxNumber,
      ...(receiver.businessName !== undefined && { name: receiver.businessName }),
      ...(totals.netAmount !== zero && { net: totals.netAmount, taxRate: vatRate, vat: totals.taxAmount }),
      total: totals.totalAmount
    }
  })
}

/** What the report of a day's folios says of boletas. */
export function issuedFolios (issued: readonly IssuedCase[]): IssuedFolio[] {
  return issued.flatMap(({ document: { documentType, totals }, folio }) =>
    documentType === 39 || documentType === 41 || documentType === 61
      ? [{
          documentType, folio, net: totals.netAmount, vat: totals.taxAmount, exempt: totals.exemptAmount,
          total: totals.totalAmount
        }]
      : [])
}
