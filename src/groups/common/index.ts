import {
  invoiceTypes,
  paymentMedias,
  paymentMethods,
  purchaseTransactionTypes,
  referenceInvoiceTypes,
  saleTransactionTypes,
  type LookupRow
} from '../../dte/tables/lookups.ts'
import { additionalTaxList } from '../../dte/tables/additional-taxes.ts'
import { listedCodes } from '../../dte/tables/payload-codes.ts'
import { ok } from '../../http/envelope.ts'
import { defineGroup } from '../../http/operation.ts'
import * as schemas from './schemas.ts'

const anyone = { method: 'GET', rule: { access: 'signedIn' } } as const

/** Lookup lists: the same for every tenant, and for every signed-in user to read. */
export function commonGroup () {
  return defineGroup('Common', (operation) => {
    operation({
      ...anyone,
      path: '/InvoiceTypes',
      olderPath: '/GetInvoiceTypes',
      summary: 'List the document types that can be issued',
      answer: schemas.documentTypeLookups,
      handler: async () => ok(invoiceTypes.map(postedAsText))
    })

    operation({
      ...anyone,
      path: '/PaymentMethods',
      olderPath: '/GetSpecialInfoPaymentMethods',
      summary: 'List payment terms (documentId.paymentMethod)',
      answer: schemas.numberedLookups,
      handler: async () => ok(paymentMethods.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/PaymentMedias',
      olderPath: '/GetMedioPagos',
      summary: 'List means of payment (documentId.paymentMedia)',
      answer: schemas.paymentMediaLookups,
      handler: async () => ok([...paymentMedias])
    })

    operation({
      ...anyone,
      path: '/SaleTransactionTypes',
      olderPath: '/GetSaleTransactionVentoTypes',
      summary: 'List sale types (documentId.saleTransactionType)',
      answer: schemas.numberedLookups,
      handler: async () => ok(saleTransactionTypes.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/PurchaseTransactionTypes',
      olderPath: '/GetTransactionCompraTypes',
      summary: 'List purchase types (documentId.purchaseTransactionType)',
      answer: schemas.numberedLookups,
      handler: async () => ok(purchaseTransactionTypes.map(postedAsNumber))
    })

    operation({
      ...anyone,
      path: '/GetReferenceInvoiceTypes',
      summary: 'List the types a document can reference (references[].documentType)',
      answer: schemas.documentTypeLookups,
      handler: async () => ok(referenceInvoiceTypes.map(postedAsText))
    })

    operation({
      ...anyone,
      path: '/AdditionalTaxes',
      summary: 'List the taxes besides VAT that lines can carry (details[].taxes[].taxCode)',
      answer: schemas.additionalTaxes,
      handler: async () => ok(additionalTaxList.map(({ code, name, kind, rate }) => ({
        id: code, code, name, kind, rate: rate === undefined ? null : Number(rate)
      })))
    })

    operation({
      ...anyone,
      path: '/Codes',
      summary: 'List the codes that a member of a document takes',
      description:
        'Name the member by its path in `payload`, with `[]` for any row of a list. The names are in Spanish, as they are printed. The customs add to their tables: a document may also have a code that is not in the list. Municipalities (with their region for a name), units of measure, currencies and the SII\'s offices (`siiOffice` of the company) are proposals; activities are those in force.',
      query: schemas.codesQuery,
      answer: schemas.codes,
      handler: async ({ query }) => ok(listedCodes[query.member].map((row) => ({ id: row.code, ...row })))
    })
  })
}

function postedAsNumber (row: LookupRow) {
  return { ...row, id: Number(row.code) }
}

function postedAsText (row: LookupRow) {
  return { ...row, id: row.code }
}
