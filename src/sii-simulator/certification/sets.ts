import type { ExpectedDocument, ExpectedLine } from './cases.ts'
import { createDice, type Dice } from './dice.ts'

export type SetName = 'basic' | 'guides' | 'exempt'

/** A set of test cases: its part of the file, and the documents that it asks for, in the order of its cases. */
export interface TestSet {
  name: SetName
  attentionNumber: number
  text: string
  documents: ExpectedDocument[]
}

/** Ways in which files of the SII differ from each other. */
export interface SetVariants {
  /** Item names without accents and Ñ. */
  withoutAccents?: boolean | undefined
  /** Attention numbers that skip one. */
  skipsNumber?: boolean | undefined
  /** A line that no reader knows, which a reader has to refuse. */
  unknownLine?: boolean | undefined
  /** The review wants another customer for each invoice of a set. */
  distinctReceivers?: boolean | undefined
}

const underline = '='.repeat(14)
const sectionRule = '-'.repeat(80)
const goods = ['Cajón', 'Cuñas', 'Paño', 'Barniz S&M', 'Pañuelo', 'Vigas', "O'Rings CNC", 'Piñones 60/70', 'Relé']
const works = ['HORAS PROGRAMADOR', 'ASESORÍA', 'CURSO DE DISEÑO', 'CAPACITACIÓN', "MANTENCIÓN O'HIGGINS"]

/** The sets of a company, by chance, but always the same for a seed; and the file, in ISO-8859-1. */
export function makeSets (
  { seed, attentionNumber, variants = {} }: { seed: number, attentionNumber: number, variants?: SetVariants }
): { sets: TestSet[], file: Buffer } {
  const dice = createDice(seed)
  const skipped = variants.skipsNumber ? 1 : 0
  const makers = [basicSet, guideSet, exemptSet]
  const sets = makers.map((make, index) =>
    make(attentionNumber + index + (index > 0 ? skipped : 0), { dice, plain: variants.withoutAccents === true }))
  const strange = variants.unknownLine ? ['COLOR DEL PAPEL:\tAZUL', ''] : []
  const text = sets.map((set) => set.text).join(`\n${sectionRule}\n`)
  // The SII mixes both ends of lines in one file.
  const lines = [...text.split('\n'), ...strange].map((line) => `${line}${dice.oneOf(['\n', '\r\n'])}`)
  return { sets, file: Buffer.from(lines.join(''), 'latin1') }
}

interface Making { dice: Dice, plain: boolean }

/** A case as text and as the document that it asks for. */
interface Case { text: string[], document: ExpectedDocument }

function setOf (name: SetName, title: string, attentionNumber: number, cases: readonly Case[]): TestSet {
  const lines = cases.flatMap(({ text }, index) =>
    ['', `CASO ${attentionNumber}-${index + 1}`, underline, ...text, ''])
  return {
    name, attentionNumber, documents: cases.map(({ document }) => document),
    text: [`${title} - NUMERO DE ATENCION: ${attentionNumber}`, ...lines].join('\n')
  }
}

function basicSet (attention: number, { dice, plain }: Making): TestSet {
  const item = (suffix: string): ExpectedLine => ({
    name: `${itemName(goods, { dice, plain })} ${suffix}`, quantity: dice.between(2, 900), price: dice.between(500, 7000)
  })
  const taxed = (): ExpectedLine[] => several(2, () => item('AFECTO'))
  const service = (): ExpectedLine => ({
    name: 'ITEM 3 SERVICIO EXENTO', quantity: dice.between(1, 3), price: dice.between(1000, 40_000), exempt: true
  })
  const invoice = (lines: ExpectedLine[], more: Partial<ExpectedDocument> = {}): Case => ({
    document: { documentType: 33, lines, ...more },
    text: ['DOCUMENTO\tFACTURA ELECTRONICA', '', ...table(lines, 'PRECIO UNITARIO'), ...discountText(more)]
  })
  const first = invoice(taxed())
  const second = invoice(taxed().map((line) => ({ ...line, discountPercent: dice.between(3, 25) })))
  const third = invoice([...taxed(), service()])
  const fourth = invoice([...taxed(), service()], { globalDiscountPercent: dice.between(5, 30) })
  const returned = second.document.lines.map((line) => ({ ...line, quantity: dice.between(1, line.quantity ?? 1) }))
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

function exemptSet (attention: number, { dice, plain }: Making): TestSet {
  const work = (count: number): ExpectedLine[] => several(count, () => ({
    name: itemName(works, { dice, plain }), quantity: dice.between(1, 40), price: dice.between(1000, 300_000)
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
    const price = dice.between(100, 900)
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

function guideSet (attention: number, { dice }: Making): TestSet {
  const items = (count: number, isPriced: boolean): ExpectedLine[] => Array.from({ length: count }, (_, index) => ({
    name: `ITEM ${index + 1}`, quantity: dice.between(2, 600), ...(isPriced && { price: dice.between(500, 7000) })
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

interface Note {
  attention: number
  typeName: string
  documentType: number
  case: number
  code: 1 | 2 | 3
  reason: string
}

function noteCase (
  { attention, typeName, documentType, case: caseNumber, code, reason }: Note, lines: ExpectedLine[],
  { table: rows = [], exempt = false }: { table?: string[], exempt?: boolean } = {}
): Case {
  const textLine = { name: reason, ...(exempt && { exempt }) }
  return {
    document: {
      documentType, lines: code === 2 ? [textLine] : lines, changes: { case: caseNumber, code, reason }
    },
    text: [
      `DOCUMENTO\t\tNOTA DE ${documentType === 61 ? 'CREDITO' : 'DEBITO'} ELECTRONICA`,
      `REFERENCIA\t\t${typeName} CORRESPONDIENTE A CASO ${attention}-${caseNumber}`,
      `RAZON REFERENCIA\t${reason}`, ...rows.length > 0 ? ['', ...rows] : []
    ]
  }
}

function table (lines: readonly ExpectedLine[], priceColumn: string): string[] {
  const columns = [
    ['CANTIDAD', ({ quantity }: ExpectedLine) => quantity], ['UNIDAD MEDIDA', ({ unit }: ExpectedLine) => unit],
    [priceColumn, ({ price }: ExpectedLine) => price],
    ['DESCUENTO ITEM', ({ discountPercent }: ExpectedLine) =>
      discountPercent === undefined ? undefined : `${discountPercent}%`]
  ] as const
  const used = columns.filter(([, cellOf]) => lines.some((line) => cellOf(line) !== undefined))
  return [
    ['ITEM', ...used.map(([title]) => title)].join('\t\t'),
    ...lines.map((line) => [line.name, ...used.map(([, cellOf]) => `    ${cellOf(line) ?? ''}`)].join('\t'))
  ]
}

function discountText ({ globalDiscountPercent }: Partial<ExpectedDocument>): string[] {
  return globalDiscountPercent === undefined
    ? []
    : ['', `DESCUENTO GLOBAL ITEMES AFECTOS\t\t     ${globalDiscountPercent}%`]
}

function itemName (names: readonly string[], { dice, plain }: Making): string {
  const name = dice.oneOf(names)
  return plain ? name.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : name
}

/** Lines of one document with different names, because a note finds its line by the name. */
function several (count: number, make: () => ExpectedLine): ExpectedLine[] {
  const lines = new Map<string, ExpectedLine>()
  while (lines.size < count) {
    const line = make()
    lines.set(line.name, line)
  }
  return [...lines.values()]
}
