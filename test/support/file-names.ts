import { defined } from './expecting.ts'
/** The name under which an answer is saved, as browsers read it: `filename*` before the ASCII name (RFC 6266). */
export function savedName ({ headers }: { headers: Record<string, unknown> }): string {
  const disposition = String(headers['content-disposition'])
  const encoded = /filename\*=UTF-8''(\S+)/.exec(disposition)?.[1]
  return encoded === undefined ? defined(/filename="([^"]*)"/.exec(disposition)?.[1]) : decodeURIComponent(encoded)
}
