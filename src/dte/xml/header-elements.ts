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
import type { Fields } from '../fields/formats.ts'
import { paymentMedias } from '../tables/lookups.ts'

/** A document and the folio that it was given. */
export interface NumberedDocument {
  document: TaxDocument
  folio: number
}

const all = 'DLEB'
const documentId = 'header.documentId'
const totalsMember = 'header.totals'

/** IdDoc's fields, in the places that the schemas give them. */
const identificationLeaves = (...members: (keyof typeof identificationFields)[]): ElementOf<NumberedDocument>[] =>
  leaves<TaxDocument>(
    Object.fromEntries(members.map((member) => [member, identificationFields[member]])) as Fields, 'DLE', documentId
  )
    .map((one) => ({ ...one, write: ({ document }, branch) => one.write(document, branch) }))

const fromDocument = (
  name: string, branches: string, limits: string, filledBy: string,
  value: (document: TaxDocument) => string | number | undefined
): ElementOf<NumberedDocument> => leaf(name, branches, limits, filledBy, ({ document }) => value(document))

const mediaOf = (document: TaxDocument) => paymentMedias.find(({ id }) => id === document.paymentMedia)

/** IdDoc. */
export const identificationElements: readonly ElementOf<NumberedDocument>[] = [
  fromDocument('TipoDTE', all, 'code', `${documentId}.documentType`, (document) => document.documentType),
  leaf('Folio', all, 'integer 10', 'the service: the next folio of the type', ({ folio }) => folio),
  fromDocument('FchEmis', all, 'date', `${documentId}.issueDate`, (document) => document.issueDate),
  ...identificationLeaves('withoutTaxReduction'),
  {
    ...fromDocument('TipoDespacho', 'DE', '1, 2, 3', `${documentId}.dispatchType`, (document) => document.dispatchType),
    types: [33, 34, 46, 52, 110]
  },
  {
    ...fromDocument('IndTraslado', 'D', '1 to 9', `${documentId}.transferType`, (document) => document.transferType),
    types: [52]
  },
  ...identificationLeaves('printFormat'),
  fromDocument(
    'IndServicio', all, '1, 2, 3; in exports 3 to 6, in boletas 1 to 4', `${documentId}.serviceIndicator`,
    (document) => document.serviceIndicator
  ),
  fromDocument(
    'IndMntNeto', 'B', '2', `${documentId}.grossAmounts (false)`,
    (document) => document.linePrices === 'net' ? 2 : undefined
  ),
  fromDocument(
    'MntBruto', 'DL', '1', `${documentId}.grossAmounts`, (document) => document.linePrices === 'gross' ? 1 : undefined
  ),
  fromDocument(
    'TpoTranCompra', 'DL', '1 to 7', `${documentId}.purchaseTransactionType`,
    (document) => document.purchaseTransactionType
  ),
  fromDocument(
    'TpoTranVenta', 'DL', '1, 2, 3', `${documentId}.saleTransactionType`, (document) => document.saleTransactionType
  ),
  fromDocument('FmaPago', 'DLE', '1, 2, 3', `${documentId}.paymentMethod`, (document) => document.paymentMethod),
  ...identificationLeaves('exportPaymentMethod', 'paidOn', 'paidAmount', 'unpaidBalance'),
  block(
    'MntPagos', 'DLE', `${documentId}.payments`, ({ document }) => document.payments,
    leaves(paymentFields, 'DLE', `${documentId}.payments[]`), { end: '\n' }
  ),
  fromDocument('PeriodoDesde', all, 'date', `${documentId}.periodFrom`, (document) => document.periodFrom),
  fromDocument('PeriodoHasta', all, 'date', `${documentId}.periodTo`, (document) => document.periodTo),
  fromDocument('MedioPago', 'DLE', 'code', `${documentId}.paymentMedia`, (document) => mediaOf(document)?.code),
  ...identificationLeaves(
    'paymentAccountType', 'paymentAccountNumber', 'paymentBank', 'paymentTermsCode', 'paymentTerms', 'paymentTermsDays'
  ),
  fromDocument('FchVenc', all, 'date', `${documentId}.dueDate`, (document) => document.dueDate),
  fromDocument('MedioPago', 'B', 'code', `${documentId}.paymentMedia`, (document) => mediaOf(document)?.boletaCode),
  ...identificationLeaves('touristInvoice')
]

const { branchAdditionalCode, additionalId, ...supplierFields } = senderFields

/** Emisor. */
export const senderElements: readonly ElementOf<DocumentSender>[] = [
  leaf('RUTEmisor', all, 'RUT', "header.sender.taxNumber, or the tenant's", (sender) => sender.taxNumber),
  leaf('RznSoc', 'DLE', 'text 100', "header.sender.businessName, or the tenant's", (sender) => sender.businessName),
  leaf('RznSocEmisor', 'B', 'text 100', "header.sender.businessName, or the tenant's", (sender) => sender.businessName),
  leaf(
    'GiroEmis', 'DLE', 'text 80', "header.sender.businessActivity, or the tenant's", (sender) => sender.businessActivity
  ),
  leaf(
    'GiroEmisor', 'B', 'text 80', "header.sender.businessActivity, or the tenant's", (sender) => sender.businessActivity
  ),
  leaf(
    'Telefono', 'DLE', 'text 20', "header.sender.phone and secondPhone, or the tenant's",
    (sender) => [sender.phone, sender.secondPhone]
  ),
  leaf('CorreoEmisor', 'DLE', 'text 80', "header.sender.email, or the tenant's", (sender) => sender.email),
  leaf(
    'Acteco', 'DLE', 'integer 6', "header.sender.activityCode or activityCodes, or the tenant's",
    (sender) => sender.activityCodes
  ),
  {
    ...block<DocumentSender, object>('GuiaExport', 'D', 'header.sender.exportTransfer', (sender) =>
      sender.exportTransfer, leaves(exportTransferFields, 'D', 'header.sender.exportTransfer')),
    types: [52]
  },
  leaf('Sucursal', 'DLE', 'text 20', "header.sender.branchName, or the tenant's", (sender) => sender.branchName),
  leaf('CdgSIISucur', all, 'integer 9', "header.sender.branchCode, or the tenant's", (sender) => sender.branchCode),
  ...leaves<DocumentSender>({ branchAdditionalCode }, 'E', 'header.sender'),
  leaf('DirOrigen', all, 'text 70', "header.sender.address, or the tenant's", (sender) => sender.address),
  leaf('CmnaOrigen', all, 'text 20', "header.sender.municipality, or the tenant's", (sender) => sender.municipality),
  leaf('CiudadOrigen', all, 'text 20', "header.sender.city, or the tenant's", (sender) => sender.city),
  leaf('CdgVendedor', 'DLE', 'text 60', 'header.sender.salesPerson', (sender) => sender.salesPerson),
  ...leaves<DocumentSender>({ additionalId, ...supplierFields }, 'DE', 'header.sender')
]

const { contact, phone } = receiverFields

/** Receptor. */
export const receiverElements: readonly ElementOf<DocumentReceiver>[] = [
  leaf('RUTRecep', all, 'RUT', 'header.receiver.taxNumber', (receiver) => receiver.taxNumber),
  leaf('CdgIntRecep', all, 'text 20', 'header.receiver.internalCode', (receiver) => receiver.internalCode),
  leaf('RznSocRecep', all, 'text 100', 'header.receiver.businessName', (receiver) => receiver.businessName),
  block<DocumentReceiver, object>(
    'Extranjero', 'DE', 'header.receiver.foreign', (receiver) => receiver.foreign,
    leaves(foreignFields, 'DE', 'header.receiver.foreign')
  ),
  leaf(
    'GiroRecep', 'DLE', 'text 40', 'header.receiver.businessActivity, or businessActivityCode',
    (receiver) => receiver.businessActivity
  ),
  ...leaves<DocumentReceiver>({ contact }, all, 'header.receiver'),
  leaf('CorreoRecep', all, 'text 80', 'header.receiver.email', (receiver) => receiver.email),
  ...leaves<DocumentReceiver>({ phone }, 'B', 'header.receiver'),
  leaf('DirRecep', all, 'text 70', 'header.receiver.address', (receiver) => receiver.address),
  leaf('CmnaRecep', all, 'text 20', 'header.receiver.municipality', (receiver) => receiver.municipality),
  leaf('CiudadRecep', all, 'text 20', 'header.receiver.city', (receiver) => receiver.city),
  leaf('DirPostal', all, 'text 70', 'header.receiver.postalAddress', (receiver) => receiver.postalAddress),
  leaf('CmnaPostal', all, 'text 20', 'header.receiver.postalMunicipality', (receiver) => receiver.postalMunicipality),
  leaf('CiudadPostal', all, 'text 20', 'header.receiver.postalCity', (receiver) => receiver.postalCity)
]

const transportMember = 'header.transport'

/** Transporte. */
export const transportElements: readonly ElementOf<DocumentTransport>[] = [
  ...leaves<DocumentTransport>(transportFields, 'DE', transportMember),
  block<DocumentTransport, object>(
    'Chofer', 'DE', `${transportMember}.driver`, (transport) => transport.driver,
    leaves(driverFields, 'DE', `${transportMember}.driver`)
  ),
  ...leaves<DocumentTransport>(destinationFields, 'DE', transportMember),
  block<DocumentTransport, CustomsBlock>(
    'Aduana',
    'DE',
    `${transportMember}.customs`,
    (transport) => transport.customs,
    [
      ...leaves<CustomsBlock>(customsFields, 'DE', `${transportMember}.customs`),
      block<CustomsBlock, object>(
        'TipoBultos', 'DE', `${transportMember}.customs.packages`, (customs) => customs.packages,
        leaves(packageFields, 'DE', `${transportMember}.customs.packages[]`), { end: '\n' }
      ),
      ...leaves<CustomsBlock>(freightFields, 'DE', `${transportMember}.customs`)
    ]
  ),
  ...leaves<DocumentTransport>(journeyFields, 'D', transportMember)
]

const amount = 'integer 18'
const unlessZero = (value: Decimal) => value === zero ? undefined : value

// PctType begins at 0.01, and code 49 withholds 0 %.
const rateOf = ({ taxRate }: DocumentTax) => taxRate === zero ? undefined : taxRate

const commissionTotals: readonly ElementOf<NonNullable<DocumentTotals['commissions']>>[] = [
  leaf('ValComNeto', 'DL', amount, 'computed: commissions[].netAmount', (commissions) => commissions.netAmount),
  leaf('ValComExe', 'DL', amount, 'computed: commissions[].exemptAmount', (commissions) => commissions.exemptAmount),
  leaf('ValComIVA', 'DL', amount, 'computed: commissions[].taxAmount', (commissions) => commissions.taxAmount)
]

const taxElements: readonly ElementOf<DocumentTax>[] = [
  leaf('TipoImp', 'DL', 'code', 'details[].taxes[].taxCode; in 43 header.totals.taxes[].taxCode', (tax) => tax.taxCode),
  leaf('TasaImp', 'DL', 'decimal 3.2', 'computed: the legal rate', rateOf),
  leaf('MontoImp', 'DL', amount, 'computed: header.totals.taxes[].taxAmount must agree', (tax) => tax.taxAmount)
]

/** Totales: computed, and what was posted of them must agree, but for those that are only told. */
export const totalsElements: readonly ElementOf<TaxDocument>[] = [
  leaf('TpoMoneda', 'E', 'currency', `${totalsMember}.currency`, ({ totals }) => totals.currency),
  leaf(
    'MntNeto', 'DLB', amount, `computed: ${totalsMember}.netAmount must agree`,
    ({ totals }) => unlessZero(totals.netAmount)
  ),
  // "Formato DTE" v2.5, matrix of obligations: mandatory in exempt documents.
  leaf(
    'MntExe',
    all,
    `${amount}; decimal 14.4 in exports`,
    `computed: ${totalsMember}.exemptAmount must agree`,
    ({ documentType, totals }) =>
      documentTypes[documentType].exempt ? totals.exemptAmount : unlessZero(totals.exemptAmount)
  ),
  leaf(
    'MntBase', 'D', amount, `computed: ${totalsMember}.slaughterBase must agree`, ({ totals }) => totals.slaughterBase
  ),
  leaf('MntMargenCom', 'D', amount, `computed: ${totalsMember}.margin must agree`, ({ totals }) => totals.margin),
  leaf('TasaIVA', 'DL', 'decimal 3.2', 'computed: 19', ({ totals }) => totals.vatRate),
  leaf(
    'IVA', 'DLB', amount, `computed: ${totalsMember}.taxAmount must agree`,
    ({ totals }) => totals.vatRate && totals.taxAmount
  ),
  leaf('IVAProp', 'DL', amount, `${totalsMember}.ownTaxAmount`, ({ totals }) => totals.ownTaxAmount),
  leaf('IVATerc', 'DL', amount, `${totalsMember}.thirdPartyTaxAmount`, ({ totals }) => totals.thirdPartyTaxAmount),
  block('ImptoReten', 'DL', `computed: ${totalsMember}.taxes must agree`, ({ totals }) => totals.taxes, taxElements),
  leaf(
    'IVANoRet', 'D', amount, `computed: ${totalsMember}.unwithheldTaxAmount must agree`,
    ({ totals }) => totals.unwithheldTaxAmount
  ),
  {
    ...leaf<TaxDocument>('CredEC', 'D', amount, `${totalsMember}.constructionCredit`, ({ totals }) =>
      totals.constructionCredit),
    types: [33, 56, 61]
  },
  leaf(
    'GrntDep', 'D', amount, `computed: ${totalsMember}.depositAmount must agree`, ({ totals }) => totals.depositAmount
  ),
  block('Comisiones', 'DL', 'computed: commissions', ({ totals }) => totals.commissions, commissionTotals),
  leaf(
    'MntTotal', all, `${amount}; decimal 14.4 in exports`, `computed: ${totalsMember}.totalAmount must agree`,
    ({ totals }) => totals.totalAmount
  ),
  leaf(
    'MontoNF', 'DB', amount, `computed: ${totalsMember}.nonBillableAmount must agree`,
    ({ totals }) => totals.nonBillableAmount
  ),
  leaf(
    'MontoPeriodo', 'DL', amount, `computed: ${totalsMember}.periodAmount must agree`,
    ({ totals }) => totals.periodAmount
  ),
  leaf(
    'TotalPeriodo', 'B', amount, `computed: ${totalsMember}.periodAmount must agree`,
    ({ totals }) => totals.periodAmount
  ),
  leaf('SaldoAnterior', 'DLB', amount, `${totalsMember}.previousBalance`, ({ totals }) => totals.previousBalance),
  leaf(
    'VlrPagar', 'DLB', amount, `${totalsMember}.amountToPay, or computed from previousBalance`,
    ({ totals }) => totals.amountToPay
  )
]

const foreignAmount = 'decimal 14.4'
const convertedFrom = (member: string) => `computed: ${totalsMember}.${member} at the exchange rate`

/** OtraMoneda. */
export const otherCurrencyElements: readonly ElementOf<OtherCurrency>[] = [
  leaf('TpoMoneda', 'DE', 'currency', 'header.otherCurrency.currency', (other) => other.currency),
  leaf('TpoCambio', 'DE', 'decimal 6.4', 'header.otherCurrency.exchangeRate', (other) => other.exchangeRate),
  leaf('MntNetoOtrMnda', 'D', foreignAmount, convertedFrom('netAmount'), (other) => other.netAmount),
  leaf('MntExeOtrMnda', 'DE', foreignAmount, convertedFrom('exemptAmount'), (other) => other.exemptAmount),
  leaf('MntFaeCarneOtrMnda', 'D', foreignAmount, convertedFrom('slaughterBase'), (other) => other.slaughterBase),
  leaf('MntMargComOtrMnda', 'D', foreignAmount, convertedFrom('margin'), (other) => other.margin),
  leaf('IVAOtrMnda', 'D', foreignAmount, convertedFrom('taxAmount'), (other) => other.taxAmount),
  block<OtherCurrency, DocumentTax>('ImpRetOtrMnda', 'D', convertedFrom('taxes'), (other) => other.taxes, [
    leaf('TipoImpOtrMnda', 'D', 'code', convertedFrom('taxes[]'), (tax) => tax.taxCode),
    leaf('TasaImpOtrMnda', 'D', 'decimal 3.2', convertedFrom('taxes[]'), rateOf),
    leaf('VlrImpOtrMnda', 'D', foreignAmount, convertedFrom('taxes[]'), (tax) => tax.taxAmount)
  ]),
  leaf(
    'IVANoRetOtrMnda', 'D', foreignAmount, convertedFrom('unwithheldTaxAmount'), (other) => other.unwithheldTaxAmount
  ),
  leaf('MntTotOtrMnda', 'DE', foreignAmount, convertedFrom('totalAmount'), (other) => other.totalAmount)
]
