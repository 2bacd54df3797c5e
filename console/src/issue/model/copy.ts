import type { Form, Row } from './form.ts'
import { formOf } from './payload.ts'
import { termLike, termValues } from './terms.ts'
import { grossPath } from './types.ts'

/** The same document once more, as another sale: dated today, due after as many days, with its amounts computed again. */
export function copyOf (payload: unknown, issueDate: string): Form {
  const form = formOf(payload)
  const dated = [
    'header.documentId.issueDate', 'header.documentId.dueDate', 'header.documentId.paidOn', 'header.totals.totalAmount',
    'header.documentId.externalId', 'header.transport.departureDate', 'header.transport.arrivalDate'
  ]
  const values = Object.fromEntries(Object.entries(form.values).filter(([path]) => !dated.includes(path)))
  const term = termLike({ ...form.values, 'header.documentId.issueDate': issueDate })
  return { ...form, values: { ...values, ...term }, rows: { ...form.rows, details: form.rows.details.map(withSettled) } }
}

function withSettled (row: Row): Row {
  const { lineTotal, ...values } = row.values
  return values.unitPrice ? { ...row, values } : row
}

const ofBoleta = ['header.documentId.serviceIndicator', 'header.receiver.phone']
const nobody = '66666666-6'

/** A boleta once more as a factura, with the same prices and paid as it was, for a buyer who is to be named. */
export function facturaOf (payload: unknown, issueDate: string): Form {
  const copy = copyOf(payload, issueDate)
  const isAnonymous = copy.values['header.receiver.taxNumber'] === nobody
  const kept = Object.entries(copy.values).filter(([path]) =>
    !ofBoleta.includes(path) && !(isAnonymous && path.startsWith('header.receiver.')))
  const values = { ...Object.fromEntries(kept), ...termValues('cash') }
  if (copy.type === '41') return { ...copy, type: '34', values }
  const isNet = values[grossPath] === 'false'
  return { ...copy, type: '33', values: { ...values, [grossPath]: isNet ? '' : 'true' } }
}
