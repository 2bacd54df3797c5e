import type { ExpectedDocument, ExpectedLine } from './cases.ts'
import type { SeededRandom } from './random.ts'
import type { SetName, TestSet } from './test-set.ts'

const underline = '='.repeat(14)

export interface Making { random: SeededRandom, plain: boolean }

/** A case as text and as the document that it asks for. */
export interface Case { text: string[], document: ExpectedDocument }

export function setOf (name: SetName, title: string, attentionNumber: number, cases: readonly Case[]): TestSet {
  const lines = cases.flatMap(({ text }, index) =>
    ['', `CASO ${attentionNumber}-${index + 1}`, underline, ...text, ''])
  return {
    name, attentionNumber, documents: cases.map(({ document }) => document),
    text: [`${title} - NUMERO DE ATENCION: ${attentionNumber}`, ...lines].join('\n')
  }
}

/** A book: it has instructions and no cases. */
export function bookSetOf (
  name: SetName, title: string, attentionNumber: number, instructions: readonly string[]
): TestSet {
  const text = [`${title} - NUMERO DE ATENCION: ${attentionNumber}`, '', ...instructions, ''].join('\n')
  return { name, attentionNumber, documents: [], text }
}

interface Note {
  attention: number
  typeName: string
  documentType: number
  case: number
  code: 1 | 2 | 3
  reason: string
}

const noteNames: Record<number, string> = {
  56: 'DEBITO', 61: 'CREDITO', 111: 'DEBITO DE EXPORTACION', 112: 'CREDITO DE EXPORTACION'
}

export function noteCase (
  { attention, typeName, documentType, case: caseNumber, code, reason }: Note, lines: ExpectedLine[],
  { table: rows = [], exempt = false }: { table?: string[], exempt?: boolean } = {}
): Case {
  const textLine = { name: reason, ...(exempt && { exempt }) }
  return {
    document: {
      documentType, lines: code === 2 ? [textLine] : lines, changes: { case: caseNumber, code, reason }
    },
    text: [
      `DOCUMENTO\t\tNOTA DE ${noteNames[documentType]} ELECTRONICA`,
      `REFERENCIA\t\t${typeName} CORRESPONDIENTE A CASO ${attention}-${caseNumber}`,
      `RAZON REFERENCIA\t${reason}`, ...rows.length > 0 ? ['', ...rows] : []
    ]
  }
}

export function table (lines: readonly ExpectedLine[], priceColumn: string): string[] {
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

export function discountText ({ globalDiscountPercent }: Partial<ExpectedDocument>): string[] {
  return globalDiscountPercent === undefined
    ? []
    : ['', `DESCUENTO GLOBAL ITEMES AFECTOS\t\t     ${globalDiscountPercent}%`]
}

export function itemName (names: readonly string[], { random, plain }: Making): string {
  const name = random.oneOf(names)
  return plain ? name.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : name
}

/** Lines of one document with different names, because a note finds its line by the name. */
export function several (count: number, make: () => ExpectedLine): ExpectedLine[] {
  const lines = new Map<string, ExpectedLine>()
  while (lines.size < count) {
    const line = make()
    lines.set(line.name, line)
  }
  return [...lines.values()]
}
