import { invoiceTypes } from '../../dte/tables/lookups.ts'

export const exampleId = '01a1f82f-8800-7387-bd78-77f011356dc4'

const company = {
  taxNumber: '88888888-8',
  businessName: 'Ferretería El Roble Ltda.',
  businessActivity: 'Ferretería',
  address: 'Los Aromos 120',
  municipality: 'Ñuñoa',
  city: 'Santiago'
}

const foreigner = {
  businessName: 'Oak & Sons Ltd.', address: '12 Harbour Road', city: 'Bristol', foreign: { nationality: '510' }
}
const dollars = { totals: { currency: 'USD' }, otherCurrency: { exchangeRate: 945.32 } }

/** A reference to the document that a note changes: `1` annuls, `2` corrects texts, `3` corrects amounts. */
const about = (documentType: string, code: '1' | '3', reason: string) =>
  [{ lineNumber: 1, documentType, folio: '1001', date: '2026-11-02', code, reason }]
const customsResolution = { lineNumber: 2, documentType: '812', folio: '1234', date: '2026-01-10' }

/**
 * A document of each type, with what is left to Timbre left out: folio, date, amounts of lines, totals. Each is issued
 * as it stands, without a notice.
 */
export const examplePayloads = {
  33: {
    header: { documentId: { documentType: '33', paymentMethod: 1, paymentMedia: 2 }, receiver: company },
    details: [
      { itemName: 'Martillo carpintero 16 oz', quantity: 2, unitPrice: 7990 },
      { itemName: 'Guantes de cuero', quantity: 10, unitPrice: 2940, discountPercentage: 5 }
    ]
  },
  34: {
    header: {
      documentId: { documentType: '34', paymentMethod: 2, dueDate: '2027-01-31' }, receiver: company
    },
    details: [{ itemName: 'Curso de soldadura', quantity: 1, unitPrice: 50_000 }]
  },
  39: {
    header: { documentId: { documentType: '39', paymentMedia: 2 } },
    details: [{ itemName: 'Martillo carpintero 16 oz', quantity: 1, unitPrice: 8990 }]
  },
  41: {
    header: { documentId: { documentType: '41' } },
    details: [{ itemName: 'Libro usado', quantity: 1, unitPrice: 5000 }]
  },
  43: {
    header: { documentId: { documentType: '43' }, receiver: company },
    details: [{ itemName: 'Ventas de octubre', settledDocumentType: '33', lineTotal: 1_000_000 }],
    commissions: [{ movement: 'C', description: 'Comisión por ventas', rate: 10, netAmount: 100_000 }],
    references: [{ lineNumber: 1, documentType: '103', folio: '11', date: '2026-10-31' }]
  },
  46: {
    header: { documentId: { documentType: '46' }, receiver: company },
    details: [{ itemName: 'Servicio de un no emisor', quantity: 1, unitPrice: 500_000, taxes: [{ taxCode: '15' }] }]
  },
  52: {
    header: {
      documentId: { documentType: '52', transferType: 1, dispatchType: 2 },
      receiver: company,
      transport: {
        licensePlate: 'ABCD12',
        carrierTaxNumber: '88888888-8',
        driver: { name: 'Luis Soto', taxNumber: '12345678-5' },
        destinationAddress: 'Camino a Melipilla 10803',
        destinationMunicipality: 'Maipú',
        departureDate: '2026-11-20',
        departureTime: '08:30:00',
        arrivalDate: '2026-11-20'
      }
    },
    details: [{ itemName: 'Taladro percutor 850 W', quantity: 2, unitOfMeasure: 'UN', unitPrice: 42_990 }]
  },
  56: {
    header: { documentId: { documentType: '56' }, receiver: company },
    details: [{ itemName: 'Intereses por mora', quantity: 1, unitPrice: 1500 }],
    references: about('33', '3', 'Intereses por mora')
  },
  61: {
    header: { documentId: { documentType: '61' }, receiver: company },
    details: [{ itemName: 'Guantes de cuero', quantity: 2, unitPrice: 2793 }],
    references: about('33', '3', 'Devolución de dos pares')
  },
  110: {
    header: {
      documentId: { documentType: '110', exportPaymentMethod: 1, paymentMethod: 2, dueDate: '2027-01-20' },
      receiver: foreigner,
      transport: {
        customs: {
          saleMode: 1, saleClause: 5, saleClauseAmount: 10_000, transportMode: 1, loadingPort: 906, unloadingPort: 561,
          grossWeight: 21_500.25, grossWeightUnit: 6, netWeight: 20_000.5, netWeightUnit: 6, totalItems: 1,
          totalPackages: 900, packages: [{ packageType: 22, quantity: 900, marks: 'OAK & SONS / BRISTOL' }],
          freightAmount: 1200.5, insuranceAmount: 150.25, receiverCountry: 510, destinationCountry: 510
        }
      },
      ...dollars
    },
    details: [{ itemName: 'Cherries', quantity: 4000, unitOfMeasure: 'KN', unitPrice: 2.5 }],
    references: [{ lineNumber: 1, documentType: '807', folio: 'DUS-1', date: '2026-11-02' }]
  },
  111: {
    header: { documentId: { documentType: '111', serviceIndicator: 3 }, receiver: foreigner, ...dollars },
    details: [{ itemName: 'Price adjustment', quantity: 1, unitPrice: 100.25 }],
    references: [...about('110', '3', 'Ajuste de precio'), customsResolution]
  },
  112: {
    header: { documentId: { documentType: '112', serviceIndicator: 3 }, receiver: foreigner, ...dollars },
    details: [{ itemName: 'Software development', quantity: 10, unitPrice: 45.255 }],
    references: [...about('110', '3', 'Menos horas'), customsResolution]
  }
} as const

const keys = {
  tenantCode: 'andes',
  accessKey: 'ak_test_Jx3vQ0c1dW8nT5yRk2LbHsZu',
  secretKey: 'sk_7Qv2mB9xK4tR1nW8cZ5jH0pLdF3sY6uEgA2iO9bXwTk4fGh'
}

export const examplePosting = { ...keys, payload: examplePayloads[33] }

const noteTypes = ['56', '61', '111', '112']

/** The examples of Webhook/Save in the contract, by names. */
export const saveExamples = examplesWith((payload) => ({ ...keys, payload }))

/** The same for Webhook/Issue. */
export const issueExamples = examplesWith((payload) => ({ payload }))

function examplesWith (bodyOf: (payload: object) => object) {
  return Object.fromEntries(Object.entries(examplePayloads).map(([type, payload]) => {
    const name = invoiceTypes.find(({ code }) => code === type)?.name ?? type
    const hint = noteTypes.includes(type) ? '; in references, put the folio and the date of your own document' : ''
    return [`T${type}`, { summary: `${name} (${type})${hint}`, value: bodyOf(payload) }]
  }))
}
