import { z } from 'zod'
import type { UploadOutcome } from '../../services/ports.ts'
import { asTrackId } from './identifiers.ts'
import { isPage, parseJson } from './json-answer.ts'
import type { Attempt } from './session.ts'
import { findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

type Refusal = Extract<UploadOutcome, { kind: 'refused' }>

// Statuses whose refusal stands whatever is tried again (sii.md 6.3); any other number is an error on the SII's side or a passing one.
const refusedForGood = new Set(['1', '2', '6', '7', '8'])
const notAuthenticated = '5'
const alreadySent = '99'

/**
 * Reads the RECEPCIONDTE of DTEUpload. Only a STATUS that can be read decides, and 0 only with its track id:
 * pages, faults, and cut or empty answers leave the outcome unknown, whatever the HTTP status.
 */
export function readReceipt (httpStatus: number, text: string): Attempt<UploadOutcome> {
  const receipt = parseReceipt(text)
  return receipt ?? unknown(`HTTP ${httpStatus} without a readable STATUS: ${excerpt(text)}`)
}

/** Reads the JSON of boleta.electronica.envio, or the text of its refusal (sii.md 6.8). */
export function readBoletaReceipt (httpStatus: number, text: string): Attempt<UploadOutcome> {
  if (httpStatus === 401) return { result: refusal('401', 'later', detailOf(text)), tokenRefused: true }
  const xmlReceipt = parseReceipt(text)
  if (xmlReceipt) return xmlReceipt
  if (saysAlreadySent(text)) return settled({ kind: 'duplicate', trackId: trackIdOf(text) })
  if (httpStatus === 200) return readJsonReceipt(text)
  return readRefusal(httpStatus, text)
}

function parseReceipt (text: string): Attempt<UploadOutcome> | undefined {
  const root = parseXml(text)
  const receipt = root && findFirst(root, 'RECEPCIONDTE')
  const statuses = receipt ? findAll(receipt, 'STATUS') : []
  const status = /^0*(\d{1,4})$/.exec(statuses[0]?.text ?? '')?.[1]
  if (receipt === undefined || status === undefined || statuses.length > 1) return undefined
  return readStatus(status, receipt)
}

function readStatus (status: string, receipt: XmlElement): Attempt<UploadOutcome> {
  const trackId = asTrackId(textOf(receipt, 'TRACKID'))
  const details = findAll(receipt, 'ERROR').map(({ text }) => text).filter((text) => text !== '')
  if (status === alreadySent) return settled({ kind: 'duplicate', trackId: trackId ?? trackIdOf(receipt.text) })
  if (status === notAuthenticated) return { result: refusal(status, 'later', details), tokenRefused: true }
  if (status !== '0') return settled(refusal(status, refusedForGood.has(status) ? 'never' : 'later', details))
  return trackId === undefined ? unknown('STATUS 0 without a track id') : settled({ kind: 'received', trackId })
}

const jsonReceipt = z.object({ trackid: z.union([z.string(), z.number()]) })

function readJsonReceipt (text: string): Attempt<UploadOutcome> {
  const receipt = jsonReceipt.safeParse(parseJson(text)).data
  const trackId = asTrackId(receipt && String(receipt.trackid))
  return trackId === undefined ? unknown(`HTTP 200 without a track id: ${excerpt(text)}`) : settled({ kind: 'received', trackId })
}

// The boletas' service refuses in plain text with these; a page instead comes from something that stands before it.
const refusalStatuses: Record<number, Refusal['retry']> = { 400: 'never', 403: 'never', 404: 'later', 405: 'later', 413: 'never', 415: 'never', 429: 'later' }

function readRefusal (httpStatus: number, text: string): Attempt<UploadOutcome> {
  const retry = refusalStatuses[httpStatus]
  if (retry === undefined || text.trim() === '' || isPage(text)) return unknown(`HTTP ${httpStatus}: ${excerpt(text)}`)
  return settled(refusal(String(httpStatus), retry, detailOf(text)))
}

function saysAlreadySent (text: string): boolean {
  return !isPage(text) && /status\W{1,5}99\b/i.test(text)
}

/** The track id that a refusal tells in its words, where they name it as one. */
function trackIdOf (text: string): string | undefined {
  return asTrackId(/track\s*_?-?id\D{0,20}(\d{6,20})(?!\d)/i.exec(text)?.[1])
}

function refusal (status: string, retry: Refusal['retry'], details: string[]): Refusal {
  return { kind: 'refused', status, retry, details }
}

function settled (result: UploadOutcome): Attempt<UploadOutcome> {
  return { result, tokenRefused: false }
}

function unknown (cause: string): Attempt<UploadOutcome> {
  return settled({ kind: 'unknown', cause })
}

function detailOf (text: string): string[] {
  const detail = excerpt(text)
  return detail === '' ? [] : [detail]
}

function excerpt (text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}
