import {
  everywhere, inBoleta, inDocumento, inDocumentoAndBoleta, inDocumentoAndExportaciones, inDocumentoAndLiquidacion,
  inExportaciones, inLiquidacion, notInBoleta, notInLiquidacion, type Branches
} from '../values/branches.ts'
import {
  behalfFields, commissionFields, locationFields, referenceFields, subtotalFields, woodFields
} from '../fields/blocks.ts'
import type {
  DocumentCommission, DocumentLine, DocumentReference, DocumentSubtotal, GlobalDiscount
} from '../document.ts'
import { documentTypes } from '../values/document-types.ts'
import { block, leaf, leaves, type ElementOf } from './elements.ts'
import {
  identificationElements, otherCurrencyElements, receiverElements, senderElements, totalsElements, transportElements,
  type NumberedDocument
} from './header-elements.ts'
import {
  itemCodeFields, lineCurrencyFields, lineFields, subDiscountFields, subQuantityFields, subSurchargeFields,
  ticketFields, withholdingAgentFields
} from '../fields/line-blocks.ts'

const line = 'details[]'

const { settledDocumentType, showItem, principalTaxNumber, madeOn, expiresOn, ...referenceMeasures } = lineFields
const { isAgent, ...agentBases } = withholdingAgentFields
const { codeType: subCodeType, ...subQuantity } = subQuantityFields
const inPesos = 'integer 18; decimal 14.4 in exports'

const lineElements: readonly ElementOf<DocumentLine>[] = [
  leaf('NroLinDet', everywhere, '1 to 60; to 1000 in boletas', `${line}.lineNumber`, (row) => row.lineNumber),
  block<DocumentLine, object>(
    'CdgItem', everywhere, `${line}.itemCode or itemCodes`,
    (row) => row.itemCode && [row.itemCode, ...row.moreItemCodes ?? []], leaves(itemCodeFields, everywhere, `${line}.itemCode`)
  ),
  ...leaves<DocumentLine>({ settledDocumentType }, inLiquidacion, line),
  leaf(
    'IndExe', everywhere, '1 to 6; in boletas 1, 2, 6; in 34, 41, 110, 111 and 112 not 1',
    `${line}.exemptIndicator`, (row) => row.exemptIndicator
  ),
  ...leaves<DocumentLine>({ showItem, principalTaxNumber }, inBoleta, line),
  block<DocumentLine, object>('Retenedor', inDocumento, `${line}.withholdingAgent`, (row) => row.withholdingAgent, [
    leaf('IndAgente', inDocumento, 'R', `${line}.withholdingAgent.isAgent, or any base`, () => 'R'),
    ...leaves<object>(agentBases, inDocumento, `${line}.withholdingAgent`)
  ]),
  leaf('NmbItem', everywhere, 'text 80', `${line}.itemName`, (row) => row.itemName),
  block<DocumentLine, object>(
    'InfoTicket', inBoleta, `${line}.ticket`, (row) => row.ticket, leaves(ticketFields, inBoleta, `${line}.ticket`)
  ),
  leaf('DscItem', everywhere, 'text 1000', `${line}.itemDescription`, (row) => row.itemDescription),
  ...leaves<DocumentLine>(referenceMeasures, notInBoleta, line),
  leaf('QtyItem', everywhere, 'decimal 12.6', `${line}.quantity`, (row) => row.quantity),
  block<DocumentLine, object>(
    'Subcantidad', notInBoleta, `${line}.subQuantities`, (row) => row.subQuantities,
    leaves({ ...subQuantity, codeType: subCodeType }, notInBoleta, `${line}.subQuantities[]`)
  ),
  ...leaves<DocumentLine>({ madeOn, expiresOn }, notInBoleta, line),
  leaf('UnmdItem', everywhere, 'text 4', `${line}.unitOfMeasure`, (row) => row.unitOfMeasure),
  leaf('PrcItem', everywhere, 'decimal 12.6', `${line}.unitPrice`, (row) => row.unitPrice),
  block<DocumentLine, object>(
    'OtrMnda', inDocumentoAndExportaciones, `${line}.otherCurrency`, (row) => row.otherCurrency,
    leaves(lineCurrencyFields, inDocumentoAndExportaciones, `${line}.otherCurrency`)
  ),
  leaf('DescuentoPct', notInLiquidacion, 'decimal 3.2', `${line}.discountPercentage`, (row) => row.discountPercentage),
  leaf(
    'DescuentoMonto', notInLiquidacion, 'integer 18', `${line}.discountAmount, or computed from its percentage or parts`,
    (row) => row.discountAmount
  ),
  block<DocumentLine, object>(
    'SubDscto', inDocumentoAndExportaciones, `${line}.subDiscounts`, (row) => row.subDiscounts,
    leaves(subDiscountFields, inDocumentoAndExportaciones, `${line}.subDiscounts[]`)
  ),
  leaf('RecargoPct', notInLiquidacion, 'decimal 3.2', `${line}.surchargePercentage`, (row) => row.surchargePercentage),
  leaf(
    'RecargoMonto', notInLiquidacion, 'integer 18', `${line}.surchargeAmount, or computed from its percentage or parts`,
    (row) => row.surchargeAmount
  ),
  block<DocumentLine, object>(
    'SubRecargo', inDocumentoAndExportaciones, `${line}.subSurcharges`,
    (row) => row.subSurcharges?.map(({ valueType, value }) => ({ valueType, value })),
    leaves(subSurchargeFields, inDocumentoAndExportaciones, `${line}.subSurcharges[]`)
  ),
  {
    ...leaf<DocumentLine>('CodImpAdic', inDocumentoAndLiquidacion, 'code', `${line}.taxes[].taxCode`, (row) => row.taxCodes),
    types: [33, 46, 52, 56, 61]
  },
  leaf('MontoItem', everywhere, inPesos, `${line}.lineTotal, or computed`, (row) => row.lineTotal)
]

const { description: subtotalDescription, ...subtotalAmounts } = subtotalFields

const subtotalElements: readonly ElementOf<DocumentSubtotal>[] = [
  leaf('NroSTI', everywhere, '1 to 20', 'computed: in sequence', (row) => row.lineNumber),
  ...leaves<DocumentSubtotal>({ description: subtotalDescription, ...subtotalAmounts }, everywhere, 'subtotals[]'),
  leaf('LineasDeta', everywhere, 'integer', 'subtotals[].lines', (row) => row.lines)
]

const globalDiscountElements: readonly ElementOf<GlobalDiscount>[] = [
  leaf('NroLinDR', notInLiquidacion, '1 to 20', 'globalDiscounts[].lineNumber', (row) => row.lineNumber),
  leaf('TpoMov', notInLiquidacion, 'D, R', 'globalDiscounts[].movement', (row) => row.movement),
  leaf('GlosaDR', notInLiquidacion, 'text 45', 'globalDiscounts[].description', (row) => row.description),
  leaf('TpoValor', notInLiquidacion, '%, $', 'globalDiscounts[].valueType', (row) => row.valueType),
  leaf('ValorDR', notInLiquidacion, 'decimal 16.2', 'globalDiscounts[].value', (row) => row.value),
  leaf('ValorDROtrMnda', inDocumentoAndExportaciones, 'decimal 14.4', 'globalDiscounts[].otherCurrencyValue', (row) => row.otherCurrencyValue),
  leaf('IndExeDR', notInLiquidacion, '1, 2', 'globalDiscounts[].exemptIndicator', (row) => row.exemptIndicator)
]

const { issuerAdditionalId, ...boletaReference } = referenceFields

const referenceElements: readonly ElementOf<DocumentReference>[] = [
  leaf('NroLinRef', everywhere, '1 to 40', 'references[].lineNumber', (row) => row.lineNumber),
  leaf('TpoDocRef', everywhere, 'text 3', 'references[].documentType', (row) => row.documentType),
  // [S1]: folio 0 stands for more than 20 documents of the type.
  leaf('IndGlobal', notInBoleta, '1', 'references[].folio (0)', (row) => row.folio === '0' ? 1 : undefined),
  leaf('FolioRef', everywhere, 'text 18', 'references[].folio', (row) => row.folio),
  leaf('RUTOtr', inDocumentoAndExportaciones, 'RUT', 'references[].issuerTaxNumber', (row) => row.issuerTaxNumber),
  ...leaves<DocumentReference>({ issuerAdditionalId }, inExportaciones, 'references[]'),
  leaf('FchRef', notInBoleta, 'date', 'references[].date', (row) => row.date),
  leaf('CodRef', everywhere, '1, 2, 3; text 18 in boletas', 'references[].code', (row) => row.code),
  leaf('RazonRef', everywhere, 'text 90', 'references[].reason', (row) => row.reason),
  ...leaves<DocumentReference>(boletaReference, inBoleta, 'references[]')
]

const commissionElements: readonly ElementOf<DocumentCommission>[] = [
  leaf('NroLinCom', inDocumentoAndLiquidacion, '1 to 20', 'computed: in sequence', (row) => row.lineNumber),
  ...leaves<DocumentCommission>(commissionFields, inDocumentoAndLiquidacion, 'commissions[]'),
  leaf('ValComNeto', inDocumentoAndLiquidacion, 'integer 18', 'commissions[].netAmount', (row) => row.netAmount),
  leaf('ValComExe', inDocumentoAndLiquidacion, 'integer 18', 'commissions[].exemptAmount', (row) => row.exemptAmount),
  leaf('ValComIVA', inDocumentoAndLiquidacion, 'integer 18', 'commissions[].taxAmount, or computed', (row) => row.taxAmount)
]

const onBehalf = (member: keyof typeof behalfFields, branches: Branches): ElementOf<NumberedDocument>[] =>
  leaves<NumberedDocument['document']>({ [member]: behalfFields[member] }, branches, 'header')
    .map((one) => ({ ...one, write: ({ document }, branch) => one.write(document, branch) }))

const headerElements: readonly ElementOf<NumberedDocument>[] = [
  block('IdDoc', everywhere, 'header.documentId', (numbered) => numbered, identificationElements),
  block('Emisor', everywhere, 'header.sender', ({ document }) => document.sender, senderElements),
  ...onBehalf('principalTaxNumber', inDocumento),
  block('Receptor', everywhere, 'header.receiver', ({ document }) => document.receiver, receiverElements),
  ...onBehalf('requesterTaxNumber', inDocumento),
  ...onBehalf('softwareProviderTaxNumber', inBoleta),
  block('Transporte', inDocumentoAndExportaciones, 'header.transport', ({ document }) => document.transport, transportElements),
  block('Totales', everywhere, 'header.totals', ({ document }) => document, totalsElements),
  block('OtraMoneda', inDocumentoAndExportaciones, 'header.otherCurrency', ({ document }) => document.otherCurrency, otherCurrencyElements)
]

const lineEnd = { end: '\n' }
const exempt = 1

/** [S1, B5, note 10]: where the whole document is exempt, its lines do not say so. */
function writtenLines ({ documentType, lines }: NumberedDocument['document']): DocumentLine[] {
  return documentTypes[documentType].exempt ? lines.map(withoutExemption) : lines
}

function withoutExemption (row: DocumentLine): DocumentLine {
  const { exemptIndicator, ...rest } = row
  return exemptIndicator === exempt ? rest : row
}

/**
 * Every element that Timbre writes before the stamp, in the order of the schemas [S5]: from this
 * table come the XML and the documentation, and a test holds it against the schemas.
 */
export const documentElements: readonly ElementOf<NumberedDocument>[] = [
  block('Encabezado', everywhere, 'header', (numbered) => numbered, headerElements, { separator: '\n', end: '\n' }),
  block('Detalle', everywhere, 'details', ({ document }) => writtenLines(document), lineElements, lineEnd),
  block('SubTotInfo', everywhere, 'subtotals', ({ document }) => document.subtotals, subtotalElements, lineEnd),
  block(
    'DscRcgGlobal', notInLiquidacion, 'globalDiscounts', ({ document }) => document.globalDiscounts, globalDiscountElements,
    lineEnd
  ),
  block('Referencia', everywhere, 'references', ({ document }) => document.references, referenceElements, lineEnd),
  block<NumberedDocument, object>(
    'GeoRefEmision', inDocumentoAndBoleta, 'issueLocation', ({ document }) => document.issueLocation,
    leaves(locationFields, inDocumentoAndBoleta, 'issueLocation'), lineEnd
  ),
  {
    ...block<NumberedDocument, object>(
      'ManejoMadera', inDocumento, 'woodTransport', ({ document }) => document.woodTransport,
      leaves(woodFields, inDocumento, 'woodTransport'), lineEnd
    ),
    types: [52]
  },
  {
    ...block<NumberedDocument, DocumentCommission>(
      'Comisiones', inDocumentoAndLiquidacion, 'commissions', ({ document }) => document.commissions, commissionElements, lineEnd
    ),
    types: [43, 46, 56, 61]
  }
]
