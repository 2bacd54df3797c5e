import { currencies } from '../values/currencies.ts'
import { activities } from './activities.ts'
import { additionalTaxList } from './additional-taxes.ts'
import { commonUnits } from './common-units.ts'
import { countries, ports } from './customs-places.ts'
import {
  packageTypes, saleClauses, saleModes, transportModes, units, type Table
} from './customs-tables.ts'
import {
  dispatchTypes, exportPaymentMethods, invoiceTypes, paymentMedias, paymentMethods, purchaseTransactionTypes,
  referenceInvoiceTypes, saleTransactionTypes, transferTypes, type LookupRow
} from './lookups.ts'
import { municipalities } from './municipalities.ts'
import { siiOffices } from './sii-offices.ts'

/** A code of a posted document, and what it means. */
export interface Code { code: string, name: string }

const rowsOf = (rows: readonly LookupRow[]): Code[] => rows.map(({ code, name }) => ({ code, name }))
const tableOf = (table: Table): Code[] => Object.entries(table).map(([code, name]) => ({ code, name }))
const listOf = (names: Record<string, string>): Code[] => Object.entries(names).map(([code, name]) => ({ code, name }))

const taxes = additionalTaxList.map(({ code, name }) => ({ code, name }))
const customs = 'header.transport.customs'

/**
 * The codes of each member of a posted document that takes one. The customs add to their tables: other codes are taken
 * too.
 */
export const payloadCodes = {
  'header.documentId.documentType': rowsOf(invoiceTypes),
  'header.documentId.paymentMethod': rowsOf(paymentMethods),
  'header.documentId.paymentMedia': paymentMedias.map(({ id, name }) => ({ code: String(id), name })),
  'header.documentId.saleTransactionType': rowsOf(saleTransactionTypes),
  'header.documentId.purchaseTransactionType': rowsOf(purchaseTransactionTypes),
  'header.documentId.serviceIndicator': listOf({
    1: 'Periódicos domiciliarios; en boletas, periódicos', 2: 'Otros periódicos; en boletas, periódicos domiciliarios',
    3: 'Servicios; en boletas, ventas y servicios', 4: 'Exportación: hotelería; boletas: espectáculos',
    5: 'Exportación: transporte terrestre internacional'
  }),
  'header.documentId.transferType': rowsOf(transferTypes),
  'header.documentId.dispatchType': rowsOf(dispatchTypes),
  'header.documentId.printFormat': listOf({ N: 'Hoja', T: 'Ticket' }),
  'header.documentId.exportPaymentMethod': rowsOf(exportPaymentMethods),
  'header.documentId.paymentAccountType': listOf({
    AHORRO: 'Cuenta de ahorro', CORRIENTE: 'Cuenta corriente', VISTA: 'Cuenta vista'
  }),
  'details[].exemptIndicator': listOf({
    1: 'No afecto o exento de IVA', 2: 'No facturable', 3: 'Garantía de depósito por envases', 4: 'No venta',
    5: 'Rebaja de la garantía de depósito', 6: 'No facturable negativo'
  }),
  'details[].taxes[].taxCode': taxes,
  'details[].settledDocumentType': rowsOf(invoiceTypes),
  'details[].showItem': listOf({ 1: 'Entrada', 2: 'Cargo por servicio' }),
  'details[].subDiscounts[].valueType': listOf({ '%': 'Porcentaje', $: 'Monto' }),
  'details[].subSurcharges[].valueType': listOf({ '%': 'Porcentaje', $: 'Monto' }),
  'globalDiscounts[].movement': listOf({ D: 'Descuento', R: 'Recargo' }),
  'globalDiscounts[].valueType': listOf({ '%': 'Porcentaje', $: 'Monto' }),
  'references[].documentType': rowsOf(referenceInvoiceTypes),
  'references[].code': listOf({
    1: 'Anula el documento', 2: 'Corrige textos', 3: 'Corrige montos'
  }),
  'commissions[].movement': listOf({ C: 'Comisión', O: 'Otro cargo' }),
  'header.totals.taxes[].taxCode': taxes,
  [`${customs}.saleMode`]: tableOf(saleModes),
  [`${customs}.saleClause`]: tableOf(saleClauses),
  [`${customs}.transportMode`]: tableOf(transportModes),
  [`${customs}.tareUnit`]: tableOf(units),
  [`${customs}.grossWeightUnit`]: tableOf(units),
  [`${customs}.netWeightUnit`]: tableOf(units),
  [`${customs}.loadingPort`]: tableOf(ports),
  [`${customs}.unloadingPort`]: tableOf(ports),
  [`${customs}.packages[].packageType`]: tableOf(packageTypes),
  [`${customs}.receiverCountry`]: tableOf(countries),
  [`${customs}.destinationCountry`]: tableOf(countries),
  'header.receiver.foreign.nationality': tableOf(countries)
} as const satisfies Readonly<Record<string, readonly Code[]>>

const places = municipalities.map(({ name, region }) => ({ code: name, name: region }))
const moneys = currencies.map(({ name, iso, plural }) => ({ code: name, name: iso === undefined ? plural : `${plural} (${iso})` }))

/**
 * Tables to choose from for members that take other words and codes too: municipalities with their regions, activities,
 * units, and currencies. The bulk template has no lists of them.
 */
const proposedCodes = {
  'header.sender.activityCode': activities,
  'header.sender.municipality': places,
  'header.receiver.businessActivityCode': activities,
  'header.receiver.municipality': places,
  'header.receiver.postalMunicipality': places,
  'header.transport.destinationMunicipality': places,
  'header.totals.currency': moneys,
  'header.otherCurrency.currency': moneys,
  'details[].unitOfMeasure': commonUnits,
  // Of the company, which its documents name below the folio.
  siiOffice: siiOffices
} as const satisfies Readonly<Record<string, readonly Code[]>>

/** What `Common/Codes` lists. */
export const listedCodes = { ...payloadCodes, ...proposedCodes }

export type CodedMember = keyof typeof payloadCodes

export const listedMembers = Object.keys(listedCodes) as (keyof typeof listedCodes)[]

/** The codes of a member by its path, with or without positions in lists, as in `details[0]`. */
export function codesOf (path: string): readonly Code[] | undefined {
  const member = path.replaceAll(/\[\d+\]/g, '[]')
  return Object.hasOwn(payloadCodes, member) ? payloadCodes[member as CodedMember] : undefined
}
