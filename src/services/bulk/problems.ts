import type { Violation } from '../../dte/errors.ts'
import type { ColumnPlaces, Place, RowProblem } from '../../model/bulk-rows.ts'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { errorTable, type Problem, type Sentence, type ServiceError } from '../../shared/errors.ts'
import { columnLetters } from '../../shared/spreadsheet.ts'
import { DocumentRefused } from '../invoicing/issuing/refusal.ts'
import { cellProblems } from '../sheet-cells.ts'
import { columnAt } from './columns.ts'

const { rowsOfDocument, cellsOfDocument } = bulkLimits
const counted = (count: number): Sentence => ({ en: count.toLocaleString('en-US'), es: count.toLocaleString('es-CL') })

/** Mistakes of submitted documents, beside those against the schema and the rules of tax documents. */
export const problemTable = {
  ...cellProblems,
  CELL_DIFFERS: {
    en: 'differs from an earlier row of the same document', es: 'difiere de una fila anterior del mismo documento'
  },
  DOCUMENT_KEY_MISSING: {
    en: 'is mandatory: it names the document that the row belongs to',
    es: 'es obligatorio: indica a qué documento pertenece la fila'
  },
  DOCUMENT_KEY_TOO_LONG: { en: 'must have at most 100 characters', es: 'debe tener a lo más 100 caracteres' },
  DOCUMENT_KEY_REPEATED: {
    en: 'is also the name of another document of the submission; the rows of a document must be consecutive',
    es: 'también es el nombre de otro documento del envío; las filas de un documento deben ser consecutivas'
  },
  EXTERNAL_ID_REPEATED: {
    en: 'is also the externalId of another document of the submission',
    es: 'también es el externalId de otro documento del envío'
  },
  DOCUMENT_HAS_TOO_MANY_ROWS: {
    en: `the document has more than ${counted(rowsOfDocument).en} rows`,
    es: `el documento tiene más de ${counted(rowsOfDocument).es} filas`
  },
  DOCUMENT_HAS_TOO_MANY_CELLS: {
    en: `the document has more than ${counted(cellsOfDocument).en} cells`,
    es: `el documento tiene más de ${counted(cellsOfDocument).es} celdas`
  },
  DOCUMENT_HAS_MORE_MISTAKES: {
    en: 'the document has more mistakes than are listed here',
    es: 'el documento tiene más errores que los listados aquí'
  },
  REFERENCE_TOLD_TWICE: {
    en: 'cannot be combined with a folio or date: leave those blank, or remove the document name',
    es: 'no se puede combinar con folio o fecha: déjelos en blanco o borre el nombre del documento'
  },
  REFERENCE_KEY_UNKNOWN: { en: 'is not the name of a document of the submission', es: 'no es el nombre de un documento del envío' },
  REFERENCE_IN_A_CIRCLE: {
    en: 'names a document that refers back to this one',
    es: 'es el nombre de un documento que a su vez hace referencia a éste'
  },
  REFERENCE_HAS_MISTAKES: {
    en: 'names a document that has mistakes', es: 'es el nombre de un documento que tiene errores'
  },
  REFERENCE_NOT_ISSUED: {
    en: 'names a document that was not issued', es: 'es el nombre de un documento que no se emitió'
  },
  NOT_ISSUED: {
    en: 'the document could not be issued; contact the operator of the service',
    es: 'el documento no se pudo emitir; comuníquese con el operador del servicio'
  }
} as const satisfies Record<string, Sentence>

export type ProblemCode = keyof typeof problemTable

type Located = Pick<RowProblem, 'row' | 'column' | 'cell' | 'field' | 'path'>
export type Locate = (path: string) => Located

/** Locates members in a file: `details[2].quantity` is a cell in the row of the document's third line. */
export function locateInFile (columns: ColumnPlaces, place: Place): Locate {
  return (path) => {
    const { pattern, row } = placeOf(path, place)
    const column = columns[pattern] ?? columns[wholeOf(pattern, columns)]
    const letters = column === undefined ? null : columnLetters(column)
    return {
      row, column: letters, cell: letters === null ? null : `${letters}${row}`, field: columnAt(pattern)?.name ?? path,
      path
    }
  }
}

/** The path of a member's column, such as `details[].quantity`, and the row of its list entry. */
function placeOf (path: string, place: Place): { pattern: string, row: number } {
  const [, list, index] = /^([\w.]+)\[(\d+)\]/.exec(path) ?? []
  if (list === undefined) return { pattern: path, row: place.first }
  return {
    pattern: path.replace(`${list}[${index}]`, `${list}[]`), row: place.rows[list]?.[Number(index)] ?? place.first
  }
}

/** A problem of a whole block is shown at its first column. */
function wholeOf (pattern: string, columns: ColumnPlaces): string {
  return Object.keys(columns).find((path) => path.startsWith(`${pattern}.`) || path.startsWith(`${pattern}[`)) ?? ''
}

/** Locates members in a JSON document by their path. */
export function locateInJson (position: number): Locate {
  return (path) => ({
    row: position, column: null, cell: null, field: path,
    path: `invoices[${position - 1}]${path === '' ? '' : `.${path}`}`
  })
}

export function newProblem (code: ProblemCode, located: Located): RowProblem {
  const { row, column, cell, field, path } = located
  const { en, es } = problemTable[code]
  return { row, column, cell, field, path, code, message: { en, es } }
}

const maxProblems = 100

/** Adds a problem to those of a document, up to a limit; after that, one last problem says that there are more. */
export function addProblem (problems: RowProblem[], problem: RowProblem): void {
  if (problems.length < maxProblems) problems.push(problem)
  else if (problems.length === maxProblems) problems.push(newProblem('DOCUMENT_HAS_MORE_MISTAKES', problem))
}

/** A violated rule of the tax document; its path begins with "payload.". */
export function problemOfViolation ({ rule, path, message, source }: Violation, locate: Locate): RowProblem {
  return {
    ...locate(path.replace(/^payload\.?/, '')), code: rule, message, ...(source === '' ? {} : { rule: source })
  }
}

export function problemOfSchema ({ path, message }: Problem, locate: Locate): RowProblem {
  return { ...locate(path), code: 'VALIDATION_FAILED', message }
}

/** The problems for which a document was refused when it was issued. */
export function problemsOfError (error: ServiceError | DocumentRefused, locate: Locate): RowProblem[] {
  if (error instanceof DocumentRefused) {
    return error.violations.map((violation) => problemOfViolation(violation, locate))
  }
  const { code, problems } = error
  if (problems.length === 0) return [{ ...locate('key'), code, message: errorTable[code] }]
  return problems.map(({ path, message }) => ({ ...locate(path.replace(/^payload\.?/, '')), code, message }))
}
