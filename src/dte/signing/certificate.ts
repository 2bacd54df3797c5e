/** The certificate with which a tenant's representative signs, and the RUT that it carries. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { CertificateError, malformed } from './file-errors.ts'
import { signsFor } from './key-pair.ts'
import { type KeyStore, readPkcs12 } from './pkcs12.ts'
import { parseRut, type Rut } from '../values/rut.ts'
import { keyInfoOf } from './signature.ts'
import { readStoredKey } from './stored-key.ts'

/** A key and its certificate, ready to sign many documents: the key is parsed and KeyInfo written only once. */
export interface Credential {
  privateKey: KeyObject
  certificateDer: Buffer
  holderTaxNumber: Rut
  /** The KeyInfo element of every signature. */
  keyInfo: string
}

export interface CertificateFacts {
  holderTaxNumber: Rut
  holderName: string
  issuerName: string
  /** Hexadecimal, as the authority numbers it. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
}

export interface OpenedCertificate extends CertificateFacts {
  /** PKCS#8. */
  privateKeyDer: Buffer
  certificateDer: Buffer
}

// Certificates of 1024 bits are still about. The cost of a signature grows with the cube of the length, and one
// tenant's key must not keep the threads of all.
const fewestKeyBits = 1024
const mostKeyBits = 4096

interface Pair { privateKey: KeyObject, certificate: X509Certificate }

/**
 * Opens a .p12 or .pfx file and finds the RSA key, the certificate that belongs to it, and its holder. Of several
 * pairs it takes one that may sign, is valid at the moment `at`, and ends last.
 * Blocks for the time of the file's key derivation: some 20 to 80 ms, and three seconds for one made to be slow.
 * Whether it is valid today is the caller's to say. Throws CertificateError: CERTIFICATE_FILE_MALFORMED,
 * CERTIFICATE_PASSWORD_WRONG, CERTIFICATE_ENCRYPTION_UNSUPPORTED, CERTIFICATE_KEY_MISSING,
 * CERTIFICATE_KEY_UNSUPPORTED, CERTIFICATE_NOT_FOR_SIGNING or CERTIFICATE_HOLDER_UNKNOWN.
 */
export function openPkcs12 (bytes: Buffer, password: string, at?: Date): OpenedCertificate {
  const { privateKey, certificate } = bestOf(pairsOf(readPkcs12(bytes, password)), at)
  if (!maySign(certificate)) {
    throw new CertificateError('CERTIFICATE_NOT_FOR_SIGNING', 'The keyUsage of the certificate allows no signatures')
  }
  if (!signsFor(privateKey, certificate.publicKey)) {
    throw malformed('The key of the file is damaged: it signs wrongly')
  }
  return {
    privateKeyDer: privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificateDer: certificate.raw,
    ...factsOf(certificate)
  }
}

function pairsOf ({ privateKeys, certificates }: KeyStore): Pair[] {
  const parsed = certificates.map(parseCertificate)
  return usableKeys(privateKeys).flatMap((privateKey) => parsed
    .filter((candidate) => candidate.checkPrivateKey(privateKey))
    .map((certificate) => ({ privateKey, certificate })))
}

/** The keys that can sign; a file that has none is refused for its first. */
function usableKeys (privateKeys: Buffer[]): KeyObject[] {
  const [first, ...more] = privateKeys
  if (!first) throw new CertificateError('CERTIFICATE_KEY_MISSING', 'The file holds no private key')
  if (more.length === 0) return [usableKey(first)]
  const usable = privateKeys.filter(isUsable)
  return (usable.length > 0 ? usable : [first]).map(usableKey)
}

function isUsable (privateKeyDer: Buffer): boolean {
  try {
    usableKey(privateKeyDer)
    return true
  } catch {
    return false
  }
}

function bestOf (pairs: Pair[], at: Date | undefined): Pair {
  const meritsOf = ({ certificate }: Pair): number[] => [
    maySign(certificate), isValidAt(certificate, at), holderOf(certificate) !== undefined,
    Date.parse(certificate.validTo)
  ].map(Number)
  const [best] = pairs.map((pair) => ({ pair, merits: meritsOf(pair) }))
    .sort((one, other) => firstDifference(other.merits, one.merits))
  if (!best) throw new CertificateError('CERTIFICATE_KEY_MISSING', 'No certificate of the file belongs to its key')
  return best.pair
}

function firstDifference (one: number[], other: number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function isValidAt ({ validFrom, validTo }: X509Certificate, at: Date | undefined): boolean {
  return at !== undefined && Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo)
}

// The object identifier 2.5.29.15, DER with its tag and length.
const keyUsageIdentifier = Buffer.from('0603551d0f', 'hex')
const signingUsages = 0xC0

/** Whether keyUsage, if there is one, has digitalSignature or nonRepudiation (RFC 5280, 4.2.1.3). */
function maySign ({ raw }: X509Certificate): boolean {
  const at = raw.indexOf(keyUsageIdentifier)
  if (at < 0) return true
  const start = at + keyUsageIdentifier.length
  // BOOLEAN critical, left out when false; then OCTET STRING, BIT STRING and the bits left unused.
  const value = raw.subarray(raw[start] === 0x01 ? start + 3 : start)
  return value[0] !== 0x04 || value[2] !== 0x03 || ((value[5] ?? 0) & signingUsages) !== 0
}

/**
 * What a certificate says of its holder. Throws CertificateError CERTIFICATE_FILE_MALFORMED or
 * CERTIFICATE_HOLDER_UNKNOWN.
 */
export function certificateFacts (certificateDer: Buffer): CertificateFacts {
  return factsOf(parseCertificate(certificateDer))
}

/** A credential from what `openPkcs12` found: key, certificate and holder, which are known to belong together. */
export function credentialOf (
  { privateKeyDer, certificateDer, holderTaxNumber }: Omit<Credential, 'privateKey' | 'keyInfo'> & {
    privateKeyDer: Buffer
  }
): Credential {
  const { privateKey, ...publicKey } = readStoredKey(privateKeyDer)
  return { privateKey, certificateDer, holderTaxNumber, keyInfo: keyInfoOf(publicKey, certificateDer) }
}

function usableKey (privateKeyDer: Buffer): KeyObject {
  const privateKey = parseKey(privateKeyDer)
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  if (privateKey.asymmetricKeyType !== 'rsa' || bits < fewestKeyBits || bits > mostKeyBits) {
    throw new CertificateError(
      'CERTIFICATE_KEY_UNSUPPORTED', `The key is ${privateKey.asymmetricKeyType ?? 'unknown'} of ${bits} bits`
    )
  }
  return privateKey
}

function parseKey (privateKeyDer: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: privateKeyDer, format: 'der', type: 'pkcs8' })
  } catch (cause) {
    throw new CertificateError('CERTIFICATE_KEY_UNSUPPORTED', 'The key is of an unknown kind', { cause })
  }
}

function parseCertificate (certificateDer: Buffer): X509Certificate {
  try {
    return new X509Certificate(certificateDer)
  } catch (cause) {
    throw malformed('A certificate of the file is not X.509', cause)
  }
}

function factsOf (certificate: X509Certificate): CertificateFacts {
  const { subject, issuer } = certificate.toLegacyObject()
  const holderTaxNumber = holderOf(certificate)
  if (!holderTaxNumber) throw new CertificateError('CERTIFICATE_HOLDER_UNKNOWN', 'The certificate carries no RUT')
  return {
    holderTaxNumber,
    holderName: firstOf(subject.CN) ?? holderTaxNumber,
    issuerName: firstOf(issuer.CN) ?? firstOf(issuer.O) ?? '',
    serialNumber: certificate.serialNumber,
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo)
  }
}

/** A distinguished name as Node gives it: a list where an attribute occurs more than once. */
type NameParts = Partial<Record<string, string | string[]>>

function firstOf (value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/**
 * Chilean authorities write the holder's RUT in a subjectAltName of their own, most of them in serialNumber as well.
 */
function holderOf (certificate: X509Certificate): Rut | undefined {
  const { subject }: { subject: NameParts } = certificate.toLegacyObject()
  const candidates = [alternativeName(certificate.raw), firstOf(subject['serialNumber'])]
  // A serial number without a dash is one.
  return candidates.map((text) => parseRut(text?.includes('-') ? text : '')).find((rut) => rut !== undefined)
}

// The object identifier 1.3.6.1.4.1.8321.1, DER with its tag and length. Its sibling .2 is the authority's own RUT.
const holderIdentifier = Buffer.from('06082b06010401c10101', 'hex')

/** The text of the otherName 8321.1, which Node does not decode: [0] EXPLICIT around one string, both short. */
function alternativeName (certificateDer: Buffer): string | undefined {
  const start = certificateDer.indexOf(holderIdentifier)
  if (start < 0) return undefined
  const value = certificateDer.subarray(start + holderIdentifier.length)
  const length = value[3] ?? 0
  return value.toString('latin1', 4, 4 + length)
}
