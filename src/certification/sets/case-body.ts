import { cellsOf, isBlank, numberOf, percentageOf, plainOf, valueAfter, type Findings, type SetLine } from './lines.ts'
import { documentNamed, type TestCase, type TestRow } from './test-set.ts'
import {
  dispatchTypeOf, exportReferenceOf, exportValueOf, isExportKey, noteChangeOf, transferTypeOf
} from './words.ts'

/** A case while it is read. */
export interface CaseDraft extends Omit<TestCase, 'number' | 'line' | 'documentType' | 'reference'> {
  documentType?: TestCase['documentType']
  /** What the reference says, before its case is looked for. */
  reference?: { name: string, attentionNumber: number, caseNumber: number }
  referenceReason?: string
}

/** Whether the line was understood. */
type Statement = (draft: CaseDraft, line: SetLine, match: RegExpExecArray) => boolean

// Each a pattern of the line in capitals without accents, and what it says.
const statements: [RegExp, Statement][] = [
  [/^DOCUMENTO ?:? (.+)$/, (draft, _line, [, name = '']) => {
    const documentType = documentNamed(name)
    if (documentType !== undefined) draft.documentType = documentType
    return documentType !== undefined
  }],
  [/^MOTIVO ?: ?(?=.)/, (draft, line, [start]) => {
    draft.transferReason = valueAfter(line, start.length)
    return transferTypeOf(draft.transferReason) !== undefined
  }],
  [/^TRASLADO POR ?: ?(?=.)/, (draft, line, [start]) => {
    draft.carriedBy = valueAfter(line, start.length)
    return dispatchTypeOf(draft.carriedBy) !== undefined
  }],
  [/^REFERENCIA ?:? (.+) CORRESPONDIENTE A CASO (\d{1,10})-(\d{1,3})$/, (draft, _line, [, name = '', attention, number]) => {
    draft.reference = { name, attentionNumber: Number(attention), caseNumber: Number(number) }
    return true
  }],
  [/^RAZON REFERENCIA ?:? ?(?=.)/, (draft, line, [start]) => {
    draft.referenceReason = valueAfter(line, start.length)
    return noteChangeOf(draft.referenceReason) !== undefined
  }],
  [/^(DESCUENTO|RECARGO) GLOBAL(?: ITEMES AFECTOS)? (\d[\d.]*) ?%$/, (draft, line, [, how, digits = '']) => {
    const percentage = percentageOf(`${digits}%`)
    if (percentage === undefined) return false
    const description = line.flat.slice(0, line.flat.lastIndexOf(digits)).trim()
    draft.globalAdjustment = { movement: how === 'DESCUENTO' ? 'D' : 'R', description, percentage }
    return true
  }],
  // Prices of notes come from the invoice in any case.
  [/^EL PRECIO UNITARIO DEL ITEM DEBE SER EL MISMO DE LA FACTURA$/, () => true],
  [/^LOS PRECIOS UNITARIOS DE LOS ITEMS DEBEN SER LOS MISMOS DE LA FACTURA$/, () => true],
  [/^%(\d[\d.]*) RECARGO EN LA LINEA DE ITEM POR COMISIONES EN EL EXTERIOR$/, (draft, _line, [, digits]) => {
    draft.lineSurcharge = Number(digits)
    return true
  }],
  [
    /^COMISIONES EN EL EXTRANJERO \(RECARGOS GLOBALES\) ?: ?(\d[\d.]*) ?% DEL TOTAL DE LA CLAUSULA$/,
    (draft, _line, [, digits]) => {
      draft.clauseSurcharge = Number(digits)
      return true
    }
  ],
  [/^DESCUENTO LINEA # ?(\d{1,2}) ?: ?(\d[\d.]*) ?%$/, (draft, _line, [, row, digits]) => {
    draft.lineDiscounts.push({ row: Number(row), percentage: Number(digits) })
    return true
  }],
  [/^REFERENCIA ?: ?(.+)$/, (draft, _line, [, name = '']) => {
    draft.exportReferences.push(name)
    return exportReferenceOf(name) !== undefined
  }],
  [/^([A-Z][A-Z ]+?)(?: \(\*\*\))? ?: ?(.+)$/, (draft, _line, [, key = '', value = '']) => {
    if (!isExportKey(key) || draft.exportFacts[key] !== undefined) return false
    draft.exportFacts[key] = value
    return exportValueOf(key, value) !== undefined
  }]
]

type Cell = (row: TestRow, cell: string) => boolean

const numberIn = (member: 'quantity' | 'price' | 'total'): Cell => (row, cell) => {
  const value = numberOf(cell)
  if (value === undefined) return false
  row[member] = value
  return true
}

const columns: Record<string, Cell> = {
  CANTIDAD: numberIn('quantity'),
  'UNIDAD MEDIDA': (row, cell) => {
    row.unit = cell
    return cell !== ''
  },
  'PRECIO UNITARIO': numberIn('price'),
  'VALOR UNITARIO': numberIn('price'),
  'VALOR LINEA': numberIn('total'),
  'TOTAL LINEA': numberIn('total'),
  'DESCUENTO ITEM': (row, cell) => {
    const discount = percentageOf(cell)
    if (discount === undefined) return false
    row.discount = discount
    return true
  }
}

/** What stands below the number of a case. */
export function readCaseBody (lines: readonly SetLine[], findings: Findings): CaseDraft {
  const draft: CaseDraft = {
    rows: [], charges: [], exportFacts: {}, exportReferences: [], lineDiscounts: []
  }
  let table: { columns: Cell[], rows: TestRow[] } | undefined
  for (const line of lines) {
    const heading = tableHeading(line, draft, findings)
    if (heading) table = heading
    else if (isBlank(line)) table = undefined
    else if (isUnderline(line) || isStatement(line, draft)) continue
    else if (table) readRow(line, table, findings)
    else findings.report('SET_LINE_UNKNOWN', line)
  }
  return draft
}

function isUnderline ({ flat }: SetLine): boolean {
  return /^={9,}$/.test(flat)
}

function isStatement (line: SetLine, draft: CaseDraft): boolean {
  return statements.some(([pattern, read]) => {
    const match = pattern.exec(line.plain)
    return match !== null && read(draft, line, match)
  })
}

function tableHeading (
  line: SetLine, draft: CaseDraft, findings: Findings
): { columns: Cell[], rows: TestRow[] } | undefined {
  const [name = '', ...names] = cellsOf(line).map(plainOf)
  const rows = name === 'ITEM' ? draft.rows : name === 'COMISIONES Y OTROS CARGOS' ? draft.charges : undefined
  const areColumns = names.length > 0 && names.every((column) => numberOf(column) === undefined)
  if (!rows || !areColumns) return undefined
  const cells = names.flatMap((column) => columns[column] ?? [])
  if (cells.length < names.length || rows.length > 0) findings.report('SET_COLUMN_UNKNOWN', line)
  return { columns: cells, rows }
}

function readRow (line: SetLine, table: { columns: Cell[], rows: TestRow[] }, findings: Findings): void {
  const [name = '', ...cells] = cellsOf(line)
  const row: TestRow = { line: line.number, name }
  const isRead = cells.length === table.columns.length &&
    table.columns.every((read, index) => read(row, cells[index] ?? ''))
  if (isRead) table.rows.push(row)
  else findings.report('SET_ROW_INVALID', line)
}
