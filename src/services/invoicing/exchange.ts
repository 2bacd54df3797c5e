import { receptionStates, resultStates } from '../../dte/exchange/responses.ts'
import type { ExchangeAnswerRow } from '../../repositories/invoicing/exchange-answers.ts'

/** One answer of the receiver. */
export interface ExchangeEntry {
  /** EstadoRecepDTE or EstadoDTE; null for receipts. */
  code: number | null
  /** The official words of the code. */
  codeText: string | null
  /** The receiver's words; of a receipt, where goods or services were received. */
  comment: string
  responder: string
  signerTaxNumber: string | null
  signerName: string
  receivedAt: Date
  /** The mail that brought it. */
  mailId: string
}

/** The latest answer of each kind; null without one. It says nothing of the SII's own registry. */
export type Exchange = Record<'reception' | 'result' | 'receipt', ExchangeEntry | null>

/** Null without an answer. `rows` are in the order in which they came. */
export function exchangeOf (rows: readonly ExchangeAnswerRow[]): Exchange | null {
  if (rows.length === 0) return null
  const latest = (kind: string): ExchangeEntry | null => {
    const row = rows.findLast((one) => one.kind === kind)
    return row ? entryOf(row) : null
  }
  return { reception: latest('reception'), result: latest('result'), receipt: latest('receipt') }
}

function entryOf (
  { kind, code, comment, responder, signerTaxNumber, signerName, receivedAt, messageId }: ExchangeAnswerRow
): ExchangeEntry {
  const words: Readonly<Record<number, string>> = kind === 'result' ? resultStates : receptionStates
  return {
    code, codeText: code === null ? null : words[code] ?? null, comment, responder, signerTaxNumber, signerName,
    receivedAt, mailId: messageId
  }
}
