import type { Sentence } from '../../shared/errors.ts'
import type { DrawnPage } from './drawn-content.ts'

/** What the server and the drawing process say to each other. */
export interface DrawRequest {
  /**
   * Typst source of the main file. It may import /dte.typ, /factura.typ and /boleta.typ, and read /data.json and
   * /stamp.png.
   */
  source: string
  /** JSON text. */
  data: string
  stamp: Uint8Array
  /** One more file that the source may read. */
  logo?: { path: string, bytes: Uint8Array }
  /** Tells what is seen on the pages, too. */
  inspect?: boolean
}

/** Something wrong with the source, in words for its author; line and column count from 1. */
export interface Diagnostic { file: string, message: Sentence, line?: number, column?: number }

/** `thrown`: what the compiler threw, for the operator's log alone. */
export type DrawAnswer =
  | { kind: 'drawn', pages: number, pdf: Uint8Array, content?: DrawnPage[] }
  | { kind: 'refused', diagnostics: Diagnostic[], thrown?: string }
  | { kind: 'tooLong', pages: number }

/** Said once, when the process can take its first job. */
export interface ReadyMessage { kind: 'ready' }
