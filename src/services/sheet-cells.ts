import { addDays, isCalendarDate } from '../dte/values/calendar.ts'
import { daySeconds } from '../shared/durations.ts'
import { fitsDouble } from '../shared/numerals.ts'
import type { Cell } from '../shared/spreadsheet.ts'

/** Why a cell of a sheet cannot be read. */
export const cellProblems = {
  CELL_NOT_A_NUMBER: {
    en: 'is not a number; write 1234,5 or 1.234,5', es: 'no es un número; escriba 1234,5 o 1.234,5'
  },
  CELL_NUMBER_AMBIGUOUS: {
    en: 'is ambiguous: write decimals after a comma, and separate thousands with dots (1.234,5)',
    es: 'es ambiguo: escriba los decimales tras una coma y separe los miles con puntos (1.234,5)'
  },
  CELL_NUMBER_INEXACT: {
    en: 'has more than the 15 digits that can be read exactly',
    es: 'tiene más dígitos que los que se leen con exactitud, que son 15'
  },
  CELL_NUMBER_SHORTENED: {
    en: 'was shortened by the spreadsheet: format the column as text and write all the digits',
    es: 'fue abreviado por la planilla: dé formato de texto a la columna y escriba todos los dígitos'
  },
  CELL_HAS_CONTROL_CHARACTERS: {
    en: 'contains control characters; type the text again', es: 'contiene caracteres de control; escriba el texto de nuevo'
  },
  CELL_IS_A_PERCENTAGE: {
    en: 'is formatted as a percentage, which does not fit this column',
    es: 'está en formato de porcentaje, lo que no corresponde a esta columna'
  },
  CELL_NOT_A_DATE: { en: 'is not a date; write dd-mm-yyyy', es: 'no es una fecha; escriba dd-mm-aaaa' },
  CELL_IS_A_DATE: { en: 'is a date where a number is expected', es: 'es una fecha donde se espera un número' },
  CELL_NOT_YES_OR_NO: { en: 'must be Sí or No', es: 'debe ser Sí o No' },
  CELL_HAS_ERROR: { en: 'contains a spreadsheet error', es: 'contiene un error de la planilla' },
  CELL_FORMULA_WITHOUT_VALUE: {
    en: 'contains a formula without a computed value; open the file in your spreadsheet program and save it again',
    es: 'contiene una fórmula sin calcular; abra el archivo en su planilla de cálculo y guárdelo de nuevo'
  },
  CELL_WITHOUT_COLUMN: { en: 'is in a column without a heading', es: 'está en una columna sin encabezado' }
}

export type ColumnKind = 'text' | 'number' | 'percentage' | 'date' | 'flag'

/** The value of a cell, or the reason why it cannot be read. */
export type ReadCell = { value: string | number | boolean } | { problem: keyof typeof cellProblems }

const readers: Record<ColumnKind, (cell: Cell) => ReadCell> = {
  text: readText, number: readNumber, percentage: readPercentage, date: readDate, flag: readFlag
}

/**
 * Reads a cell as people write in Chile: 1.234,5 is a number, 20-11-2026 a date, Sí a yes. Ambiguous values are
 * refused, never guessed.
 */
export function readCell (cell: Cell, kind: ColumnKind): ReadCell {
  if (cell.trouble === 'error') return { problem: 'CELL_HAS_ERROR' }
  if (cell.trouble === 'formula') return { problem: 'CELL_FORMULA_WITHOUT_VALUE' }
  return readers[kind](cell)
}

function readText ({ value, shownAs, digits = 0 }: Cell): ReadCell {
  if (typeof value === 'string') return checkText(value.trim())
  if (typeof value === 'boolean') return { value: value ? 'Sí' : 'No' }
  if (shownAs === 'date') return { value: momentOf(value) }
  // A spreadsheet shows such a number as 1,2E+20, so its user has not seen the digits.
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? { problem: 'CELL_NUMBER_INEXACT' }
    : { value: String(value).padStart(digits, '0') }
}

// Spreadsheets shorten long numbers in a .csv: 7,80123E+12 was a bar code of 13 digits.
const shortened = /^\d(?:[.,]\d+)?E\+\d{2}$/

/** Texts may contain line breaks and tabs; other control characters and lone surrogates cannot be stored. */
function checkText (text: string): ReadCell {
  if (/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text)) return { problem: 'CELL_HAS_CONTROL_CHARACTERS' }
  return shortened.test(text) ? { problem: 'CELL_NUMBER_SHORTENED' } : { value: text }
}

function readNumber ({ value, shownAs }: Cell): ReadCell {
  if (shownAs === 'date') return { problem: 'CELL_IS_A_DATE' }
  if (shownAs === 'percentage') return { problem: 'CELL_IS_A_PERCENTAGE' }
  if (typeof value === 'number') return { value }
  return typeof value === 'string' ? parseNumber(value) : { problem: 'CELL_NOT_A_NUMBER' }
}

function readPercentage (cell: Cell): ReadCell {
  if (cell.shownAs === 'percentage' && typeof cell.value === 'number') {
    return { value: Number((cell.value * 100).toPrecision(15)) }
  }
  return readNumber(typeof cell.value === 'string' ? { ...cell, value: cell.value.replace(/\s*%\s*$/, '') } : cell)
}

const groupedThousands = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const plainNumber = /^-?\d+(?:,\d+)?$/

/**
 * A number as written in Chile: dots separate thousands, a comma the decimals. "1.5" and "0.500" are refused: their dot
 * is a decimal point, which would make "1.500" in the same file ambiguous.
 */
function parseNumber (text: string): ReadCell {
  const written = text.trim().replace(/^\$\s*/, '').replace(/^-\s*\$\s*/, '-').replaceAll('\u2212', '-')
  if (!groupedThousands.test(written) && !plainNumber.test(written)) {
    return { problem: /^-?[\d.,]*\d[\d.,]*$/.test(written) ? 'CELL_NUMBER_AMBIGUOUS' : 'CELL_NOT_A_NUMBER' }
  }
  const plain = written.replaceAll('.', '').replace(',', '.')
  return fitsDouble(plain) ? { value: Number(plain) || 0 } : { problem: 'CELL_NUMBER_INEXACT' }
}

function readDate ({ value, shownAs }: Cell): ReadCell {
  // A number may be a date whose format was cleared.
  if (typeof value === 'number') {
    return shownAs === 'percentage' || value < 1 || value > lastDay
      ? { problem: 'CELL_NOT_A_DATE' }
      : { value: dayOf(value) }
  }
  if (typeof value === 'boolean') return { problem: 'CELL_NOT_A_DATE' }
  return parseDate(value.trim())
}

function parseDate (text: string): ReadCell {
  const [, day, month, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  if (day !== undefined && month !== undefined && year !== undefined) {
    return calendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return /^\d{4}-\d{2}-\d{2}/.test(text)
    ? (text.length === 10 ? calendarDate(text) : checkText(text))
    : { problem: 'CELL_NOT_A_DATE' }
}

function calendarDate (iso: string): ReadCell {
  return isCalendarDate(iso) ? { value: iso } : { problem: 'CELL_NOT_A_DATE' }
}

const yes = ['si', 'sí', 's', 'x', '1', 'true', 'verdadero', 'yes']
const no = ['no', 'n', '0', 'false', 'falso']

function readFlag ({ value }: Cell): ReadCell {
  if (typeof value === 'boolean') return { value }
  const word = String(value).trim().toLowerCase()
  if (yes.includes(word)) return { value: true }
  return no.includes(word) ? { value: false } : { problem: 'CELL_NOT_YES_OR_NO' }
}

// The last day of 9999 is the last that spreadsheets know.
const dayZero = '1899-12-30'
const lastDay = 2_958_465

function dayOf (days: number): string {
  return addDays(dayZero, Math.floor(days))
}

/** A date, a time of day, or both. */
function momentOf (days: number): string {
  if (days < 0 || days > lastDay) return String(days)
  const seconds = Math.round((days - Math.floor(days)) * daySeconds)
  const time = new Date(seconds * 1000).toISOString().slice(11, 19)
  if (days < 1) return time
  return seconds === 0 ? dayOf(days) : `${dayOf(days)}T${time}`
}
