import { z } from 'zod'
import type { Decimal } from '../values/amounts.ts'
import { isTimeOfDay, localDateTimeOf } from '../values/calendar.ts'
import { documentTypeFacts, isBoleta, type DocumentType } from '../values/document-types.ts'
import { amountLimits, dateLimits, percentageLimits, quantityLimits } from '../tables/limits.ts'
import { findCurrency } from '../values/currencies.ts'
import {
  isBlank, readCode, readDate, readDecimal, readPositive, readSigned, readRut, readTextUpTo, report, type Posted,
  type Reading
} from './reading.ts'
import type { Rut } from '../values/rut.ts'

/**
 * The schema's branches that have an element: D Documento, L Liquidacion, E Exportaciones, B the boleta's Documento.
 */
export type Branch = 'D' | 'L' | 'E' | 'B'

/** How a posted value is checked, and what becomes of it in the document. */
export interface Format<Schema extends z.ZodType = z.ZodType, Value = unknown> {
  schema: Schema
  /** For the documentation: "text 80", "decimal 12.6" … */
  limits: string
  read (reading: Reading, path: string, posted: Posted<z.output<Schema>>): Value | undefined
}

/** One member of a posted block and the element that it fills. */
export interface Field<F extends Format = Format> {
  element: string
  format: F
  description: string
  /** Without it the block cannot be written. */
  required?: boolean
  /** Where its element exists; everywhere that its block does when absent. */
  branches?: string
  /** The types that have it, where they are fewer. */
  types?: readonly DocumentType[]
}

export type Fields = Record<string, Field>

/** What a block's fields become in the document. */
export type BlockOf<F extends Fields> = {
  [K in keyof F]?: F[K] extends Field<Format<z.ZodType, infer Value>> ? Value : never
}

/** The members of a block as zod knows them. */
export type ShapeOf<F extends Fields> = { [K in keyof F]: z.ZodOptional<z.ZodNullable<F[K]['format']['schema']>> }

type PostedBlock<F extends Fields> = { [K in keyof F]?: Posted<z.output<F[K]['format']['schema']>> }

export function shapeOf<F extends Fields> (fields: F): ShapeOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map((
      [member, { element, format, description }]
    ) => [
      member,
      format.schema.nullish().meta({
        description: `${element}${description && `: ${description}`} (${format.limits}).`
      })
    ])
  ) as ShapeOf<F>
}

export function branchOf (type: DocumentType): Branch {
  if (isBoleta(type)) return 'B'
  return ({ Documento: 'D', Liquidacion: 'L', Exportaciones: 'E' } as const)[documentTypeFacts(type).branch]
}

/** Reads a block's members; one that its type does not have is refused, as is a missing one that the block needs. */
export function readFields<F extends Fields> (
  reading: Reading, path: string, posted: PostedBlock<F>, fields: F
): BlockOf<F> {
  const block: Record<string, unknown> = {}
  for (const member of Object.keys(fields)) {
    const field = fields[member]
    if (!field) continue
    const value = readField(reading, `${path}.${member}`, posted[member], field)
    if (value !== undefined) block[member] = value
  }
  return block as BlockOf<F>
}

function readField (reading: Reading, at: string, posted: unknown, field: Field): unknown {
  const exists = existsIn(reading.documentType, field)
  if (!isNothing(posted)) {
    if (exists) return field.format.read(reading, at, posted)
    report(reading, 'FIELD_NOT_ALLOWED', at)
  } else if (exists && field.required === true) {
    report(reading, 'FIELD_REQUIRED', at)
  }
  return undefined
}

/** Rows of a block, up to a number of them; nothing when there are none. */
export function readRows<F extends Fields> (
  reading: Reading, path: string, posted: Posted<PostedBlock<F>[]>,
  { fields, most, branches }: { fields: F, most: number, branches: string }
): BlockOf<F>[] | undefined {
  const rows = posted ?? []
  if (rows.length === 0 || isRefused(reading, path, branches)) return undefined
  if (rows.length > most) report(reading, 'ROWS_TOO_MANY', path, { posted: String(rows.length), limit: String(most) })
  return rows.slice(0, most).map((row, index) => readFields(reading, `${path}[${index}]`, row, fields))
}

/** A block that may be absent; nothing when it is, or when none of its members says anything. */
export function readBlock<F extends Fields> (
  reading: Reading, path: string, posted: Posted<PostedBlock<F>>,
  { fields, branches, types }: { fields: F, branches: string, types?: readonly DocumentType[] }
): BlockOf<F> | undefined {
  if (!posted || Object.values(posted).every(isNothing)) return undefined
  return isRefused(reading, path, branches, types) ? undefined : readFields(reading, path, posted, fields)
}

/** Whether a block is refused, since documents of this type have none. */
export function isRefused (reading: Reading, path: string, branches: string, types?: readonly DocumentType[]): boolean {
  const exists = branches.includes(branchOf(reading.documentType)) && (types?.includes(reading.documentType) ?? true)
  if (!exists) report(reading, 'FIELD_NOT_ALLOWED', path)
  return !exists
}

function existsIn (type: DocumentType, { branches, types }: Field): boolean {
  return (branches?.includes(branchOf(type)) ?? true) && (types?.includes(type) ?? true)
}

function isNothing (value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === null || value === undefined || value === false || (typeof value === 'string' && value.trim() === '')
}

type TextFormat<Value extends string = string> = Format<z.ZodString, Value>
type NumberFormat<Value> = Format<z.ZodNumber, Value>

export const text = (limit: number): TextFormat => ({
  schema: z.string().max(Math.max(400, limit * 4)),
  limits: `text ${limit}`,
  read: (reading, path, posted) => readTextUpTo(reading, path, posted, limit)
})
export const rut: TextFormat<Rut> = { schema: z.string().max(40), limits: 'RUT', read: readRut }
export const date = (limits: { from: string, to: string } = dateLimits): TextFormat => ({
  schema: z.string().max(40), limits: 'date', read: (reading, path, posted) => readDate(reading, path, posted, limits)
})
export const dateTime: TextFormat = { schema: z.string().max(40), limits: 'date and time', read: readDateTime }
export const timeOfDay: TextFormat = { schema: z.string().max(40), limits: 'hh:mm:ss', read: readTime }
export const codeText = (...allowed: string[]): TextFormat => ({
  schema: z.string().max(40),
  limits: allowed.join(', '),
  read: (reading, path, posted) => readCodeText(reading, path, posted, allowed)
})
export const code = (...allowed: number[]): NumberFormat<number> => ({
  schema: z.number(),
  limits: allowed.join(', '),
  read: (reading, path, posted) => readCode(reading, path, posted, allowed)
})
export const currency: TextFormat = { schema: z.string().max(40), limits: 'currency', read: readCurrency }
/** 1, when said. */
export const flag: Format<z.ZodBoolean, number> = {
  schema: z.boolean(), limits: '1', read: (_reading, _path, posted) => posted === true ? 1 : undefined
}
/** R, when said. */
export const agentMark: Format<z.ZodBoolean, string> = {
  schema: z.boolean(), limits: 'R', read: (_reading, _path, posted) => posted === true ? 'R' : undefined
}

// 15 digits at most, so that a number is exact in JSON as well.
const nines = (digits: number) => '9'.repeat(Math.min(digits, 15)) as Decimal

/** A whole number greater than 0. */
export const count = (digits: number): NumberFormat<Decimal> =>
  positive(`integer ${digits}`, { maximum: nines(digits), decimals: 0 })
/** Up to a number, from 1. */
export const upTo = (maximum: number): NumberFormat<Decimal> =>
  positive(`1 to ${maximum}`, { maximum: String(maximum) as Decimal, decimals: 0 })
/** A decimal greater than 0. */
export const decimal = (digits: number, decimals: number): NumberFormat<Decimal> =>
  positive(`decimal ${digits}.${decimals}`, {
    maximum: `${nines(Math.min(digits, 15 - decimals))}.${'9'.repeat(decimals)}` as Decimal, decimals
  })
export const quantity: NumberFormat<Decimal> = positive('decimal 12.6', quantityLimits)
export const percentage: NumberFormat<Decimal> = positive('decimal 3.2', percentageLimits)
/** Whole pesos, 0 included. */
export const pesos: NumberFormat<Decimal> = {
  schema: z.number(), limits: 'integer 18',
  read: (reading, path, posted) => readDecimal(reading, path, posted, amountLimits)
}
/** Whole pesos of either sign. */
export const balance: NumberFormat<Decimal> = {
  schema: z.number(), limits: 'integer 18, of either sign',
  read: (reading, path, posted) => readSigned(reading, path, posted, amountLimits)
}
export const wholeNumber = (digits: number): NumberFormat<Decimal> => ({
  schema: z.number(),
  limits: `integer ${digits}`,
  read: (reading, path, posted) => readDecimal(reading, path, posted, { maximum: nines(digits), decimals: 0 })
})

function positive (limits: string, bounds: { maximum: Decimal, decimals: number }): NumberFormat<Decimal> {
  return { schema: z.number(), limits, read: (reading, path, posted) => readPositive(reading, path, posted, bounds) }
}

function readTime (reading: Reading, path: string, posted: Posted<string>): string | undefined {
  if (isBlank(posted)) return undefined
  if (isTimeOfDay(posted.trim())) return posted.trim()
  report(reading, 'TIME_INVALID', path, { posted })
  return undefined
}

function readDateTime (reading: Reading, path: string, posted: Posted<string>): string | undefined {
  if (isBlank(posted)) return undefined
  const moment = localDateTimeOf(posted)
  if (moment !== undefined && moment >= '2010-03-10' && moment <= '2050-12-31T23:59:59') return moment
  report(reading, 'DATE_TIME_INVALID', path, { posted })
  return undefined
}

function readCodeText (
  reading: Reading, path: string, posted: Posted<string>, allowed: readonly string[]
): string | undefined {
  if (isBlank(posted)) return undefined
  const value = posted.trim().toUpperCase()
  if (allowed.includes(value)) return value
  report(reading, 'CODE_UNKNOWN', path, { posted, allowed: allowed.join(', ') })
  return undefined
}

function readCurrency (reading: Reading, path: string, posted: Posted<string>): string | undefined {
  if (isBlank(posted)) return undefined
  const found = findCurrency(posted)
  if (found === undefined) report(reading, 'CURRENCY_UNKNOWN', path, { posted })
  return found?.name
}
