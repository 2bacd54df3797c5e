const receiver = {
  taxNumber: '88888888-8',
  businessName: 'Ingeniería Ñandú Austral S.A.',
  businessActivity: 'Obras de ingeniería',
  email: 'adquisiciones@nandu.example',
  address: 'Camino a Melipilla 10803, galpón 4',
  municipality: 'Maipú',
  city: 'Santiago'
}

const goods = [
  {
    itemCode: { codeType: 'INT1', codeValue: 'TAL-850' }, itemName: 'Taladro percutor 850 W',
    itemDescription: 'Incluye maletín y brocas', quantity: 2, unitOfMeasure: 'UN', unitPrice: 42_990
  },
  {
    itemCode: { codeType: 'INT1', codeValue: 'TOR-3X20' }, itemName: 'Tornillo zincado 3x20, caja de 100', quantity: 12,
    unitOfMeasure: 'CJ', unitPrice: 1990, discountPercentage: 10
  },
  {
    itemCode: { codeType: 'INT1', codeValue: 'PIN-GL' }, itemName: 'Pintura látex blanca, 1 galón', quantity: 3.5,
    unitOfMeasure: 'GL', unitPrice: 14_990
  }
]

/** An invoice whose amounts the server computes. */
export const factura = {
  header: {
    documentId: { documentType: '33', paymentMethod: 2, saleTransactionType: 1 },
    receiver
  },
  details: goods,
  references: [{ lineNumber: 1, documentType: '801', folio: 'OC-4711', date: '2026-11-19', reason: 'Orden de compra' }]
}

/** The invoice of the README. */
export const firstFactura = {
  header: {
    documentId: { documentType: '33' },
    receiver: {
      taxNumber: '88888888-8', businessName: 'Ingeniería Ñandú Austral S.A.', businessActivity: 'Obras de ingeniería',
      address: 'Camino a Melipilla 10803', municipality: 'Maipú'
    }
  },
  details: [
    { itemName: 'Taladro percutor 850 W', quantity: 2, unitPrice: 42_990 },
    { itemName: 'Tornillo zincado 3x20, caja de 100', quantity: 12, unitPrice: 1990 }
  ]
}

/** A receipt for an unnamed consumer; prices include VAT. */
export const boleta = {
  header: { documentId: { documentType: '39', paymentMedia: 2 } },
  details: [
    { itemName: 'Martillo carpintero 16 oz', quantity: 1, unitPrice: 8990 },
    { itemName: 'Guantes de cuero', quantity: 2, unitPrice: 3490 }
  ]
}

/** Annuls an invoice: the same lines, and a reference to it. */
export function notaDeCredito (annulled: { folio: string, date: string }) {
  return {
    header: { documentId: { documentType: '61' }, receiver },
    details: goods,
    references: [{
      lineNumber: 1, documentType: '33', folio: annulled.folio, date: annulled.date, code: '1', reason: 'Anula factura'
    }]
  }
}
