import { buffer } from 'node:stream/consumers'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { DocumentType } from '../../dte/values/document-types.ts'
import type { Spreadsheets } from '../../shared/spreadsheet.ts'
import type { Clock } from '../ports.ts'
import { writeTemplate } from './template.ts'

type Format = 'xlsx' | 'csv'

/**
 * The files to fill in. Each is made once a day, as its example carries the date: a workbook takes 12 ms of CPU, and
 * anybody may ask for it as often as they like.
 */
export function createTemplates ({ spreadsheets, clock }: { spreadsheets: Spreadsheets, clock: Clock }) {
  let today = ''
  const made = new Map<string, Promise<Buffer>>()

  return async (documentType: `${DocumentType}`, format: Format): Promise<Buffer> => {
    const at = clock()
    const day = santiagoDate(at)
    if (day !== today) made.clear()
    today = day
    const name = `${documentType}.${format}`
    const known = made.get(name)
    if (known) return known
    const request = { documentType: Number(documentType) as DocumentType, format, at }
    const making = buffer(writeTemplate(request, spreadsheets))
    made.set(name, making)
    // The next request tries again.
    making.catch(() => { if (made.get(name) === making) made.delete(name) })
    return making
  }
}
