import { checkDigit } from '../../src/dte/values/rut.ts'

const customer = (digits: number) => ({
  taxNumber: `${digits}-${checkDigit(String(digits))}`, businessName: `Cliente ${digits} SpA`,
  businessActivity: 'Comercio', address: 'Calle Uno 1', municipality: 'Santiago', city: 'Santiago'
})

/** As many as the largest set needs. */
export const customers = [76_200_001, 76_200_002, 76_200_003, 76_200_004].map(customer)

/** Twenty documents: invoices, and a note that annuls the first of them. */
export function simulationOf (number: number) {
  const [receiver] = customers
  const details = [{ itemName: `Mochila ${number}`, quantity: 1, unitPrice: 1990 }]
  const invoice = (index: number) => ({
    key: `F-${index}`, header: { documentId: { documentType: '33' }, receiver }, details
  })
  const note = {
    key: 'N-1', header: { documentId: { documentType: '61' }, receiver }, details,
    references: [{ documentKey: 'F-0', code: '1', reason: 'Anula factura' }]
  }
  return [...Array.from({ length: 19 }, (_, index) => invoice(index)), note]
}
