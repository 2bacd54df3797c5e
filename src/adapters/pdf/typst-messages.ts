import type { Sentence } from '../../shared/errors.ts'
import type { DrawnPage } from './drawn-content.ts'

/** A job that the server sends to the drawing process. */
export interface DrawRequest {
  /**
   * Typst source of the main file. It may import /dte.typ, /factura.typ and /boleta.typ, and read /data.json and
   * /stamp.png.
   */
  source: string
  /** JSON text. */
  data: string
  stamp: Uint8Array
  /** Another file that the source may read. */
  logo?: { path: string, bytes: Uint8Array }
  /** Whether the answer should also describe what the pages show. */
  inspect?: boolean
}

/** A problem of the source, in words for its author. Line and column count from 1. */
export interface Diagnostic { file: string, message: Sentence, line?: number, column?: number }

/** `thrown`: what the compiler threw, only for the operator's log. */
export type DrawAnswer =
  | { kind: 'drawn', pages: number, pdf: Uint8Array, content?: DrawnPage[] }
  | { kind: 'refused', diagnostics: Diagnostic[], thrown?: string }
  | { kind: 'tooLong', pages: number }

/** Sent once, when the process is ready for its first job. */
export interface ReadyMessage { kind: 'ready' }
