const receiver = {
  taxNumber: '88888888-8',
  businessName: 'Ingeniería Ñandú Austral S.A.',
  businessActivity: 'Obras de ingeniería',
  address: 'Camino a Melipilla 10803',
  municipality: 'Maipú',
  city: 'Santiago'
}

/** Documents that keep every rule and leave the arithmetic to the service. */
export function factura (quantity = 1) {
  return {
    header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver },
    details: [{ itemName: 'Cañería de cobre ½"', quantity, unitPrice: 1990 }]
  }
}

export function facturaExenta () {
  return {
    header: { documentId: { documentType: '34', paymentMethod: 1 }, receiver },
    details: [{ itemName: 'Curso de soldadura', quantity: 1, unitPrice: 50_000 }]
  }
}

export function boleta (unitPrice = 11_900) {
  return { header: { documentId: { documentType: '39' } }, details: [{ itemName: 'Martillo', quantity: 1, unitPrice }] }
}

export function boletaExenta () {
  return {
    header: { documentId: { documentType: '41' } }, details: [{ itemName: 'Libro usado', quantity: 1, unitPrice: 5000 }]
  }
}

/** A credit (61) or debit (56) note about a factura of 1,990 pesos. */
export function note (documentType: '56' | '61', about: { folio: string, date: string }, code: '1' | '3' = '3') {
  return {
    header: { documentId: { documentType }, receiver },
    details: [{ itemName: 'Cañería de cobre ½"', quantity: 1, unitPrice: 1990 }],
    references: [{ lineNumber: 1, documentType: '33', folio: about.folio, date: about.date, code, reason: 'Ajuste' }]
  }
}
