import {
  invoiceTypes,
  paymentMedias,
  paymentMethods,
  purchaseTransactionTypes,
  referenceInvoiceTypes,
  saleTransactionTypes,
  type LookupRow
} from '../../dte/tables/lookups.ts'
import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import { documentTypeLookups, numberedLookups, paymentMediaLookups } from './schemas.ts'

const anyone = { method: 'GET', rule: { access: 'signedIn' } } as const

/** Lookup lists: the same for every tenant, and for every signed-in user to read. */
export function commonGroup () {
  return defineGroup('Common', (operation) => {
    operation({
      ...anyone,
      path: '/InvoiceTypes',
      olderPath: '/GetInvoiceTypes',
      summary: 'List the document types that can be issued',
      answer: documentTypeLookups,
      handler: async () => ok(invoiceTypes.map(postedAsText))
    })

    operation({
      ...anyone,
      path: '/PaymentMethods',
      olderPath: '/GetSpecialInfoPaymentMethods',
      summary: 'List payment terms (documentId.paymentMethod)',
      answer: numberedLookups,
      handler: async () => ok(paymentMethods.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/PaymentMedias',
      olderPath: '/GetMedioPagos',
      summary: 'List means of payment (documentId.paymentMedia)',
      answer: paymentMediaLookups,
      handler: async () => ok([...paymentMedias])
    })

    operation({
      ...anyone,
      path: '/SaleTransactionTypes',
      olderPath: '/GetSaleTransactionVentoTypes',
      summary: 'List sale types (documentId.saleTransactionType)',
      answer: numberedLookups,
      handler: async () => ok(saleTransactionTypes.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/PurchaseTransactionTypes',
      olderPath: '/GetTransactionCompraTypes',
      summary: 'List purchase types (documentId.purchaseTransactionType)',
      answer: numberedLookups,
      handler: async () => ok(purchaseTransactionTypes.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/GetReferenceInvoiceTypes',
      summary: 'List the types a document can reference (references[].documentType)',
      answer: documentTypeLookups,
      handler: async () => ok(referenceInvoiceTypes.map(postedAsText))
    })
  })
}

function postedAsNumber (row: LookupRow) {
  return { ...row, id: Number(row.code) }
}

function postedAsText (row: LookupRow) {
  return { ...row, id: row.code }
}
