import type { ExpectedLine } from './cases.ts'
import { type Making, noteCase, setOf, table } from './set-text.ts'
import type { TestSet } from './test-set.ts'

/** A purchase invoice (46), goods that go back, and a note that annuls their note. The buyer withholds all VAT. */
export function selfBilledSet (attention: number, { random }: Making): TestSet {
  const lines: ExpectedLine[] = [1, 2].map((number) => ({
    name: `Producto ${number}`, quantity: random.between(2, 900), price: random.between(500, 7000)
  }))
  const returned = lines.map((line) => ({ ...line, quantity: random.between(1, line.quantity ?? 1) }))
  const credit = noteCase({
    attention, typeName: 'FACTURA DE COMPRA ELECTRONICA', documentType: 61, case: 1, code: 3,
    reason: 'DEVOLUCION DE MERCADERIA ITEMS 1 Y 2'
  }, returned, { table: table(returned.map(({ name, quantity }) => ({ name, quantity })), 'PRECIO UNITARIO') })
  const debit = noteCase({
    attention, typeName: 'NOTA DE CREDITO ELECTRONICA', documentType: 56, case: 2, code: 1,
    reason: 'ANULA NOTA DE CREDITO ELECTRONICA'
  }, returned)
  const invoice = {
    document: { documentType: 46, lines },
    text: ['DOCUMENTO\tFACTURA DE COMPRA ELECTRONICA', '', ...table(lines, 'PRECIO UNITARIO')]
  }
  credit.text.push('', 'LOS PRECIOS UNITARIOS DE LOS ITEMS DEBEN SER LOS MISMOS DE LA FACTURA')
  return setOf('selfBilled', 'SET BASICO CASO GENERAL DE EMISOR DE FACTURA DE COMPRA', attention,
    [invoice, credit, debit].map((one) => ({ ...one, document: { ...one.document, withheld: true } })))
}
