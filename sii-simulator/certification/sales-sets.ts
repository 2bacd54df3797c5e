import type { ExpectedDocument, ExpectedLine } from './cases.ts'
import { type Case, discountText, itemName, type Making, noteCase, setOf, several, table } from './set-text.ts'
import type { TestSet } from './test-set.ts'

const goods = ['Cajón', 'Cuñas', 'Paño', 'Barniz S&M', 'Pañuelo', 'Vigas', "O'Rings CNC", 'Piñones 60/70', 'Relé']
const works = ['HORAS PROGRAMADOR', 'ASESORÍA', 'CURSO DE DISEÑO', 'CAPACITACIÓN', "MANTENCIÓN O'HIGGINS"]

export function basicSet (attention: number, { random, plain }: Making): TestSet {
  const item = (suffix: string): ExpectedLine => ({
    name: `${itemName(goods, { random, plain })} ${suffix}`, quantity: random.between(2, 900), price: random.between(500, 7000)
  })
  const taxed = (): ExpectedLine[] => several(2, () => item('AFECTO'))
  const service = (): ExpectedLine => ({
    name: 'ITEM 3 SERVICIO EXENTO', quantity: random.between(1, 3), price: random.between(1000, 40_000), exempt: true
  })
  const invoice = (lines: ExpectedLine[], more: Partial<ExpectedDocument> = {}): Case => ({
    document: { documentType: 33, lines, ...more },
    text: ['DOCUMENTO\tFACTURA ELECTRONICA', '', ...table(lines, 'PRECIO UNITARIO'), ...discountText(more)]
  })
  const first = invoice(taxed())
  const second = invoice(taxed().map((line) => ({ ...line, discountPercent: random.between(3, 25) })))
  const third = invoice([...taxed(), service()])
  const fourth = invoice([...taxed(), service()], { globalDiscountPercent: random.between(5, 30) })
  const returned = second.document.lines.map((line) => ({ ...line, quantity: random.between(1, line.quantity ?? 1) }))
  const referred = { attention, typeName: 'FACTURA ELECTRONICA', documentType: 61 }
  const corrected = noteCase({ ...referred, case: 1, code: 2, reason: 'CORRIGE GIRO DEL RECEPTOR' }, [])
  return setOf('basic', 'SET BASICO', attention, [
    first, second, third, fourth,
    corrected,
    noteCase({ ...referred, case: 2, code: 3, reason: 'DEVOLUCION DE MERCADERIAS' }, returned, {
      table: table(returned.map(({ name, quantity }) => ({ name, quantity })), 'PRECIO UNITARIO')
    }),
    noteCase({ ...referred, case: 3, code: 1, reason: 'ANULA FACTURA' }, third.document.lines),
    noteCase({
      attention, typeName: 'NOTA DE CREDITO ELECTRONICA', documentType: 56, case: 5, code: 1,
      reason: 'ANULA NOTA DE CREDITO ELECTRONICA'
    }, corrected.document.lines)
  ])
}

export function exemptSet (attention: number, { random, plain }: Making): TestSet {
  const work = (count: number): ExpectedLine[] => several(count, () => ({
    name: itemName(works, { random, plain }), quantity: random.between(1, 40), price: random.between(1000, 300_000)
  }))
  const invoice = (lines: ExpectedLine[]): Case => ({
    document: { documentType: 34, lines },
    text: ['DOCUMENTO\tFACTURA NO AFECTA O EXENTA ELECTRONICA', ...table(lines, 'VALOR UNITARIO')]
  })
  const first = invoice(work(1).map((line) => ({ ...line, unit: 'Hora' })))
  const third = invoice(work(2))
  const sixth = invoice(work(2))
  const referred = { attention, typeName: 'FACTURA NO AFECTA O EXENTA ELECTRONICA' }
  const repriced = (changed: Case, caseNumber: number, index: number, documentType: number): Case => {
    const [line] = changed.document.lines.slice(index)
    const price = random.between(100, 900)
    const { name = '', quantity = 1 } = line ?? {}
    return noteCase(
      { ...referred, documentType, case: caseNumber, code: 3, reason: 'MODIFICA MONTO' },
      [{ name, quantity, price, exempt: true }],
      { table: ['ITEM\t\tVALOR UNITARIO', `${name}\t\t${price}`] }
    )
  }
  const corrected = noteCase(
    { ...referred, documentType: 61, case: 3, code: 2, reason: 'CORRIGE GIRO' }, [], { exempt: true }
  )
  return setOf('exempt', 'SET FACTURA EXENTA', attention, [
    first, repriced(first, 1, 0, 61), third, corrected,
    noteCase({
      attention, typeName: 'NOTA DE CREDITO ELECTRONICA', documentType: 56, case: 4, code: 1,
      reason: 'ANULA NOTA DE CREDITO ELECTRONICA'
    }, corrected.document.lines),
    sixth, repriced(sixth, 6, 0, 61), repriced(sixth, 6, 1, 56)
  ])
}

export function guideSet (attention: number, { random }: Making): TestSet {
  const items = (count: number, isPriced: boolean): ExpectedLine[] => Array.from({ length: count }, (_, index) => ({
    name: `ITEM ${index + 1}`, quantity: random.between(2, 600), ...(isPriced && { price: random.between(500, 7000) })
  }))
  const guide = (lines: ExpectedLine[], transfer: ExpectedDocument['transfer'], reason: string[]): Case => ({
    document: { documentType: 52, lines, ...(transfer && { transfer }) },
    text: ['DOCUMENTO\tGUIA DE DESPACHO', ...reason, '', ...table(lines, 'PRECIO UNITARIO')]
  })
  return setOf('guides', 'SET GUIA DE DESPACHO', attention, [
    guide(items(3, false), { reason: 5 }, ['MOTIVO:\t\tTRASLADO DE MATERIALES ENTRE BODEGAS DE LA EMPRESA']),
    guide(items(2, true), { reason: 1, dispatch: 2 }, [
      'MOTIVO:\t\tVENTA', 'TRASLADO POR: \tEMISOR DEL DOCUMENTO AL LOCAL DEL CLIENTE'
    ]),
    guide(items(2, true), { reason: 1, dispatch: 1 }, ['MOTIVO:\t\tVENTA', 'TRASLADO POR: \tCLIENTE'])
  ])
}
