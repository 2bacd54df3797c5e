import { bulkLimits } from '../../shared/bulk-limits.ts'
import { ServiceError } from '../../shared/errors.ts'
import { columnNumber, type Cell, type SheetRow } from '../../shared/spreadsheet.ts'
import { createRowLimits } from './row-limits.ts'
import type { NumberStyle } from './workbook-parts.ts'
import { scanXml } from './xml-scan.ts'

export interface SheetFacts { strings: readonly string[], styles: readonly NumberStyle[], from1904: boolean }

// The rows of a sheet at most (ECMA-376, part 1, 18.3.1.73).
const lastRow = 1_048_576

interface RawCell { column: number, type: string, style: number, value: string, hasFormula: boolean }

/** The rows of a sheet that are not empty, as they are inflated. Throws BULK_FILE_TOO_LARGE. */
export async function * readSheet (chunks: AsyncIterable<Buffer>, facts: SheetFacts): AsyncGenerator<SheetRow> {
  const scan = createSheetScan(facts)
  yield * scanXml(chunks, scan.handlers, scan.takeRows)
}

function createSheetScan (facts: SheetFacts) {
  let rows: SheetRow[] = []
  const limits = createRowLimits()
  let current: SheetRow = { row: 0, cells: [] }
  let nextColumn = 0
  let cell: RawCell | undefined
  let inRow = false
  let collecting = false
  let inPhonetic = false

  /** Rows and cells must be in order: readers disagree on duplicate ones. */
  function openRow (attributes: Readonly<Record<string, string>>): void {
    const row = Number(attributes['r'] ?? current.row + 1)
    if (inRow || !Number.isInteger(row) || row <= current.row || row > lastRow) {
      throw new ServiceError('BULK_FILE_MALFORMED')
    }
    inRow = true
    current = { row, cells: [] }
    nextColumn = 0
  }

  function openCell (attributes: Readonly<Record<string, string>>): void {
    if (!inRow || cell) throw new ServiceError('BULK_FILE_MALFORMED')
    const column = columnOf(attributes['r'] ?? '')
    nextColumn = column + 1
    cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '', hasFormula: false }
  }

  /** The column of a reference, or the next column if there is no reference. */
  function columnOf (reference: string): number {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(reference) ?? []
    const column = letters === undefined ? nextColumn : columnNumber(letters)
    if (column === undefined || column < nextColumn || Number(row ?? current.row) !== current.row) {
      throw new ServiceError('BULK_FILE_MALFORMED')
    }
    return column
  }

  function closeCell (): void {
    const read = cell && cellOf(cell, facts)
    cell = undefined
    if (!read) return
    limits.addCell(read)
    current.cells.push(read)
  }

  function closeRow (): void {
    inRow = false
    if (current.cells.length === 0) return
    limits.endRow()
    rows.push(current)
  }

  return {
    handlers: {
      open: (name: string, attributes: Readonly<Record<string, string>>): void => {
        if (name === 'row') openRow(attributes)
        else if (name === 'c') openCell(attributes)
        else if (name === 'f' && cell) cell.hasFormula = true
        if (name === 'rPh') inPhonetic = true
        collecting = name === 'v' || (name === 't' && !inPhonetic)
      },
      text: (text: string): void => {
        if (!collecting || !cell) return
        cell.value += text
        if (cell.value.length > bulkLimits.cellCharacters) throw new ServiceError('BULK_FILE_TOO_LARGE')
      },
      close: (name: string): void => {
        collecting = false
        if (name === 'rPh') inPhonetic = false
        if (name === 'c') closeCell()
        if (name === 'row') closeRow()
      }
    },

    takeRows: (): SheetRow[] => {
      const taken = rows
      rows = []
      return taken
    }
  }
}

/** A cell with its value; undefined for a blank one. ECMA-376, part 1, 18.18.11. */
function cellOf ({ column, type, style, value, hasFormula }: RawCell, facts: SheetFacts): Cell | undefined {
  if (value === '') return hasFormula ? emptyFormula(column, type) : undefined
  switch (type) {
    case 's': return textCell(column, facts.strings[Number(value)])
    case 'str': case 'inlineStr': return textCell(column, value)
    case 'b': return { column, value: value === '1' || value === 'true' }
    case 'e': return { column, value, trouble: 'error' }
    case 'd': return textCell(column, value)
    default: return numberCell(column, value, { style: facts.styles[style], from1904: facts.from1904 })
  }
}

/** A formula may compute to an empty text (str); one that was never computed has no type. */
function emptyFormula (column: number, type: string): Cell | undefined {
  return type === 'str' ? undefined : { column, value: '', trouble: 'formula' }
}

function textCell (column: number, value: string | undefined): Cell | undefined {
  if (value === undefined) throw new ServiceError('BULK_FILE_MALFORMED')
  // Characters that XML does not allow are written as _xHHHH_ (ECMA-376, part 1, 22.9.2.19).
  const text = value.replaceAll(
    /_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )
  return text.trim() === '' ? undefined : { column, value: text }
}

// Between 1900-01-01 and 1904-01-01.
const daysTo1904 = 1462

function numberCell (
  column: number, written: string, { style = {}, from1904 }: { style: NumberStyle | undefined, from1904: boolean }
): Cell {
  const stored = Number(written)
  if (!Number.isFinite(stored)) throw new ServiceError('BULK_FILE_MALFORMED')
  // Programs store the double 1990.0999999999999 and display the 15 digits that were typed.
  const value = Number.isInteger(stored) ? stored : Number(stored.toPrecision(15))
  return { column, value: style.shownAs === 'date' && from1904 ? value + daysTo1904 : value, ...style }
}
