/**
 * Verifies signatures of others. Issuers canonicalise in different contexts, so a short closed list of them is tried,
 * as genuine files need it; nothing else is accepted.
 */
import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { childOf, childrenOf, everyElement, type ReceivedElement, textAt } from '../xml/received.ts'
import { canonicalTexts, combinedForm, type Form, formOf } from './canonical-texts.ts'
import { certificateFacts } from './certificate.ts'
import { siiNamespace } from './signature.ts'

const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = `${signatureNamespace}enveloped-signature`

// SHA-1 is the SII's profile; some write others of the standard's.
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const signatureHashes = new Map([
  [`${signatureNamespace}rsa-sha1`, 'sha1'], [`${more}rsa-sha256`, 'sha256'], [`${more}rsa-sha384`, 'sha384'],
  [`${more}rsa-sha512`, 'sha512']
])
const digestHashes = new Map([
  [`${signatureNamespace}sha1`, 'sha1'], ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  [`${more}sha384`, 'sha384'], ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512']
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
 * and the reference must name the part's ID, which must be unique in `parent`: documents that were signed one by one
 * may have the same ID in one file. So the caller may trust what it reads inside `part`, and nothing else.
 */
export function verifyPart (parent: ReceivedElement, name: string, terms: VerificationTerms): Verification {
  const [signature, part] = [onlyChild(parent, 'Signature'), onlyChild(parent, name)]
  if (!signature || !part) return { problem: 'SIGNATURE_MISPLACED' }
  const id = part.attributes.get('ID')
  if (id === undefined || !isUnique(parent, id)) return { problem: 'SIGNATURE_MISPLACED' }
  const signedInfo = childOf(signature, 'SignedInfo')
  const profile = profileOf(signedInfo, id)
  if (!signedInfo || !profile) return { problem: 'SIGNATURE_PROFILE' }
  if (!hasDigest(part, textAt(signedInfo, 'Reference/DigestValue'), profile)) return { problem: 'DIGEST_WRONG' }
  const certificates = certificatesIn(signature)
  if (certificates.length === 0) return { problem: 'CERTIFICATE_MISSING' }
  const certificate = signerAmong(certificates, { signedInfo, signature, profile })
  return certificate ? judge(certificate, terms) : { problem: 'SIGNATURE_WRONG' }
}

function onlyChild (parent: ReceivedElement, name: string): ReceivedElement | undefined {
  const [child, ...more] = childrenOf(parent, name)
  return more.length === 0 ? child : undefined
}

/** IDs compare without regard to the attribute's case: another reader may find the other one. */
function isUnique (parent: ReceivedElement, id: string): boolean {
  let count = 0
  for (const { attributes } of everyElement(parent)) {
    for (const [name, value] of attributes) if (name.toLowerCase() === 'id' && value === id) count++
  }
  return count === 1
}

const mostTransforms = 4

interface Profile { signatureHash: string, digestHash: string, signedForm: Form, partForm: Form }

function profileOf (signedInfo: ReceivedElement | undefined, id: string): Profile | undefined {
  const reference = signedInfo && onlyChild(signedInfo, 'Reference')
  const partForm = reference && referredForm(reference, id)
  const signedForm = formOf(childOf(signedInfo, 'CanonicalizationMethod'))
  const signatureHash = signatureHashes.get(algorithm(childOf(signedInfo, 'SignatureMethod')))
  const digestHash = digestHashes.get(algorithm(childOf(reference, 'DigestMethod')))
  if (!partForm || !signedForm || signatureHash === undefined || digestHash === undefined) return undefined
  return { signatureHash, digestHash, signedForm, partForm }
}

/** The form in which the part is hashed; undefined for a reference to something else. */
function referredForm (reference: ReceivedElement, id: string): Form | undefined {
  const uri = reference.attributes.get('URI')
  const form = transformedForm(reference)
  // A reference by ID excludes comments before any transform, a pointer does not (XML Signature, 4.4.3.3).
  if (uri === `#${id}`) return form && { ...form, withComments: false }
  return uri === `#xpointer(id('${id}'))` || uri === `#xpointer(id("${id}"))` ? form : undefined
}

/** Undefined for any transform except the canonical ones and the enveloped one. */
function transformedForm (reference: ReceivedElement): Form | undefined {
  const transforms = childOf(reference, 'Transforms')?.children ?? []
  const forms = transforms.filter((one) => algorithm(one) !== enveloped).map(formOf)
  if (transforms.length > mostTransforms || !forms.every((form) => form !== undefined)) return undefined
  return combinedForm(forms)
}

function algorithm (element: ReceivedElement | undefined): string {
  return element?.attributes.get('Algorithm') ?? ''
}

function hasDigest (part: ReceivedElement, digest: string, { digestHash, partForm }: Profile): boolean {
  const wanted = digest.replace(/\s/g, '')
  for (const text of canonicalTexts(part.node, partForm, [siiNamespace, ''])) {
    if (createHash(digestHash).update(text, 'utf8').digest('base64') === wanted) return true
  }
  return false
}

interface SignedPlace { signedInfo: ReceivedElement, signature: ReceivedElement, profile: Profile }

/** The certificate with the key of the signature. */
function signerAmong (
  certificates: readonly X509Certificate[], { signedInfo, signature, profile }: SignedPlace
): X509Certificate | undefined {
  const { signatureHash, signedForm } = profile
  const value = Buffer.from(textAt(signature, 'SignatureValue'), 'base64')
  const defaults = signedInfo.node.prefix === '' ? [signatureNamespace] : [siiNamespace, '']
  for (const text of canonicalTexts(signedInfo.node, signedForm, defaults)) {
    const signed = Buffer.from(text, 'utf8')
    const signer = certificates.find(({ publicKey }) => verify(signatureHash, signed, publicKey, value))
    if (signer) return signer
  }
  return undefined
}

// Some send the certificates of the authorities along, in any order.
const mostCertificates = 5

/** The certificates in KeyInfo; where there is a KeyValue, the one with its key. */
function certificatesIn (signature: ReceivedElement): X509Certificate[] {
  const keyInfo = childOf(signature, 'KeyInfo')
  const certificates = childrenOf(keyInfo, 'X509Data').flatMap((data) => childrenOf(data, 'X509Certificate'))
    .slice(0, mostCertificates).flatMap(({ text }) => rsaCertificate(text))
  const keyValue = childOf(keyInfo, 'KeyValue')
  const key = keyValue && rsaKey(keyValue)
  return keyValue ? certificates.filter(({ publicKey }) => key && publicKey.equals(key)) : certificates
}

function rsaCertificate (base64: string): X509Certificate[] {
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? [certificate] : []
  } catch {
    return []
  }
}

function rsaKey (keyValue: ReceivedElement): KeyObject | undefined {
  const [n = '', e = ''] = ['Modulus', 'Exponent'].map((name) => withoutZeros(textAt(keyValue, `RSAKeyValue/${name}`)))
  try {
    return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** Some write numbers with the sign byte that DER wants. */
function withoutZeros (base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
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
