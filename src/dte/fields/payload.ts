import { z } from 'zod'
import { plainExternalId } from '../values/external-id.ts'
import {
  behalfFields,
  commissionFields,
  customsFields,
  exportTransferFields,
  foreignFields,
  freightFields,
  identificationFields,
  locationFields,
  otherCurrencyFields,
  packageFields,
  paymentFields,
  receiverFields,
  referenceFields,
  senderFields,
  subtotalFields,
  givenTotalsFields,
  woodFields
} from './blocks.ts'
import { dateExamples, shapeOf } from './formats.ts'
import type { Fields } from './reader.ts'
import {
  itemCodeFields, lineCurrencyFields, lineFields, subDiscountFields, subQuantityFields, subSurchargeFields,
  ticketFields, withholdingAgentFields
} from './line-blocks.ts'

/*
 * The posted document: its shape, with generous bounds. reading/document-from-payload.ts checks it against the law,
 * rule by rule and in two languages. Null members, blank texts and codes of 0 count as omitted.
 */

const text = (description: string, ...examples: string[]) =>
  z.string().max(400).nullish().meta({ description, examples })
const longText = (description: string, ...examples: string[]) =>
  z.string().max(4000).nullish().meta({ description, examples })
const number = (description: string, ...examples: number[]) => z.number().nullish().meta({ description, examples })
const flag = (description: string) => z.boolean().nullish().meta({ description })
const date = (description: string) => z.string().max(40).nullish().meta({
  description: `${description} A date (YYYY-MM-DD), or a date-time: midnight UTC is that day, any other moment its day in Chile.`,
  examples: [...dateExamples]
})

// The members of blocks.ts and line-blocks.ts, all of them extensions.
const block = <F extends Fields>(fields: F, description: string) =>
  z.strictObject(shapeOf(fields)).nullish().meta({ description: `${description} (extension)` })
const rowsOf = <F extends Fields>(fields: F, description: string) =>
  z.array(z.strictObject(shapeOf(fields))).max(100).nullish().meta({ description: `${description} (extension)` })

const documentId = z.strictObject({
  documentType: z.string().max(10).meta({
    description: 'TipoDTE: the code of the document type; see Common/InvoiceTypes.', examples: ['33', '39', '61']
  }),
  issueDate: date('FchEmis. Default: today in Chile.'),
  saleTransactionType: number(
    'TpoTranVenta; see Common/SaleTransactionTypes. Ignored in types that do not have it (56, boletas).', 1
  ),
  serviceIndicator: number(
    'IndServicio: 1 to 3; in exports 3 to 6; in boletas 1 to 4, where 3 (sales and services) is the default. Ignored in 52.',
    3
  ),
  paymentMethod: number(
    'FmaPago; see Common/PaymentMethods. In 33, 34 and 43 the default is 2 (credit), as for the SII. Ignored in boletas.',
    1
  ),
  purchaseTransactionType: number(
    'TpoTranCompra; see Common/PurchaseTransactionTypes. Used in 33, 34, 43, 46 and 52 only.', 1
  ),
  paymentMedia: number('MedioPago, by its numeric id; see Common/PaymentMedias. Ignored in 52.', 1),
  externalId: z.string().overwrite(plainExternalId).max(64).nullish().meta({
    description:
      'Your own number of the sale (extension), up to 64 characters, unique for the tenant: the same sale posted again answers the first document. It is not part of the DTE.',
    examples: ['VENTA-2026-000123']
  }),
  dueDate: date('FchVenc (extension). A date before the issue date gives a notice.'),
  periodFrom: date('PeriodoDesde (extension): first day of a periodic service.'),
  periodTo: date('PeriodoHasta (extension): last day of a periodic service.'),
  transferType: number('IndTraslado (extension): why goods move; for 52 only, where it is required.', 1),
  dispatchType: number(
    'TipoDespacho (extension): 1 by the receiver, 2 by the sender to the receiver, 3 by the sender elsewhere; in 33, 34, 46, 52 and 110.',
    2
  ),
  grossAmounts: flag(
    'MntBruto (extension): true when line prices include VAT. In boletas the default is true; false means net prices (IndMntNeto).'
  ),
  ...shapeOf(identificationFields),
  payments: rowsOf(paymentFields, 'MntPagos: up to 30 future payments')
}).meta({ description: 'IdDoc: what the document is.' })

const sender = z.strictObject({
  taxNumber: text("RUTEmisor: must be the tenant's.", '77777777-7'),
  businessName: text(
    "RznSoc, up to 100 characters. Default, as for all members below: the tenant's.", 'Comercial Los Andes SpA'
  ),
  businessActivity: text('GiroEmis, up to 80 characters.', 'Venta al por mayor de ferretería'),
  activityCode: text('Acteco: one of the tenant\'s activity codes. Default: its main one.', '475201'),
  branchName: text('Sucursal, up to 20 characters.', 'Casa matriz'),
  branchCode: text('CdgSIISucur: the SII\'s number of the branch, up to 9 digits.', '78123456'),
  address: text('DirOrigen, up to 70 characters.', 'Av. Libertador Bernardo O\'Higgins 1449'),
  municipality: text('CmnaOrigen, up to 20 characters.', 'Santiago'),
  city: text('CiudadOrigen, up to 20 characters.', 'Santiago'),
  salesPerson: text('CdgVendedor, up to 60 characters. Ignored in boletas.', 'Paula'),
  activityCodes: z.array(z.string().max(10)).max(10).nullish().meta({
    description: "Acteco (extension): up to four of the tenant's activity codes, instead of activityCode.",
    examples: [['475201', '466302']]
  }),
  phone: text('Telefono (extension), up to 20 characters. Ignored in boletas.', '+56 2 2345 6789'),
  secondPhone: text(
    'Telefono (extension): a second one, up to 20 characters. Ignored in boletas.', '+56 9 8765 4321'
  ),
  email: text('CorreoEmisor (extension), up to 80 characters. Ignored in boletas.', 'ventas@losandes.example'),
  ...shapeOf(senderFields),
  exportTransfer: block(exportTransferFields, 'GuiaExport: in delivery notes of goods for export')
}).meta({ description: 'Emisor: who issues the document.' })

const receiver = z.strictObject({
  customerId: z.string().max(40).nullish().meta({
    description: 'Id of one of your customers (extension; see Customer/List): what the document leaves out of the receiver and of the payment terms comes from there. It is not part of the DTE.',
    examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007']
  }),
  taxNumber: text(
    'RUTRecep. Default: 66666666-6 (anonymous) in boletas, 55555555-5 (a foreigner) in exports, the sender in internal transfers.',
    '60803000-K'
  ),
  internalCode: text('CdgIntRecep, up to 20 characters.', 'C-1042'),
  businessName: text(
    'RznSocRecep, up to 100 characters. Required except in boletas, where the default for an anonymous buyer is "Consumidor Final".',
    'Ferretería El Roble Ltda.'
  ),
  businessActivityCode: number("Used when businessActivity is omitted: GiroRecep is the name of that activity in the SII's table, cut to 40 characters, or the digits of a code of no table.", 475201),
  businessActivity: text(
    'GiroRecep (extension), up to 40 characters. Required in 33, 34, 43, 46 and 52.', 'Ferretería'
  ),
  email: text(
    'CorreoRecep, up to 80 characters. Several addresses with ; or , between them: the document is mailed to each that fits.',
    'compras@elroble.example'
  ),
  address: text('DirRecep, up to 70 characters. Required in 33, 34, 43, 46, 52 and 110.', 'Teatinos 120'),
  municipality: text('CmnaRecep, up to 20 characters. Required in 33, 34, 43, 46 and 52.', 'Santiago'),
  city: text('CiudadRecep, up to 20 characters. Required in 110.', 'Santiago'),
  postalAddress: text('DirPostal, up to 70 characters.', 'Casilla 123'),
  postalMunicipality: text('CmnaPostal, up to 20 characters.', 'Santiago'),
  postalCity: text('CiudadPostal, up to 20 characters.', 'Santiago'),
  postalCode: text('Stored with the posted document; the XML has no element for it.', '8320000'),
  ...shapeOf(receiverFields),
  foreign: block(foreignFields, 'Extranjero: a receiver without RUT')
}).meta({ description: 'Receptor: who receives the document.' })

const transport = z.strictObject({
  driver: z.strictObject({
    name: text('NombreChofer, up to 30 characters.', 'Luis Soto'),
    taxNumber: text('RUTChofer.', '12345678-5')
  }).nullish().meta({ description: 'Chofer: send both members or neither.' }),
  destinationAddress: text('DirDest, up to 70 characters.', 'Camino Lo Boza 300'),
  destinationMunicipality: text('CmnaDest, up to 20 characters.', 'Pudahuel'),
  destinationCity: text('CiudadDest, up to 20 characters.', 'Santiago'),
  licensePlate: text('Patente (extension), up to 8 characters.', 'ABCD12'),
  trailerPlate: text('PatenteCarro (extension), up to 8 characters.', 'EFGH34'),
  carrierTaxNumber: text('RUTTrans (extension).', '12345678-5'),
  departureDate: date('FchSalida (extension).'),
  departureTime: text('HraSalida (extension): hh:mm:ss.', '08:30:00'),
  arrivalDate: date('FchLlegada (extension).'),
  customs: z.strictObject({
    ...shapeOf(customsFields),
    packages: rowsOf(packageFields, 'TipoBultos: up to 10 kinds of packages'),
    ...shapeOf(freightFields)
  }).nullish().meta({ description: 'Aduana (extension): data for customs.' })
}).meta({ description: 'Transporte: how goods move. Ignored in boletas.' })

const tax = z.strictObject({
  taxCode: z.string().max(10).nullish().meta({
    description: 'The SII\'s code of the additional tax (TipoImp, CodImpAdic), or "IVA" for VAT itself.',
    examples: ['27', 'IVA']
  }),
  taxRate: number('TasaImp, in percent. Must be the legal rate.', 10),
  taxAmount: number('MontoImp, in pesos.', 1000)
}).meta({ description: 'One tax. VAT does not need a row: its amount is totals.taxAmount.' })

const totals = z.strictObject({
  netAmount: number('MntNeto: sum of the lines subject to VAT, without it.', 10000),
  exemptAmount: number('MntExe: sum of the exempt lines.', 0),
  taxAmount: number('IVA: 19 % of the net amount.', 1900),
  totalAmount: number('MntTotal.', 11900),
  taxes: z.array(tax).max(100).nullish().meta({
    description: 'ImptoReten: one row for each additional tax. In 43, whose lines have no taxes, these rows are used as posted.'
  }),
  slaughterBase: number("MntBase (extension): sum of the lines' withholdingAgent.slaughterBase.", 100000),
  margin: number("MntMargenCom (extension): sum of the lines' withholdingAgent.margin.", 50000),
  unwithheldTaxAmount: number(
    'IVANoRet (extension): VAT that the buyer does not withhold, in 46 and its notes; only if it withholds some of it.', 900
  ),
  depositAmount: number('GrntDep (extension): sum of the deposits on containers.', 5000),
  nonBillableAmount: number('MontoNF (extension): sum of the non-billable lines; may be negative.', 3000),
  periodAmount: number('MontoPeriodo (extension): the total plus the non-billable amount.', 14900),
  ...shapeOf(givenTotalsFields)
}).meta({ description: 'Totales. Computed by default; if you post one, it must match the computed one to the peso.' })

const detail = z.strictObject({
  lineNumber: number('NroLinDet: from 1 in sequence.', 1),
  productId: z.string().max(40).nullish().meta({
    description: 'Id of one of your products (extension; see Product/List): what the line leaves out comes from there. It is not part of the DTE.',
    examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be008']
  }),
  itemCode: z.strictObject({
    codeType: text('TpoCodigo, up to 10 characters. Default: INT1.', 'INT1', 'EAN13'),
    codeValue: text('VlrCodigo, up to 35 characters.', 'SKU-001')
  }).nullish().meta({ description: 'CdgItem.' }),
  itemName: text('NmbItem, up to 80 characters. Required.', 'Cañería de cobre 1/2"'),
  itemDescription: longText('DscItem, up to 1000 characters. Line breaks stay.', 'Tira de 6 metros'),
  quantity: number('QtyItem: more than 0, up to six decimals. Default: 1 when there is a price. Required in 52.', 2),
  unitPrice: number('PrcItem: up to six decimals. Includes VAT in boletas.', 5000),
  discountPercentage: number('DescuentoPct: up to two decimals.', 10),
  lineTotal: number('MontoItem: round(quantity × unitPrice) less the discount. Required when there is no price.', 9000),
  totalTaxPrice: number('Checked against the taxes of the line; the XML has no element for it.', 1710),
  taxes: z.array(tax).max(20).nullish().meta({ description: 'CodImpAdic: up to two additional taxes.' }),
  exemptIndicator: number(
    'IndExe (extension): 1 exempt, 2 not billable, 3 deposit on containers, 4 not a sale (in 33, 34 and 52) and 5 reduces an earlier delivery note (in 52), both with a lineTotal of 0, 6 not billable and negative (in 43 use 2 and a negative lineTotal).',
    1
  ),
  unitOfMeasure: text('UnmdItem (extension), up to 4 characters.', 'UN'),
  discountAmount: number('DescuentoMonto (extension): whole pesos.', 1000),
  surchargePercentage: number('RecargoPct (extension): up to two decimals.', 5),
  surchargeAmount: number('RecargoMonto (extension): whole pesos.', 500),
  itemCodes: rowsOf(itemCodeFields, 'CdgItem: up to five codes, instead of itemCode'),
  ...shapeOf(lineFields),
  withholdingAgent: block(withholdingAgentFields, 'Retenedor: the bases of taxes that are not based on the line\'s amount'),
  ticket: block(ticketFields, 'InfoTicket: a show\'s ticket, in boletas'),
  subQuantities: rowsOf(subQuantityFields, 'Subcantidad: parts of the quantity, up to five rows'),
  otherCurrency: block(lineCurrencyFields, 'OtrMnda: the line in another currency'),
  subDiscounts: rowsOf(subDiscountFields, 'SubDscto: parts of the discount, up to five rows'),
  subSurcharges: rowsOf(subSurchargeFields, 'SubRecargo: parts of the surcharge, up to five rows')
}).meta({ description: 'Detalle: one line.' })

const globalDiscount = z.strictObject({
  lineNumber: number('NroLinDR: from 1 in sequence.', 1),
  movement: z.enum(['D', 'R']).meta({ description: 'TpoMov: D discount, R surcharge.', examples: ['D'] }),
  description: text('GlosaDR, up to 45 characters.', 'Descuento por volumen'),
  valueType: z.enum(['%', '$']).meta({ description: 'TpoValor.', examples: ['%'] }),
  value: z.number().meta({ description: 'ValorDR: percent (up to two decimals) or whole pesos.', examples: [10] }),
  exemptIndicator: number(
    'IndExeDR: 1 for the exempt lines, 2 for the non-billable ones. Default: the lines subject to VAT.', 1
  ),
  otherCurrencyValue: number('ValorDROtrMnda (extension): the value in another currency.', 12.5)
}).meta({ description: 'DscRcgGlobal (extension): a discount or surcharge on one family of lines.' })

const reference = z.strictObject({
  lineNumber: number('NroLinRef: from 1 in sequence.', 1),
  documentType: text('TpoDocRef; see Common/GetReferenceInvoiceTypes.', '33', '801'),
  folio: text('FolioRef, up to 18 characters; "0" stands for more than 20 documents of the type (IndGlobal).', '1042'),
  date: date('FchRef. Required except in boletas, which do not have it.'),
  code: text(
    'CodRef: 1 annuls (the note has the total of that document; a debit note annuls credit notes only), 2 corrects texts, 3 corrects amounts. Required in notes. In boletas free text of up to 18 characters.',
    '1'
  ),
  reason: text('RazonRef, up to 90 characters.', 'Anula factura'),
  issuerTaxNumber: text('RUTOtr (extension): who issued the document, if not the sender.', '77777777-7'),
  ...shapeOf(referenceFields)
}).meta({ description: 'Referencia: another document that this one is about.' })

const subtotal = z.strictObject({
  ...shapeOf(subtotalFields),
  lines: z.array(z.number()).max(2000).nullish().meta({
    description: 'LineasDeta: numbers of the lines that it sums.', examples: [[1, 2]]
  })
})

const commission = z.strictObject({
  ...shapeOf(commissionFields),
  netAmount: number('ValComNeto: the part subject to VAT.', 10000),
  exemptAmount: number('ValComExe: the exempt part.', 0),
  taxAmount: number('ValComIVA: 19 % of netAmount.', 1900)
})

/** The invoice document posted to Webhook/Save and in a bulk: the members of the specification and the extensions. */
export const invoicePayload = z.strictObject({
  header: z.strictObject({
    documentId,
    sender: sender.nullish(),
    receiver: receiver.nullish().meta({
      description: 'Receptor: who receives the document. What the type requires and is left out comes from your ' +
        'latest document to the same RUT, or from the directory.'
    }),
    transport: transport.nullish(),
    totals: totals.nullish(),
    ...shapeOf(behalfFields),
    otherCurrency: block(
      otherCurrencyFields,
      'OtraMoneda: the totals in another currency. In exports, the totals in pesos; required unless the export itself is in pesos'
    )
  }).meta({ description: 'Encabezado.' }),
  details: z.array(detail).max(2000).nullish().meta({ description: 'Detalle: 1 to 60 lines, in boletas up to 1000.' }),
  references: z.array(reference).max(100).nullish().meta({ description: 'Referencia: up to 40.' }),
  globalDiscounts: z.array(globalDiscount).max(100).nullish().meta({
    description: 'DscRcgGlobal (extension): up to 20.'
  }),
  subtotals: z.array(subtotal).max(100).nullish().meta({
    description: 'SubTotInfo (extension): up to 20 subtotals, for information only.'
  }),
  commissions: z.array(commission).max(100).nullish().meta({
    description: 'Comisiones (extension): up to 20, in 43, and in 46, 56 and 61; they lower the total.'
  }),
  issueLocation: block(locationFields, 'GeoRefEmision: where the document is issued'),
  woodTransport: block(woodFields, 'ManejoMadera: transport of wood, in 52')
}).meta({ description: 'An invoice document.' })

export type InvoicePayload = z.output<typeof invoicePayload>
