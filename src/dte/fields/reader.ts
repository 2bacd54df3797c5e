import type { z } from 'zod'
import { ruleTable, violationOf, type Particulars, type RuleCode, type Violation } from '../errors.ts'
import { amountLimits, amountLimitsOf, textLimits, type TextElement } from '../tables/limits.ts'
import {
  absolute, compare, decimalFromNumber, fractionDigits, isNegative, isPositive, type Decimal, withoutNoise
} from '../values/amounts.ts'
import { branchOf, type Branches } from '../values/branches.ts'
import { calendarDateOf } from '../values/calendar.ts'
import { documentTypeFacts, type DocumentType } from '../values/document-types.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { characterName, toLatin1Lines, toLatin1Text } from '../values/text.ts'

export type Posted<T> = T | null | undefined

export interface NumberLimits { maximum: Decimal, decimals: number }

/** How a posted value is checked and converted. */
export interface Format<Schema extends z.ZodType = z.ZodType, Value = unknown> {
  schema: Schema
  /** For the documentation: "text 80", "decimal 12.6" … */
  limits: string
  /** For the contract, where a value says more than its limits. */
  examples?: readonly string[]
  /** Whether 0 is one of its values. Where it is not, 0 means that nothing was given: clients in .NET write it so. */
  hasZero?: boolean
  read (posted: Reader<Posted<z.output<Schema>>>): Value | undefined
}

/** One member of a posted block and the element that it fills. */
export interface Field<F extends Format = Format> {
  element: string
  format: F
  description: string
  /** Without it the block cannot be written. */
  required?: boolean
  /** Where its element exists; everywhere that its block does when absent. */
  branches?: Branches
  /** The types that have it, if not all types of those branches. */
  types?: readonly DocumentType[]
}

export type Fields = Record<string, Field>

/** What a block's fields become in the document. */
export type BlockOf<F extends Fields> = {
  [K in keyof F]?: F[K] extends Field<Format<z.ZodType, infer Value>> ? Value : never
}

type PostedBlock<F extends Fields> = Posted<{ [K in keyof F]?: Posted<z.output<F[K]['format']['schema']>> }>
type MemberOf<T, Name> = Name extends keyof NonNullable<T> ? NonNullable<T>[Name] : never
type RowOf<T> = NonNullable<T> extends readonly (infer Row)[] ? Row : never

/** The document being read: its type, and the lists to which every broken rule is added; notices refuse nothing. */
export interface Reading {
  documentType: DocumentType
  /** Of its amounts. */
  decimals: number
  violations: Violation[]
  notices: Violation[]
}

const absences: ReadonlySet<RuleCode> = new Set([
  'FIELD_REQUIRED', 'TRANSFER_DATA_MISSING', 'FORMAT_MEMBER_EXPECTED', 'SII_MEMBER_EXPECTED'
])

/**
 * Reads one place of a posted document: a member, a row or the whole. Whatever breaks a rule is reported with the path
 * of the place; a reading method then returns undefined, as it does for a value that was left out.
 */
export class Reader<out T> {
  readonly posted: T
  private readonly reading: Reading
  /** The name of a member or the index of a row, below the place above; without one, the path itself. */
  private readonly place: string | number
  private readonly above: Reader<unknown> | undefined

  constructor (reading: Reading, place: string | number, posted: T, above?: Reader<unknown>) {
    this.reading = reading
    this.place = place
    this.posted = posted
    this.above = above
  }

  /** "payload.details[2].quantity": put together when a rule is broken, since most documents break none. */
  get path (): string {
    if (this.above === undefined) return String(this.place)
    return typeof this.place === 'number' ? `${this.above.path}[${this.place}]` : `${this.above.path}.${this.place}`
  }

  get documentType (): DocumentType {
    return this.reading.documentType
  }

  /** Of the document's amounts: pesos have none. */
  get decimals (): number {
    return this.reading.decimals
  }

  /** How many rules are broken so far, anywhere in the document. */
  get violationsCount (): number {
    return this.reading.violations.length
  }

  at<Name extends string> (member: Name & keyof NonNullable<T>): Reader<MemberOf<T, Name>> {
    const posted = (this.posted as Posted<Record<string, unknown>>)?.[member]
    return this.below(member, posted as MemberOf<T, Name>)
  }

  /** The rows of a list, without blank ones at its end. */
  rows (): Reader<RowOf<T>>[] {
    const rows = this.everyRow()
    const last = rows.findLastIndex(({ posted }) => typeof posted !== 'object' || !isNothing(posted))
    return last === rows.length - 1 ? rows : rows.slice(0, last + 1)
  }

  /** The rows of a list of which none may be blank. */
  everyRow (): Reader<RowOf<T>>[] {
    if (!this.posted) return []
    return (this.posted as RowOf<T>[]).map((row, index) => this.below(index, row))
  }

  /** Reads something else for the same document, such as what is known of the tenant. */
  elsewhere<Other> (path: string, posted: Other): Reader<Other> {
    return new Reader(this.reading, path, posted)
  }

  private below<Other> (place: string | number, posted: Other): Reader<Other> {
    return new Reader(this.reading, place, posted, this)
  }

  report (rule: RuleCode, particulars: Particulars = {}): void {
    this.reportAt(this.path, rule, particulars)
  }

  /** @param member below this place, such as `taxCode` or `transport.driver` */
  reportMember (member: string, rule: RuleCode, particulars: Particulars = {}): void {
    this.reportAt(`${this.path}.${member}`, rule, particulars)
  }

  private reportAt (path: string, rule: RuleCode, particulars: Particulars): void {
    if (absences.has(rule) && this.isReportedAt(path)) return
    const documentType = String(this.documentType)
    const list = ruleTable[rule].kind === 'notice' ? this.reading.notices : this.reading.violations
    list.push(violationOf(rule, path, { documentType, ...particulars }))
  }

  // What is malformed is not missing as well.
  private isReportedAt (path: string): boolean {
    return this.reading.violations.some((one) => one.path === path || one.path.startsWith(`${path}.`))
  }

  /** Whether nothing was posted: null, blank texts, zeros, and blocks and lists of nothing else. */
  get isEmpty (): boolean {
    return isNothing(this.posted)
  }

  /** Reports FIELD_REQUIRED when there is nothing. */
  required<Value> (value: Value | undefined): Value | undefined {
    if (value === undefined) this.report('FIELD_REQUIRED')
    return value
  }

  /** A text as it was posted; undefined when blank. */
  filled (this: Reader<Posted<string>>): string | undefined {
    return this.posted === null || this.posted === undefined || isBlank(this.posted) ? undefined : this.posted
  }

  /** A code of which 0 is no value, without blanks around it; undefined when blank or 0. */
  filledCode (this: Reader<Posted<string>>): string | undefined {
    const code = this.filled()?.trim()
    return code === '0' ? undefined : code
  }

  /** A text, converted to ISO-8859-1 and measured; undefined when blank. */
  text (this: Reader<Posted<string>>, element: TextElement): string | undefined {
    return this.textUpTo(textLimits[element])
  }

  /** A text that keeps its line breaks. */
  lines (this: Reader<Posted<string>>, element: TextElement): string | undefined {
    return this.textUpTo(textLimits[element], toLatin1Lines)
  }

  textUpTo (this: Reader<Posted<string>>, limit: number, convert = toLatin1Text): string | undefined {
    if (this.posted === null || this.posted === undefined) return undefined
    const { text, foreign, controls } = convert(this.posted)
    if (controls.length > 0) {
      this.report('TEXT_HAS_CONTROL_CHARACTERS', { posted: controls.map(characterName).join(', ') })
    }
    if (foreign.length > 0) this.report('TEXT_NOT_LATIN1', { posted: foreign.map(characterName).join(', ') })
    if (text.length > limit) this.report('TEXT_TOO_LONG', { posted: String(text.length), limit: String(limit) })
    return text === '' ? undefined : text
  }

  rut (this: Reader<Posted<string>>): Rut | undefined {
    const posted = this.filled()
    const rut = posted === undefined ? undefined : parseRut(posted)
    if (posted !== undefined && rut === undefined) this.report('RUT_INVALID', { posted })
    return rut
  }

  date (this: Reader<Posted<string>>, limits: { from: string, to: string }): string | undefined {
    const posted = this.filled()
    if (posted === undefined) return undefined
    const date = calendarDateOf(posted)
    if (date !== undefined && date >= limits.from && date <= limits.to) return date
    this.report('DATE_INVALID', { posted, ...limits })
    return undefined
  }

  /** One of a closed set of numbers. Zero stands for none where it is not one of them: clients in .NET write it so. */
  code (this: Reader<Posted<number>>, allowed: readonly number[]): number | undefined {
    if (this.posted === null || this.posted === undefined) return undefined
    if (allowed.includes(this.posted)) return this.posted
    if (this.posted === 0) return undefined
    this.report('CODE_UNKNOWN', { posted: String(this.posted), allowed: allowed.join(', ') })
    return undefined
  }

  /** A decimal that is not negative. */
  decimal (this: Reader<Posted<number>>, limits: NumberLimits): Decimal | undefined {
    if (this.posted === null || this.posted === undefined) return undefined
    const value = withoutNoise(decimalFromNumber(this.posted), limits.decimals)
    return this.isWithin(limits, value) ? value : undefined
  }

  /** A decimal greater than 0. */
  positive (this: Reader<Posted<number>>, limits: NumberLimits): Decimal | undefined {
    const value = this.decimal(limits)
    if (value === undefined || isPositive(value)) return value
    this.report('NUMBER_NOT_POSITIVE', { posted: value })
    return undefined
  }

  /** A decimal of either sign. */
  signed (this: Reader<Posted<number>>, limits: NumberLimits): Decimal | undefined {
    if (this.posted === null || this.posted === undefined) return undefined
    const value = withoutNoise(decimalFromNumber(this.posted), limits.decimals)
    return this.isWithin(limits, absolute(value)) ? value : undefined
  }

  /** An amount of lines and totals: whole pesos; in settlements of either sign; in another currency with decimals. */
  amount (this: Reader<Posted<number>>): Decimal | undefined {
    const { branch } = documentTypeFacts(this.documentType)
    if (branch === 'Liquidacion') return this.signed(amountLimits)
    return this.decimal(amountLimitsOf(this))
  }

  /** Reports a line number that is posted and is not the row's place, counted from 1. */
  checkLineNumber (this: Reader<Posted<number>>, index: number): void {
    if (this.isEmpty || this.posted === index + 1) return
    this.report('LINE_NUMBER_NOT_SEQUENTIAL', { posted: String(this.posted), computed: String(index + 1) })
  }

  /** Reads a block's members; reports members that documents of this type do not have, and required ones left out. */
  fields<F extends Fields> (this: Reader<PostedBlock<F>>, fields: F): BlockOf<F> {
    const posted = (this.posted ?? {}) as Record<string, unknown>
    const block: Record<string, unknown> = {}
    for (const member in fields) {
      const field = fields[member]
      const value = field && this.field(member, posted[member], field)
      if (value !== undefined) block[member] = value
    }
    return block as BlockOf<F>
  }

  private field (member: string, posted: unknown, { format, required = false, branches, types }: Field): unknown {
    const isSilent = isNothing(posted) && !isZeroOf(format, posted)
    if (isSilent && !required) return undefined
    const exists = this.exists(branches, types)
    if (!isSilent && exists) return format.read(this.below(member, posted))
    if (isSilent && exists) this.reportMember(member, 'FIELD_REQUIRED')
    if (!isNothing(posted)) this.reportMember(member, 'FIELD_NOT_ALLOWED')
    return undefined
  }

  /** Rows of a block, `most` of them at most; undefined when there are none. */
  rowsOf<F extends Fields> (
    this: Reader<Posted<PostedBlock<F>[]>>,
    { fields, most, branches }: { fields: F, most: number, branches: Branches }
  ): BlockOf<F>[] | undefined {
    const rows = this.rows()
    if (rows.length === 0 || this.isRefused(branches)) return undefined
    if (rows.length > most) this.report('ROWS_TOO_MANY', { posted: String(rows.length), limit: String(most) })
    return rows.slice(0, most).map((row) => row.fields<F>(fields))
  }

  /** A block that may be absent; undefined also when none of its members says anything. */
  block<F extends Fields> (
    this: Reader<PostedBlock<F>>,
    { fields, branches, types }: { fields: F, branches: Branches, types?: readonly DocumentType[] }
  ): BlockOf<F> | undefined {
    if (this.isEmpty) return undefined
    return this.isRefused(branches, types) ? undefined : this.fields(fields)
  }

  /** Whether the document's type has no such block, which is reported. */
  isRefused (branches: Branches, types?: readonly DocumentType[]): boolean {
    const isRefused = !this.exists(branches, types)
    if (isRefused) this.report('FIELD_NOT_ALLOWED')
    return isRefused
  }

  private exists (branches?: Branches, types?: readonly DocumentType[]): boolean {
    return (branches?.includes(branchOf(this.documentType)) ?? true) && (types?.includes(this.documentType) ?? true)
  }

  private isWithin ({ maximum, decimals }: NumberLimits, value: Decimal): boolean {
    if (isNegative(value)) this.report(lineAmount.test(this.path) ? 'LINE_NEGATIVE' : 'NUMBER_NEGATIVE', { posted: value })
    else if (compare(value, maximum) > 0) this.report('NUMBER_TOO_LARGE', { posted: value, limit: maximum })
    else if (fractionDigits(value) <= decimals) return true
    else if (decimals === 0) this.report('AMOUNT_NOT_WHOLE', { posted: value })
    else this.report('NUMBER_TOO_FINE', { posted: value, limit: String(decimals) })
    return false
  }
}

function isZeroOf ({ hasZero = false }: Format, posted: unknown): boolean {
  return hasZero && posted === 0
}

// What other systems make negative to take something off.
const lineAmount = /\.details\[\d+\]\.(quantity|unitPrice|lineTotal)$/

/** Whether a posted value says nothing: null, a blank text, 0, and blocks and lists of nothing else. */
export function isNothing (value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isNothing)
  return value === null || value === undefined || value === false || value === 0 || (typeof value === 'string' && isBlank(value))
}

// A date that was never set is the first day of the calendar in .NET.
const unsetDate = '0001-01-01T00:00:00'

function isBlank (text: string): boolean {
  return text.trim() === '' || text.startsWith(unsetDate)
}
