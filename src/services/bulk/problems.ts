import type { Violation } from '../../dte/errors.ts'
import type { ColumnPlaces, Place, RowProblem } from '../../model/bulk-rows.ts'
import type { Problem, Sentence } from '../../shared/errors.ts'
import { columnLetters } from '../../shared/spreadsheet.ts'
import { columnAt } from './columns.ts'

/** What can be wrong with a document of a submission beside what its schema and the rules of the tax document tell. */
export const troubleTable = {
  CELL_NOT_A_NUMBER: {
    en: 'is not a number; write 1234,5 or 1.234,5', es: 'no es un número; escriba 1234,5 o 1.234,5'
  },
  CELL_NUMBER_AMBIGUOUS: {
    en: 'can be read in two ways: decimals follow a comma, and dots part thousands (1.234,5)',
    es: 'se puede leer de dos formas: los decimales van tras una coma y los puntos separan miles (1.234,5)'
  },
  CELL_NUMBER_INEXACT: { en: 'has more than 15 significant digits', es: 'tiene más de 15 dígitos significativos' },
  CELL_NUMBER_SHORTENED: {
    en: 'was shortened by the spreadsheet program: show the column as text, and write all the digits',
    es: 'fue abreviado por la planilla: dé formato de texto a la columna y escriba todos los dígitos'
  },
  CELL_HAS_CONTROL_CHARACTERS: {
    en: 'holds control characters; type the text anew', es: 'contiene caracteres de control; escriba el texto de nuevo'
  },
  CELL_IS_A_PERCENTAGE: {
    en: 'is shown in percent, which does not fit this column',
    es: 'está en formato de porcentaje, lo que no corresponde a esta columna'
  },
  CELL_NOT_A_DATE: { en: 'is not a date; write dd-mm-yyyy', es: 'no es una fecha; escriba dd-mm-aaaa' },
  CELL_IS_A_DATE: { en: 'is a date where a number is wanted', es: 'es una fecha donde se espera un número' },
  CELL_NOT_YES_OR_NO: { en: 'is neither Sí nor No', es: 'no es Sí ni No' },
  CELL_HAS_ERROR: { en: 'holds an error of the spreadsheet', es: 'contiene un error de la planilla' },
  CELL_FORMULA_WITHOUT_VALUE: {
    en: 'holds a formula that was never computed; open the file in its program and save it again',
    es: 'contiene una fórmula sin calcular; abra el archivo en su programa y guárdelo de nuevo'
  },
  CELL_WITHOUT_COLUMN: { en: 'stands in a column without a heading', es: 'está en una columna sin encabezado' },
  CELL_DIFFERS: {
    en: 'differs from an earlier row of the same document', es: 'difiere de una fila anterior del mismo documento'
  },
  DOCUMENT_KEY_MISSING: {
    en: 'is mandatory: it says to which document the row belongs',
    es: 'es obligatorio: dice a qué documento pertenece la fila'
  },
  DOCUMENT_KEY_TOO_LONG: { en: 'must have at most 100 characters', es: 'debe tener a lo más 100 caracteres' },
  DOCUMENT_KEY_REPEATED: {
    en: 'names another document of the submission too; rows of one document stand together',
    es: 'también es el nombre de otro documento del envío; las filas de un documento van juntas'
  },
  DOCUMENT_HAS_TOO_MANY_ROWS: {
    en: 'the document has more than 2,000 rows', es: 'el documento tiene más de 2.000 filas'
  },
  DOCUMENT_HAS_TOO_MANY_CELLS: {
    en: 'the document has more than 20,000 cells', es: 'el documento tiene más de 20.000 celdas'
  },
  DOCUMENT_HAS_MORE_MISTAKES: {
    en: 'the document has more mistakes than are listed here',
    es: 'el documento tiene más errores que los listados aquí'
  },
  REFERENCE_TOLD_TWICE: {
    en: 'leave type, folio and date of the reference blank, or name no document: not both',
    es: 'deje en blanco tipo, folio y fecha de la referencia, o no nombre un documento: no ambos'
  },
  REFERENCE_KEY_UNKNOWN: { en: 'names no document of the submission', es: 'no es el nombre de un documento del envío' },
  REFERENCE_IN_A_CIRCLE: {
    en: 'names a document that refers back to this one',
    es: 'es el nombre de un documento que a su vez se refiere a éste'
  },
  REFERENCE_HAS_MISTAKES: {
    en: 'names a document that has mistakes', es: 'es el nombre de un documento que tiene errores'
  },
  REFERENCE_NOT_ISSUED: {
    en: 'names a document that was not issued', es: 'es el nombre de un documento que no se emitió'
  },
  NOT_ISSUED: {
    en: 'the document could not be issued; report it to the operator',
    es: 'el documento no se pudo emitir; informe al operador'
  }
} as const satisfies Record<string, Sentence>

export type TroubleCode = keyof typeof troubleTable

type Located = Pick<RowProblem, 'row' | 'column' | 'cell' | 'field' | 'path'>
export type Locate = (path: string) => Located

/** Finds the members of a document in a file: `details[2].quantity` is a cell of the row of its third line. */
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

/** The column's path for a member's, `details[].quantity`, and the row on which its list has that entry. */
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

/** In JSON, the path leads to the member. */
export function locateInJson (position: number): Locate {
  return (path) => ({
    row: position, column: null, cell: null, field: path,
    path: `invoices[${position - 1}]${path === '' ? '' : `.${path}`}`
  })
}

export function trouble (code: TroubleCode, located: Located): RowProblem {
  const { row, column, cell, field, path } = located
  const { en, es } = troubleTable[code]
  return { row, column, cell, field, path, code, message: { en, es } }
}

const maxProblems = 100

/**
 * Adds a mistake to those of a document, up to as many as anybody corrects at once; the last one then says that there
 * are more.
 */
export function addProblem (problems: RowProblem[], problem: RowProblem): void {
  if (problems.length < maxProblems) problems.push(problem)
  else if (problems.length === maxProblems) problems.push(trouble('DOCUMENT_HAS_MORE_MISTAKES', problem))
}

/** A rule of the tax document that is broken; its path begins with "payload.". */
export function problemOfViolation ({ rule, path, message, siiCode }: Violation, locate: Locate): RowProblem {
  return {
    ...locate(path.replace(/^payload\.?/, '')), code: rule, message, ...(siiCode === undefined ? {} : { siiCode })
  }
}

export function problemOfSchema ({ path, message }: Problem, locate: Locate): RowProblem {
  return { ...locate(path), code: 'VALIDATION_FAILED', message }
}
