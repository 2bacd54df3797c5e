import { element } from './canonical.ts'
import type { DocumentLine, DocumentReceiver, DocumentReference, DocumentSender, DocumentTotals, DocumentTransport, GlobalDiscount, TaxDocument } from './document.ts'
import { documentTypes, isBoleta, type DocumentType } from './document-types.ts'
import { paymentMedias } from './lookups.ts'
import { zero, type Decimal } from './amounts.ts'

/**
 * Everything inside Documento before TED, as canonical XML text: elements in the order of the schemas (DTE_v10.xsd,
 * EnvioBOLETA_v11.xsd), no white space between them but a line end after each block, since the SII refuses long lines
 * (CHR-00002).
 */
export function documentBody (document: TaxDocument, folio: number): string {
  const boleta = isBoleta(document.documentType)
  const blocks = [
    boleta ? boletaHeader(document, folio) : documentHeader(document, folio),
    ...document.lines.map(lineXml),
    ...document.globalDiscounts.map(globalDiscountXml),
    ...document.references.map(boleta ? boletaReferenceXml : referenceXml)
  ]
  return blocks.map((block) => `${block}\n`).join('')
}

function documentHeader (document: TaxDocument, folio: number): string {
  return headerBlock(
    block('IdDoc', ...identification(document, folio)),
    block('Emisor', ...senderXml(document.sender)),
    block('Receptor', ...receiverXml(document.receiver)),
    transportXml(document.transport),
    block('Totales', ...totalsXml(document)))
}

function identification (document: TaxDocument, folio: number): string[] {
  const media = paymentMedias.find(({ id }) => id === document.paymentMedia)
  return [
    element('TipoDTE', document.documentType),
    element('Folio', folio),
    element('FchEmis', document.issueDate),
    element('TipoDespacho', document.dispatchType),
    element('IndTraslado', document.transferType),
    element('IndServicio', document.serviceIndicator),
    element('MntBruto', document.linePrices === 'gross' ? 1 : undefined),
    element('TpoTranCompra', document.purchaseTransactionType),
    element('TpoTranVenta', document.saleTransactionType),
    element('FmaPago', document.paymentMethod),
    element('PeriodoDesde', document.periodFrom),
    element('PeriodoHasta', document.periodTo),
    element('MedioPago', media?.code),
    element('FchVenc', document.dueDate)
  ]
}

function senderXml (sender: DocumentSender): string[] {
  return [
    element('RUTEmisor', sender.taxNumber),
    element('RznSoc', sender.businessName),
    element('GiroEmis', sender.businessActivity),
    element('Telefono', sender.phone),
    element('CorreoEmisor', sender.email),
    ...sender.activityCodes.map((code) => element('Acteco', code)),
    element('Sucursal', sender.branchName),
    element('CdgSIISucur', sender.branchCode),
    element('DirOrigen', sender.address),
    element('CmnaOrigen', sender.municipality),
    element('CiudadOrigen', sender.city),
    element('CdgVendedor', sender.salesPerson)
  ]
}

function receiverXml (receiver: DocumentReceiver): string[] {
  return [
    element('RUTRecep', receiver.taxNumber),
    element('CdgIntRecep', receiver.internalCode),
    element('RznSocRecep', receiver.businessName),
    element('GiroRecep', receiver.businessActivity),
    element('CorreoRecep', receiver.email),
    ...receiverAddressXml(receiver)
  ]
}

function receiverAddressXml (receiver: DocumentReceiver): string[] {
  return [
    element('DirRecep', receiver.address),
    element('CmnaRecep', receiver.municipality),
    element('CiudadRecep', receiver.city),
    element('DirPostal', receiver.postalAddress),
    element('CmnaPostal', receiver.postalMunicipality),
    element('CiudadPostal', receiver.postalCity)
  ]
}

function transportXml (transport: DocumentTransport | undefined): string {
  if (!transport) return ''
  const { driver } = transport
  return block('Transporte',
    element('Patente', transport.licensePlate),
    element('PatenteCarro', transport.trailerPlate),
    element('RUTTrans', transport.carrierTaxNumber),
    driver ? block('Chofer', element('RUTChofer', driver.taxNumber), element('NombreChofer', driver.name)) : '',
    element('DirDest', transport.destinationAddress),
    element('CmnaDest', transport.destinationMunicipality),
    element('CiudadDest', transport.destinationCity),
    element('FchSalida', transport.departureDate),
    element('HraSalida', transport.departureTime),
    element('FchLlegada', transport.arrivalDate))
}

function totalsXml ({ documentType, totals }: TaxDocument): string[] {
  return [
    element('MntNeto', unlessZero(totals.netAmount)),
    element('MntExe', exemptAmount(documentType, totals)),
    element('TasaIVA', totals.vatRate),
    element('IVA', totals.vatRate && totals.taxAmount),
    ...totals.taxes.map((tax) => block('ImptoReten', element('TipoImp', tax.taxCode), element('TasaImp', tax.taxRate), element('MontoImp', tax.taxAmount))),
    element('GrntDep', totals.depositAmount),
    element('MntTotal', totals.totalAmount),
    element('MontoNF', totals.nonBillableAmount),
    element('MontoPeriodo', totals.periodAmount)
  ]
}

function boletaHeader (document: TaxDocument, folio: number): string {
  const { sender, totals } = document
  const media = paymentMedias.find(({ id }) => id === document.paymentMedia)
  return headerBlock(
    block('IdDoc',
      element('TipoDTE', document.documentType),
      element('Folio', folio),
      element('FchEmis', document.issueDate),
      element('IndServicio', document.serviceIndicator),
      element('IndMntNeto', document.linePrices === 'net' ? 2 : undefined),
      element('PeriodoDesde', document.periodFrom),
      element('PeriodoHasta', document.periodTo),
      element('FchVenc', document.dueDate),
      element('MedioPago', media?.boletaCode)),
    block('Emisor',
      element('RUTEmisor', sender.taxNumber),
      element('RznSocEmisor', sender.businessName),
      element('GiroEmisor', sender.businessActivity),
      element('CdgSIISucur', sender.branchCode),
      element('DirOrigen', sender.address),
      element('CmnaOrigen', sender.municipality),
      element('CiudadOrigen', sender.city)),
    block('Receptor', ...boletaReceiverXml(document.receiver)),
    block('Totales',
      element('MntNeto', unlessZero(totals.netAmount)),
      element('MntExe', exemptAmount(document.documentType, totals)),
      element('IVA', totals.vatRate && totals.taxAmount),
      element('MntTotal', totals.totalAmount),
      element('MontoNF', totals.nonBillableAmount),
      element('TotalPeriodo', totals.periodAmount)))
}

function boletaReceiverXml (receiver: DocumentReceiver): string[] {
  return [
    element('RUTRecep', receiver.taxNumber),
    element('CdgIntRecep', receiver.internalCode),
    element('RznSocRecep', receiver.businessName),
    element('CorreoRecep', receiver.email),
    ...receiverAddressXml(receiver)
  ]
}

function lineXml (line: DocumentLine): string {
  const { itemCode } = line
  return block('Detalle',
    element('NroLinDet', line.lineNumber),
    itemCode ? block('CdgItem', element('TpoCodigo', itemCode.codeType), element('VlrCodigo', itemCode.codeValue)) : '',
    element('IndExe', line.exemptIndicator),
    element('NmbItem', line.itemName),
    element('DscItem', line.itemDescription),
    element('QtyItem', line.quantity),
    element('UnmdItem', line.unitOfMeasure),
    element('PrcItem', line.unitPrice),
    element('DescuentoPct', line.discountPercentage),
    element('DescuentoMonto', line.discountAmount),
    element('RecargoPct', line.surchargePercentage),
    element('RecargoMonto', line.surchargeAmount),
    ...line.taxCodes.map((code) => element('CodImpAdic', code)),
    element('MontoItem', line.lineTotal))
}

function globalDiscountXml (discount: GlobalDiscount): string {
  return block('DscRcgGlobal',
    element('NroLinDR', discount.lineNumber),
    element('TpoMov', discount.movement),
    element('GlosaDR', discount.description),
    element('TpoValor', discount.valueType),
    element('ValorDR', discount.value),
    element('IndExeDR', discount.exemptIndicator))
}

// "Formato DTE" v2.5: folio 0 stands for more than 20 documents of the type, which IndGlobal says.
function referenceXml (reference: DocumentReference): string {
  return block('Referencia',
    element('NroLinRef', reference.lineNumber),
    element('TpoDocRef', reference.documentType),
    element('IndGlobal', reference.folio === '0' ? 1 : undefined),
    element('FolioRef', reference.folio),
    element('RUTOtr', reference.issuerTaxNumber),
    element('FchRef', reference.date),
    element('CodRef', reference.code),
    element('RazonRef', reference.reason))
}

function boletaReferenceXml (reference: DocumentReference): string {
  return block('Referencia',
    element('NroLinRef', reference.lineNumber),
    element('TpoDocRef', reference.documentType),
    element('FolioRef', reference.folio),
    element('CodRef', reference.code),
    element('RazonRef', reference.reason))
}

// The longest block, so on several lines of text.
function headerBlock (...blocks: string[]): string {
  return block('Encabezado', blocks.filter((text) => text !== '').join('\n'))
}

function block (name: string, ...children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}

// "Formato DTE" v2.5, matrix of obligations: MntExe is mandatory in exempt documents.
function exemptAmount (documentType: DocumentType, totals: DocumentTotals): Decimal | undefined {
  return documentTypes[documentType].exempt ? totals.exemptAmount : unlessZero(totals.exemptAmount)
}

function unlessZero (amount: Decimal): Decimal | undefined {
  return amount === zero ? undefined : amount
}
