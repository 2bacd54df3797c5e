/** Why the file of a test set is refused, line by line: a guess would cost folios. */
export interface SetProblem {
  code: SetProblemCode
  /** Of the file, from 1; 0 for the file as a whole. */
  line: number
  /** What stands there, shortened. */
  found: string
}

export type SetProblemCode = keyof typeof setProblemTable

interface Sentence { en: string, es: string }

/** The sentences of the problems. */
export const setProblemTable = {
  SET_ENCODING: {
    en: 'the file was saved by a program that lost its accents; upload it as the SII sent it',
    es: 'el archivo fue guardado por un programa que perdió sus acentos; súbalo tal como lo entregó el SII'
  },
  SET_WITHOUT_SECTIONS: {
    en: 'the file has no set: no line says "NUMERO DE ATENCION"',
    es: 'el archivo no contiene ningún set: ninguna línea dice "NUMERO DE ATENCION"'
  },
  SET_SECTION_UNKNOWN: { en: 'this set is not known', es: 'este set no es conocido' },
  SET_SECTION_REPEATED: { en: 'this set comes twice', es: 'este set viene dos veces' },
  SET_LINE_UNKNOWN: { en: 'this line is not understood', es: 'esta línea no se entiende' },
  SET_DOCUMENT_UNKNOWN: {
    en: 'this document does not belong to the set', es: 'este documento no pertenece al set'
  },
  SET_COLUMN_UNKNOWN: { en: 'a column is not known', es: 'una columna no es conocida' },
  SET_ROW_INVALID: {
    en: 'the row does not have a value for each column', es: 'la fila no tiene un valor para cada columna'
  },
  SET_CASE_OUT_OF_ORDER: {
    en: 'the cases of a set count from 1, with the attention number of the set',
    es: 'los casos de un set se numeran desde 1, con el número de atención del set'
  },
  SET_ITEM_UNKNOWN: {
    en: 'no line of the document that the note changes has this name',
    es: 'ninguna línea del documento que la nota modifica tiene este nombre'
  },
  SET_CASE_INCOMPLETE: { en: 'the case is not complete', es: 'el caso no está completo' },
  SET_REFERENCE_INVALID: {
    en: 'the note refers to a document that no earlier case makes',
    es: 'la nota se refiere a un documento que ningún caso anterior genera'
  }
} as const satisfies Record<string, Sentence>
