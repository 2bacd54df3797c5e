import { emailsIn, isEmail } from '../values/email.ts'
import { parseRut, type Rut } from '../values/rut.ts'

/** A company of the SII's directory of electronic taxpayers. */
export interface ListedCompany {
  taxNumber: Rut
  name: string
  /** Where other companies send their documents ("Mail Contacto Empresas"); undefined without a usable address. */
  mailbox: string | undefined
  resolutionNumber: number | undefined
  /** YYYY-MM-DD */
  resolutionDate: string | undefined
}

/** Why a line of the file is not a company of the directory. */
export type DirectoryLineProblem = 'shape' | 'taxNumber'

const directoryColumns = [
  'RUT', 'RAZON SOCIAL', 'NUMERO RESOLUCION', 'FECHA RESOLUCION', 'MAIL INTERCAMBIO', 'URL'
] as const

/** Whether this is the first line of `ce_empresas_dwnld_AAAAMMDD.csv`. */
export function isDirectoryHeader (line: string): boolean {
  const cells = line.split(';').map((cell) => cell.trim().toUpperCase())
  return cells.length === directoryColumns.length && directoryColumns.every((column, index) => cells[index] === column)
}

// Nothing is quoted, and names hold semicolons. A date says where a name ends; without one, cells count from the right.
const withDate = /^([^;]*);(.*);([^;]*);\s*(\d{1,4}[-/]\d{1,2}[-/]\d{1,4})[^;]*;([^;]*);(.*)$/
const withoutDate = /^([^;]*);(.*);([^;]*);([^;]*);([^;]*);([^;]*)$/
// eslint-disable-next-line no-control-regex -- what a name must not hold
const control = /[\u0000-\u001f\u007f-\u009f]+/g
const longestName = 200
const longestMailbox = 254

/** Reads a line below the header: RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL. */
export function readDirectoryLine (line: string): ListedCompany | DirectoryLineProblem {
  const cells = withDate.exec(line) ?? withoutDate.exec(line)
  if (!cells) return 'shape'
  const [, rut = '', name = '', number = '', date = '', mailbox = ''] = cells
  const taxNumber = parseRut(rut)
  if (taxNumber === undefined) return 'taxNumber'
  return {
    taxNumber,
    name: name.replace(control, ' ').trim().slice(0, longestName),
    mailbox: mailboxOf(mailbox),
    resolutionNumber: /^\d{1,9}$/.test(number.trim()) ? Number(number) : undefined,
    resolutionDate: dateOf(date.trim())
  }
}

/** The first address of the cell, in lower case. */
function mailboxOf (cell: string): string | undefined {
  const [first = ''] = emailsIn(cell.toLowerCase())
  return first.length <= longestMailbox && isEmail(first) ? first : undefined
}

/** Day first or year first. */
function dateOf (text: string): string | undefined {
  const [, first = '', month = '', last = ''] = /^(\d{1,4})[-/](\d{1,2})[-/](\d{1,4})$/.exec(text) ?? []
  const [year, day] = first.length === 4 ? [first, last] : [last, first]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isDate = year.length === 4 && !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  return isDate ? date : undefined
}
