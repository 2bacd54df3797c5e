/** What the simple types of XML Schema (part 2) write in more than one way, as one value. */
import { addDays, isCalendarDate, isTimeOfDay, momentInSantiago } from '../values/calendar.ts'
import { type Decimal, parseDecimal } from '../values/amounts.ts'

const zone = '(Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?'
const dateShape = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${zone}$`)
const timeShape = new RegExp(`^(\\d{2}:\\d{2}:\\d{2})(\\.\\d+)?${zone}$`)
const dateTimeShape = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(\\d{2}:\\d{2}:\\d{2})(\\.\\d+)?${zone}$`)

/** The number of an xs:decimal: "+012.50" and "12.5" are one. Undefined for anything else. */
export function decimalOf (text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole + fraction === '') return undefined
  return parseDecimal(`${sign === '-' ? sign : ''}${whole || '0'}${fraction && `.${fraction}`}`)
}

/** The number of an xs:integer that a JSON number holds exactly; undefined for anything else. */
export function integerOf (text: string): number | undefined {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(number) ? number + 0 : undefined
}

/** The day of an xs:date, YYYY-MM-DD, as it is written: a zone moves no day. Undefined for anything else. */
export function dateOf (text: string): string | undefined {
  const [, day = ''] = dateShape.exec(text) ?? []
  return isCalendarDate(day) ? day : undefined
}

/** The moment of an xs:dateTime, on Chile's clock where it has no zone. Undefined for anything else. */
export function instantOf (text: string): Date | undefined {
  const [, day = '', time = '', fraction = '', offset] = dateTimeShape.exec(text) ?? []
  if (!isCalendarDate(day) || !isTime(time + fraction)) return undefined
  const local = isEndOfDay(time + fraction) ? `${addDays(day, 1)}T00:00:00` : `${day}T${time}`
  return offset === undefined ? momentInSantiago(local, fraction) : new Date(`${local}${fraction.slice(0, 4)}${offset}`)
}

/** Whether the text is an xs:time. */
export function isTime (text: string): boolean {
  const [, time = ''] = timeShape.exec(text) ?? []
  return isTimeOfDay(time) || (timeShape.test(text) && isEndOfDay(text))
}

/** 24:00:00 is the midnight with which the day ends. */
function isEndOfDay (time: string): boolean {
  return /^24:00:00(?:\.0+)?(?:$|[Z+-])/.test(time)
}
