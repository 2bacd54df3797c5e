import { blankForm, newRow, type Form, type Row } from './form.ts'
import { formOf } from './payload.ts'
import { sections, type DocumentType } from './types.ts'

/** Why a note is written: the SII's code of its reference. */
export const purposes = { annul: '1', text: '2', amounts: '3' } as const
export type Purpose = keyof typeof purposes

export interface Source { type: string, folio: number, issueDate: string, payload: unknown }

/** The note that can annul a document: a credit note, of a credit note a debit note; of exports the exports' own. */
export function noteTypeFor (type: string): DocumentType {
  if (type === '61') return '56'
  if (type === '112') return '111'
  return type === '110' || type === '111' ? '112' : '61'
}

const carried = [
  ...Object.keys(sections.receiver), ...Object.keys(sections.foreign), ...Object.keys(sections.currency), 'header.documentId.serviceIndicator',
  'header.documentId.grossAmounts', 'header.totals.constructionCredit'
].filter((path) => path !== 'header.receiver.phone')

/** A note about a document, filled from it. Texts are corrected on one line without an amount. */
export function noteOf ({ type, folio, issueDate, payload }: Source, purpose: Purpose, reason: string): Form {
  const about = formOf(payload)
  const blank = blankForm(noteTypeFor(type))
  const values = Object.fromEntries(carried.flatMap((path) => about.values[path] ? [[path, about.values[path]]] : []))
  const reference = newRow('references', {
    documentType: type, folio: String(folio), date: issueDate, code: purposes[purpose], reason
  })
  const texts = purpose === 'text'
  return {
    ...blank,
    values: { ...values, ...ofBoleta(type, about) },
    rows: {
      ...blank.rows,
      details: texts ? [newRow('details', { itemName: reason })] : about.rows.details.map(withoutTotal),
      globalDiscounts: texts ? [] : about.rows.globalDiscounts,
      commissions: texts ? [] : about.rows.commissions,
      'header.totals.taxes': texts ? [] : about.rows['header.totals.taxes'],
      references: [reference]
    },
    rest: foreignOf(about)
  }
}

/** Prices of boletas include VAT unless they say otherwise, and their buyer may be nobody in particular. */
function ofBoleta (type: string, { values }: Form): Record<string, string> {
  if (type !== '39' && type !== '41') return {}
  const known = values['header.receiver.taxNumber']
  return {
    'header.documentId.grossAmounts': type === '39' && values['header.documentId.grossAmounts'] !== 'false' ? 'true' : '',
    'header.documentId.serviceIndicator': '',
    ...known ? {} : { 'header.receiver.taxNumber': '66666666-6', 'header.receiver.businessName': 'Consumidor Final' }
  }
}

/** Computed from quantity and price: it follows when they are changed. */
function withoutTotal (row: Row): Row {
  const { lineTotal = '', settledDocumentType: _, ...values } = row.values
  return { ...row, ...newRow('details', values.unitPrice ? values : { ...values, lineTotal }) }
}

function foreignOf ({ rest }: Form): Form['rest'] {
  const foreign = (rest as { header?: { receiver?: { foreign?: object } } }).header?.receiver?.foreign
  return foreign ? { header: { receiver: { foreign } } } : {}
}

/** The same document once more, as another sale: dated today, with its amounts computed again. */
export function copyOf (payload: unknown): Form {
  const form = formOf(payload)
  const dated = [
    'header.documentId.issueDate', 'header.documentId.dueDate', 'header.documentId.paidOn', 'header.totals.totalAmount',
    'header.documentId.externalId', 'header.transport.departureDate', 'header.transport.arrivalDate'
  ]
  const values = Object.fromEntries(Object.entries(form.values).filter(([path]) => !dated.includes(path)))
  return { ...form, values, rows: { ...form.rows, details: form.rows.details.map(withSettled) } }
}

function withSettled (row: Row): Row {
  const { lineTotal, ...values } = row.values
  return values.unitPrice ? { ...row, values } : row
}
