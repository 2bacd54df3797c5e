import { child, textAt, type Element } from './xml.ts'

/** The facts that identify a document, for later questions about it. */
export interface DocumentFacts {
  issuer: string
  receiver: string
  documentType: number
  folio: number
  issueDate: string
  totalAmount: string
  /** FmaPago: 1 cash, 2 credit, 3 free of charge. */
  paymentForm?: string
  signatureValue: string
}

/** A DTE of an envelope: its element, the signed element, and its bytes. */
export interface Document {
  dte: Element
  body: Element
  facts: DocumentFacts
  /** As uploaded, from "<DTE" to "</DTE>". */
  bytes: Buffer
  /** The TED's DD as uploaded, with the file's own escapes. */
  stampText: string
}

export function readFacts (dte: Element, body: Element): DocumentFacts {
  const header = child(body, 'Encabezado')
  const at = (path: string) => textAt(header, path)?.trim() ?? ''
  const paymentForm = at('IdDoc/FmaPago')
  return {
    issuer: at('Emisor/RUTEmisor'),
    receiver: at('Receptor/RUTRecep'),
    documentType: Number(at('IdDoc/TipoDTE')),
    folio: Number(at('IdDoc/Folio')),
    issueDate: at('IdDoc/FchEmis'),
    totalAmount: at('Totales/MntTotal'),
    ...paymentForm !== '' && { paymentForm },
    signatureValue: ownText((textAt(dte, 'Signature/SignatureValue') ?? '').replace(/\s/g, '')),
  }
}

/** A copy that does not keep the text of the whole envelope alive, as a piece of it does. */
function ownText (text: string): string {
  return Buffer.from(text).toString()
}

/**
 * Pairs each DTE element with its bytes, because the stamp's signature covers the text as written, which a parser does
 * not keep. If comments or attributes pretend to hold further DTEs, the counts differ and the file is refused.
 */
export function readDocuments (set: Element, file: Buffer): Document[] | undefined {
  const text = file.toString('latin1')
  const dtes = set.children.filter((element) => element.name === 'DTE')
  const pieces = text.match(/<DTE[\s>][\s\S]*?<\/DTE\s*>/g) ?? []
  if (pieces.length !== dtes.length) return undefined
  const documents = dtes.map((dte, index) => readDocument(dte, pieces[index] ?? ''))
  return documents.some((document) => document === undefined)
    ? undefined
    : documents.filter((document) => document !== undefined)
}

function readDocument (dte: Element, piece: string): Document | undefined {
  const body = dte.children.find(({ name }) => ['Documento', 'Liquidacion', 'Exportaciones'].includes(name))
  const stamps = piece.match(/<DD>[\s\S]*?<\/DD>/g) ?? []
  if (!body || stamps.length !== 1) return undefined
  return { dte, body, facts: readFacts(dte, body), bytes: Buffer.from(piece, 'latin1'), stampText: stamps[0] }
}
