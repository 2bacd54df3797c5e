import {
  absolute, compare, decimalFromNumber, fractionDigits, isNegative, isPositive, type Decimal
} from '../values/amounts.ts'
import { calendarDateOf } from '../values/calendar.ts'
import { documentTypeFacts, type DocumentType } from '../values/document-types.ts'
import { violationOf, type Particulars, type RuleCode, type Violation } from '../errors.ts'
import { amountLimits, foreignAmountLimits, textLimits, type TextElement } from '../tables/limits.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { characterName, toLatin1Text } from '../values/text.ts'

/** A posted document being read: its type, and the list to which every broken rule is added. */
export interface Reading {
  documentType: DocumentType
  violations: Violation[]
}

export type Posted<T> = T | null | undefined

export function report (reading: Reading, rule: RuleCode, path: string, particulars: Particulars = {}): void {
  reading.violations.push(violationOf(rule, path, { documentType: String(reading.documentType), ...particulars }))
}

/** Reports FIELD_REQUIRED when there is nothing. */
export function required<T> (reading: Reading, path: string, value: T | undefined): T | undefined {
  if (value === undefined) report(reading, 'FIELD_REQUIRED', path)
  return value
}

/** A text, brought to ISO-8859-1 and measured; undefined when blank or left out. */
export function readText (
  reading: Reading, path: string, posted: Posted<string>, element: TextElement
): string | undefined {
  return readTextUpTo(reading, path, posted, textLimits[element])
}

export function readTextUpTo (
  reading: Reading, path: string, posted: Posted<string>, limit: number
): string | undefined {
  if (posted === null || posted === undefined) return undefined
  const { text, foreign, controls } = toLatin1Text(posted)
  if (controls.length > 0) {
    report(reading, 'TEXT_HAS_CONTROL_CHARACTERS', path, { posted: controls.map(characterName).join(', ') })
  }
  if (foreign.length > 0) report(reading, 'TEXT_NOT_LATIN1', path, { posted: foreign.map(characterName).join(', ') })
  if (text.length > limit) report(reading, 'TEXT_TOO_LONG', path, { posted: String(text.length), limit: String(limit) })
  return text === '' ? undefined : text
}

export function readRut (reading: Reading, path: string, posted: Posted<string>): Rut | undefined {
  if (isBlank(posted)) return undefined
  const rut = parseRut(posted)
  if (rut === undefined) report(reading, 'RUT_INVALID', path, { posted })
  return rut
}

export function readDate (
  reading: Reading, path: string, posted: Posted<string>, limits: { from: string, to: string }
): string | undefined {
  if (isBlank(posted)) return undefined
  const date = calendarDateOf(posted)
  if (date !== undefined && date >= limits.from && date <= limits.to) return date
  report(reading, 'DATE_INVALID', path, { posted, ...limits })
  return undefined
}

/** One of a closed set of numbers. */
export function readCode (
  reading: Reading, path: string, posted: Posted<number>, allowed: readonly number[]
): number | undefined {
  if (posted === null || posted === undefined) return undefined
  if (allowed.includes(posted)) return posted
  report(reading, 'CODE_UNKNOWN', path, { posted: String(posted), allowed: allowed.join(', ') })
  return undefined
}

export interface NumberLimits { maximum: Decimal, decimals: number }

/** A decimal that is not negative; undefined when left out or out of bounds (which is reported). */
export function readDecimal (
  reading: Reading, path: string, posted: Posted<number>, limits: NumberLimits
): Decimal | undefined {
  if (posted === null || posted === undefined) return undefined
  const value = decimalFromNumber(posted)
  return unbroken(reading, () => { checkBounds(reading, path, value, limits) }) ? value : undefined
}

/** A decimal greater than 0. */
export function readPositive (
  reading: Reading, path: string, posted: Posted<number>, limits: NumberLimits
): Decimal | undefined {
  const value = readDecimal(reading, path, posted, limits)
  if (value === undefined || isPositive(value)) return value
  report(reading, 'NUMBER_NOT_POSITIVE', path, { posted: value })
  return undefined
}

/** A decimal of either sign. */
export function readSigned (
  reading: Reading, path: string, posted: Posted<number>, limits: NumberLimits
): Decimal | undefined {
  if (posted === null || posted === undefined) return undefined
  const value = decimalFromNumber(posted)
  return unbroken(reading, () => { checkBounds(reading, path, absolute(value), limits) }) ? value : undefined
}

/** An amount of lines and totals: whole pesos; in settlements of either sign; in exports with up to four decimals. */
export function readAmount (reading: Reading, path: string, posted: Posted<number>): Decimal | undefined {
  const { branch } = documentTypeFacts(reading.documentType)
  if (branch === 'Liquidacion') return readSigned(reading, path, posted, amountLimits)
  return readDecimal(reading, path, posted, branch === 'Exportaciones' ? foreignAmountLimits : amountLimits)
}

/** Reports rows that are not numbered from 1 in sequence, where they are numbered. */
export function checkLineNumber (reading: Reading, path: string, posted: Posted<number>, index: number): void {
  if (posted === null || posted === undefined || posted === index + 1) return
  report(reading, 'LINE_NUMBER_NOT_SEQUENTIAL', path, { posted: String(posted), computed: String(index + 1) })
}

/** Runs a step; tells whether it broke no rule. */
function unbroken (reading: Reading, step: () => void): boolean {
  const before = reading.violations.length
  step()
  return reading.violations.length === before
}

function checkBounds (reading: Reading, path: string, value: Decimal, { maximum, decimals }: NumberLimits): void {
  if (isNegative(value)) report(reading, 'NUMBER_NEGATIVE', path, { posted: value })
  else if (compare(value, maximum) > 0) report(reading, 'NUMBER_TOO_LARGE', path, { posted: value, limit: maximum })
  else if (fractionDigits(value) > decimals) reportTooFine(reading, path, value, decimals)
}

function reportTooFine (reading: Reading, path: string, value: Decimal, decimals: number): void {
  if (decimals === 0) report(reading, 'AMOUNT_NOT_WHOLE', path, { posted: value })
  else report(reading, 'NUMBER_TOO_FINE', path, { posted: value, limit: String(decimals) })
}

export function isBlank (posted: Posted<string>): posted is null | undefined | '' {
  return posted === null || posted === undefined || posted.trim() === ''
}
