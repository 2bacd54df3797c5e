import { z } from 'zod'
import type { UploadOutcome } from '../../services/ports.ts'
import { presentable } from './answer-text.ts'
import { asTrackId } from './identifiers.ts'
import { isPage, parseJson } from './json-answer.ts'
import type { Attempt } from './session.ts'
import { findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'
import { isTokenRefusal } from './soap.ts'

type Retry = Extract<UploadOutcome, { kind: 'refused' }>['retry']

/** What the SII said of an upload, in whichever form. */
interface Receipt {
  status: string
  trackId: string | undefined
  details: string[]
  /** The whole text, in which STATUS 99 names the old track id. */
  words: string
}

// Refusals that stand however often the same bytes are tried [S8]; any other number is an error of the SII's or
// a passing one.
const refusedForGood = new Set(['1', '2', '6', '7', '8'])
const notAuthenticated = '5'
// A thousand documents with one mistake in common give a thousand equal errors.
const mostDetails = 100
const alreadySent = '99'

/**
 * Reads the RECEPCIONDTE of DTEUpload. Only a STATUS that can be read decides, and 0 only with its track id:
 * pages, faults, and cut or empty answers leave the outcome unknown, whatever the HTTP status.
 */
export function readReceipt (httpStatus: number, text: string): Attempt<UploadOutcome> {
  const receipt = xmlReceipt(text)
  if (receipt) return outcomeOf(receipt)
  return isWithoutSession(text)
    ? { result: { kind: 'notSent', cause: 'the SII did not take the session (Error 501)' }, tokenRefused: true }
    : unknown(`HTTP ${httpStatus} without a readable STATUS: ${presentable(text)}`)
}

/** DTEUpload answers a request without a live session with this page, under HTTP 200 [S40]. */
function isWithoutSession (text: string): boolean {
  return isPage(text) && /<title>\s*error\s+501\s*<\/title>/i.test(text)
}

/** Reads the JSON of boleta.electronica.envio, or the words of its refusal [S13]. */
export function readBoletaReceipt (httpStatus: number, text: string): Attempt<UploadOutcome> {
  if (httpStatus === 401) {
    return { ...refusal('401', isAboutRights(text) ? 'never' : 'later', detailOf(text)), tokenRefused: true }
  }
  const receipt = xmlReceipt(text) ?? jsonRefusal(text) ?? wordedRepetition(text)
  if (receipt) return outcomeOf(receipt)
  return httpStatus === 200 ? readJsonReceipt(text) : readWordedRefusal(httpStatus, text)
}

function outcomeOf ({ status, trackId, details, words }: Receipt): Attempt<UploadOutcome> {
  if (status === alreadySent) return settled({ kind: 'duplicate', trackId: trackId ?? trackIdIn(words) })
  if (status === notAuthenticated) return { ...refusal(status, 'later', details), tokenRefused: true }
  if (status !== '0') return refusal(status, refusedForGood.has(status) ? 'never' : 'later', details)
  return trackId === undefined ? unknown('STATUS 0 without a track id') : settled({ kind: 'received', trackId })
}

function xmlReceipt (text: string): Receipt | undefined {
  const root = parseXml(text)
  const receipt = root && findFirst(root, 'RECEPCIONDTE')
  const statuses = receipt ? findAll(receipt, 'STATUS') : []
  const status = asStatus(statuses[0]?.text)
  if (receipt === undefined || status === undefined || statuses.length > 1) return undefined
  const errors = findAll(receipt, 'ERROR').flatMap(({ text }) => detailOf(text))
  const details = errors.length > 0 ? errors.slice(0, mostDetails) : detailOf(looseWords(receipt))
  return { status, trackId: asTrackId(textOf(receipt, 'TRACKID')), details, words: receipt.text }
}

/** The words of a receipt that stand in no element of their own. */
function looseWords ({ text, children }: XmlElement): string {
  return children.reduce((rest, child) => rest.replace(child.text, ' '), text)
}

const scalar = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
const jsonShape = z.object({
  trackid: scalar, status: scalar, STATUS: scalar, codigo: scalar, estado: scalar, descripcion: scalar
})

/** A refusal in JSON, whose number is one of DTEUpload's table; three digits would be an HTTP status repeated. */
function jsonRefusal (text: string): Receipt | undefined {
  const content = jsonShape.safeParse(parseJson(text)).data
  if (content === undefined) return undefined
  const status = [content.STATUS, content.status, content.codigo, content.estado].map(asStatus).find((each) =>
    each !== undefined
  )
  if (status === undefined || status === '0' || status.length > 2) return undefined
  return { status, trackId: asTrackId(content.trackid), details: detailOf(content.descripcion ?? text), words: text }
}

function wordedRepetition (text: string): Receipt | undefined {
  const isRepetition = !isPage(text) && /\bstatus\W{1,5}99\b/i.test(text)
  return isRepetition ? { status: alreadySent, trackId: undefined, details: [], words: text } : undefined
}

function readJsonReceipt (text: string): Attempt<UploadOutcome> {
  const trackId = asTrackId(jsonShape.safeParse(parseJson(text)).data?.trackid)
  return trackId === undefined
    ? unknown(`HTTP 200 without a track id: ${presentable(text)}`)
    : settled({ kind: 'received', trackId })
}

// The boletas' service refuses in plain words with these; a page instead comes from something that stands before it.
const wordedRefusals: Record<number, Retry> = {
  400: 'never', 403: 'never', 404: 'later', 405: 'later', 413: 'never', 415: 'never', 429: 'later'
}

function readWordedRefusal (httpStatus: number, text: string): Attempt<UploadOutcome> {
  const retry = wordedRefusals[httpStatus]
  if (retry === undefined || text.trim() === '' || isPage(text) || isGarbled(text)) {
    return unknown(`HTTP ${httpStatus}: ${presentable(text)}`)
  }
  return isTokenRefusal(text)
    ? { ...refusal(String(httpStatus), 'later', detailOf(text)), tokenRefused: true }
    : refusal(String(httpStatus), retry, detailOf(text))
}

/** JSON that is cut or sent twice, or another encoding, such as UTF-16: its text cannot be interpreted. */
function isGarbled (text: string): boolean {
  const isBrokenJson = /^\s*[{[]/.test(text) && parseJson(text) === undefined
  return isBrokenJson || text.includes('\0') || text.includes('\uFFFD')
}

function asStatus (text: string | undefined): string | undefined {
  return /^0*(\d{1,4})$/.exec(text ?? '')?.[1]
}

/** The track id in the text of a refusal, where it is called one. */
function trackIdIn (words: string): string | undefined {
  return asTrackId(/(?:track[\s_-]?id|identificador)\D{0,20}(\d{6,20})(?!\d)/i.exec(words)?.[1])
}

// A 401 is answered to a user or company without rights as well, which a new token does not fix.
function isAboutRights (text: string): boolean {
  return /no autorizad/i.test(text)
}

function refusal (status: string, retry: Retry, details: string[]): Attempt<UploadOutcome> {
  return settled({ kind: 'refused', status, retry, details })
}

function settled (result: UploadOutcome): Attempt<UploadOutcome> {
  return { result, tokenRefused: false }
}

function unknown (cause: string): Attempt<UploadOutcome> {
  return settled({ kind: 'unknown', cause })
}

function detailOf (text: string): string[] {
  const detail = presentable(text)
  return detail === '' ? [] : [detail]
}
