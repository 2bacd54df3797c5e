import type { Readable } from 'node:stream'

/**
 * A cell with a value. In .csv every value is text; in .xlsx a number has the format in which it is shown.
 */
export interface Cell {
  /** From 0. */
  column: number
  value: string | number | boolean
  /**
   * A date is a number of days since 1899-12-30, and its time of day the fraction; a percentage of 10 is the number
   * 0.1.
   */
  shownAs?: 'date' | 'percentage'
  /** A whole number is shown with so many digits, zeros before it: 00123 is the number 123 in five digits. */
  digits?: number
  /** The cell holds an error of its program, such as #N/A or #REF!, or a formula that was never computed. */
  trouble?: 'error' | 'formula'
}

/** A row that holds something; `row` counts from 1, as spreadsheet programs show it. */
export interface SheetRow { row: number, cells: Cell[] }

/** How the text of a .csv file was read; a workbook says itself. */
export type TextEncoding = 'utf-8' | 'windows-1252'

export interface SheetFile {
  format: 'csv' | 'xlsx'
  encoding: TextEncoding | null
  rows: AsyncIterable<SheetRow>
  /** Ends the reading of rows. It may be called at any time, more than once. */
  close: () => void
}

/** How the cells of a column are formatted, also those that are filled in later; amounts have thousands separators. */
export type ColumnFormat = 'text' | 'number' | 'amount' | 'date' | 'moment'

export interface WrittenColumn {
  width: number
  /** `text` if omitted. */
  format?: ColumnFormat
  /** In a group that is folded. */
  isFolded?: boolean
  /** What a cell of the column may hold: a range of another sheet to choose from, and a hint to show. */
  choices?: { range: string, title: string, hint: string }
}

/**
 * A sheet to be written, its first row bold and kept in sight. Texts that a program could take for a formula are made
 * harmless.
 */
export interface WrittenSheet {
  name: string
  columns: WrittenColumn[]
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>
  /** Whether the first row has filters. */
  hasFilter?: boolean
  /** How many columns stay in sight; none if omitted. */
  columnsInSight?: number
}

/** A day of the calendar, YYYY-MM-DD, written as dd-mm-yyyy. */
export interface WrittenDay { day: string }
/** A moment on Chile's clock, YYYY-MM-DDThh:mm:ss, written as dd-mm-yyyy hh:mm:ss. */
export interface WrittenMoment { moment: string }
/** A number, exact: a decimal as text, "-1234.5". */
export interface WrittenAmount { amount: string }
export type WrittenCell = string | number | null | WrittenDay | WrittenMoment | WrittenAmount
export type WrittenRow = WrittenCell[]

/** "A" for 0, "Z" for 25, "AA" for 26. */
export function columnLetters (column: number): string {
  const rest = Math.floor(column / 26)
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + column % 26)
}

/** 26 for "AA"; undefined if it is not a column of a sheet. */
export function columnNumber (letters: string): number | undefined {
  if (!/^[A-Z]{1,3}$/.test(letters)) return undefined
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * The text with a ' before it when a spreadsheet program could take it for a formula (OWASP, CSV injection): such a
 * cell would run on the computer that opens the file.
 */
export function withoutFormula (text: string): string {
  return /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

/** Reads and writes the files of spreadsheet programs (adapters/spreadsheet). */
export interface Spreadsheets {
  /**
   * Opens a file by what it holds, whatever it is called. The bytes pass to the reader: the buffer may be empty
   * afterwards. The file must be closed. `signal` ends the reading, whose rows then fail with its reason. Throws
   * ServiceError BULK_FILE_… and BULK_SHEET_NOT_FOUND, also while the rows are read, and OVERLOADED.
   */
  read: (bytes: Buffer, options?: { signal?: AbortSignal | undefined }) => Promise<SheetFile>
  writeXlsx: (sheets: WrittenSheet[], at: Date) => Readable
  writeCsv: (sheet: Pick<WrittenSheet, 'rows'>) => Readable
}
