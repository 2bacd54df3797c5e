import type { DrawnPage } from './drawn-content.ts'

/** What the server and the drawing process say to each other. */
export interface DrawRequest {
  /** Typst source of the main file. It may import /dte.typ, /factura.typ and /boleta.typ, and read /data.json and /stamp.png. */
  source: string
  /** JSON text. */
  data: string
  stamp: Uint8Array
  /** One more file that the source may read. */
  logo?: { path: string, bytes: Uint8Array }
  /** Tells what is seen on the pages, too. */
  inspect?: boolean
}

/** Something wrong with the source; line and column count from 1. */
export interface Diagnostic { file: string, message: string, line?: number, column?: number }

export type DrawAnswer =
  | { kind: 'drawn', pages: number, pdf: Uint8Array, content?: DrawnPage[] }
  | { kind: 'refused', diagnostics: Diagnostic[] }
  | { kind: 'tooLong', pages: number }

/** Said once, when the process can take its first job. */
export interface ReadyMessage { kind: 'ready' }
