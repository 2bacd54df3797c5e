/**
 * RespuestaDTE [S5, RespuestaEnvioDTE_v10], [S26]: a receiver's answers to an envelope, first that it arrived, later
 * the outcome of its documents. They have no effect at the SII, where only its own registry counts.
 */
import { signFile } from '../signing/signed-file.ts'
import type { Signer } from '../signing/signature.ts'
import { element } from '../xml/canonical.ts'
import { assertCount, contactXml, documentXml, mandatoryText, type AnswerCover, type ReceivedDocument } from './answer.ts'

/** EstadoRecepEnv, with the words of [S26]. */
export const envelopeStates = {
  0: 'Envio Recibido Conforme',
  1: 'Envio Rechazado - Error de Schema',
  2: 'Envio Rechazado - Error de Firma',
  3: 'Envio Rechazado - RUT Receptor No Corresponde',
  90: 'Envio Rechazado - Archivo Repetido',
  91: 'Envio Rechazado - Archivo Ilegible',
  99: 'Envio Rechazado - Otros'
} as const

/** EstadoRecepDTE. */
export const receptionStates = {
  0: 'DTE Recibido OK',
  1: 'DTE No Recibido - Error de Firma',
  2: 'DTE No Recibido - Error en RUT Emisor',
  3: 'DTE No Recibido - Error en RUT Receptor',
  4: 'DTE No Recibido - DTE Repetido',
  99: 'DTE No Recibido - Otros'
} as const

/** EstadoDTE. */
export const resultStates = {
  0: 'DTE Aceptado OK',
  1: 'DTE Aceptado con Discrepancias',
  2: 'DTE Rechazado'
} as const

interface Answer {
  cover: AnswerCover
  /** IdRespuesta: the responder's own number of the answer, from 1. */
  answerNumber: number
}

export interface ReceptionAnswer extends Answer {
  receptions: readonly Reception[]
}

/** One file that came. */
export interface Reception {
  fileName: string
  /** YYYY-MM-DDThh:mm:ss, local time of Chile. */
  receivedAt: string
  /** CodEnvio: the responder's own number of the reception, from 1. */
  receptionNumber: number
  /** ID and DigestValue of the SetDTE, of a file that can be read. */
  setId?: string
  digest?: string
  /** RUT of the envelope's issuer and of its receiver, as its cover sheet has them. */
  issuer?: string
  receiver?: string
  state: keyof typeof envelopeStates
  /** In place of the official words; which other reason, with 99. */
  comment?: string
  documents: readonly (ReceivedDocument & { state: keyof typeof receptionStates, comment?: string })[]
}

export interface ResultAnswer extends Answer {
  results: readonly (ReceivedDocument & {
    /** CodEnvio of the reception that named the document. */
    receptionNumber: number
    state: keyof typeof resultStates
    /** In place of the official words: a refusal says why. */
    comment?: string
  })[]
}

/**
 * Reports that files arrived, and which of their documents were received (RecepcionEnvio). Throws RangeError on none or
 * more than a thousand, and on a character that ISO-8859-1 lacks.
 */
export async function buildReceptionAnswer (
  { receptions, ...answer }: ReceptionAnswer, signer: Signer
): Promise<Buffer> {
  assertCount(receptions.length, 'receptions')
  return responseFile(answer, receptions.map(receptionXml), signer)
}

/** Reports which documents are accepted and which refused (ResultadoDTE). Throws as `buildReceptionAnswer`. */
export async function buildResultAnswer ({ results, ...answer }: ResultAnswer, signer: Signer): Promise<Buffer> {
  assertCount(results.length, 'results')
  const details = results.map((result) => '<ResultadoDTE>' + documentXml(result) +
    element('CodEnvio', result.receptionNumber) + element('EstadoDTE', result.state) +
    mandatoryText('EstadoDTEGlosa', result.comment ?? resultStates[result.state], 256) + '</ResultadoDTE>\n')
  return responseFile(answer, details, signer)
}

function receptionXml (reception: Reception): string {
  const { documents, state, comment = envelopeStates[state] } = reception
  return '<RecepcionEnvio>' +
    mandatoryText('NmbEnvio', reception.fileName, 80) + element('FchRecep', reception.receivedAt) +
    element('CodEnvio', reception.receptionNumber) + mandatoryText('EnvioDTEID', reception.setId ?? '', 80) +
    element('Digest', reception.digest) + element('RutEmisor', reception.issuer) +
    element('RutReceptor', reception.receiver) + element('EstadoRecepEnv', state) +
    mandatoryText('RecepEnvGlosa', comment, 256) +
    element('NroDTE', documents.length > 0 ? documents.length : undefined) +
    documents.map((document) => '\n<RecepcionDTE>' + documentXml(document) +
      element('EstadoRecepDTE', document.state) +
      mandatoryText('RecepDTEGlosa', document.comment ?? receptionStates[document.state], 256) +
      '</RecepcionDTE>').join('') + '</RecepcionEnvio>\n'
}

async function responseFile (
  { cover, answerNumber }: Answer, details: readonly string[], signer: Signer
): Promise<Buffer> {
  const coverXml = '<Caratula version="1.0">' +
    element('RutResponde', cover.responder) + element('RutRecibe', cover.recipient) +
    element('IdRespuesta', answerNumber) + element('NroDetalles', details.length) + contactXml(cover) +
    element('TmstFirmaResp', cover.signedAt) + '</Caratula>\n'
  return signFile({
    root: 'RespuestaDTE', schema: 'RespuestaEnvioDTE_v10.xsd', part: 'Resultado', id: 'Resultado',
    body: coverXml + details.join('')
  }, signer)
}
