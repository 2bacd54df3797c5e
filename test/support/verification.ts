import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'

const prefixes = { s: 'http://www.sii.cl/SiiDte', d: 'http://www.w3.org/2000/09/xmldsig#' }

export interface SignatureVerdict {
  /** URI of the signed element, "#F60T33". */
  uri: string
  digestIsRight: boolean
  signatureIsRight: boolean
}

/**
 * What becomes of every signature of a file when libxml2 parses it and writes the canonical form of each signed element
 * and SignedInfo: whether digest and signature are those of that text.
 */
export function verifySignatures (xml: Buffer): SignatureVerdict[] {
  const document = XmlDocument.fromBuffer(xml)
  try {
    return document.find('//d:Signature', prefixes).map((signature) => verdictOf(document, signature as XmlElement))
  } finally {
    document.dispose()
  }
}

function verdictOf (document: XmlDocument, signature: XmlElement): SignatureVerdict {
  const part = (path: string) => signature.get(path, prefixes) as XmlElement
  const text = (path: string) => part(path).content.replace(/\s/g, '')
  const signedInfo = part('d:SignedInfo')
  const uri = (part('d:SignedInfo/d:Reference').attr('URI'))?.value ?? ''
  const signed = document.get(`//*[@ID='${uri.slice(1)}']`) as XmlElement
  const certificate = new X509Certificate(Buffer.from(text('d:KeyInfo/d:X509Data/d:X509Certificate'), 'base64'))
  return {
    uri,
    digestIsRight:
      createHash('sha1').update(signed.canonicalizeToString()).digest('base64') ===
        text('d:SignedInfo/d:Reference/d:DigestValue'),
    signatureIsRight: keyValueIs(certificate.publicKey, text) &&
      verify(
        'sha1', Buffer.from(signedInfo.canonicalizeToString()), certificate.publicKey,
        Buffer.from(text('d:SignatureValue'), 'base64')
      )
  }
}

function keyValueIs (publicKey: KeyObject, text: (path: string) => string): boolean {
  const { n, e } = publicKey.export({ format: 'jwk' })
  const base64url = (path: string) =>
    Buffer.from(text(`d:KeyInfo/d:KeyValue/d:RSAKeyValue/${path}`), 'base64').toString('base64url')
  return base64url('d:Modulus') === n && base64url('d:Exponent') === e
}
