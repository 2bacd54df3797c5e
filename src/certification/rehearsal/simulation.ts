import type { RequestOf } from '../../../clients/typescript/client.ts'
import { abroad, firstCustomer, principal, supplier } from './options.ts'

type Document = RequestOf<'/api/Certification/Simulation', 'post'>['body']['documents'][number]

const fewest = 20
const goods = [{ itemName: 'Mochila de montaña', quantity: 2, unitPrice: 45_990 }]
const services = [{ itemName: 'Curso de orientación', quantity: 1, unitPrice: 120_000 }]
const exported = [{ itemName: 'Carpas', quantity: 10, unitOfMeasure: 'U', unitPrice: 150 }]
const foreignTotals = { totals: { currency: 'DOLAR USA' }, otherCurrency: { exchangeRate: 950.5 } }
const unitedKingdom = 510

const documentOf = (documentType: string, more: Partial<Document['header']> = {}): Document['header'] =>
  ({ documentId: { documentType }, receiver: firstCustomer, ...more })

const refersTo = (documentKey: string, code: string, reason: string): Pick<Document, 'references'> =>
  ({ references: [{ documentKey, code, reason }] })

/** A document of the company's business of each type. Notes refer to one that comes before them. */
const made: Record<number, (key: string) => Document> = {
  33: (key) => ({ key, header: documentOf('33'), details: goods }),
  34: (key) => ({ key, header: documentOf('34'), details: services }),
  43: (key) => ({
    key, header: documentOf('43', { receiver: principal }),
    details: [{ itemName: 'Ventas con factura electrónica', quantity: 3, lineTotal: 90_000, settledDocumentType: '33' }],
    commissions: [{ movement: 'C', description: 'Comisión', netAmount: 4500 }]
  }),
  46: (key) => ({
    key, header: documentOf('46', { receiver: supplier }),
    details: [{ itemName: 'Lana', quantity: 30, unitPrice: 2500, taxes: [{ taxCode: '15' }] }]
  }),
  52: (key) => ({
    key, header: documentOf('52', { documentId: { documentType: '52', transferType: 1, dispatchType: 1 } }), details: goods
  }),
  61: (key) => ({ key, header: documentOf('61'), details: goods, ...refersTo('33-1', '1', 'Anula factura') }),
  56: (key) => ({ key, header: documentOf('56'), details: goods, ...refersTo('61-1', '1', 'Anula nota de crédito') }),
  110: (key) => ({
    key, details: exported,
    header: documentOf('110', {
      documentId: { documentType: '110', exportPaymentMethod: 2 }, receiver: abroad.receiver, ...foreignTotals,
      transport: {
        customs: {
          saleMode: 1, saleClause: 5, saleClauseAmount: 1500, transportMode: 4, loadingPort: 903, unloadingPort: 591,
          tareUnit: 10, grossWeightUnit: 10, netWeightUnit: 10, totalPackages: 10,
          packages: [{ packageType: 13, quantity: 10, marks: abroad.marks }],
          receiverCountry: unitedKingdom, destinationCountry: unitedKingdom
        }
      }
    })
  }),
  112: (key) => ({
    key, details: exported, ...refersTo('110-1', '1', 'Anula factura'),
    header: documentOf('112', { receiver: abroad.receiver, ...foreignTotals })
  }),
  111: (key) => ({
    key, details: exported, ...refersTo('112-1', '1', 'Anula nota de crédito'),
    header: documentOf('111', { receiver: abroad.receiver, ...foreignTotals })
  })
}

const notesLast = (type: number): number => ({ 61: 1, 112: 1, 56: 2, 111: 2 })[type] ?? 0

/** Of every type one document, and invoices up to twenty; each is named by its type and number: 33-1. */
export function simulationOf (documentTypes: readonly number[]): Document[] {
  const types = documentTypes.toSorted((left, right) => notesLast(left) - notesLast(right))
  const [common = 33] = types
  const lacking = Math.max(0, fewest - types.length)
  const more = Array.from({ length: lacking }, (_, index) => ({ type: common, number: index + 2 }))
  return [...types.map((type) => ({ type, number: 1 })), ...more]
    .flatMap(({ type, number }) => made[type]?.(`${type}-${number}`) ?? [])
}
