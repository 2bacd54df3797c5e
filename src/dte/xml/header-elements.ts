import {
  everywhere, inBoleta, inDocumento, inDocumentoAndBoleta, inDocumentoAndExportaciones, inDocumentoAndLiquidacion,
  inExportaciones, notInBoleta, notInExportaciones, type Branches
} from '../values/branches.ts'
import { zero, type Decimal } from '../values/amounts.ts'
import {
  customsFields, destinationFields, driverFields, exportTransferFields, foreignFields, freightFields,
  identificationFields, journeyFields, packageFields, paymentFields, receiverFields, senderFields, transportFields,
  type CustomsBlock
} from '../fields/blocks.ts'
import type {
  DocumentReceiver, DocumentSender, DocumentTax, DocumentTotals, DocumentTransport, OtherCurrency, TaxDocument
} from '../document.ts'
import { documentTypes } from '../values/document-types.ts'
import { block, leaf, leaves, type ElementOf } from './elements.ts'
import type { Fields } from '../fields/reader.ts'
import { paymentMedias } from '../tables/lookups.ts'

/** A document and the folio that it was given. */
export interface NumberedDocument {
  document: TaxDocument
  folio: number
}

const documentId = 'header.documentId'
const totalsMember = 'header.totals'

/** IdDoc's fields, in the places that the schemas give them. */
const identificationLeaves = (...members: (keyof typeof identificationFields)[]): ElementOf<NumberedDocument>[] =>
  leaves<TaxDocument>(
    Object.fromEntries(members.map((member) => [member, identificationFields[member]])) as Fields, notInBoleta,
    documentId
  )
    .map((one) => ({ ...one, write: ({ document }, branch) => one.write(document, branch) }))

const fromDocument = (
  name: string, branches: Branches, limits: string, filledBy: string,
  value: (document: TaxDocument) => string | number | undefined
): ElementOf<NumberedDocument> => leaf(name, branches, limits, filledBy, ({ document }) => value(document))

const mediaOf = (document: TaxDocument) => paymentMedias.find(({ id }) => id === document.paymentMedia)

/** IdDoc. */
export const identificationElements: readonly ElementOf<NumberedDocument>[] = [
  fromDocument('TipoDTE', everywhere, 'code', `${documentId}.documentType`, (document) => document.documentType),
  leaf('Folio', everywhere, 'integer 10', 'the service: the next folio of the type', ({ folio }) => folio),
  fromDocument('FchEmis', everywhere, 'date', `${documentId}.issueDate`, (document) => document.issueDate),
  ...identificationLeaves('withoutTaxReduction'),
  {
    ...fromDocument('TipoDespacho', inDocumentoAndExportaciones, '1, 2, 3', `${documentId}.dispatchType`, (document) => document.dispatchType),
    types: [33, 34, 46, 52, 110]
  },
  {
    ...fromDocument('IndTraslado', inDocumento, '1 to 9', `${documentId}.transferType`, (document) => document.transferType),
    types: [52]
  },
  ...identificationLeaves('printFormat'),
  fromDocument(
    'IndServicio', everywhere, '1, 2, 3; in exports 3 to 6, in boletas 1 to 4', `${documentId}.serviceIndicator`,
    (document) => document.serviceIndicator
  ),
  fromDocument(
    'IndMntNeto', inBoleta, '2', `${documentId}.grossAmounts (false)`,
    (document) => document.linePrices === 'net' ? 2 : undefined
  ),
  fromDocument(
    'MntBruto', inDocumentoAndLiquidacion, '1', `${documentId}.grossAmounts`, (document) => document.linePrices === 'gross' ? 1 : undefined
  ),
  fromDocument(
    'TpoTranCompra', inDocumentoAndLiquidacion, '1 to 7', `${documentId}.purchaseTransactionType`,
    (document) => document.purchaseTransactionType
  ),
  fromDocument(
    'TpoTranVenta', inDocumentoAndLiquidacion, '1, 2, 3', `${documentId}.saleTransactionType`, (document) => document.saleTransactionType
  ),
  fromDocument('FmaPago', notInBoleta, '1, 2, 3', `${documentId}.paymentMethod`, (document) => document.paymentMethod),
  ...identificationLeaves('exportPaymentMethod', 'paidOn', 'paidAmount', 'unpaidBalance'),
  block(
    'MntPagos', notInBoleta, `${documentId}.payments`, ({ document }) => document.payments,
    leaves(paymentFields, notInBoleta, `${documentId}.payments[]`), { end: '\n' }
  ),
  fromDocument('PeriodoDesde', everywhere, 'date', `${documentId}.periodFrom`, (document) => document.periodFrom),
  fromDocument('PeriodoHasta', everywhere, 'date', `${documentId}.periodTo`, (document) => document.periodTo),
  fromDocument('MedioPago', notInBoleta, 'code', `${documentId}.paymentMedia`, (document) => mediaOf(document)?.code),
  ...identificationLeaves(
    'paymentAccountType', 'paymentAccountNumber', 'paymentBank', 'paymentTermsCode', 'paymentTerms', 'paymentTermsDays'
  ),
  fromDocument('FchVenc', everywhere, 'date', `${documentId}.dueDate`, (document) => document.dueDate),
  fromDocument('MedioPago', inBoleta, 'code', `${documentId}.paymentMedia`, (document) => mediaOf(document)?.boletaCode),
  ...identificationLeaves('touristInvoice')
]

const { branchAdditionalCode, additionalId, ...supplierFields } = senderFields

/** Emisor. */
export const senderElements: readonly ElementOf<DocumentSender>[] = [
  leaf('RUTEmisor', everywhere, 'RUT', "header.sender.taxNumber, or the tenant's", (sender) => sender.taxNumber),
  leaf('RznSoc', notInBoleta, 'text 100', "header.sender.businessName, or the tenant's", (sender) => sender.businessName),
  leaf('RznSocEmisor', inBoleta, 'text 100', "header.sender.businessName, or the tenant's", (sender) => sender.businessName),
  leaf(
    'GiroEmis', notInBoleta, 'text 80', "header.sender.businessActivity, or the tenant's", (sender) => sender.businessActivity
  ),
  leaf(
    'GiroEmisor', inBoleta, 'text 80', "header.sender.businessActivity, or the tenant's", (sender) => sender.businessActivity
  ),
  leaf(
    'Telefono', notInBoleta, 'text 20', "header.sender.phone and secondPhone, or the tenant's",
    (sender) => [sender.phone, sender.secondPhone]
  ),
  leaf('CorreoEmisor', notInBoleta, 'text 80', "header.sender.email, or the tenant's", (sender) => sender.email),
  leaf(
    'Acteco', notInBoleta, 'integer 6', "header.sender.activityCode or activityCodes, or the tenant's",
    (sender) => sender.activityCodes
  ),
  {
    ...block<DocumentSender, object>('GuiaExport', inDocumento, 'header.sender.exportTransfer', (sender) =>
      sender.exportTransfer, leaves(exportTransferFields, inDocumento, 'header.sender.exportTransfer')),
    types: [52]
  },
  leaf('Sucursal', notInBoleta, 'text 20', "header.sender.branchName, or the tenant's", (sender) => sender.branchName),
  leaf('CdgSIISucur', everywhere, 'integer 9', "header.sender.branchCode, or the tenant's", (sender) => sender.branchCode),
  ...leaves<DocumentSender>({ branchAdditionalCode }, inExportaciones, 'header.sender'),
  leaf('DirOrigen', everywhere, 'text 70', "header.sender.address, or the tenant's", (sender) => sender.address),
  leaf('CmnaOrigen', everywhere, 'text 20', "header.sender.municipality, or the tenant's", (sender) => sender.municipality),
  leaf('CiudadOrigen', everywhere, 'text 20', "header.sender.city, or the tenant's", (sender) => sender.city),
  leaf('CdgVendedor', notInBoleta, 'text 60', 'header.sender.salesPerson', (sender) => sender.salesPerson),
  ...leaves<DocumentSender>({ additionalId, ...supplierFields }, inDocumentoAndExportaciones, 'header.sender')
]

const { contact, phone } = receiverFields

/** Receptor. */
export const receiverElements: readonly ElementOf<DocumentReceiver>[] = [
  leaf('RUTRecep', everywhere, 'RUT', 'header.receiver.taxNumber', (receiver) => receiver.taxNumber),
  leaf('CdgIntRecep', everywhere, 'text 20', 'header.receiver.internalCode', (receiver) => receiver.internalCode),
  leaf('RznSocRecep', everywhere, 'text 100', 'header.receiver.businessName', (receiver) => receiver.businessName),
  block<DocumentReceiver, object>(
    'Extranjero', inDocumentoAndExportaciones, 'header.receiver.foreign', (receiver) => receiver.foreign,
    leaves(foreignFields, inDocumentoAndExportaciones, 'header.receiver.foreign')
  ),
  leaf(
    'GiroRecep', notInBoleta, 'text 40', 'header.receiver.businessActivity, or businessActivityCode',
    (receiver) => receiver.businessActivity
  ),
  ...leaves<DocumentReceiver>({ contact }, everywhere, 'header.receiver'),
  leaf('CorreoRecep', everywhere, 'text 80', 'header.receiver.email', (receiver) => receiver.email),
  ...leaves<DocumentReceiver>({ phone }, inBoleta, 'header.receiver'),
  leaf('DirRecep', everywhere, 'text 70', 'header.receiver.address', (receiver) => receiver.address),
  leaf('CmnaRecep', everywhere, 'text 20', 'header.receiver.municipality', (receiver) => receiver.municipality),
  leaf('CiudadRecep', everywhere, 'text 20', 'header.receiver.city', (receiver) => receiver.city),
  leaf('DirPostal', everywhere, 'text 70', 'header.receiver.postalAddress', (receiver) => receiver.postalAddress),
  leaf('CmnaPostal', everywhere, 'text 20', 'header.receiver.postalMunicipality', (receiver) => receiver.postalMunicipality),
  leaf('CiudadPostal', everywhere, 'text 20', 'header.receiver.postalCity', (receiver) => receiver.postalCity)
]

const transportMember = 'header.transport'

/** Transporte. */
export const transportElements: readonly ElementOf<DocumentTransport>[] = [
  ...leaves<DocumentTransport>(transportFields, inDocumentoAndExportaciones, transportMember),
  block<DocumentTransport, object>(
    'Chofer', inDocumentoAndExportaciones, `${transportMember}.driver`, (transport) => transport.driver,
    leaves(driverFields, inDocumentoAndExportaciones, `${transportMember}.driver`)
  ),
  ...leaves<DocumentTransport>(destinationFields, inDocumentoAndExportaciones, transportMember),
  block<DocumentTransport, CustomsBlock>(
    'Aduana',
    inDocumentoAndExportaciones,
    `${transportMember}.customs`,
    (transport) => transport.customs,
    [
      ...leaves<CustomsBlock>(customsFields, inDocumentoAndExportaciones, `${transportMember}.customs`),
      block<CustomsBlock, object>(
        'TipoBultos', inDocumentoAndExportaciones, `${transportMember}.customs.packages`, (customs) => customs.packages,
        leaves(packageFields, inDocumentoAndExportaciones, `${transportMember}.customs.packages[]`), { end: '\n' }
      ),
      ...leaves<CustomsBlock>(freightFields, inDocumentoAndExportaciones, `${transportMember}.customs`)
    ]
  ),
  ...leaves<DocumentTransport>(journeyFields, inDocumento, transportMember)
]

const amount = 'integer 18'
const unlessZero = (value: Decimal) => value === zero ? undefined : value

// PctType begins at 0.01, and code 49 withholds 0 %.
const rateOf = ({ taxRate }: DocumentTax) => taxRate === zero ? undefined : taxRate

const commissionTotals: readonly ElementOf<NonNullable<DocumentTotals['commissions']>>[] = [
  leaf('ValComNeto', inDocumentoAndLiquidacion, amount, 'computed: commissions[].netAmount', (commissions) => commissions.netAmount),
  leaf('ValComExe', inDocumentoAndLiquidacion, amount, 'computed: commissions[].exemptAmount', (commissions) => commissions.exemptAmount),
  leaf('ValComIVA', inDocumentoAndLiquidacion, amount, 'computed: commissions[].taxAmount', (commissions) => commissions.taxAmount)
]

const taxElements: readonly ElementOf<DocumentTax>[] = [
  leaf('TipoImp', inDocumentoAndLiquidacion, 'code', 'details[].taxes[].taxCode; in 43 header.totals.taxes[].taxCode', (tax) => tax.taxCode),
  leaf('TasaImp', inDocumentoAndLiquidacion, 'decimal 3.2', 'computed: the legal rate', rateOf),
  leaf('MontoImp', inDocumentoAndLiquidacion, amount, 'computed: header.totals.taxes[].taxAmount must agree', (tax) => tax.taxAmount)
]

/** Totales: computed, and equal to what was posted of them, except for those that are only posted. */
export const totalsElements: readonly ElementOf<TaxDocument>[] = [
  leaf('TpoMoneda', inExportaciones, 'currency', `${totalsMember}.currency`, ({ totals }) => totals.currency),
  leaf(
    'MntNeto', notInExportaciones, amount, `computed: ${totalsMember}.netAmount must agree`,
    ({ totals }) => unlessZero(totals.netAmount)
  ),
  // [S1, matrix of obligations]: mandatory in exempt documents.
  leaf(
    'MntExe',
    everywhere,
    `${amount}; decimal 14.4 in exports`,
    `computed: ${totalsMember}.exemptAmount must agree`,
    ({ documentType, totals }) =>
      documentTypes[documentType].exempt ? totals.exemptAmount : unlessZero(totals.exemptAmount)
  ),
  leaf(
    'MntBase', inDocumento, amount, `computed: ${totalsMember}.slaughterBase must agree`, ({ totals }) => totals.slaughterBase
  ),
  leaf('MntMargenCom', inDocumento, amount, `computed: ${totalsMember}.margin must agree`, ({ totals }) => totals.margin),
  leaf('TasaIVA', inDocumentoAndLiquidacion, 'decimal 3.2', 'computed: 19', ({ totals }) => totals.vatRate),
  leaf(
    'IVA', notInExportaciones, amount, `computed: ${totalsMember}.taxAmount must agree`,
    ({ totals }) => totals.vatRate && totals.taxAmount
  ),
  leaf('IVAProp', inDocumentoAndLiquidacion, amount, `${totalsMember}.ownTaxAmount`, ({ totals }) => totals.ownTaxAmount),
  leaf('IVATerc', inDocumentoAndLiquidacion, amount, `${totalsMember}.thirdPartyTaxAmount`, ({ totals }) => totals.thirdPartyTaxAmount),
  block('ImptoReten', inDocumentoAndLiquidacion, `computed: ${totalsMember}.taxes must agree`, ({ totals }) => totals.taxes, taxElements),
  leaf(
    'IVANoRet', inDocumento, amount, `computed: ${totalsMember}.unwithheldTaxAmount must agree`,
    ({ totals }) => totals.unwithheldTaxAmount
  ),
  {
    ...leaf<TaxDocument>('CredEC', inDocumento, amount, `${totalsMember}.constructionCredit`, ({ totals }) =>
      totals.constructionCredit),
    types: [33, 56, 61]
  },
  leaf(
    'GrntDep', inDocumento, amount, `computed: ${totalsMember}.depositAmount must agree`, ({ totals }) => totals.depositAmount
  ),
  block('Comisiones', inDocumentoAndLiquidacion, 'computed: commissions', ({ totals }) => totals.commissions, commissionTotals),
  leaf(
    'MntTotal', everywhere, `${amount}; decimal 14.4 in exports`, `computed: ${totalsMember}.totalAmount must agree`,
    ({ totals }) => totals.totalAmount
  ),
  leaf(
    'MontoNF', inDocumentoAndBoleta, amount, `computed: ${totalsMember}.nonBillableAmount must agree`,
    ({ totals }) => totals.nonBillableAmount
  ),
  leaf(
    'MontoPeriodo', inDocumentoAndLiquidacion, amount, `computed: ${totalsMember}.periodAmount must agree`,
    ({ totals }) => totals.periodAmount
  ),
  leaf(
    'TotalPeriodo', inBoleta, amount, `computed: ${totalsMember}.periodAmount must agree`,
    ({ totals }) => totals.periodAmount
  ),
  leaf('SaldoAnterior', notInExportaciones, amount, `${totalsMember}.previousBalance`, ({ totals }) => totals.previousBalance),
  leaf(
    'VlrPagar', notInExportaciones, amount, `${totalsMember}.amountToPay, or computed from previousBalance`,
    ({ totals }) => totals.amountToPay
  )
]

const foreignAmount = 'decimal 14.4'
const convertedFrom = (member: string) => `computed: ${totalsMember}.${member} at the exchange rate`

/** OtraMoneda. */
export const otherCurrencyElements: readonly ElementOf<OtherCurrency>[] = [
  leaf('TpoMoneda', inDocumentoAndExportaciones, 'currency', 'header.otherCurrency.currency', (other) => other.currency),
  leaf('TpoCambio', inDocumentoAndExportaciones, 'decimal 6.4', 'header.otherCurrency.exchangeRate', (other) => other.exchangeRate),
  leaf('MntNetoOtrMnda', inDocumento, foreignAmount, convertedFrom('netAmount'), (other) => other.netAmount),
  leaf('MntExeOtrMnda', inDocumentoAndExportaciones, foreignAmount, convertedFrom('exemptAmount'), (other) => other.exemptAmount),
  leaf('MntFaeCarneOtrMnda', inDocumento, foreignAmount, convertedFrom('slaughterBase'), (other) => other.slaughterBase),
  leaf('MntMargComOtrMnda', inDocumento, foreignAmount, convertedFrom('margin'), (other) => other.margin),
  leaf('IVAOtrMnda', inDocumento, foreignAmount, convertedFrom('taxAmount'), (other) => other.taxAmount),
  block<OtherCurrency, DocumentTax>('ImpRetOtrMnda', inDocumento, convertedFrom('taxes'), (other) => other.taxes, [
    leaf('TipoImpOtrMnda', inDocumento, 'code', convertedFrom('taxes[]'), (tax) => tax.taxCode),
    leaf('TasaImpOtrMnda', inDocumento, 'decimal 3.2', convertedFrom('taxes[]'), rateOf),
    leaf('VlrImpOtrMnda', inDocumento, foreignAmount, convertedFrom('taxes[]'), (tax) => tax.taxAmount)
  ]),
  leaf(
    'IVANoRetOtrMnda', inDocumento, foreignAmount, convertedFrom('unwithheldTaxAmount'), (other) => other.unwithheldTaxAmount
  ),
  leaf('MntTotOtrMnda', inDocumentoAndExportaciones, foreignAmount, convertedFrom('totalAmount'), (other) => other.totalAmount)
]
