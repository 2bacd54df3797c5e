/**
 * Verifies signatures of others. Issuers canonicalise in different contexts, so a short closed list of them is tried,
 * as genuine files need it; nothing else is accepted.
 */
import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { XmlC14NMode, XmlDocument, type XmlElement } from 'libxml2-wasm'
import { childOf, childrenOf, everyElement, type ReceivedElement, textAt } from '../xml/received.ts'
import { certificateFacts } from './certificate.ts'
import { siiNamespace } from './signature.ts'

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'
const enveloped = `${signatureNamespace}enveloped-signature`

/** How an element becomes bytes. */
interface Form { isExclusive: boolean, withComments: boolean }

// Canonical XML 1.0 is the SII's profile; libraries offer the exclusive one and comments beside it [S30].
const canonicalForms = new Map<string, Form>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', { isExclusive: false, withComments: false }],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', { isExclusive: false, withComments: true }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { isExclusive: true, withComments: false }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { isExclusive: true, withComments: true }]
])

// SHA-1 is the SII's profile; some write SHA-256.
const signatureHashes = new Map([
  [`${signatureNamespace}rsa-sha1`, 'sha1'], ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256']
])
const digestHashes = new Map([
  [`${signatureNamespace}sha1`, 'sha1'], ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256']
])

export type SignatureProblem =
  /** There is not exactly one signature where it must be, or an ID is there twice. */
  | 'SIGNATURE_MISPLACED'
  /** Another algorithm or transform, or a reference to something else. */
  | 'SIGNATURE_PROFILE'
  /** What is signed was changed. */
  | 'DIGEST_WRONG'
  | 'SIGNATURE_WRONG'
  /** No certificate, or one of another key. */
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_EXPIRED'
  /** Not of one of the authorities that are trusted. */
  | 'CERTIFICATE_NOT_TRUSTED'

/** Who signed, by the certificate. */
export interface SignedBy { taxNumber: string | undefined, name: string, chain: 'trusted' | 'unchecked' }

export type Verification = { signer: SignedBy } | { problem: SignatureProblem }

export interface VerificationTerms {
  /** When the certificate must be valid. */
  at: Date
  /** Authorities that must have issued the certificate; undefined if that is not checked. */
  authorities: readonly X509Certificate[] | undefined
}

/**
 * Verifies the signature beside an element: `part` and its signature must be the only ones of their kind in `parent`,
 * and the reference must name the part's ID, which must be unique in `root`. So the caller may trust what it reads
 * inside `part`, and nothing else.
 */
export function verifyPart (
  { root, parent, part: name }: { root: ReceivedElement, parent: ReceivedElement, part: string },
  terms: VerificationTerms
): Verification {
  const [signature, part] = [onlyChild(parent, 'Signature'), onlyChild(parent, name)]
  if (!signature || !part) return { problem: 'SIGNATURE_MISPLACED' }
  const id = part.attributes.get('ID')
  if (id === undefined || !isUnique(root, id)) return { problem: 'SIGNATURE_MISPLACED' }
  const signedInfo = childOf(signature, 'SignedInfo')
  const profile = profileOf(signedInfo, id)
  if (!signedInfo || !profile) return { problem: 'SIGNATURE_PROFILE' }
  if (!hasDigest(part, textAt(signedInfo, 'Reference/DigestValue'), profile)) return { problem: 'DIGEST_WRONG' }
  const certificate = certificateIn(signature)
  if (!certificate) return { problem: 'CERTIFICATE_MISSING' }
  if (!isSigned(signedInfo, signature, profile, certificate.publicKey)) return { problem: 'SIGNATURE_WRONG' }
  return judge(certificate, terms)
}

function onlyChild (parent: ReceivedElement, name: string): ReceivedElement | undefined {
  const [child, ...more] = childrenOf(parent, name)
  return more.length === 0 ? child : undefined
}

/** IDs compare without regard to the attribute's case: another reader may find the other one. */
function isUnique (root: ReceivedElement, id: string): boolean {
  const counts = idCounts.get(root) ?? countIds(root)
  return counts.get(id) === 1
}

// A file may have hundreds of signatures, each of which asks for an ID.
const idCounts = new WeakMap<ReceivedElement, Map<string, number>>()

function countIds (root: ReceivedElement): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { attributes } of everyElement(root)) {
    for (const [name, value] of attributes) if (name.toLowerCase() === 'id') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  idCounts.set(root, counts)
  return counts
}

interface Profile { signatureHash: string, digestHash: string, signedForm: Form, partForm: Form }

function profileOf (signedInfo: ReceivedElement | undefined, id: string): Profile | undefined {
  const reference = signedInfo && onlyChild(signedInfo, 'Reference')
  if (reference?.attributes.get('URI') !== `#${id}`) return undefined
  const partForm = transformedForm(reference)
  const signedForm = formOf(childOf(signedInfo, 'CanonicalizationMethod'))
  const signatureHash = signatureHashes.get(algorithm(childOf(signedInfo, 'SignatureMethod')))
  const digestHash = digestHashes.get(algorithm(childOf(reference, 'DigestMethod')))
  if (!partForm || !signedForm || signatureHash === undefined || digestHash === undefined) return undefined
  return { signatureHash, digestHash, signedForm, partForm }
}

/**
 * The form in which the part is hashed; undefined for any transform except the canonical ones and the enveloped one. A
 * reference by ID excludes comments before any transform (XML Signature, 4.4.3.3).
 */
function transformedForm (reference: ReceivedElement): Form | undefined {
  const transforms = childOf(reference, 'Transforms')?.children ?? []
  const forms = transforms.filter((one) => algorithm(one) !== enveloped).map(formOf)
  if (transforms.length > 2 || !forms.every((form) => form !== undefined)) return undefined
  return { isExclusive: forms.some(({ isExclusive }) => isExclusive), withComments: false }
}

/** Inclusive prefixes of an exclusive form are not supported: no known program writes them. */
function formOf (method: ReceivedElement | undefined): Form | undefined {
  return method?.children.length === 0 ? canonicalForms.get(algorithm(method)) : undefined
}

function algorithm (element: ReceivedElement | undefined): string {
  return element?.attributes.get('Algorithm') ?? ''
}

function hasDigest (part: ReceivedElement, digest: string, { digestHash, partForm }: Profile): boolean {
  const wanted = digest.replace(/\s/g, '')
  const contexts = [
    inScope(part.node), { '': siiNamespace }, {}, { '': siiNamespace, xsi: instanceNamespace }
  ]
  return contexts.some((context) => {
    const text = canonicalIn(part.node, context, partForm)
    return text !== undefined && createHash(digestHash).update(text, 'utf8').digest('base64') === wanted
  })
}

function isSigned (
  signedInfo: ReceivedElement, signature: ReceivedElement, { signatureHash, signedForm }: Profile, key: KeyObject
): boolean {
  const value = Buffer.from(textAt(signature, 'SignatureValue'), 'base64')
  const contexts = [
    inScope(signedInfo.node), { '': signatureNamespace }, { '': signatureNamespace, xsi: instanceNamespace }
  ]
  return contexts.some((context) => {
    const text = canonicalIn(signedInfo.node, context, signedForm)
    return text !== undefined && verify(signatureHash, Buffer.from(text, 'utf8'), key, value)
  })
}

/** The certificate in KeyInfo, if KeyValue, where there is one, has the same key. */
function certificateIn (signature: ReceivedElement): X509Certificate | undefined {
  const keyInfo = childOf(signature, 'KeyInfo')
  const bytesAt = (path: string) => Buffer.from(textAt(keyInfo, path), 'base64')
  try {
    const certificate = new X509Certificate(bytesAt('X509Data/X509Certificate'))
    if (certificate.publicKey.asymmetricKeyType !== 'rsa') return undefined
    const [n, e] = ['Modulus', 'Exponent'].map((name) => bytesAt(`KeyValue/RSAKeyValue/${name}`).toString('base64url'))
    if (!n || !e) return childOf(keyInfo, 'KeyValue') ? undefined : certificate
    const key = createPublicKey({ key: { kty: 'RSA', n: withoutZeros(n), e: withoutZeros(e) }, format: 'jwk' })
    return key.equals(certificate.publicKey) ? certificate : undefined
  } catch {
    return undefined
  }
}

/** Some write numbers with the sign byte that DER wants. */
function withoutZeros (base64url: string): string {
  const bytes = Buffer.from(base64url, 'base64url')
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(Math.max(first, 0)).toString('base64url')
}

function judge (certificate: X509Certificate, { at, authorities }: VerificationTerms): Verification {
  if (at < new Date(certificate.validFrom) || at > new Date(certificate.validTo)) {
    return { problem: 'CERTIFICATE_EXPIRED' }
  }
  if (authorities && !isTrusted(certificate, authorities)) return { problem: 'CERTIFICATE_NOT_TRUSTED' }
  return { signer: { ...holderOf(certificate), chain: authorities ? 'trusted' : 'unchecked' } }
}

function isTrusted (certificate: X509Certificate, authorities: readonly X509Certificate[]): boolean {
  return authorities.some((authority) =>
    authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey))
}

function holderOf (certificate: X509Certificate): Pick<SignedBy, 'taxNumber' | 'name'> {
  try {
    const { holderTaxNumber, holderName } = certificateFacts(certificate.raw)
    return { taxNumber: holderTaxNumber, name: holderName }
  } catch {
    return { taxNumber: undefined, name: '' }
  }
}

/** The namespaces in scope at an element's parent, URI by prefix. */
function inScope (node: XmlElement): Record<string, string> {
  return node.parent?.namespaces ?? {}
}

/**
 * The canonical form of the element alone under these declarations ('' is the default namespace); undefined if it uses
 * prefixes that they do not declare.
 */
function canonicalIn (node: XmlElement, declarations: Record<string, string>, form: Form): string | undefined {
  const text = node.toString({ noDeclaration: true, encoding: 'utf-8' })
  const [start = ''] = /^<[^\s/>]+/.exec(text) ?? []
  const own = node.nsDeclarations
  const declared = Object.entries(declarations).filter(([prefix, uri]) => !(prefix in own) && uri !== '').map(
    ([prefix, uri]) => ` xmlns${prefix && ':'}${prefix}="${escapeAttribute(uri)}"`)
  try {
    const copy = XmlDocument.fromString(start + declared.join('') + text.slice(start.length))
    try {
      const mode = form.isExclusive ? XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 : XmlC14NMode.XML_C14N_1_0
      return copy.canonicalizeToString({ mode, withComments: form.withComments })
    } finally {
      copy.dispose()
    }
  } catch {
    return undefined
  }
}

function escapeAttribute (value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
