/**
 * XML-DSig in the SII's profile [S5, xmldsignature_v10]: RSA-SHA1, one reference, KeyValue and X509Certificate, and
 * nothing else.
 */
import { hash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoredKey } from './stored-key.ts'

const signInThreads = promisify(sign)

export const siiNamespace = 'http://www.sii.cl/SiiDte'
const schemaInstanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const canonicalXml = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** The two declarations in scope of everything inside a DTE and an envelope, in canonical order. */
export const siiNamespaces = `xmlns="${siiNamespace}" xmlns:xsi="${schemaInstanceNamespace}"`

export const xmlDeclaration = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'

/**
 * A DTE declares both namespaces itself, so that what it holds has the same canonical form inside an envelope, which
 * declares them too, and cut out of it.
 */
export const dteStart = `<DTE ${siiNamespaces} version="1.0">`

/** What a signature needs of the signer: the key, and the text of KeyInfo made once from the certificate. */
export interface Signer {
  privateKey: KeyObject
  keyInfo: string
}

interface SignedReference {
  /** ID of the signed element; empty for the whole document. */
  id: string
  /** Base64 of the SHA-1 of the signed element's canonical text. */
  digest: string
}

interface Signature {
  /** The Signature element, canonical text. */
  xml: string
  /** Base64 on one line. */
  signatureValue: string
}

/** SHA-1 in base64 of a canonical text: canonical XML is UTF-8, whatever the encoding of the file. */
export function digestOf (canonicalText: string): string {
  return hash('sha1', canonicalText, 'base64')
}

/** Signs an element of a DTE or an envelope in libuv's threads, where the namespace xsi is in scope. */
export async function signElement (reference: SignedReference, signer: Signer): Promise<Signature> {
  const signedInfo = signedInfoBody(reference)
  const context = `<SignedInfo xmlns="${signatureNamespace}" xmlns:xsi="${schemaInstanceNamespace}">`
  const value = await signInThreads('sha1', Buffer.from(context + signedInfo), signer.privateKey)
  return signatureXml(signedInfo, value.toString('base64'), signer)
}

/** Signs a whole document that declares no namespace, as getToken is. Blocks for the time of one RSA signature. */
export function signWholeDocument (digest: string, signer: Signer): Signature {
  const signedInfo = signedInfoBody({ id: '', digest })
  const context = `<SignedInfo xmlns="${signatureNamespace}">`
  const value = sign('sha1', Buffer.from(context + signedInfo), signer.privateKey)
  return signatureXml(signedInfo, value.toString('base64'), signer)
}

/** The text of KeyInfo for an RSA certificate: KeyValue first, then X509Data, both demanded by the schema. */
export function keyInfoOf (
  { modulus, exponent }: Omit<StoredKey, 'privateKey'>, certificateDer: Buffer
): string {
  const base64 = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('base64')
  return `<KeyInfo><KeyValue><RSAKeyValue><Modulus>\n${wrapped(base64(modulus))}\n</Modulus><Exponent>${
    base64(exponent)
  }</Exponent>` +
    `</RSAKeyValue></KeyValue><X509Data><X509Certificate>\n${wrapped(certificateDer.toString('base64'))}\n` +
    '</X509Certificate></X509Data></KeyInfo>'
}

/** SignedInfo after its start tag. Canonical XML writes empty elements open and closed. */
function signedInfoBody ({ id, digest }: SignedReference): string {
  return `<CanonicalizationMethod Algorithm="${canonicalXml}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${signatureNamespace}rsa-sha1"></SignatureMethod>` +
    `<Reference URI="${id && `#${id}`}">` +
    `<Transforms><Transform Algorithm="${signatureNamespace}enveloped-signature"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${signatureNamespace}sha1"></DigestMethod><DigestValue>${digest}</DigestValue>` +
    '</Reference></SignedInfo>'
}

function signatureXml (signedInfo: string, signatureValue: string, { keyInfo }: Signer): Signature {
  const xml = `<Signature xmlns="${signatureNamespace}"><SignedInfo>${signedInfo}` +
    `<SignatureValue>\n${wrapped(signatureValue)}\n</SignatureValue>${keyInfo}</Signature>`
  return { xml, signatureValue }
}

/** Lines of 64 characters: the SII refuses long lines (CHR-00002). */
function wrapped (base64: string): string {
  const lines = Array.from(
    { length: Math.ceil(base64.length / 64) }, (_, line) => base64.slice(line * 64, line * 64 + 64)
  )
  return lines.join('\n')
}
