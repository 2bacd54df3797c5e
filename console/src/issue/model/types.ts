/** The documents that can be issued, by their codes at the SII. */
export const documentTypes = ['33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112'] as const
export type DocumentType = typeof documentTypes[number]

export const isDocumentType = (code: unknown): code is DocumentType => (documentTypes as readonly unknown[]).includes(code)

export const boletas: readonly DocumentType[] = ['39', '41']
export const exports: readonly DocumentType[] = ['110', '111', '112']
export const notes: readonly DocumentType[] = ['56', '61', '111', '112']

/**
 * What is typed: `code` is chosen from a table and posted as a number, `codeText` as a text; `yesNo` may be left open;
 * `terms` is a code of few, each pressed.
 */
export type Kind = 'text' | 'long' | 'number' | 'date' | 'time' | 'rut' | 'flag' | 'yesNo' | 'code' | 'codeText' | 'terms'

export interface Member {
  kind: Kind
  /** The types that take it; all if left out. */
  types?: readonly DocumentType[]
  /** Of the twelve columns of a section. */
  width: number
}

const settlement: readonly DocumentType[] = ['43']
const documents: readonly DocumentType[] = ['33', '34', '46', '52', '56', '61']
const moving = [...documents, ...exports]
const notBoletas = [...moving, ...settlement]
const notExports = [...documents, ...boletas, ...settlement]

const of = (kind: Kind, width: number, types?: readonly DocumentType[]): Member => ({ kind, width, ...types && { types } })
const only = (...types: DocumentType[]) => types

/**
 * The members of a document that the form draws, by section and by their path in the payload, with the types that take
 * them (docs/document-fields.md). What else was posted is kept as it is.
 */
export const sections = {
  document: {
    'header.documentId.issueDate': of('date', 2),
    'header.documentId.paymentMethod': of('terms', 5, notBoletas),
    'header.documentId.dueDate': of('date', 2, [...documents, ...exports, ...boletas, ...settlement].filter((type) => type !== '52')),
    'header.documentId.transferType': of('code', 5, only('52'))
  },
  particulars: {
    'header.documentId.externalId': of('text', 4),
    'header.documentId.grossAmounts': of('yesNo', 4, only('33', '34', '39', '41', '43', '46', '56', '61')),
    'header.totals.totalAmount': of('number', 4),
    'header.documentId.serviceIndicator': of('code', 4, [...notBoletas, ...boletas].filter((type) => type !== '52')),
    'header.documentId.saleTransactionType': of('code', 4, only('33', '34', '43', '46', '52', '61')),
    'header.documentId.purchaseTransactionType': of('code', 4, only('33', '34', '43', '46', '52')),
    'header.documentId.periodFrom': of('date', 4),
    'header.documentId.periodTo': of('date', 4),
    'header.documentId.withoutTaxReduction': of('flag', 6, only('61')),
    'header.documentId.touristInvoice': of('flag', 6, only('33', '56', '61'))
  },
  receiver: {
    'header.receiver.taxNumber': of('rut', 3),
    'header.receiver.businessName': of('text', 5),
    'header.receiver.businessActivity': of('text', 4, notBoletas),
    'header.receiver.address': of('text', 4),
    'header.receiver.municipality': of('text', 3),
    'header.receiver.city': of('text', 2),
    'header.receiver.email': of('text', 3)
  },
  contact: {
    'header.receiver.contact': of('text', 4),
    'header.receiver.phone': of('text', 4, boletas),
    'header.receiver.internalCode': of('text', 4)
  },
  foreign: {
    'header.receiver.foreign.nationality': of('codeText', 6, moving),
    'header.receiver.foreign.documentNumber': of('text', 6, moving)
  },
  payment: {
    'header.documentId.paymentMedia': of('code', 6, [...notBoletas, ...boletas].filter((type) => type !== '52')),
    'header.documentId.paymentTerms': of('text', 6, notBoletas),
    'header.documentId.paymentTermsDays': of('number', 3, notBoletas),
    'header.documentId.paymentTermsCode': of('text', 3, notBoletas),
    'header.documentId.paidOn': of('date', 4, notBoletas),
    'header.documentId.paidAmount': of('number', 4, notBoletas),
    'header.documentId.unpaidBalance': of('number', 4, notBoletas),
    'header.documentId.paymentBank': of('text', 4, notBoletas),
    'header.documentId.paymentAccountType': of('codeText', 4, notBoletas),
    'header.documentId.paymentAccountNumber': of('text', 4, notBoletas),
    'header.totals.previousBalance': of('number', 4, notExports),
    'header.totals.amountToPay': of('number', 4, notExports),
    'header.totals.constructionCredit': of('number', 4, only('33', '56', '61')),
    'header.totals.ownTaxAmount': of('number', 4, [...documents, ...settlement]),
    'header.totals.thirdPartyTaxAmount': of('number', 4, [...documents, ...settlement])
  },
  currency: {
    'header.totals.currency': of('codeText', 4, exports),
    'header.otherCurrency.exchangeRate': of('number', 4, moving),
    'header.otherCurrency.currency': of('codeText', 4, moving)
  },
  transport: {
    'header.documentId.dispatchType': of('code', 12, only('33', '34', '46', '52', '110')),
    'header.transport.licensePlate': of('text', 4, moving),
    'header.transport.trailerPlate': of('text', 4, documents),
    'header.transport.carrierTaxNumber': of('rut', 4, moving),
    'header.transport.driver.name': of('text', 8, moving),
    'header.transport.driver.taxNumber': of('rut', 4, moving),
    'header.transport.destinationAddress': of('text', 12, moving),
    'header.transport.destinationMunicipality': of('text', 6, moving),
    'header.transport.destinationCity': of('text', 6, moving),
    'header.transport.departureDate': of('date', 4, documents),
    'header.transport.departureTime': of('time', 4, documents),
    'header.transport.arrivalDate': of('date', 4, documents)
  },
  customs: {
    'header.documentId.exportPaymentMethod': of('code', 4, only('52', ...exports)),
    'header.transport.customs.saleMode': of('code', 4, moving),
    'header.transport.customs.saleClause': of('code', 4, moving),
    'header.transport.customs.saleClauseAmount': of('number', 4, moving),
    'header.transport.customs.freightAmount': of('number', 4, moving),
    'header.transport.customs.insuranceAmount': of('number', 4, moving),
    'header.transport.customs.transportMode': of('code', 6, moving),
    'header.transport.customs.vesselName': of('text', 6, moving),
    'header.transport.customs.carrierTaxNumber': of('rut', 4, moving),
    'header.transport.customs.carrierName': of('text', 8, moving),
    'header.transport.customs.booking': of('text', 6, moving),
    'header.transport.customs.operator': of('text', 6, moving),
    'header.transport.customs.loadingPort': of('code', 6, moving),
    'header.transport.customs.unloadingPort': of('code', 6, moving),
    'header.transport.customs.receiverCountry': of('code', 6, moving),
    'header.transport.customs.destinationCountry': of('code', 6, moving),
    'header.transport.customs.grossWeight': of('number', 6, moving),
    'header.transport.customs.grossWeightUnit': of('code', 6, moving),
    'header.transport.customs.netWeight': of('number', 6, moving),
    'header.transport.customs.netWeightUnit': of('code', 6, moving),
    'header.transport.customs.tare': of('number', 6, moving),
    'header.transport.customs.tareUnit': of('code', 6, moving),
    'header.transport.customs.totalItems': of('number', 6, moving),
    'header.transport.customs.totalPackages': of('number', 6, moving)
  },
  wood: {
    'woodTransport.managementPlan': of('text', 6, only('52')),
    'woodTransport.worksNotice': of('text', 6, only('52')),
    'woodTransport.originMunicipality': of('number', 4, only('52')),
    'woodTransport.originBlock': of('number', 4, only('52')),
    'woodTransport.originPlot': of('number', 4, only('52')),
    'woodTransport.destinationMunicipality': of('number', 4, only('52')),
    'woodTransport.destinationBlock': of('number', 4, only('52')),
    'woodTransport.destinationPlot': of('number', 4, only('52')),
    'woodTransport.originLatitude': of('text', 6, only('52')),
    'woodTransport.originLongitude': of('text', 6, only('52')),
    'woodTransport.destinationLatitude': of('text', 6, only('52')),
    'woodTransport.destinationLongitude': of('text', 6, only('52')),
    'woodTransport.referenceSystem': of('number', 4, only('52'))
  },
  sender: {
    'header.sender.salesPerson': of('text', 6, notBoletas),
    'header.sender.activityCode': of('text', 6, notBoletas),
    'header.sender.branchName': of('text', 6, notBoletas),
    'header.sender.branchCode': of('text', 6),
    'header.sender.address': of('text', 6),
    'header.sender.municipality': of('text', 3),
    'header.sender.city': of('text', 3),
    'header.principalTaxNumber': of('rut', 6, documents),
    'header.requesterTaxNumber': of('rut', 6, documents),
    'header.sender.supplierTaxNumber': of('rut', 4, documents),
    'header.sender.supplierName': of('text', 8, documents),
    'header.sender.exportTransfer.issuerCode': of('number', 4, only('52')),
    'header.sender.exportTransfer.authorizationNumber': of('number', 4, only('52')),
    'header.sender.exportTransfer.authorizationDate': of('date', 4, only('52'))
  }
} as const satisfies Record<string, Record<string, Member>>

const amounts = notBoletas.concat(boletas).filter((type) => type !== '43')

/** The members of the rows of each list, the first ones as the columns of a grid. */
export const lists = {
  details: {
    settledDocumentType: of('codeText', 4, settlement),
    'itemCode.codeValue': of('text', 4),
    itemName: of('text', 12),
    quantity: of('number', 4),
    unitOfMeasure: of('text', 4),
    unitPrice: of('number', 4),
    discountPercentage: of('number', 4, amounts),
    lineTotal: of('number', 4),
    itemDescription: of('long', 12),
    exemptIndicator: of('code', 6),
    'taxes[0].taxCode': of('codeText', 6, only('33', '46', '52', '56', '61')),
    'taxes[1].taxCode': of('codeText', 6, only('33', '46', '52', '56', '61')),
    discountAmount: of('number', 4, amounts),
    surchargePercentage: of('number', 4, amounts),
    surchargeAmount: of('number', 4, amounts),
    'withholdingAgent.isAgent': of('flag', 12, documents),
    'withholdingAgent.slaughterBase': of('number', 4, documents),
    'withholdingAgent.margin': of('number', 4, documents),
    'withholdingAgent.consumerPrice': of('number', 4, documents),
    showItem: of('code', 6, boletas),
    principalTaxNumber: of('rut', 6, boletas),
    referenceQuantity: of('number', 4, notBoletas),
    referenceUnit: of('text', 4, notBoletas),
    referencePrice: of('number', 4, notBoletas),
    madeOn: of('date', 4, notBoletas),
    expiresOn: of('date', 4, notBoletas),
    'itemCode.codeType': of('text', 4)
  },
  references: {
    documentType: of('codeText', 4),
    folio: of('text', 2),
    date: of('date', 2, notBoletas),
    code: of('codeText', 4),
    reason: of('text', 9),
    issuerTaxNumber: of('rut', 3, moving),
    salesPersonCode: of('text', 3, boletas),
    cashRegisterCode: of('text', 3, boletas)
  },
  globalDiscounts: {
    movement: of('codeText', 2, amounts),
    description: of('text', 4, amounts),
    valueType: of('codeText', 2, amounts),
    value: of('number', 1, amounts),
    exemptIndicator: of('code', 3, amounts)
  },
  commissions: {
    movement: of('codeText', 3, only('43', '46', '56', '61')),
    description: of('text', 6, only('43', '46', '56', '61')),
    rate: of('number', 3, only('43', '46', '56', '61')),
    netAmount: of('number', 4, only('43', '46', '56', '61')),
    exemptAmount: of('number', 4, only('43', '46', '56', '61')),
    taxAmount: of('number', 4, only('43', '46', '56', '61'))
  },
  'header.totals.taxes': {
    taxCode: of('codeText', 6, [...documents, ...settlement]),
    taxRate: of('number', 3, [...documents, ...settlement]),
    taxAmount: of('number', 3, [...documents, ...settlement])
  },
  'header.documentId.payments': {
    date: of('date', 4, notBoletas),
    amount: of('number', 3, notBoletas),
    description: of('text', 5, notBoletas)
  },
  'header.transport.customs.packages': {
    packageType: of('code', 5, moving),
    quantity: of('number', 2, moving),
    marks: of('text', 5, moving),
    containerId: of('text', 4, moving),
    seal: of('text', 4, moving),
    sealIssuer: of('text', 4, moving)
  }
} as const satisfies Record<string, Record<string, Member>>

export type SectionName = keyof typeof sections
export type ListName = keyof typeof lists
export type PartName = SectionName | ListName

interface Part {
  name: PartName
  /** Unfolded from the beginning in these types. */
  needed: readonly DocumentType[]
  /** Only these types are offered it: in others it is drawn where something is in it. All if left out. */
  offered?: readonly DocumentType[]
  /** A list that stands below the members of its section. */
  below?: ListName
}

/** The form from top to bottom. A part of which the type takes no member is not drawn; what is not needed is more data. */
export const parts: readonly Part[] = [
  { name: 'document', needed: documentTypes },
  { name: 'receiver', needed: documentTypes.filter((type) => !boletas.includes(type)) },
  { name: 'foreign', needed: exports, offered: [...exports, '33', '56', '61'] },
  { name: 'details', needed: documentTypes },
  { name: 'references', needed: notes },
  { name: 'globalDiscounts', needed: [] },
  { name: 'contact', needed: [] },
  { name: 'currency', needed: exports },
  { name: 'transport', needed: only('52') },
  { name: 'customs', needed: only('110'), offered: ['52', ...exports], below: 'header.transport.customs.packages' },
  { name: 'commissions', needed: settlement },
  { name: 'particulars', needed: exports },
  { name: 'payment', needed: [], below: 'header.documentId.payments' },
  { name: 'header.totals.taxes', needed: [] },
  { name: 'wood', needed: [] },
  { name: 'sender', needed: [] }
]

export const isList = (name: PartName): name is ListName => Object.hasOwn(lists, name)
type KeysOf<T> = T extends unknown ? keyof T & string : never
export type ScalarPath = KeysOf<typeof sections[SectionName]>
export type RowMember = KeysOf<typeof lists[ListName]>

export const scalars: Readonly<Record<string, Member>> = Object.assign({}, ...Object.values(sections)) as Record<string, Member>

export const listNames = Object.keys(lists) as ListName[]
export const membersOf = (list: ListName): Readonly<Record<string, Member>> => lists[list]
export const takes = ({ types }: Member, type: DocumentType): boolean => types === undefined || types.includes(type)

export const grossPath = 'header.documentId.grossAmounts'
/** Whether the lines of a type can have prices with VAT, or without: the choice is at the lines. */
export const choosesGross = (type: DocumentType): boolean => ['33', '46', '56', '61'].includes(type)
