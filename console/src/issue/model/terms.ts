import { addDays, today } from '../../text/formats.ts'
import type { Form } from './form.ts'

/*
 * When a sale is paid. The days of a term are kept in the form beside its members, so that the day on which it is due
 * follows the day of issue, also in a draft that is opened on another one.
 */

const path = {
  method: 'header.documentId.paymentMethod', due: 'header.documentId.dueDate', issue: 'header.documentId.issueDate', days: 'term'
} as const

const onTheSpot = '1'
const credit = '2'

export const terms = ['cash', '30', '60', 'other'] as const
export type Term = typeof terms[number]

type Values = Form['values']

/** Which of the terms a form says; undefined if it says nothing of the payment. */
export function termOf (values: Values): Term | undefined {
  const { [path.method]: method, [path.due]: due, [path.days]: days } = values
  if (method === onTheSpot && !due) return 'cash'
  const known = terms.find((term) => term === days)
  return known && !due ? known : method || due ? 'other' : undefined
}

/** What a term puts into the form. */
export function termValues (term: Term): Record<string, string> {
  return { [path.method]: term === 'cash' ? onTheSpot : credit, [path.days]: term === '30' || term === '60' ? term : '', [path.due]: '' }
}

/** The terms of a customer that the company keeps; nothing where it has none. */
export function termsOf (
  { paymentMethod, paymentDays }: { paymentMethod: number | null, paymentDays: number | null }
): Record<string, string> {
  if (paymentMethod === null && paymentDays === null) return {}
  return { [path.method]: String(paymentMethod ?? ''), [path.days]: String(paymentDays ?? ''), [path.due]: '' }
}

/** The day of issue: today, if the form leaves it open. */
export const issueDay = (values: Values): string => values[path.issue] || today()

/** The day on which it is due, by its term if the form does not say it. */
export function dueDay (values: Values): string {
  const days = values[path.method] === onTheSpot ? 0 : Number(values[path.days] ?? 0)
  return values[path.due] || (days > 0 ? addDays(issueDay(values), days) : '')
}

/** The term of a document with these days, for another one like it. */
export function termLike (values: Values): Record<string, string> {
  const [issued, due] = [values[path.issue], values[path.due]]
  const days = issued && due ? (Date.parse(due) - Date.parse(issued)) / 86_400_000 : 0
  return days > 0 ? { [path.days]: String(days) } : {}
}
