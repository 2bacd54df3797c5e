import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { XmlDocument, type XmlElement, XmlError } from 'libxml2-wasm'
import type { DocumentJudge, JudgedDocument } from '../../services/ports.ts'

const prefixes = { s: 'http://www.sii.cl/SiiDte', d: 'http://www.w3.org/2000/09/xmldsig#' }
const documentPath = '//s:DTE/*[@ID]'

/**
 * Reads a signed DTE with libxml2 and verifies it by the standards. It shares no code with what writes and signs, so
 * that neither can hide a mistake of the other.
 */
export const judgeDocument: DocumentJudge = (xml) => {
  const document = parse(xml)
  try {
    return document && judge(document, xml)
  } finally {
    document?.dispose()
  }
}

function parse (xml: Buffer): XmlDocument | undefined {
  try {
    return XmlDocument.fromBuffer(xml)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

function judge (document: XmlDocument, xml: Buffer): JudgedDocument {
  const text = (path: string): string => (document.get(path, prefixes) as XmlElement | null)?.content ?? ''
  const inDocument = (path: string): string => text(`${documentPath}/${path}`)
  return {
    documentType: Number(text('//s:IdDoc/s:TipoDTE')),
    folio: Number(text('//s:IdDoc/s:Folio')),
    issueDate: text('//s:IdDoc/s:FchEmis'),
    issuerTaxNumber: text('//s:Emisor/s:RUTEmisor'),
    receiverTaxNumber: text('//s:Receptor/s:RUTRecep'),
    totalAmount: text('//s:Totales/s:MntTotal'),
    signatureValue: compact(text('//d:Signature/d:SignatureValue')),
    signatureIsRight: signatureIsRight(document),
    stampIsRight: stampIsRight(xml, inDocument),
    cafXml: /<CAF version="1\.0">.*?<\/CAF>/s.exec(xml.toString('latin1'))?.[0] ?? ''
  }
}

function signatureIsRight (document: XmlDocument): boolean {
  const part = (path: string) => document.get(`//d:Signature/${path}`, prefixes) as XmlElement | null
  const signed = document.get(documentPath, prefixes) as XmlElement | null
  const [signedInfo, value, certificate] =
    ['d:SignedInfo', 'd:SignatureValue', 'd:KeyInfo/d:X509Data/d:X509Certificate'].map(part)
  if (!signedInfo || !value || !certificate || !signed || !isDigested(signed, part)) return false
  const { publicKey } = new X509Certificate(Buffer.from(compact(certificate.content), 'base64'))
  return verify(
    'sha1', Buffer.from(signedInfo.canonicalizeToString()), publicKey, Buffer.from(compact(value.content), 'base64')
  )
}

/** The one reference names the element and has its digest. */
function isDigested (signed: XmlElement, part: (path: string) => XmlElement | null): boolean {
  const named = part('d:SignedInfo/d:Reference')?.attr('URI')?.value
  const digest = part('d:SignedInfo/d:Reference/d:DigestValue')?.content
  return named === `#${signed.attr('ID')?.value}` && digest !== undefined &&
    createHash('sha1').update(signed.canonicalizeToString()).digest('base64') === compact(digest)
}

/** The stamp signs the bytes of DD as they are in the file, and says the same as the document. */
function stampIsRight (xml: Buffer, inDocument: (path: string) => string): boolean {
  const signed = /<DD>.*<\/DD>/s.exec(xml.toString('latin1'))?.[0]
  const inStamp = (path: string): string => inDocument(`s:TED/${path}`)
  const key = rsaKey(inStamp('s:DD/s:CAF/s:DA/s:RSAPK/s:M'), inStamp('s:DD/s:CAF/s:DA/s:RSAPK/s:E'))
  if (signed === undefined || !key) return false
  const pairs: [string, string][] = [
    ['s:RE', 's:Encabezado/s:Emisor/s:RUTEmisor'], ['s:TD', 's:Encabezado/s:IdDoc/s:TipoDTE'],
    ['s:F', 's:Encabezado/s:IdDoc/s:Folio'], ['s:FE', 's:Encabezado/s:IdDoc/s:FchEmis'],
    ['s:RR', 's:Encabezado/s:Receptor/s:RUTRecep'], ['s:MNT', 's:Encabezado/s:Totales/s:MntTotal']
  ]
  return pairs.every(([stamped, said]) => inStamp(`s:DD/${stamped}`) === inDocument(said)) &&
    verify('sha1', Buffer.from(signed, 'latin1'), key, Buffer.from(compact(inStamp('s:FRMT')), 'base64'))
}

function rsaKey (modulus: string, exponent: string): KeyObject | undefined {
  const base64url = (text: string): string => {
    const bytes = Buffer.from(text, 'base64')
    return bytes.subarray(bytes.findIndex((byte) => byte !== 0)).toString('base64url')
  }
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) } })
  } catch {
    return undefined
  }
}

function compact (text: string): string {
  return text.replace(/\s/g, '')
}
