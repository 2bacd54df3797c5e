import { z } from 'zod'
import type { Sentence } from '../shared/errors.ts'

/** Something wrong with a document, and where. Of JSON there is no cell, and the row is the document's position. */
export interface RowProblem {
  row: number
  /** Letters of the column, when the file has one for the member. */
  column: string | null
  /** "F12" */
  cell: string | null
  /** The column's heading, or the member's path. */
  field: string
  path: string
  code: string
  message: Sentence
  /** The SII's code or the number of the rule of the format; absent for none. */
  rule?: string | undefined
}

/** Where the parts of a document stand in a file: the row of its header, and the rows of each of its lists. */
export interface Place { first: number, rows: Record<string, number[]> }

/** Columns of a file by the path of the member that they hold; from 0. */
export type ColumnPlaces = Readonly<Record<string, number>>

/** What paused rows of a submission need: an error code for each document type. */
export type PausedTypes = Readonly<Record<string, string>>

const rowProblems = z.array(z.object({
  row: z.int(), column: z.string().nullable(), cell: z.string().nullable(), field: z.string(), path: z.string(),
  code: z.string(), message: z.object({ en: z.string(), es: z.string() }), rule: z.string().optional()
}))
const place = z.object({ first: z.int(), rows: z.record(z.string(), z.array(z.int())) })
const columnPlaces = z.record(z.string(), z.int())
const pausedTypes = z.record(z.string(), z.string())

/** The column `problems` of a row. Throws ZodError. */
export function readRowProblems (stored: unknown): RowProblem[] {
  return stored === null ? [] : rowProblems.parse(stored)
}

/** The column `place` of a row; null for a document from JSON. Throws ZodError. */
export function readPlace (stored: unknown): Place | null {
  return stored === null ? null : place.parse(stored)
}

/** The column `columns` of a submission; null for one from JSON. Throws ZodError. */
export function readColumnPlaces (stored: unknown): ColumnPlaces | null {
  return stored === null ? null : columnPlaces.parse(stored)
}

/** The column `paused` of a submission. Throws ZodError. */
export function readPausedTypes (stored: unknown): PausedTypes {
  return pausedTypes.parse(stored)
}
