/** The members of the rows of its lists. Where two lists have one, it has the same name in both. */
const rowsEs = {
  settledDocumentType: 'Documento liquidado', 'itemCode.codeValue': 'Código', productId: 'Producto', itemName: 'Nombre', quantity: 'Cantidad',
  unitOfMeasure: 'Unidad', unitPrice: 'Precio', discountPercentage: 'Desc. %', lineTotal: 'Monto', itemDescription: 'Descripción',
  exemptIndicator: 'Afecto o exento', 'taxes[0].taxCode': 'Impuesto adicional', 'taxes[1].taxCode': 'Segundo impuesto adicional',
  discountAmount: 'Descuento $', surchargePercentage: 'Recargo %', surchargeAmount: 'Recargo $',
  'withholdingAgent.isAgent': 'Agente retenedor', 'withholdingAgent.slaughterBase': 'Base de faena', 'withholdingAgent.margin': 'Margen',
  'withholdingAgent.consumerPrice': 'Precio al consumidor', showItem: 'Espectáculo', principalTaxNumber: 'RUT del mandante',
  referenceQuantity: 'Cantidad de referencia', referenceUnit: 'Unidad de referencia', referencePrice: 'Precio de referencia',
  madeOn: 'Elaborado el', expiresOn: 'Vence el', 'itemCode.codeType': 'Tipo de código',
  documentType: 'Documento', folio: 'Folio', date: 'Fecha', code: 'Razón de la referencia', reason: 'Motivo', issuerTaxNumber: 'RUT de otro emisor',
  salesPersonCode: 'Código del vendedor', cashRegisterCode: 'Código de la caja',
  movement: 'Tipo', description: 'Glosa', valueType: 'En', value: 'Valor', rate: 'Tasa %', netAmount: 'Neto', exemptAmount: 'Exento',
  taxAmount: 'IVA o impuesto', taxCode: 'Impuesto', taxRate: 'Tasa %', amount: 'Monto',
  packageType: 'Tipo de bulto', marks: 'Marcas', containerId: 'Contenedor', seal: 'Sello', sealIssuer: 'Emisor del sello',
  // The form draws none of the following.
  lineNumber: 'N° de línea', itemCode: 'Código', itemCodes: 'Códigos', 'itemCodes[].codeType': 'Tipo de código', 'itemCodes[].codeValue': 'Código',
  totalTaxPrice: 'Impuesto de la línea', taxes: 'Impuestos', 'taxes[].taxCode': 'Impuesto', 'taxes[].taxRate': 'Tasa %', 'taxes[].taxAmount': 'Monto del impuesto',
  withholdingAgent: 'Agente retenedor', ticket: 'Entrada', 'ticket.number': 'N° de la entrada', 'ticket.issuedAt': 'Entrada generada el',
  'ticket.eventName': 'Nombre del evento', 'ticket.ticketType': 'Tipo de entrada', 'ticket.eventCode': 'Código del evento',
  'ticket.eventAt': 'Fecha del evento', 'ticket.place': 'Lugar del evento', 'ticket.section': 'Ubicación', 'ticket.row': 'Fila', 'ticket.seat': 'Asiento',
  subQuantities: 'Subcantidades', 'subQuantities[].quantity': 'Subcantidad', 'subQuantities[].code': 'Código de la subcantidad',
  'subQuantities[].codeType': 'Tipo de código de la subcantidad', otherCurrency: 'Otra moneda', 'otherCurrency.unitPrice': 'Precio en otra moneda',
  'otherCurrency.currency': 'Otra moneda', 'otherCurrency.exchangeRate': 'Tipo de cambio', 'otherCurrency.discountAmount': 'Descuento en otra moneda',
  'otherCurrency.surchargeAmount': 'Recargo en otra moneda', 'otherCurrency.lineTotal': 'Monto en otra moneda',
  subDiscounts: 'Descuentos', 'subDiscounts[].valueType': 'Descuento en', 'subDiscounts[].value': 'Descuento',
  subSurcharges: 'Recargos', 'subSurcharges[].valueType': 'Recargo en', 'subSurcharges[].value': 'Recargo',
  issuerAdditionalId: 'Identificación adicional del emisor', documentKey: 'Nombre del documento', otherCurrencyValue: 'Valor en otra moneda',
  order: 'Orden', additionalTaxAmount: 'Impuestos adicionales', totalAmount: 'Subtotal', lines: 'Líneas que suma'
}

const rowsEn: typeof rowsEs = {
  settledDocumentType: 'Settled document', 'itemCode.codeValue': 'Code', productId: 'Product', itemName: 'Name', quantity: 'Quantity',
  unitOfMeasure: 'Unit', unitPrice: 'Price', discountPercentage: 'Disc. %', lineTotal: 'Amount', itemDescription: 'Description',
  exemptIndicator: 'Taxed or exempt', 'taxes[0].taxCode': 'Additional tax', 'taxes[1].taxCode': 'Second additional tax',
  discountAmount: 'Discount $', surchargePercentage: 'Surcharge %', surchargeAmount: 'Surcharge $',
  'withholdingAgent.isAgent': 'Withholding agent', 'withholdingAgent.slaughterBase': 'Slaughter base', 'withholdingAgent.margin': 'Margin',
  'withholdingAgent.consumerPrice': 'Consumer price', showItem: 'Show', principalTaxNumber: "Principal's RUT",
  referenceQuantity: 'Reference quantity', referenceUnit: 'Reference unit', referencePrice: 'Reference price',
  madeOn: 'Made on', expiresOn: 'Expires on', 'itemCode.codeType': 'Type of code',
  documentType: 'Document', folio: 'Folio', date: 'Date', code: 'What the reference is for', reason: 'Reason', issuerTaxNumber: "Another issuer's RUT",
  salesPersonCode: 'Sales person code', cashRegisterCode: 'Cash register code',
  movement: 'Kind', description: 'Description', valueType: 'In', value: 'Value', rate: 'Rate %', netAmount: 'Net', exemptAmount: 'Exempt',
  taxAmount: 'VAT or tax', taxCode: 'Tax', taxRate: 'Rate %', amount: 'Amount',
  packageType: 'Type of package', marks: 'Marks', containerId: 'Container', seal: 'Seal', sealIssuer: 'Issuer of the seal',
  lineNumber: 'Line number', itemCode: 'Code', itemCodes: 'Codes', 'itemCodes[].codeType': 'Type of code', 'itemCodes[].codeValue': 'Code',
  totalTaxPrice: 'Tax of the line', taxes: 'Taxes', 'taxes[].taxCode': 'Tax', 'taxes[].taxRate': 'Rate %', 'taxes[].taxAmount': 'Amount of the tax',
  withholdingAgent: 'Withholding agent', ticket: 'Ticket', 'ticket.number': 'Ticket number', 'ticket.issuedAt': 'Ticket made on',
  'ticket.eventName': 'Name of the event', 'ticket.ticketType': 'Type of ticket', 'ticket.eventCode': 'Code of the event',
  'ticket.eventAt': 'Date of the event', 'ticket.place': 'Place of the event', 'ticket.section': 'Section', 'ticket.row': 'Row', 'ticket.seat': 'Seat',
  subQuantities: 'Partial quantities', 'subQuantities[].quantity': 'Partial quantity', 'subQuantities[].code': 'Code of the partial quantity',
  'subQuantities[].codeType': 'Type of code of the partial quantity', otherCurrency: 'Other currency', 'otherCurrency.unitPrice': 'Price in the other currency',
  'otherCurrency.currency': 'Other currency', 'otherCurrency.exchangeRate': 'Exchange rate', 'otherCurrency.discountAmount': 'Discount in the other currency',
  'otherCurrency.surchargeAmount': 'Surcharge in the other currency', 'otherCurrency.lineTotal': 'Amount in the other currency',
  subDiscounts: 'Discounts', 'subDiscounts[].valueType': 'Discount in', 'subDiscounts[].value': 'Discount',
  subSurcharges: 'Surcharges', 'subSurcharges[].valueType': 'Surcharge in', 'subSurcharges[].value': 'Surcharge',
  issuerAdditionalId: "Issuer's additional identification", documentKey: 'Name of the document', otherCurrencyValue: 'Value in the other currency',
  order: 'Order', additionalTaxAmount: 'Additional taxes', totalAmount: 'Subtotal', lines: 'Lines that it adds up'
}

const listsEs = {
  details: 'Líneas', references: 'Referencias', globalDiscounts: 'Descuentos y recargos globales', subtotals: 'Subtotales',
  commissions: 'Comisiones y otros cargos', 'header.totals.taxes': 'Impuestos que se informan',
  'header.documentId.payments': 'Pagos programados', 'header.transport.customs.packages': 'Bultos'
}

const listsEn: typeof listsEs = {
  details: 'Lines', references: 'References', globalDiscounts: 'Global discounts and surcharges', subtotals: 'Subtotals',
  commissions: 'Commissions and other charges', 'header.totals.taxes': 'Taxes that you state',
  'header.documentId.payments': 'Planned payments', 'header.transport.customs.packages': 'Packages'
}

/** A row of each list. */
const rowEs: typeof listsEs = {
  details: 'Línea', references: 'Referencia', globalDiscounts: 'Descuento o recargo', subtotals: 'Subtotal', commissions: 'Comisión',
  'header.totals.taxes': 'Impuesto', 'header.documentId.payments': 'Pago', 'header.transport.customs.packages': 'Bultos'
}

const rowEn: typeof listsEs = {
  details: 'Line', references: 'Reference', globalDiscounts: 'Discount or surcharge', subtotals: 'Subtotal', commissions: 'Commission',
  'header.totals.taxes': 'Tax', 'header.documentId.payments': 'Payment', 'header.transport.customs.packages': 'Packages'
}

export const lists = {
  es: { rows: rowsEs, lists: listsEs, row: rowEs },
  en: { rows: rowsEn, lists: listsEn, row: rowEn }
}
