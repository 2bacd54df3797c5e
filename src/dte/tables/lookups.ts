import { documentTypes } from '../values/document-types.ts'

/** One row of a table that Common serves. */
export interface LookupRow {
  /** What the posted document says. */
  code: string
  name: string
  nameEn: string
}

/** A way of paying: the posted number, and the SII's two codes for it. */
export interface PaymentMediaRow {
  id: number
  /** MedioPago in a DTE [S5, MedioPagoType]. */
  code: string
  /** MedioPago in a boleta [S5, EnvioBOLETA_v11]. */
  boletaCode: number
  name: string
  nameEn: string
}

/** TipoDTE [S1], [S2]. */
export const invoiceTypes: readonly LookupRow[] =
  Object.entries(documentTypes).map(([code, { name, nameEn }]) => ({ code, name, nameEn }))

/** FmaPago [S1, Encabezado]. */
export const paymentMethods: readonly LookupRow[] = [
  { code: '1', name: 'Contado', nameEn: 'Cash' },
  { code: '2', name: 'Crédito', nameEn: 'Credit' },
  { code: '3', name: 'Sin costo (entrega gratuita)', nameEn: 'Free of charge' }
]

/** FmaPagExp: the customs' table of ways of paying exports [S1, Encabezado]. */
export const exportPaymentMethods: readonly LookupRow[] = [
  { code: '1', name: 'Cobranza hasta un año', nameEn: 'Collection up to a year' },
  { code: '2', name: 'Cobranza a más de un año', nameEn: 'Collection beyond a year' },
  { code: '11', name: 'Acreditivo hasta un año', nameEn: 'Letter of credit up to a year' },
  { code: '12', name: 'Acreditivo a más de un año', nameEn: 'Letter of credit beyond a year' },
  { code: '21', name: 'Sin pago', nameEn: 'Without payment' },
  { code: '32', name: 'Pago anticipado', nameEn: 'Paid in advance' }
]

/** IndTraslado [S1, Encabezado]. */
export const transferTypes: readonly LookupRow[] = [
  { code: '1', name: 'Operación constituye venta', nameEn: 'Sale' },
  { code: '2', name: 'Ventas por efectuar', nameEn: 'Sales to be made' },
  { code: '3', name: 'Consignaciones', nameEn: 'Consignment' },
  { code: '4', name: 'Entrega gratuita', nameEn: 'Free delivery' },
  { code: '5', name: 'Traslados internos', nameEn: 'Internal move' },
  { code: '6', name: 'Otros traslados no venta', nameEn: 'Other move without sale' },
  { code: '7', name: 'Devolución de mercaderías', nameEn: 'Goods returned' },
  { code: '8', name: 'Traslado para exportación (no venta)', nameEn: 'Move for export (no sale)' },
  { code: '9', name: 'Venta para exportación', nameEn: 'Sale for export' }
]

/** TipoDespacho [S1, Encabezado]. */
export const dispatchTypes: readonly LookupRow[] = [
  { code: '1', name: 'Despacho por cuenta del receptor', nameEn: 'By the receiver' },
  {
    code: '2', name: 'Despacho por cuenta del emisor a instalaciones del receptor',
    nameEn: 'By the sender to the receiver'
  },
  { code: '3', name: 'Despacho por cuenta del emisor a otras instalaciones', nameEn: 'By the sender elsewhere' }
]

/**
 * MedioPago. The specification posts a number, while the SII has letters in DTEs and numbers in boletas: the ids are
 * ours, chosen so that 1 to 5 are the boleta's own codes (the codes: [S1], [S2]).
 */
export const paymentMedias: readonly PaymentMediaRow[] = [
  { id: 1, code: 'EF', boletaCode: 1, name: 'Efectivo', nameEn: 'Cash' },
  { id: 2, code: 'TC', boletaCode: 2, name: 'Tarjeta de crédito o débito', nameEn: 'Card' },
  {
    id: 3, code: 'PE', boletaCode: 3, name: 'Pago a cuenta corriente (depósito o transferencia)',
    nameEn: 'Deposit or bank transfer'
  },
  { id: 4, code: 'CH', boletaCode: 4, name: 'Cheque', nameEn: 'Cheque' },
  { id: 5, code: 'OT', boletaCode: 5, name: 'Otro', nameEn: 'Other' },
  { id: 6, code: 'CF', boletaCode: 4, name: 'Cheque a fecha', nameEn: 'Post-dated cheque' },
  { id: 7, code: 'LT', boletaCode: 5, name: 'Letra', nameEn: 'Bill of exchange' }
]

/** TpoTranVenta. DTE_v10 [S5] admits a 4 as well, which the SII's format does not explain. */
export const saleTransactionTypes: readonly LookupRow[] = [
  { code: '1', name: 'Ventas del giro', nameEn: 'Ordinary business sale' },
  { code: '2', name: 'Venta de activo fijo', nameEn: 'Sale of a fixed asset' },
  { code: '3', name: 'Venta de bien raíz', nameEn: 'Sale of real estate' }
]

/** TpoTranCompra: a suggestion to the buyer. */
export const purchaseTransactionTypes: readonly LookupRow[] = [
  { code: '1', name: 'Compras del giro', nameEn: 'Ordinary business purchase' },
  { code: '2', name: 'Compras en supermercados o similares', nameEn: 'Supermarkets and similar' },
  { code: '3', name: 'Adquisición de bien raíz', nameEn: 'Real estate' },
  { code: '4', name: 'Compra de activo fijo', nameEn: 'Fixed asset' },
  { code: '5', name: 'Compra con IVA uso común', nameEn: 'VAT of common use' },
  { code: '6', name: 'Compra sin derecho a crédito', nameEn: 'Without right to VAT credit' },
  { code: '7', name: 'Compra que no corresponde incluir', nameEn: 'Not to be included' }
]

/** TpoDocRef of the customs' resolution that makes a service an export. */
export const customsResolution = '812'

/**
 * TpoDocRef: the numbers that the SII checks, then the usual codes of letters, of which any up to three are free
 * [S1, Referencia].
 */
export const referenceInvoiceTypes: readonly LookupRow[] = [
  { code: '30', name: 'Factura (papel)', nameEn: 'Invoice (paper)' },
  { code: '32', name: 'Factura no afecta o exenta (papel)', nameEn: 'Exempt invoice (paper)' },
  { code: '33', name: 'Factura Electrónica', nameEn: 'Invoice (VAT)' },
  { code: '34', name: 'Factura No Afecta o Exenta Electrónica', nameEn: 'Exempt invoice' },
  { code: '35', name: 'Boleta (papel)', nameEn: 'Consumer receipt (paper)' },
  { code: '38', name: 'Boleta exenta (papel)', nameEn: 'Exempt consumer receipt (paper)' },
  { code: '39', name: 'Boleta Electrónica', nameEn: 'Consumer receipt (VAT)' },
  { code: '40', name: 'Liquidación-factura (papel)', nameEn: 'Settlement invoice (paper)' },
  { code: '41', name: 'Boleta Exenta Electrónica', nameEn: 'Exempt consumer receipt' },
  { code: '43', name: 'Liquidación-Factura Electrónica', nameEn: 'Settlement invoice' },
  { code: '45', name: 'Factura de compra (papel)', nameEn: 'Purchase invoice (paper)' },
  { code: '46', name: 'Factura de Compra Electrónica', nameEn: 'Purchase invoice' },
  { code: '48', name: 'Comprobante de pago electrónico', nameEn: 'Electronic payment voucher' },
  { code: '50', name: 'Guía de despacho (papel)', nameEn: 'Delivery note (paper)' },
  { code: '52', name: 'Guía de Despacho Electrónica', nameEn: 'Delivery note' },
  { code: '55', name: 'Nota de débito (papel)', nameEn: 'Debit note (paper)' },
  { code: '56', name: 'Nota de Débito Electrónica', nameEn: 'Debit note' },
  { code: '60', name: 'Nota de crédito (papel)', nameEn: 'Credit note (paper)' },
  { code: '61', name: 'Nota de Crédito Electrónica', nameEn: 'Credit note' },
  { code: '103', name: 'Liquidación', nameEn: 'Settlement' },
  { code: '110', name: 'Factura de Exportación Electrónica', nameEn: 'Export invoice' },
  { code: '111', name: 'Nota de Débito de Exportación Electrónica', nameEn: 'Export debit note' },
  { code: '112', name: 'Nota de Crédito de Exportación Electrónica', nameEn: 'Export credit note' },
  { code: '801', name: 'Orden de compra', nameEn: 'Purchase order' },
  { code: '802', name: 'Nota de pedido', nameEn: 'Order note' },
  { code: '803', name: 'Contrato', nameEn: 'Contract' },
  { code: '804', name: 'Resolución', nameEn: 'Resolution' },
  { code: '805', name: 'Proceso ChileCompra', nameEn: 'ChileCompra process' },
  { code: '806', name: 'Ficha ChileCompra', nameEn: 'ChileCompra record' },
  { code: '807', name: 'DUS', nameEn: 'Export declaration (DUS)' },
  { code: '808', name: 'B/L (conocimiento de embarque)', nameEn: 'Bill of lading' },
  { code: '809', name: 'AWB (air waybill)', nameEn: 'Air waybill' },
  { code: '810', name: 'MIC/DTA', nameEn: 'MIC/DTA (road transit)' },
  { code: '811', name: 'Carta de porte', nameEn: 'Consignment note' },
  {
    code: customsResolution, name: 'Resolución del SNA (servicios calificados de exportación)',
    nameEn: 'Customs resolution (export services)'
  },
  { code: '813', name: 'Pasaporte', nameEn: 'Passport' },
  {
    code: '814', name: 'Certificado de depósito Bolsa de Productos', nameEn: 'Deposit certificate, commodity exchange'
  },
  { code: '815', name: 'Vale de prenda Bolsa de Productos', nameEn: 'Pledge note, commodity exchange' },
  {
    code: '820', name: 'Código de inscripción acuerdo de plazo de pago excepcional',
    nameEn: 'Exceptional payment term, registration code'
  },
  { code: '821', name: 'Georreferencia / predio', nameEn: 'Land, georeference' },
  { code: '822', name: 'Rol de avalúo', nameEn: 'Cadastral number' },
  { code: '823', name: 'Plan de manejo CONAF', nameEn: 'CONAF management plan' },
  {
    code: 'SET', name: 'Caso del set de pruebas (sólo certificación)',
    nameEn: 'Case of the test set (certification only)'
  },
  { code: 'HES', name: 'Hoja de entrada de servicios', nameEn: 'Service entry sheet' },
  { code: 'HEM', name: 'Hoja de entrada de materiales', nameEn: 'Material entry sheet' },
  { code: 'EM', name: 'Entrada de mercadería', nameEn: 'Goods receipt' },
  { code: 'RDM', name: 'Recepción de material/mercadería', nameEn: 'Receipt of material' },
  { code: 'COT', name: 'Cotización', nameEn: 'Quotation' },
  { code: 'MLE', name: 'Modalidad libre elección', nameEn: 'Free choice modality (health)' },
  { code: 'RC', name: 'Recepción conforme', nameEn: 'Acceptance' }
]
