/** Answers of customers to our documents: RespuestaDTE and EnvioRecibos [S5], [S17], [S26]. */
import { santiagoDateTime } from '../values/calendar.ts'
import { parseRut } from '../values/rut.ts'
import { dateOf, instantOf, integerOf } from '../xml/lexical.ts'
import { childOf, childrenOf, parseReceived, type ReceivedElement, textAt } from '../xml/received.ts'
import { type SignedBy, type SignatureProblem, verifyPart, type VerificationTerms } from '../signing/verification.ts'

/** The members that identify a document, as companies exchange them. */
export interface AnsweredDocument {
  documentType: number
  folio: number
  /** YYYY-MM-DD */
  issueDate: string
  issuer: string
  receiver: string
  /** Whole pesos. */
  total: number
}

export type AnswerKind = 'reception' | 'result' | 'receipt'

/** What an answer says of a document. */
export interface DocumentAnswer extends AnsweredDocument {
  kind: AnswerKind
  /** EstadoRecepDTE or EstadoDTE; null for receipts. */
  code: number | null
  /** The comment, or where goods or services were received. */
  comment: string
  /** YYYY-MM-DDThh:mm:ss, local time of Chile; empty if it is absent. */
  signedAt: string
  signer: SignedBy
  /** The Recibo as it stands in the file, in UTF-8, which goes into an assignment of the invoice. */
  receipt?: Buffer
}

/** The outcome for a sent file: EstadoRecepEnv. */
export interface EnvelopeAnswer { setId: string, code: number, comment: string }

export interface ReadAnswer {
  responder: string
  recipient: string
  envelopes: EnvelopeAnswer[]
  documents: DocumentAnswer[]
}

export type AnswerReading = ReadAnswer | { problem: SignatureProblem | 'ANSWER_MALFORMED' }

// [S26]; the schema sets no limit.
const mostDetails = 1000
const longestComment = 256

/** Whether a root element is one of an answer; the Instructivo calls the first RespuestaEnvioDTE. */
export function isAnswerRoot (name: string): boolean {
  return name === 'RespuestaDTE' || name === 'RespuestaEnvioDTE' || name === 'EnvioRecibos'
}

/** Reads an answer whose signatures hold. A file that has one that does not is refused as a whole. */
export function readAnswer (bytes: Buffer, terms: VerificationTerms): AnswerReading {
  const xml = parseReceived(bytes)
  if ('problem' in xml) return { problem: 'ANSWER_MALFORMED' }
  try {
    return xml.root.name === 'EnvioRecibos'
      ? readReceipts(xml.root, terms)
      : readResponse(xml.root, terms)
  } finally {
    xml.dispose()
  }
}

function readResponse (root: ReceivedElement, terms: VerificationTerms): AnswerReading {
  const verification = verifyPart(root, 'Resultado', terms)
  if ('problem' in verification) return verification
  const part = childOf(root, 'Resultado')
  const cover = childOf(part, 'Caratula')
  const facts = { signer: verification.signer, signedAt: timeAt(cover, 'TmstFirmaResp') }
  const receptions = childrenOf(part, 'RecepcionEnvio')
  const results = childrenOf(part, 'ResultadoDTE')
  const documents = [
    ...receptions.flatMap((reception) => childrenOf(reception, 'RecepcionDTE')).map((element) =>
      documentAnswer(element, { ...facts, kind: 'reception' }, ['EstadoRecepDTE', 'RecepDTEGlosa'])),
    ...results.map((element) =>
      documentAnswer(element, { ...facts, kind: 'result' }, ['EstadoDTE', 'EstadoDTEGlosa']))
  ]
  return answerOf(cover, receptions.map(envelopeAnswer), documents)
}

function readReceipts (root: ReceivedElement, terms: VerificationTerms): AnswerReading {
  const whole = verifyPart(root, 'SetRecibos', terms)
  if ('problem' in whole) return whole
  const set = childOf(root, 'SetRecibos')
  const receipts = childrenOf(set, 'Recibo')
  if (receipts.length > mostDetails) return { problem: 'ANSWER_MALFORMED' }
  const documents: (DocumentAnswer | undefined)[] = []
  for (const receipt of receipts) {
    const verification = verifyPart(receipt, 'DocumentoRecibo', terms)
    if ('problem' in verification) return verification
    documents.push(receiptAnswer(receipt, verification.signer))
  }
  return answerOf(childOf(set, 'Caratula'), [], documents)
}

function answerOf (
  cover: ReceivedElement | undefined, envelopes: (EnvelopeAnswer | undefined)[],
  documents: (DocumentAnswer | undefined)[]
): AnswerReading {
  const recipient = parseRut(textAt(cover, 'RutRecibe'))
  const whole = documents.every((one) => one !== undefined) && envelopes.every((one) => one !== undefined)
  if (!whole || recipient === undefined || documents.length + envelopes.length === 0) {
    return { problem: 'ANSWER_MALFORMED' }
  }
  if (documents.length > mostDetails || envelopes.length > mostDetails) return { problem: 'ANSWER_MALFORMED' }
  // The SII's own answers have carried the word DESCONOCIDO.
  const responder = parseRut(textAt(cover, 'RutResponde')) ?? ''
  return { responder, recipient, envelopes, documents }
}

function envelopeAnswer (element: ReceivedElement): EnvelopeAnswer | undefined {
  const code = codeAt(element, 'EstadoRecepEnv')
  return code === undefined
    ? undefined
    : { setId: textAt(element, 'EnvioDTEID').slice(0, 80), code, comment: commentAt(element, 'RecepEnvGlosa') }
}

function documentAnswer (
  element: ReceivedElement, facts: Pick<DocumentAnswer, 'kind' | 'signer' | 'signedAt'>,
  [state, gloss]: [string, string]
): DocumentAnswer | undefined {
  const document = documentIn(element, 'TipoDTE')
  const code = codeAt(element, state)
  if (!document || code === undefined) return undefined
  return { ...document, ...facts, code, comment: commentAt(element, gloss) }
}

function receiptAnswer (receipt: ReceivedElement, signer: SignedBy): DocumentAnswer | undefined {
  const element = childOf(receipt, 'DocumentoRecibo')
  const document = documentIn(element, 'TipoDoc')
  return document && {
    ...document, kind: 'receipt', code: null, comment: commentAt(element, 'Recinto'), signer,
    signedAt: timeAt(element, 'TmstFirmaRecibo'),
    // Canonical, as its signature was verified, with the namespaces that the envelope declares for it.
    receipt: Buffer.from(receipt.node.canonicalizeToString())
  }
}

function documentIn (element: ReceivedElement | undefined, typeElement: string): AnsweredDocument | undefined {
  const numbers = [typeElement, 'Folio', 'MntTotal'].map((name) => integerOf(textAt(element, name)) ?? -1)
  const [issuer, receiver] = ['RUTEmisor', 'RUTRecep'].map((name) => parseRut(textAt(element, name)))
  const issueDate = dateOf(textAt(element, 'FchEmis'))
  if (numbers.some((number) => number < 0) || !issuer || !receiver || issueDate === undefined) return undefined
  const [documentType = 0, folio = 0, total = 0] = numbers
  return { documentType, folio, issueDate, issuer, receiver, total }
}

function codeAt (element: ReceivedElement, name: string): number | undefined {
  const code = integerOf(textAt(element, name)) ?? -1
  return code >= 0 && code < 100 ? code : undefined
}

function commentAt (element: ReceivedElement | undefined, name: string): string {
  return textAt(element, name).replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestComment)
}

function timeAt (element: ReceivedElement | undefined, name: string): string {
  const moment = instantOf(textAt(element, name))
  return moment ? santiagoDateTime(moment) : ''
}
