import { z } from 'zod'
import { calendarDateOf, type DayOrMoment, isAfter, momentOf } from '../dte/values/calendar.ts'
import { pageSchema, timestamp } from './envelope.ts'
import { numberWithoutNoise } from '../shared/numerals.ts'
import { said } from '../shared/schema-problems.ts'

/** A whole number in a query string; anything but plain digits is refused rather than guessed at. */
export function queryInteger ({ min, max }: { min: number, max: number }) {
  return z.preprocess(
    (text) => typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
    z.int().min(min).max(max)
  )
}

const amountDecimals = 4
const withoutNoise = numberWithoutNoise(amountDecimals)

/** An amount in a query string, with a point before its decimals. */
export function queryAmount () {
  return z.preprocess(
    (text) => typeof text === 'string' && /^\d{1,15}(\.\d{1,30})?$/.test(text) ? amountIn(text) : text,
    z.number().min(0).max(999_999_999_999_999)
  )
}

function amountIn (text: string): number | string {
  const amount = withoutNoise(Number(text))
  return Number(amount.toFixed(amountDecimals)) === amount ? amount : text
}

/** Whole numbers in a query string, separated by commas: `7,8`; one of them is a list of one. */
export function queryIntegers ({ min, max }: { min: number, max: number }) {
  const problem = said({
    en: `must be whole numbers from ${min} to ${max}, separated by commas`,
    es: `debe ser números enteros de ${min} a ${max}, separados por comas`
  })
  const isIn = (number: number): boolean => Number.isInteger(number) && number >= min && number <= max
  return z.preprocess((text) => {
    if (typeof text !== 'string' || !/^\d{1,15}(,\d{1,15})*$/.test(text)) return text
    const numbers = text.split(',').map(Number)
    return numbers.every(isIn) ? [...new Set(numbers)] : text
  }, z.array(z.int().min(min).max(max), problem))
}

/** Words of a list in a query string, separated by commas. */
export function queryWords<const Word extends string> (words: readonly [Word, ...Word[]]) {
  return z.preprocess(
    (text) => typeof text === 'string' ? [...new Set(text.split(','))] : text, z.array(z.enum(words)).min(1)
  )
}

/** UUIDs in a query string, separated by commas; in lower case for the services. */
export function queryIds ({ most }: { most: number }) {
  return z.preprocess(
    (text) => typeof text === 'string' ? text.split(',') : text, z.array(z.uuid().toLowerCase()).min(1).max(most)
  )
}

/** The numbers of an enumeration with their names, to describe a parameter: `1 Waiting, 2 Issued.` */
export function numbered (values: Readonly<Record<string, number>>): string {
  return `${Object.entries(values).map(([name, value]) => `${value} ${name}`).join(', ')}.`
}

/** `true` or `false` in a query string. */
export function queryBoolean () {
  return z.preprocess((text) => text === 'true' ? true : text === 'false' ? false : text, z.boolean())
}

const noDay = said({
  en: 'must be a date (YYYY-MM-DD) or a date-time (ISO 8601)',
  es: 'debe ser una fecha (AAAA-MM-DD) o una fecha y hora (ISO 8601)'
})

/** PostgreSQL knows no year 0, and calendars write few digits of the first ones. */
const isOfFourDigits = (text: string): boolean => new Date(text).getUTCFullYear() >= 1000

const dayText = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], noDay)
  .refine(isOfFourDigits, noDay)

/** A day in a query string, YYYY-MM-DD; of a date-time, the day in Chile, as of a document's dates. */
export function queryDay () {
  return dayText.transform((text) => calendarDateOf(text) ?? text)
}

/** A day in a query string, or the moment of a date-time; midnight UTC is a day, since serialisers write days so. */
export function queryDayOrMoment () {
  return dayText.transform((text): DayOrMoment => momentOf(text) ?? calendarDateOf(text) ?? text)
}

const noMoment = said({ en: 'must be a date-time (ISO 8601)', es: 'debe ser una fecha y hora (ISO 8601)' })

/** A moment in a query string. */
export function queryMoment () {
  return z.iso.datetime({ offset: true, local: true, error: noMoment }).refine(isOfFourDigits, noMoment)
    .transform((text) => momentOf(text) ?? new Date(text))
}

const endBeforeStart = said({ en: 'must not be before startDate', es: 'no debe ser anterior a startDate' })

interface Period { startDate?: DayOrMoment | undefined, endDate?: DayOrMoment | undefined }

/** A query whose `startDate` is not after its `endDate`. */
export function inOrder<Query extends z.ZodType<Period>> (query: Query): Query {
  return query.check((context) => {
    const { startDate, endDate } = context.value
    if (startDate === undefined || endDate === undefined || !isAfter(startDate, endDate)) return
    context.issues.push({ code: 'custom', path: ['endDate'], input: endDate, message: endBeforeStart })
  })
}

/** Spread into the query schema of a paged operation: `z.object({ ...paging, status: … })`. */
export const paging = {
  page: queryInteger({ min: 1, max: 1_000_000 }).default(1).describe('Page number, from 1.'),
  pageSize: queryInteger({ min: 1, max: 100 }).default(20).describe('Records per page, at most 100.')
}

/** Spread into the query schema of a paged list that programs walk; see `walked`. */
export const walking = {
  page: paging.page.unwrap().optional().describe('Page number, from 1 (the default). Not together with `after`.'),
  pageSize: paging.pageSize,
  after: z.uuid().toLowerCase().optional().describe(
    'Walk the list: the records after this id, the oldest first. Begin with the nil UUID (zeros), then take `walk.after` of the last answer. No record comes twice and none is missed, whatever is added meanwhile.'
  ),
  updatedSince: queryMoment().optional().describe(
    'Only records that were added or changed at this moment or later; a change of state counts. A date-time.'
  )
}

const pageWhileWalking = said({ en: 'must be left out where after is given', es: 'debe omitirse cuando se indica after' })

/** A query of `walking`: `after` and `page` contradict each other. */
export function walked<Query extends z.ZodType<{ page?: number | undefined, after?: unknown }>> (query: Query): Query {
  return query.check((context) => {
    const { page, after } = context.value
    if (after === undefined || page === undefined) return
    context.issues.push({ code: 'custom', path: ['page'], input: page, message: pageWhileWalking })
  })
}

/** Where a walk stands: what to ask next. */
export const walkSchema = z.object({
  after: z.string().nullable().meta({
    description: 'What to send as `after` next: the last id of `data`, or what was sent if `data` is empty. Null where `page` was asked for.',
    examples: ['01a1f82f-8800-7387-bd78-77f011356dc4']
  }),
  hasMore: z.boolean().meta({
    description: 'There is more: ask again at once. If not, ask again later with the same `after`.', examples: [false]
  }),
  updatedSince: timestamp.meta({
    description: 'What to send as `updatedSince` of the next synchronisation, if this is the first answer of one.'
  })
}).meta({ id: 'ListWalk', description: 'Where a walk through a list stands; only with `after` or `updatedSince`.' })

/** The schema of a page of a list of `walking`. */
export function walkedPage<Item extends z.ZodType> (item: Item) {
  return pageSchema(item).extend({ walk: walkSchema.optional() })
}

/** For programs that read a list whole, or follow it. */
export const walkDescription =
  'To read the whole list, or to follow it, walk it with `after`: oldest first, each record once, however many are added meanwhile. A new record joins the walk within seconds, once nothing older can appear. To learn of changes, ask with `updatedSince` and `after` together: each change is told at least once.'

export interface PageRequest { page?: number | undefined, pageSize: number }

interface Walk { after: string | null, hasMore: boolean, updatedSince: Date }

/** `totalIsEstimate`: there are too many records to count them for each page. */
export interface Records<Item> { totalRecords: number, totalIsEstimate: boolean, data: Item[], walk?: Walk }

export interface Page<Item> extends Records<Item> { page: number, pageSize: number, totalPage: number }

/** The paged result of the specification, from the records of one page and the count of all. */
export function pageOf<Item> (
  { page = 1, pageSize }: PageRequest, { totalRecords, totalIsEstimate, data, walk }: Records<Item>
): Page<Item> {
  const totalPage = Math.ceil(totalRecords / pageSize)
  return { page, pageSize, totalPage, totalRecords, totalIsEstimate, data, ...walk && { walk } }
}
