const creditNote = {
  key: 'N-1',
  header: {
    documentId: { documentType: '61' }, receiver: { taxNumber: '88888888-8', businessName: 'Ferretería Ejemplo Ltda.' }
  },
  details: [{ itemName: 'Martillo carpintero 16 oz', quantity: 1, unitPrice: 8990 }],
  references: [{ documentKey: 'F-1', code: '3', reason: 'Devolución de mercadería' }]
}

const receiver = {
  taxNumber: '88888888-8',
  businessName: 'Ferretería Ejemplo Ltda.',
  businessActivity: 'Ferretería',
  address: 'Calle Ejemplo 120',
  municipality: 'Santiago',
  city: 'Santiago'
}

/** Two documents, of which the second refers to the first by its key. */
export const submission = {
  name: 'Facturas de noviembre',
  invoices: [
    {
      key: 'F-1', header: { documentId: { documentType: '33', paymentMethod: 1 }, receiver },
      details: [{ itemName: 'Martillo carpintero 16 oz', quantity: 3, unitPrice: 8990 }]
    },
    creditNote
  ]
}

export const id = '01a1f830-589f-752f-bbf3-beba0fe87a6c'
export const userId = '01a1f7c2-0b1e-7d60-8d52-4f1c2a9be001'
export const documentId = '01a1f831-6a2b-7c1d-9e3f-5a6b7c8d9e0f'

export const counters = {
  documents: 1000,
  ready: 570,
  invalid: 2,
  taken: 428,
  failed: 0,
  cancelled: 0,
  waiting: 0,
  issued: 28,
  sending: 100,
  sent: 100,
  accepted: 199,
  acceptedWithObjections: 1,
  rejected: 0,
  stopped: 0
}
