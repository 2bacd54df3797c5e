import type { DocumentVerdict, SubtotalVerdict, UploadResult } from '../../services/ports.ts'
import { decodeAnswer } from './answer-text.ts'
import { readUploadResultText } from './result-text.ts'
import { reasonIn, stateIn, withoutZeros } from './result-words.ts'
import { everyElement, findAll, findFirst, parseXml, textOf, type XmlElement } from './xml-answer.ts'

/**
 * Reads the file that the SII mails after it has examined an envelope: RESULTADO_ENVIO (RespSII_v10.xsd) or a text. It
 * names only documents refused or objected to. Undefined for anything else, also for a file with a DOCTYPE.
 */
export function readUploadResult (bytes: Buffer): UploadResult | undefined {
  const text = decodeAnswer(bytes, undefined)
  const root = parseXml(text)
  if (!root) return readUploadResultText(text)
  const envelope = root.name === 'RESULTADO_ENVIO' ? readEnvelope(root) : undefined
  if (!envelope) return undefined
  const subtotals = findAll(root, 'SUBTOTAL').map(readSubtotal)
  const documents = findAll(root, 'REVISIONDTE').map(readDocument)
  if (!subtotals.every((one) => one !== undefined) || !documents.every((one) => one !== undefined)) return undefined
  return {
    ...envelope, subtotals, documents,
    reasons: findAll(root, 'DETERRENVIO').map(({ text }) => reasonIn(text, envelope.state))
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
    reasons: details.map(({ text }) => reasonIn(text, stateIn(state)))
  }
}
