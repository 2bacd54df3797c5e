import type { NamedExamples } from '../../http/openapi/contract.ts'

const customer = {
  taxNumber: '77777777-7', businessName: 'Cliente Uno SpA', businessActivity: 'Comercio', address: 'Calle Uno 1',
  municipality: 'Santiago', city: 'Santiago'
}

export const optionsExamples: NamedExamples = {
  sales: { summary: 'Customers of the sets of sales', value: { kind: 'DTE', receivers: [customer] } },
  exports: {
    summary: 'What exports need',
    value: {
      kind: 'DTE',
      abroad: {
        receiver: { businessName: 'Cliente GmbH', address: 'Hafenstrasse 1', city: 'Bremen' },
        exchangeRates: [{ currency: 'DOLAR USA', rate: 950.5 }], marks: 'ANDES 1-10', passport: 'P1234567'
      }
    }
  },
  boletas: { summary: 'The page of boletas', value: { kind: 'BOLETA', consultUrl: 'https://andes.example/boletas' } }
}

export const simulationExamples: NamedExamples = {
  two: {
    summary: 'An invoice, and the note that annuls it; a simulation has twenty documents at least',
    value: {
      documents: [
        {
          key: 'F-1', header: { documentId: { documentType: '33' }, receiver: customer },
          details: [{ itemName: 'Mochila', quantity: 1, unitPrice: 1990 }]
        },
        {
          key: 'N-1', header: { documentId: { documentType: '61' }, receiver: customer },
          details: [{ itemName: 'Mochila', quantity: 1, unitPrice: 1990 }],
          references: [{ documentKey: 'F-1', code: '1', reason: 'Anula factura' }]
        }
      ]
    }
  }
}
