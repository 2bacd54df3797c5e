import { isDate } from '../shared/address.ts'

/** The dates of the reports, as they are in the address; without them, the last thirty days. */
export interface ReportRange { from?: string, to?: string, currency?: string }

/** What makes no sense is left out. */
export function readRange ({ from, to, currency }: Record<string, unknown>): ReportRange {
  return {
    ...(isDate(from) && isDate(to) && from <= to && { from, to }),
    ...(typeof currency === 'string' && currency.length <= 20 && { currency })
  }
}
