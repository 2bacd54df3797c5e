import {
  inBoleta, inDocumento, inDocumentoAndExportaciones, inDocumentoAndLiquidacion, inExportaciones, notInBoleta,
  notInExportaciones
} from '../values/branches.ts'
import {
  balance, code, codeText, count, currency, date, decimal, flag, pesos, percentage, rut, text, textOf, timeOfDay,
  upTo
} from './formats.ts'
import type { BlockOf, Field, Format } from './reader.ts'
import { issueDateLimits } from '../tables/limits.ts'

/*
 * Members that need no code of their own. Each names its element; the posted document's schema, the reading, the XML
 * and the documentation are made from these tables. Sources: [S1] and [S5];
 * numeric codes without a list are those of the customs tables.
 */

type Options = Pick<Field, 'required' | 'branches' | 'types'>

export const field = <F extends Format>(
  element: string, format: F, description = '', options: Options = {}
): Field<F> => ({ element, format, description, ...options })

const required = { required: true } as const
const notInBoletas = { branches: notInBoleta }

/** IdDoc, beside what identification.ts reads. */
export const identificationFields = {
  withoutTaxReduction: field(
    'IndNoRebaja', flag, 'a credit note that does not lower the tax (DL 825, art. 70)',
    { branches: inDocumento, types: [61] }
  ),
  printFormat: field('TpoImpresion', codeText('N', 'T'), 'N on a sheet, T on a ticket', { branches: inDocumento }),
  exportPaymentMethod: field(
    'FmaPagExp', code(1, 2, 11, 12, 21, 32),
    'method of payment for customs: 1 collection up to a year, 2 beyond, 11 letter of credit up to a year, 12 beyond, 21 without payment, 32 in advance',
    { branches: inDocumentoAndExportaciones, types: [52, 110, 111, 112] }
  ),
  paidOn: field('FchCancel', date(), 'date of a payment before issue', notInBoletas),
  paidAmount: field('MntCancel', pesos, 'amount paid on issue', notInBoletas),
  unpaidBalance: field('SaldoInsol', pesos, 'amount left to pay on issue', notInBoletas),
  paymentAccountType: field(
    'TpoCtaPago', codeText('AHORRO', 'CORRIENTE', 'VISTA'), 'type of bank account for the payment', notInBoletas
  ),
  paymentAccountNumber: field('NumCtaPago', text(20), '', notInBoletas),
  paymentBank: field('BcoPago', text(40), '', notInBoletas),
  paymentTermsCode: field('TermPagoCdg', text(4), '', notInBoletas),
  paymentTerms: field('TermPagoGlosa', text(100), 'the terms of payment in words', notInBoletas),
  paymentTermsDays: field('TermPagoDias', count(3), '', notInBoletas),
  touristInvoice: field('TipoFactEsp', flag, 'an invoice to a foreign tourist in the zones that allow it', {
    branches: inDocumento, types: [33, 56, 61]
  })
}

/** IdDoc/MntPagos. */
export const paymentFields = {
  date: field('FchPago', date(), 'due date', required),
  amount: field('MntPago', pesos, '', required),
  description: field('GlosaPagos', text(40))
}
export const paymentsMax = 30

/** Emisor, beside what parties.ts reads. */
export const senderFields = {
  branchAdditionalCode: field('CodAdicSucur', text(20), '', { branches: inExportaciones }),
  additionalId: field('IdAdicEmisor', text(20), '', { branches: inDocumentoAndExportaciones }),
  supplierTaxNumber: field('RUTProveedor', rut, 'the supplier of wood', { branches: inDocumento }),
  supplierName: field('RznSocProveedor', text(100), 'the supplier of wood', { branches: inDocumento })
}

/** Emisor/GuiaExport. */
export const exportTransferFields = {
  issuerCode: field(
    'CdgTraslado', code(1, 2, 3, 4), 'who issues: 1 exporter, 2 customs agent, 3 seller, 4 authorised by the SII',
    required
  ),
  authorizationNumber: field('FolioAut', count(6), "the SII's resolution, with issuerCode 4"),
  authorizationDate: field('FchAut', date(), 'its date, with issuerCode 4')
}

/** Encabezado: on whose behalf. */
export const behalfFields = {
  principalTaxNumber: field('RUTMandante', rut, 'on whose behalf the sale is made', { branches: inDocumento }),
  requesterTaxNumber: field('RUTSolicita', rut, "who requests the invoice on the receiver's behalf", { branches: inDocumento }),
  softwareProviderTaxNumber: field('RUTProvSW', rut, 'who provides the software', { branches: inBoleta })
}

/** Receptor, beside what parties.ts reads. */
export const receiverFields = {
  contact: field('Contacto', text(80)),
  phone: field('TelefonoRecep', text(20), '', { branches: inBoleta })
}

/** Receptor/Extranjero. */
export const foreignFields = {
  documentNumber: field('NumId', text(20), 'passport or identity number'),
  nationality: field('Nacionalidad', text(3), 'code of the customs\' table of countries'),
  documentType: field('TipoDocID', code(1, 2), '1 passport, 2 identity card', { branches: inDocumento }),
  additionalId: field('IdAdicRecep', text(20), '', { branches: inExportaciones })
}

/** Transporte, beside the driver. Only delivery notes and invoices have the journey; 2026's schema. */
export const transportFields = {
  licensePlate: field('Patente', text(8)),
  trailerPlate: field('PatenteCarro', text(8), '', { branches: inDocumento }),
  carrierTaxNumber: field('RUTTrans', rut)
}
export const driverFields = {
  taxNumber: field('RUTChofer', rut, '', required),
  name: field('NombreChofer', text(30), '', required)
}
export const destinationFields = {
  destinationAddress: field('DirDest', text(70)),
  destinationMunicipality: field('CmnaDest', text(20)),
  destinationCity: field('CiudadDest', text(20))
}
export const journeyFields = {
  departureDate: field('FchSalida', date(issueDateLimits), '', { branches: inDocumento }),
  departureTime: field('HraSalida', timeOfDay, '', { branches: inDocumento }),
  arrivalDate: field('FchLlegada', date(issueDateLimits), '', { branches: inDocumento })
}

/** Transporte/Aduana, before and after its packages. */
export const customsFields = {
  saleMode: field('CodModVenta', count(2), 'modality of sale'),
  saleClause: field('CodClauVenta', count(2), 'clause of sale (Incoterm)'),
  saleClauseAmount: field('TotClauVenta', decimal(16, 2), 'amount of the clause'),
  transportMode: field('CodViaTransp', count(2), 'way of transport'),
  vesselName: field('NombreTransp', text(40), 'ship, flight or vehicle'),
  carrierTaxNumber: field('RUTCiaTransp', rut),
  carrierName: field('NomCiaTransp', text(40)),
  transportAdditionalId: field('IdAdicTransp', text(20)),
  booking: field('Booking', text(20)),
  operator: field('Operador', text(20)),
  loadingPort: field('CodPtoEmbarque', count(4)),
  loadingPortAdditionalId: field('IdAdicPtoEmb', text(20)),
  unloadingPort: field('CodPtoDesemb', count(4)),
  unloadingPortAdditionalId: field('IdAdicPtoDesemb', text(20)),
  tare: field('Tara', count(7)),
  tareUnit: field('CodUnidMedTara', count(2)),
  grossWeight: field('PesoBruto', decimal(8, 2)),
  grossWeightUnit: field('CodUnidPesoBruto', count(2)),
  netWeight: field('PesoNeto', decimal(8, 2)),
  netWeightUnit: field('CodUnidPesoNeto', count(2)),
  totalItems: field('TotItems', count(18)),
  totalPackages: field('TotBultos', count(18))
}
export const packageFields = {
  packageType: field('CodTpoBultos', count(3)),
  quantity: field('CantBultos', count(10)),
  marks: field('Marcas', text(255)),
  containerId: field('IdContainer', text(25)),
  seal: field('Sello', text(20)),
  sealIssuer: field('EmisorSello', text(70))
}
export const packagesMax = 10
export const freightFields = {
  freightAmount: field('MntFlete', decimal(14, 4)),
  insuranceAmount: field('MntSeguro', decimal(14, 4)),
  receiverCountry: field('CodPaisRecep', count(3)),
  destinationCountry: field('CodPaisDestin', count(3))
}

/** Totales: what is posted, not computed. */
export const givenTotalsFields = {
  currency: field('TpoMoneda', currency, "the currency of an export, by its customs' name or its ISO 4217 code", {
    branches: inExportaciones, required: true
  }),
  ownTaxAmount: field('IVAProp', balance, "the part of VAT that is the sender's own", { branches: inDocumentoAndLiquidacion }),
  thirdPartyTaxAmount: field('IVATerc', balance, "the part of VAT that is the principal's", { branches: inDocumentoAndLiquidacion }),
  constructionCredit: field(
    'CredEC', pesos, 'special credit of construction companies, up to 65 % of VAT; lowers the total',
    { branches: inDocumento, types: [33, 56, 61] }
  ),
  previousBalance: field('SaldoAnterior', balance, 'previous balance; for information only', {
    branches: notInExportaciones
  }),
  amountToPay: field(
    'VlrPagar', balance, 'amount to pay; by default the amount of the period plus the previous balance, if that is posted',
    { branches: notInExportaciones }
  )
}

/** OtraMoneda: what is posted of it; its amounts are computed. */
export const otherCurrencyFields = {
  currency: field('TpoMoneda', currency, 'the currency; in exports PESO CL by default'),
  exchangeRate: field('TpoCambio', decimal(6, 4), 'pesos for one of the foreign currency (Banco Central)', required)
}

/** GeoRefEmision. */
export const locationFields = {
  latitude: field('LatitudEmision', text(30), '', required),
  longitude: field('LongitudEmision', text(30), '', required),
  referenceSystem: field('SistemaReferencia', upTo(9), '', required)
}

/** ManejoMadera [S21]. */
export const woodFields = {
  originMunicipality: field('ComunaRolOrigen', count(6), 'of the land\'s cadastral number', required),
  originBlock: field('MnzRolOrigen', count(6), '', required),
  originPlot: field('PrdRolOrigen', count(6), '', required),
  destinationMunicipality: field('ComunaRolDestino', count(6)),
  destinationBlock: field('MnzRolDestino', count(6)),
  destinationPlot: field('PrdRolDestino', count(6)),
  managementPlan: field('CodPlanConaf', text(40), 'CONAF\'s code', required),
  worksNotice: field('AvisoEjecucionFaena', text(40)),
  originLatitude: field('LatitudOrigenMadera', text(30), '', required),
  originLongitude: field('LongitudOrigenMadera', text(30), '', required),
  destinationLatitude: field('LatitudDestinoMadera', text(30)),
  destinationLongitude: field('LongitudDestinoMadera', text(30)),
  referenceSystem: field('SistemareferenciaMadera', upTo(9), '', required)
}

/** SubTotInfo: subtotals, for information only. */
export const subtotalFields = {
  description: field('GlosaSTI', textOf({ boletas: 80, others: 40 }), '', required),
  order: field('OrdenSTI', upTo(99)),
  netAmount: field('SubTotNetoSTI', decimal(16, 2)),
  taxAmount: field('SubTotIVASTI', decimal(16, 2)),
  additionalTaxAmount: field('SubTotAdicSTI', decimal(16, 2)),
  exemptAmount: field('SubTotExeSTI', decimal(16, 2)),
  totalAmount: field('ValSubtotSTI', decimal(16, 2))
}
export const subtotalsMax = 20

/** Referencia, beside what references.ts reads. */
export const referenceFields = {
  issuerAdditionalId: field('IdAdicOtr', text(20), '', { branches: inExportaciones }),
  salesPersonCode: field('CodVndor', text(8), '', { branches: inBoleta }),
  cashRegisterCode: field('CodCaja', text(8), '', { branches: inBoleta })
}

/** What commissions.ts reads of a commission, beside its amounts. */
export const commissionFields = {
  movement: field('TipoMovim', codeText('C', 'O'), 'C commission, O another charge', required),
  description: field('Glosa', text(60), '', required),
  rate: field('TasaComision', percentage, 'for information only')
}

export type IdentificationBlock = BlockOf<typeof identificationFields>
export type GivenTotals = BlockOf<typeof givenTotalsFields>
export type PaymentBlock = BlockOf<typeof paymentFields>
export type SenderBlock = BlockOf<typeof senderFields>
export type BehalfBlock = BlockOf<typeof behalfFields>
export type ReceiverBlock = BlockOf<typeof receiverFields>
export type CustomsBlock = BlockOf<typeof customsFields> & BlockOf<typeof freightFields> & {
  packages?: BlockOf<typeof packageFields>[]
}
export type WoodBlock = BlockOf<typeof woodFields>
export type LocationBlock = BlockOf<typeof locationFields>
