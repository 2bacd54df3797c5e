import { santiagoDateTime } from '../../../dte/values/calendar.ts'
import { receptionStates, resultStates } from '../../../dte/exchange/responses.ts'
import type { ExchangeAnswerRow } from '../../../repositories/invoicing/exchange/exchange-answers.ts'

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

/** The answer of each kind that counts; null without one. It says nothing of the SII's own registry. */
export type Exchange = Record<'reception' | 'result' | 'receipt', ExchangeEntry | null>

/**
 * Null without an answer. Of each kind the answer that was signed last counts, whenever its mail came. That a file or a
 * document came again takes nothing back of what the responder received before.
 */
export function exchangeOf (rows: readonly ExchangeAnswerRow[]): Exchange | null {
  if (rows.length === 0) return null
  const bySigning = rows.toSorted((one, other) => order(signedAtOf(one), signedAtOf(other)) || arrivalOrder(one, other))
  const counting = bySigning.filter((row, index) => !repeats(row, bySigning.slice(0, index)))
  const latest = (kind: string): ExchangeEntry | null => {
    const row = counting.findLast((one) => one.kind === kind)
    return row ? entryOf(row) : null
  }
  return { reception: latest('reception'), result: latest('result'), receipt: latest('receipt') }
}

// EstadoRecepDTE 4, and EstadoRecepEnv 90, which some systems write in its place.
const repeated: readonly (number | null)[] = [4, 90]

function repeats ({ kind, code, responder }: ExchangeAnswerRow, before: readonly ExchangeAnswerRow[]): boolean {
  return kind === 'reception' && repeated.includes(code) &&
    before.some((one) => one.kind === 'reception' && one.code === 0 && one.responder === responder)
}

/** Local time of Chile. Nothing was signed after it came: a responder's clock that runs ahead does not win. */
function signedAtOf ({ signedAt, receivedAt }: ExchangeAnswerRow): string {
  const came = santiagoDateTime(receivedAt)
  return signedAt === '' || signedAt > came ? came : signedAt
}

function arrivalOrder (one: ExchangeAnswerRow, other: ExchangeAnswerRow): number {
  return one.receivedAt.getTime() - other.receivedAt.getTime() || order(one.id, other.id)
}

function order (one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
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
