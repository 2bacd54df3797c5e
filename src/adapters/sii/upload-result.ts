import type { DocumentReason } from '../../model/reasons.ts'
import type { DocumentVerdict, SubtotalVerdict, UploadResult } from '../../services/ports.ts'
import { decodeAnswer, presentable } from './answer-text.ts'
import { everyElement, findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

/**
 * Reads the file that the SII mails after it has examined an envelope: RESULTADO_ENVIO (RespSII_v10.xsd). It names only
 * documents refused or objected to. Undefined for anything else, also for a file with a DOCTYPE.
 */
export function readUploadResult (bytes: Buffer): UploadResult | undefined {
  const root = parseXml(decodeAnswer(bytes, undefined))
  const envelope = root?.name === 'RESULTADO_ENVIO' ? readEnvelope(root) : undefined
  if (!root || !envelope) return undefined
  const subtotals = findAll(root, 'SUBTOTAL').map(readSubtotal)
  const documents = findAll(root, 'REVISIONDTE').map(readDocument)
  if (!subtotals.every((one) => one !== undefined) || !documents.every((one) => one !== undefined)) return undefined
  return {
    ...envelope, subtotals, documents,
    reasons: findAll(root, 'DETERRENVIO').map(({ text }) => readReason(text, envelope.state))
  }
}

function readEnvelope (root: XmlElement): Pick<UploadResult, 'issuerTaxNumber' | 'trackId' | 'state'> | undefined {
  const identification = findFirst(root, 'IDENTIFICACION')
  if (!identification) return undefined
  const [issuer = '', trackId = '', state = ''] = ['RUTEMISOR', 'TRACKID', 'ESTADO'].map((name) =>
    textOf(identification, name)
  )
  if (issuer === '' || state === '' || !/^\d{1,15}$/.test(trackId)) return undefined
  return { issuerTaxNumber: issuer.toUpperCase(), trackId: withoutZeros(trackId), state: stateIn(state) }
}

/** Counters that are left out are zero (RespSII_v10.xsd, SUBTOTAL). */
function readSubtotal (element: XmlElement): SubtotalVerdict | undefined {
  const counters = ['TIPODOC', 'INFORMADO', 'ACEPTA', 'RECHAZO', 'REPARO'].map((name) => textOf(element, name) ?? '0')
  if (!counters.every((text) => /^\d{1,10}$/.test(text))) return undefined
  const [documentType = 0, informed = 0, accepted = 0, rejected = 0, objected = 0] = counters.map(Number)
  return { documentType, informed, accepted, rejected, objected }
}

function readDocument (element: XmlElement): DocumentVerdict | undefined {
  const [type = '', folio = '', state = ''] = ['TIPODTE', 'FOLIO', 'ESTADO'].map((name) => textOf(element, name))
  if (!/^\d{1,3}$/.test(type) || !/^\d{1,10}$/.test(folio) || state === '') return undefined
  const details = everyElement(element).filter(({ name }) => name === 'DETALLE')
  return {
    documentType: Number(type), folio: Number(folio), state: stateIn(state),
    reasons: details.map(({ text }) => readReason(text, stateIn(state)))
  }
}

/**
 * "RCH - DTE Rechazado" gives RCH, and so does "DTE Rechazado": some answers say the code and some only what it means.
 */
function stateIn (text: string): string {
  const code = /^[A-Z]{3}(?![A-Z])/.exec(text.trim())?.[0]
  if (code !== undefined && code !== 'DTE') return code
  if (/rechaz/i.test(text)) return 'RCH'
  if (/leve/i.test(text)) return 'RLV'
  return /reparo/i.test(text) ? 'RPR' : presentable(text)
}

/** "(REF-3-750) DTE referenciado no recibido"; the number of a line may stand inside: "REF L[2]-3-758". */
function readReason (text: string, state: string): DocumentReason {
  const [code = state] = /\b[A-Z]{3}(?:\s*L(?:\[\d+\]|\d+))?-\d-\d{1,5}\b|\b[A-Z]{3}-\d{5}\b/.exec(text) ?? []
  return { code, description: presentable(text) }
}

function withoutZeros (trackId: string): string {
  return trackId.replace(/^0+(?=\d)/, '')
}
