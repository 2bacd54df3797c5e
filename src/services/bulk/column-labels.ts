/** A column's heading, what to write below it, and an English heading that is understood too. */
export interface Label { name: string, explanation: string, english?: string }

/**
 * The columns that most documents need, in the order of the template, by the member that they fill. Other columns have
 * the member's name as their heading.
 */
export const columnLabels: Readonly<Record<string, Label>> = {
  key: {
    name: 'Documento',
    explanation:
      'Nombre del documento dentro del archivo, por ejemplo su número interno. Las filas seguidas con el mismo nombre forman un solo documento; al corregir y reenviar el archivo, el nombre dice qué documento es.'
  },
  'header.documentId.documentType': {
    name: 'Tipo',
    explanation:
      'Código del tipo de documento: 33 factura, 34 factura exenta, 39 boleta, 41 boleta exenta, 56 nota de débito, 61 nota de crédito, 52 guía de despacho, 46 factura de compra, 43 liquidación, 110 a 112 exportación.'
  },
  'header.documentId.issueDate': { name: 'Fecha de emisión', explanation: 'dd-mm-aaaa. En blanco: hoy.' },
  'header.documentId.dueDate': { name: 'Fecha de vencimiento', explanation: 'dd-mm-aaaa.' },
  'header.documentId.paymentMethod': { name: 'Forma de pago', explanation: '1 contado, 2 crédito, 3 sin costo.' },
  'header.documentId.paymentMedia': {
    name: 'Medio de pago', explanation: 'Número del medio de pago; vea Common/PaymentMedias.'
  },
  'header.documentId.saleTransactionType': {
    name: 'Tipo de venta', explanation: '1 venta del giro, 2 activo fijo, 3 bien raíz; vea Common/SaleTransactionTypes.'
  },
  'header.documentId.purchaseTransactionType': {
    name: 'Tipo de compra', explanation: 'Vea Common/PurchaseTransactionTypes.'
  },
  'header.documentId.serviceIndicator': {
    name: 'Indicador de servicio',
    explanation: 'En boletas: 1 servicios periódicos, 2 servicios domiciliarios, 3 ventas y servicios, 4 espectáculos.'
  },
  'header.documentId.grossAmounts': {
    name: 'Precios con IVA',
    explanation: 'Sí cuando los precios de las líneas incluyen IVA. En boletas siempre lo incluyen.'
  },
  'header.documentId.transferType': {
    name: 'Tipo de traslado', explanation: 'Sólo en guías (52): 1 venta, 5 traslado interno, …'
  },
  'header.documentId.dispatchType': {
    name: 'Tipo de despacho',
    explanation: '1 por el receptor, 2 por el emisor al receptor, 3 por el emisor a otro lugar.'
  },
  'header.documentId.periodFrom': {
    name: 'Período desde', explanation: 'dd-mm-aaaa. Primer día de un servicio periódico.'
  },
  'header.documentId.periodTo': {
    name: 'Período hasta', explanation: 'dd-mm-aaaa. Último día de un servicio periódico.'
  },
  'header.documentId.externalId': {
    name: 'Id externo', english: 'External id',
    explanation: 'Su propio número de la venta, hasta 64 caracteres. Una venta con el mismo número no se emite dos veces.'
  },
  'header.receiver.taxNumber': {
    name: 'RUT receptor', explanation: 'Con o sin puntos, con guion. En boletas, en blanco si no se identifica a nadie.'
  },
  'header.receiver.businessName': { name: 'Razón social receptor', explanation: 'Hasta 100 caracteres.' },
  'header.receiver.businessActivity': { name: 'Giro receptor', explanation: 'Hasta 40 caracteres.' },
  'header.receiver.address': { name: 'Dirección receptor', explanation: 'Hasta 70 caracteres.' },
  'header.receiver.municipality': { name: 'Comuna receptor', explanation: 'Hasta 20 caracteres.' },
  'header.receiver.city': { name: 'Ciudad receptor', explanation: 'Hasta 20 caracteres.' },
  'header.receiver.email': { name: 'Correo receptor', explanation: 'Hasta 80 caracteres.' },
  'header.receiver.internalCode': { name: 'Código interno receptor', explanation: 'Hasta 20 caracteres.' },
  'details[].itemName': { name: 'Ítem', explanation: 'Nombre del producto o servicio, hasta 80 caracteres.' },
  'details[].itemDescription': { name: 'Descripción', explanation: 'Hasta 1000 caracteres.' },
  'details[].itemCode.codeType': { name: 'Tipo de código', explanation: 'INT1, EAN13, … En blanco: INT1.' },
  'details[].itemCode.codeValue': { name: 'Código', explanation: 'Código del producto, hasta 35 caracteres.' },
  'details[].quantity': { name: 'Cantidad', explanation: 'Con coma decimal: 1.234,5. Hasta seis decimales.' },
  'details[].unitOfMeasure': { name: 'Unidad', explanation: 'Hasta 4 caracteres: UN, KG, …' },
  'details[].unitPrice': {
    name: 'Precio unitario', explanation: 'Neto; en boletas, con IVA. Con coma decimal: 1.990,5.'
  },
  'details[].discountPercentage': { name: 'Descuento %', explanation: 'Por ejemplo 10 o 12,5.' },
  'details[].discountAmount': { name: 'Descuento $', explanation: 'En pesos enteros.' },
  'details[].surchargeAmount': { name: 'Recargo $', explanation: 'En pesos enteros.' },
  'details[].exemptIndicator': { name: 'Exento', explanation: '1 exento de IVA, 2 no facturable.' },
  'details[].taxes[0].taxCode': { name: 'Impuesto adicional', explanation: 'Código del SII, por ejemplo 27.' },
  'details[].taxes[0].taxAmount': { name: 'Monto impuesto adicional', explanation: 'Sólo en impuestos sin tasa.' },
  'details[].lineTotal': {
    name: 'Total línea', explanation: 'Se calcula si queda en blanco; si se informa, debe calzar al peso.'
  },
  'globalDiscounts[].movement': { name: 'Descuento global', explanation: 'D descuento, R recargo.' },
  'globalDiscounts[].valueType': { name: 'Descuento global en', explanation: '% o $.' },
  'globalDiscounts[].value': { name: 'Valor descuento global', explanation: 'Porcentaje, o pesos enteros.' },
  'globalDiscounts[].description': { name: 'Glosa descuento global', explanation: 'Hasta 45 caracteres.' },
  'references[].documentKey': {
    name: 'Referencia a documento',
    explanation:
      'Nombre (columna Documento) de otro documento del mismo archivo: su tipo, folio y fecha se llenan cuando se emite.'
  },
  'references[].documentType': {
    name: 'Tipo referencia',
    explanation: 'Código del documento referido: 33, 801 orden de compra, … En blanco si se usa Referencia a documento.'
  },
  'references[].folio': { name: 'Folio referencia', explanation: 'En blanco si se usa Referencia a documento.' },
  'references[].date': {
    name: 'Fecha referencia', explanation: 'dd-mm-aaaa. En blanco si se usa Referencia a documento.'
  },
  'references[].code': {
    name: 'Código referencia', explanation: 'En notas: 1 anula, 2 corrige textos, 3 corrige montos.'
  },
  'references[].reason': { name: 'Razón referencia', explanation: 'Hasta 90 caracteres.' },
  'header.transport.licensePlate': { name: 'Patente', explanation: 'Hasta 8 caracteres.' },
  'header.transport.carrierTaxNumber': { name: 'RUT transportista', explanation: 'Con o sin puntos, con guion.' },
  'header.transport.driver.name': { name: 'Nombre chofer', explanation: 'Hasta 30 caracteres.' },
  'header.transport.driver.taxNumber': {
    name: 'RUT chofer', explanation: 'Con o sin puntos, con guion; va junto con el nombre.'
  },
  'header.transport.departureDate': {
    name: 'Fecha de salida', explanation: 'dd-mm-aaaa. En guías (52) por traslados que salen.'
  },
  'header.transport.departureTime': { name: 'Hora de salida', explanation: 'hh:mm:ss.' },
  'header.transport.destinationAddress': { name: 'Dirección destino', explanation: 'Hasta 70 caracteres.' },
  'header.transport.destinationMunicipality': { name: 'Comuna destino', explanation: 'Hasta 20 caracteres.' },
  'header.totals.netAmount': {
    name: 'Monto neto', explanation: 'Se calcula si queda en blanco; si se informa, debe calzar al peso.'
  },
  'header.totals.exemptAmount': {
    name: 'Monto exento', explanation: 'Se calcula si queda en blanco; si se informa, debe calzar al peso.'
  },
  'header.totals.taxAmount': {
    name: 'IVA', explanation: 'Se calcula si queda en blanco; si se informa, debe calzar al peso.'
  },
  'header.totals.totalAmount': {
    name: 'Monto total', explanation: 'Se calcula si queda en blanco; si se informa, debe calzar al peso.'
  }
}

/** The columns that a template shows unfolded, beside those of its example. */
export const commonColumns: readonly string[] = [
  'key', 'header.documentId.documentType', 'header.documentId.issueDate', 'header.documentId.dueDate',
  'header.documentId.paymentMethod', 'header.documentId.externalId', 'header.receiver.taxNumber',
  'header.receiver.businessName',
  'header.receiver.businessActivity', 'header.receiver.address', 'header.receiver.municipality',
  'header.receiver.city', 'header.receiver.email', 'details[].itemName', 'details[].itemDescription',
  'details[].itemCode.codeValue', 'details[].quantity', 'details[].unitOfMeasure', 'details[].unitPrice',
  'details[].discountPercentage', 'details[].exemptIndicator', 'globalDiscounts[].movement',
  'references[].documentKey', 'references[].documentType', 'references[].folio', 'references[].date',
  'references[].code', 'references[].reason', 'header.transport.licensePlate', 'header.totals.totalAmount'
]
