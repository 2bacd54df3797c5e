import { z } from 'zod'
import type { Decimal } from '../values/amounts.ts'
import { isTimeOfDay, localDateTimeOf } from '../values/calendar.ts'
import { amountLimits, dateLimits, foreignAmountLimits, percentageLimits, quantityLimits } from '../tables/limits.ts'
import { findCurrency } from '../values/currencies.ts'
import type { Fields, Format, NumberLimits, Posted, Reader } from './reader.ts'
import { isBoleta, isExport } from '../values/document-types.ts'
import type { Rut } from '../values/rut.ts'

/** The members of a block as zod knows them. */
export type ShapeOf<F extends Fields> = { [K in keyof F]: z.ZodOptional<z.ZodNullable<F[K]['format']['schema']>> }

export function shapeOf<F extends Fields> (fields: F): ShapeOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map((
      [member, { element, format: { schema, limits, examples }, description }]
    ) => [
      member,
      schema.nullish().meta({
        description: `${element}${description && `: ${description}`} (${limits}).`, ...examples && { examples: [...examples] }
      })
    ])
  ) as ShapeOf<F>
}

type TextFormat<Value extends string = string> = Format<z.ZodString, Value>
type NumberFormat<Value> = Format<z.ZodNumber, Value>

export const text = (limit: number): TextFormat => ({
  schema: z.string().max(Math.max(400, limit * 4)),
  limits: `text ${limit}`,
  read: (posted) => posted.textUpTo(limit)
})
/** A text that is longer in boletas, whose schema is another. */
export const textOf = ({ boletas, others }: { boletas: number, others: number }): TextFormat => ({
  ...text(boletas),
  limits: `text ${others}, in boletas ${boletas}`,
  read: (posted) => posted.textUpTo(isBoleta(posted.documentType) ? boletas : others)
})
export const rut: TextFormat<Rut> = { schema: z.string().max(40), limits: 'RUT', read: (posted) => posted.rut() }
/** A day, and moments that stand for one. */
export const dateExamples = ['2026-11-20', '2026-11-20T15:30:00.000Z', '2026-11-20T00:00:00Z'] as const

export const date = (limits: { from: string, to: string } = dateLimits): TextFormat => ({
  schema: z.string().max(40), limits: 'date', examples: dateExamples, read: (posted) => posted.date(limits)
})
export const dateTime: TextFormat = {
  schema: z.string().max(40), limits: 'date and time', examples: ['2026-11-20T15:30:00', '2026-11-20T18:30:00Z'],
  read: readDateTime
}
export const timeOfDay: TextFormat = { schema: z.string().max(40), limits: 'hh:mm:ss', read: readTime }
export const codeText = (...allowed: string[]): TextFormat => ({
  schema: z.string().max(40),
  limits: allowed.join(', '),
  read: (posted) => readCodeText(posted, allowed)
})
export const code = (...allowed: number[]): NumberFormat<number> => ({
  schema: z.number(),
  limits: allowed.join(', '),
  read: (posted) => posted.code(allowed)
})
export const currency: TextFormat = { schema: z.string().max(40), limits: 'currency', read: readCurrency }
/** 1, when said. */
export const flag: Format<z.ZodBoolean, number> = {
  schema: z.boolean(), limits: '1', read: ({ posted }) => posted === true ? 1 : undefined
}
/** R, when said. */
export const agentMark: Format<z.ZodBoolean, string> = {
  schema: z.boolean(), limits: 'R', read: ({ posted }) => posted === true ? 'R' : undefined
}

const nines = (digits: number) => '9'.repeat(digits) as Decimal

/** A whole number greater than 0. */
export const count = (digits: number): NumberFormat<Decimal> =>
  positive(`integer ${digits}`, { maximum: nines(digits), decimals: 0 })
/** Up to a number, from 1. */
export const upTo = (maximum: number): NumberFormat<Decimal> =>
  positive(`1 to ${maximum}`, { maximum: String(maximum) as Decimal, decimals: 0 })
/** A decimal greater than 0. */
export const decimal = (digits: number, decimals: number): NumberFormat<Decimal> =>
  positive(`decimal ${digits}.${decimals}`, {
    maximum: `${nines(digits)}.${nines(decimals)}` as Decimal, decimals
  })
export const quantity: NumberFormat<Decimal> = positive('decimal 12.6', quantityLimits)
/** [S5, PrcOtrMon]. */
export const priceInOtherCurrency: NumberFormat<Decimal> = {
  schema: z.number(), limits: 'decimal 12.6; decimal 14.4 in exports',
  read: (posted) => posted.positive(isExport(posted.documentType) ? foreignAmountLimits : quantityLimits)
}
export const percentage: NumberFormat<Decimal> = positive('decimal 3.2', percentageLimits)
/** Whole pesos, 0 included. */
export const pesos: NumberFormat<Decimal> = {
  schema: z.number(), limits: 'integer 18', hasZero: true,
  read: (posted) => posted.decimal(amountLimits)
}
/** Whole pesos of either sign. */
export const balance: NumberFormat<Decimal> = {
  schema: z.number(), limits: 'integer 18, of either sign', hasZero: true,
  read: (posted) => posted.signed(amountLimits)
}

function positive (limits: string, bounds: NumberLimits): NumberFormat<Decimal> {
  return { schema: z.number(), limits, read: (posted) => posted.positive(bounds) }
}

function readTime (time: Reader<Posted<string>>): string | undefined {
  const posted = time.filled()
  if (posted === undefined) return undefined
  if (isTimeOfDay(posted.trim())) return posted.trim()
  time.report('TIME_INVALID', { posted })
  return undefined
}

function readDateTime (moment: Reader<Posted<string>>): string | undefined {
  const posted = moment.filled()
  if (posted === undefined) return undefined
  const read = localDateTimeOf(posted)
  if (read !== undefined && read >= '2010-03-10' && read <= '2050-12-31T23:59:59') return read
  moment.report('DATE_TIME_INVALID', { posted })
  return undefined
}

function readCodeText (code: Reader<Posted<string>>, allowed: readonly string[]): string | undefined {
  const posted = code.filled()
  if (posted === undefined) return undefined
  const value = posted.trim().toUpperCase()
  if (allowed.includes(value)) return value
  code.report('CODE_UNKNOWN', { posted, allowed: allowed.join(', ') })
  return undefined
}

function readCurrency (currency: Reader<Posted<string>>): string | undefined {
  const posted = currency.filled()
  if (posted === undefined) return undefined
  const found = findCurrency(posted)
  if (found === undefined) currency.report('CURRENCY_UNKNOWN', { posted })
  return found?.name
}
