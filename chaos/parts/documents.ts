const receiver = {
  taxNumber: '88888888-8', businessName: 'Ingeniería Ñandú Austral S.A.', businessActivity: 'Obras de ingeniería',
  address: 'Camino a Melipilla 10803', municipality: 'Maipú', city: 'Santiago'
}
const itemName = 'Cañería de cobre ½"'

type Members = Record<string, object>

export interface Draft { type: number, total: number, payload: Members & { header: Members & { documentId: object } } }

/** Each number gives another total, so that a document can be told by it in every ledger. */
export function factura (number: number): Draft {
  const net = 1000 + number
  return {
    type: 33, total: net + Math.round(net * 19 / 100),
    payload: {
      header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver },
      details: [{ itemName, quantity: 1, unitPrice: net }]
    }
  }
}

export function boleta (number: number): Draft {
  const total = 1000 + number
  return {
    type: 39, total,
    payload: { header: { documentId: { documentType: '39' } }, details: [{ itemName, quantity: 1, unitPrice: total }] }
  }
}

/** A credit note that annuls a whole factura. */
export function annulment (number: number, about: { folio: string, date: string }): Draft {
  return {
    ...factura(number), type: 61,
    payload: {
      header: { documentId: { documentType: '61' }, receiver },
      details: [{ itemName, quantity: 1, unitPrice: 1000 + number }],
      references: [{ lineNumber: 1, documentType: '33', folio: about.folio, date: about.date, code: '1', reason: 'Anula' }]
    }
  }
}
