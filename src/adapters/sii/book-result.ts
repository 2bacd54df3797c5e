import type { BookResult } from '../../services/ports.ts'
import { decodeAnswer, presentable } from './answer-text.ts'
import { readBookResultText } from './result-text.ts'
import { bookReasonIn, withoutZeros } from './result-words.ts'
import { findAll, findFirst, parseXml, textOf } from './xml-answer.ts'

const roots: readonly string[] = ['ResultadoEnvioLibro', 'ResultadoConsumoFolios']

/**
 * Reads the file that the SII mails once it has examined a book (RespSIILibros_v10.xsd), or a report of folios.
 * Undefined for anything else, also for a file with a DOCTYPE.
 */
export function readBookResult (bytes: Buffer): BookResult | undefined {
  const text = decodeAnswer(bytes, undefined)
  const root = parseXml(text)
  if (!root) return readBookResultText(text)
  const identification = roots.includes(root.name) ? findFirst(root, 'Identificacion') : undefined
  if (!identification) return undefined
  const [issuer = '', trackId = '', state = ''] = ['RutEmisor', 'TrackId', 'EstadoEnvio'].map((name) =>
    textOf(identification, name))
  if (issuer === '' || !/^\d{1,15}$/.test(trackId)) return undefined
  return {
    issuerTaxNumber: issuer.toUpperCase(), trackId: withoutZeros(trackId), state: presentable(state),
    reasons: findAll(root, 'DetErrEnvio').map(({ text }) => bookReasonIn(text))
  }
}
