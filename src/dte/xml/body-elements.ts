import {
  behalfFields, commissionFields, locationFields, referenceFields, subtotalFields, woodFields
} from '../fields/blocks.ts'
import type {
  DocumentCommission, DocumentLine, DocumentReference, DocumentSubtotal, GlobalDiscount
} from '../document.ts'
import { block, leaf, leaves, type ElementOf } from './elements.ts'
import {
  identificationElements, otherCurrencyElements, receiverElements, senderElements, totalsElements, transportElements,
  type NumberedDocument
} from './header-elements.ts'
import {
  itemCodeFields, lineCurrencyFields, lineFields, subDiscountFields, subQuantityFields, subSurchargeFields,
  ticketFields, withholdingAgentFields
} from '../fields/line-blocks.ts'

const all = 'DLEB'
const line = 'details[]'

const { settledDocumentType, showItem, principalTaxNumber, madeOn, expiresOn, ...referenceMeasures } = lineFields
const { isAgent, ...agentBases } = withholdingAgentFields
const { codeType: subCodeType, ...subQuantity } = subQuantityFields
const inPesos = 'integer 18; decimal 14.4 in exports'

const lineElements: readonly ElementOf<DocumentLine>[] = [
  leaf('NroLinDet', all, '1 to 60; to 1000 in boletas', `${line}.lineNumber`, (row) => row.lineNumber),
  block<DocumentLine, object>(
    'CdgItem', all, `${line}.itemCode or itemCodes`,
    (row) => row.itemCode && [row.itemCode, ...row.moreItemCodes ?? []], leaves(itemCodeFields, all, `${line}.itemCode`)
  ),
  ...leaves<DocumentLine>({ settledDocumentType }, 'L', line),
  leaf('IndExe', all, '1 to 6; in boletas 1, 2, 6', `${line}.exemptIndicator`, (row) => row.exemptIndicator),
  ...leaves<DocumentLine>({ showItem, principalTaxNumber }, 'B', line),
  block<DocumentLine, object>('Retenedor', 'D', `${line}.withholdingAgent`, (row) => row.withholdingAgent, [
    leaf('IndAgente', 'D', 'R', `${line}.withholdingAgent.isAgent, or any base`, () => 'R'),
    ...leaves<object>(agentBases, 'D', `${line}.withholdingAgent`)
  ]),
  leaf('NmbItem', all, 'text 80', `${line}.itemName`, (row) => row.itemName),
  block<DocumentLine, object>(
    'InfoTicket', 'B', `${line}.ticket`, (row) => row.ticket, leaves(ticketFields, 'B', `${line}.ticket`)
  ),
  leaf('DscItem', all, 'text 1000', `${line}.itemDescription`, (row) => row.itemDescription),
  ...leaves<DocumentLine>(referenceMeasures, 'DLE', line),
  leaf('QtyItem', all, 'decimal 12.6', `${line}.quantity`, (row) => row.quantity),
  block<DocumentLine, object>(
    'Subcantidad', 'DLE', `${line}.subQuantities`, (row) => row.subQuantities,
    leaves({ ...subQuantity, codeType: subCodeType }, 'DLE', `${line}.subQuantities[]`)
  ),
  ...leaves<DocumentLine>({ madeOn, expiresOn }, 'DLE', line),
  leaf('UnmdItem', all, 'text 4', `${line}.unitOfMeasure`, (row) => row.unitOfMeasure),
  leaf('PrcItem', all, 'decimal 12.6', `${line}.unitPrice`, (row) => row.unitPrice),
  block<DocumentLine, object>(
    'OtrMnda', 'DE', `${line}.otherCurrency`, (row) => row.otherCurrency,
    leaves(lineCurrencyFields, 'DE', `${line}.otherCurrency`)
  ),
  leaf('DescuentoPct', 'DEB', 'decimal 3.2', `${line}.discountPercentage`, (row) => row.discountPercentage),
  leaf(
    'DescuentoMonto', 'DEB', 'integer 18', `${line}.discountAmount, or computed from its percentage or parts`,
    (row) => row.discountAmount
  ),
  block<DocumentLine, object>(
    'SubDscto', 'DE', `${line}.subDiscounts`, (row) => row.subDiscounts,
    leaves(subDiscountFields, 'DE', `${line}.subDiscounts[]`)
  ),
  leaf('RecargoPct', 'DEB', 'decimal 3.2', `${line}.surchargePercentage`, (row) => row.surchargePercentage),
  leaf(
    'RecargoMonto', 'DEB', 'integer 18', `${line}.surchargeAmount, or computed from its percentage or parts`,
    (row) => row.surchargeAmount
  ),
  block<DocumentLine, object>(
    'SubRecargo', 'DE', `${line}.subSurcharges`,
    (row) => row.subSurcharges?.map(({ valueType, value }) => ({ valueType, value })),
    leaves(subSurchargeFields, 'DE', `${line}.subSurcharges[]`)
  ),
  {
    ...leaf<DocumentLine>('CodImpAdic', 'DL', 'code', `${line}.taxes[].taxCode`, (row) => row.taxCodes),
    types: [33, 46, 52, 56, 61]
  },
  leaf('MontoItem', all, inPesos, `${line}.lineTotal, or computed`, (row) => row.lineTotal)
]

const { description: subtotalDescription, ...subtotalAmounts } = subtotalFields

const subtotalElements: readonly ElementOf<DocumentSubtotal>[] = [
  leaf('NroSTI', all, '1 to 20', 'computed: in sequence', (row) => row.lineNumber),
  ...leaves<DocumentSubtotal>({ description: subtotalDescription, ...subtotalAmounts }, all, 'subtotals[]'),
  leaf('LineasDeta', all, 'integer', 'subtotals[].lines', (row) => row.lines)
]

const globalDiscountElements: readonly ElementOf<GlobalDiscount>[] = [
  leaf('NroLinDR', 'DEB', '1 to 20', 'globalDiscounts[].lineNumber', (row) => row.lineNumber),
  leaf('TpoMov', 'DEB', 'D, R', 'globalDiscounts[].movement', (row) => row.movement),
  leaf('GlosaDR', 'DEB', 'text 45', 'globalDiscounts[].description', (row) => row.description),
  leaf('TpoValor', 'DEB', '%, $', 'globalDiscounts[].valueType', (row) => row.valueType),
  leaf('ValorDR', 'DEB', 'decimal 16.2', 'globalDiscounts[].value', (row) => row.value),
  leaf('ValorDROtrMnda', 'DE', 'decimal 14.4', 'globalDiscounts[].otherCurrencyValue', (row) => row.otherCurrencyValue),
  leaf('IndExeDR', 'DEB', '1, 2', 'globalDiscounts[].exemptIndicator', (row) => row.exemptIndicator)
]

const { issuerAdditionalId, ...boletaReference } = referenceFields

const referenceElements: readonly ElementOf<DocumentReference>[] = [
  leaf('NroLinRef', all, '1 to 40', 'references[].lineNumber', (row) => row.lineNumber),
  leaf('TpoDocRef', all, 'text 3', 'references[].documentType', (row) => row.documentType),
  // "Formato DTE" v2.5: folio 0 stands for more than 20 documents of the type.
  leaf('IndGlobal', 'DLE', '1', 'references[].folio (0)', (row) => row.folio === '0' ? 1 : undefined),
  leaf('FolioRef', all, 'text 18', 'references[].folio', (row) => row.folio),
  leaf('RUTOtr', 'DE', 'RUT', 'references[].issuerTaxNumber', (row) => row.issuerTaxNumber),
  ...leaves<DocumentReference>({ issuerAdditionalId }, 'E', 'references[]'),
  leaf('FchRef', 'DLE', 'date', 'references[].date', (row) => row.date),
  leaf('CodRef', all, '1, 2, 3; text 18 in boletas', 'references[].code', (row) => row.code),
  leaf('RazonRef', all, 'text 90', 'references[].reason', (row) => row.reason),
  ...leaves<DocumentReference>(boletaReference, 'B', 'references[]')
]

const commissionElements: readonly ElementOf<DocumentCommission>[] = [
  leaf('NroLinCom', 'DL', '1 to 20', 'computed: in sequence', (row) => row.lineNumber),
  ...leaves<DocumentCommission>(commissionFields, 'DL', 'commissions[]'),
  leaf('ValComNeto', 'DL', 'integer 18', 'commissions[].netAmount', (row) => row.netAmount),
  leaf('ValComExe', 'DL', 'integer 18', 'commissions[].exemptAmount', (row) => row.exemptAmount),
  leaf('ValComIVA', 'DL', 'integer 18', 'commissions[].taxAmount, or computed', (row) => row.taxAmount)
]

const onBehalf = (member: keyof typeof behalfFields, branches: string): ElementOf<NumberedDocument>[] =>
  leaves<NumberedDocument['document']>({ [member]: behalfFields[member] }, branches, 'header')
    .map((one) => ({ ...one, write: ({ document }, branch) => one.write(document, branch) }))

const headerElements: readonly ElementOf<NumberedDocument>[] = [
  block('IdDoc', all, 'header.documentId', (numbered) => numbered, identificationElements),
  block('Emisor', all, 'header.sender', ({ document }) => document.sender, senderElements),
  ...onBehalf('principalTaxNumber', 'D'),
  block('Receptor', all, 'header.receiver', ({ document }) => document.receiver, receiverElements),
  ...onBehalf('requesterTaxNumber', 'D'),
  ...onBehalf('softwareProviderTaxNumber', 'B'),
  block('Transporte', 'DE', 'header.transport', ({ document }) => document.transport, transportElements),
  block('Totales', all, 'header.totals', ({ document }) => document, totalsElements),
  block('OtraMoneda', 'DE', 'header.otherCurrency', ({ document }) => document.otherCurrency, otherCurrencyElements)
]

const lineEnd = { end: '\n' }

/**
 * Every element that Timbre writes before the stamp, in the order of DTE_v10.xsd and EnvioBOLETA_v11.xsd: from this
 * table come the XML and the documentation, and a test holds it against the schemas.
 */
export const documentElements: readonly ElementOf<NumberedDocument>[] = [
  block('Encabezado', all, 'header', (numbered) => numbered, headerElements, { separator: '\n', end: '\n' }),
  block('Detalle', all, 'details', ({ document }) => document.lines, lineElements, lineEnd),
  block('SubTotInfo', all, 'subtotals', ({ document }) => document.subtotals, subtotalElements, lineEnd),
  block(
    'DscRcgGlobal', 'DEB', 'globalDiscounts', ({ document }) => document.globalDiscounts, globalDiscountElements,
    lineEnd
  ),
  block('Referencia', all, 'references', ({ document }) => document.references, referenceElements, lineEnd),
  block<NumberedDocument, object>(
    'GeoRefEmision', 'DB', 'issueLocation', ({ document }) => document.issueLocation,
    leaves(locationFields, 'DB', 'issueLocation'), lineEnd
  ),
  {
    ...block<NumberedDocument, object>(
      'ManejoMadera', 'D', 'woodTransport', ({ document }) => document.woodTransport,
      leaves(woodFields, 'D', 'woodTransport'), lineEnd
    ),
    types: [52]
  },
  {
    ...block<NumberedDocument, DocumentCommission>(
      'Comisiones', 'DL', 'commissions', ({ document }) => document.commissions, commissionElements, lineEnd
    ),
    types: [43, 46, 56, 61]
  }
]
