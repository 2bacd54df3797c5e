import { resultTextKind } from '../../dte/exchange/result-mail.ts'
import type { DocumentReason } from '../../model/reasons.ts'
import type { BookResult, DocumentVerdict, SubtotalVerdict, UploadResult } from '../../services/ports.ts'
import { presentable } from './answer-text.ts'
import { bookReasonIn, reasonIn, stateIn, withoutZeros } from './result-words.ts'

/** Reads the result of an envelope that the SII mails as text [S40]. Undefined for any other text. */
export function readUploadResultText (text: string): UploadResult | undefined {
  if (resultTextKind(text) !== 'siiResult') return undefined
  const head = readHead(text, /Estado del Env[ií]o/i)
  if (!head) return undefined
  const { documents, reasons } = readDetails(text)
  return { ...head, subtotals: readSubtotals(text), documents, reasons }
}

const acceptedBook = /^(?:LOK|LTC)$/

/** The same of a book. The words of a state that does not accept it are its reasons. */
export function readBookResultText (text: string): BookResult | undefined {
  if (resultTextKind(text) !== 'bookResult') return undefined
  const head = readHead(text, /Estado del Env[ií]o de Libro/i)
  if (!head) return undefined
  const words = [fieldOf(text, /Estado del Env[ií]o de Libro/i), fieldOf(text, /Estado del Libro Tributario/i)]
  const refusals = words.flatMap((each) => each === undefined || acceptedBook.test(stateIn(each))
    ? []
    : [{ code: stateIn(each), description: presentable(each) }])
  return { ...head, reasons: [...refusals, ...codedOrAll(detailLines(text).map(bookReasonIn))] }
}

/** `Rut de Empresa Emisora : 76192083-9`: the value of the first line with that label. */
function fieldOf (text: string, label: RegExp): string | undefined {
  return new RegExp(`^[ \\t]*${label.source}[ \\t]*:[ \\t]*(\\S.*)$`, 'im').exec(text)?.[1]?.trim()
}

function readHead (
  text: string, stateLabel: RegExp
): { issuerTaxNumber: string, trackId: string, state: string } | undefined {
  const issuer = /^\d{1,8}-[\dkK]/.exec(fieldOf(text, /Rut de Empresa Emisora/i)?.replaceAll('.', '') ?? '')?.[0]
  const trackId = /^\d{1,15}$/.exec(fieldOf(text, /Identificador de Env[ií]o/i) ?? '')?.[0]
  const state = fieldOf(text, stateLabel)
  if (issuer === undefined || trackId === undefined || state === undefined) return undefined
  return { issuerTaxNumber: issuer.toUpperCase(), trackId: withoutZeros(trackId), state: stateIn(state) }
}

/** The columns are type, informed, rejected, objected, accepted: the order differs from that of the services. */
function readSubtotals (text: string): SubtotalVerdict[] {
  const table = /Tipo DTE\s+Informados\s+Rechazos\s+Reparos\s+Aceptados[\s-]*\n((?:[ \t]*\d+(?:[ \t]+\d+){4}[ \t]*\r?\n?)+)/i
  const rows = table.exec(text)?.[1]?.trim().split(/\r?\n/) ?? []
  return rows.map((row) => row.trim().split(/\s+/).map(Number)).map((
    [documentType = 0, informed = 0, rejected = 0, objected = 0, accepted = 0]
  ) => ({ documentType, informed, accepted, rejected, objected }))
}

const detailHeading = /Detalle de (?:Rechazos|Reparos|Errores)/i
const namedByWords = /tipo\D{0,20}(\d{2,3})\b.*folio\D{0,20}(\d{1,10})\b/i
const namedByColumns = /^\s*(\d{2,3})\s+(\d{1,10})\b/
const namedById = /\bF(\d{1,10})T(\d{2,3})\b/

interface Details { documents: DocumentVerdict[], reasons: DocumentReason[] }

/** The lines of words below the headings of the details. */
function detailLines (text: string): string[] {
  const [, ...lines] = text.slice(text.search(detailHeading)).split(/\r?\n/)
  return detailHeading.test(text) ? lines.filter((line) => /\p{L}/u.test(line) && !detailHeading.test(line)) : []
}

/** Words without a code may belong to something else, such as the end of the mail: they count if there is no code. */
function codedOrAll (reasons: DocumentReason[]): DocumentReason[] {
  const coded = reasons.filter(({ code }) => code !== '')
  return coded.length > 0 ? coded : reasons
}

/** Each reason belongs to the document on its line or above it; before the first document, to the envelope. */
function readDetails (text: string): Details {
  const documents: DocumentVerdict[] = []
  const reasons: DocumentReason[] = []
  for (const line of detailLines(text)) {
    const named = documentIn(line)
    if (named) documents.push({ ...named, state: statedIn(line), reasons: [] })
    addLine(line, { about: documents.at(-1), isNaming: named !== undefined, reasons })
  }
  return { documents: documents.map(withState), reasons }
}

/** `about`: the document that the lines are about; without one, a reason belongs to `reasons`. */
function addLine (
  line: string, { about, isNaming, reasons }: {
    about: DocumentVerdict | undefined, isNaming: boolean, reasons: DocumentReason[]
  }
): void {
  if (about?.state === '') about.state = statedIn(line)
  const reason = reasonIn(line, '')
  const isWords = about !== undefined && !isNaming && statedIn(line) === ''
  if (reason.code !== '' || isWords) (about?.reasons ?? reasons).push(reason)
}

function documentIn (line: string): { documentType: number, folio: number } | undefined {
  const [, folioOfId, typeOfId] = namedById.exec(line) ?? []
  const [, type = typeOfId, folio = folioOfId] = namedByWords.exec(line) ?? namedByColumns.exec(line) ?? []
  return type === undefined || folio === undefined ? undefined : { documentType: Number(type), folio: Number(folio) }
}

function statedIn (line: string): string {
  return /\b(?:RCH|RPR|RLV|RPT|DOK)\b/.exec(line)?.[0] ?? (/rechazad|con reparo/i.test(line) ? stateIn(line) : '')
}

/** A document without a state of its own: its gravest level says whether it was rejected. */
function withState (document: DocumentVerdict): DocumentVerdict {
  const isRejected = document.reasons.some(({ code }) => /-3-\d+$/.test(code))
  const state = document.state === '' ? isRejected ? 'RCH' : 'RPR' : document.state
  const reasons = codedOrAll(document.reasons)
    .map(({ code, description }) => ({ code: code === '' ? state : code, description }))
  return { ...document, state, reasons }
}
