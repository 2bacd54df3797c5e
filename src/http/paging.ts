import { z } from 'zod'
import { calendarDateOf } from '../dte/values/calendar.ts'
import { said } from '../shared/schema-problems.ts'

/** A whole number in a query string; anything but plain digits is refused rather than guessed at. */
export function queryInteger ({ min, max }: { min: number, max: number }) {
  return z.preprocess(
    (text) => typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text,
    z.int().min(min).max(max)
  )
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

/** A day in a query string, YYYY-MM-DD; of a date-time, the day in Chile, as of a document's dates. */
export function queryDay () {
  return z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], noDay)
    .transform((text) => calendarDateOf(text) ?? text)
}

/** Spread into the query schema of a paged operation: `z.object({ ...paging, status: … })`. */
export const paging = {
  page: queryInteger({ min: 1, max: 1_000_000 }).default(1).describe('Page number, from 1.'),
  pageSize: queryInteger({ min: 1, max: 100 }).default(20).describe('Records per page, at most 100.')
}

export interface PageRequest { page: number, pageSize: number }

/** `totalIsEstimate`: there are too many records to count them for each page. */
export interface Records<Item> { totalRecords: number, totalIsEstimate: boolean, data: Item[] }

export interface Page<Item> extends PageRequest, Records<Item> { totalPage: number }

/** The paged result of the specification, from the records of one page and the count of all. */
export function pageOf<Item> (
  { page, pageSize }: PageRequest, { totalRecords, totalIsEstimate, data }: Records<Item>
): Page<Item> {
  return { page, pageSize, totalPage: Math.ceil(totalRecords / pageSize), totalRecords, totalIsEstimate, data }
}
