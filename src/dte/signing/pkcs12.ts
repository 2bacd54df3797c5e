/**
 * PKCS#12 key stores (RFC 7292), modern and legacy. The walk through the file is ours, to bound its work and to give
 * each kind of encryption the password in the form it takes, and so are the keys, which node-forge would derive ten
 * times more slowly.
 */
import { createHmac } from 'node:crypto'
import forge from 'node-forge'
import { CertificateError, malformed, unsupportedEncryption, wrongPassword } from './file-errors.ts'
import { type Asn1, child, children, integerOf, octets, oidOf, parse, toBuffer } from './key-store-asn1.ts'
import { decryptionOf, type Passwords, type Spend, unsupported } from './key-store-encryption.ts'
import { pkcs12Key, type Pkcs12Derivation } from './password-derivation.ts'

/** What a key store holds: private keys as PKCS#8 DER and X.509 certificates as DER, in the order of the file. */
export interface KeyStore {
  privateKeys: Buffer[]
  certificates: Buffer[]
}

/** Whether a MAC proves them right. */
type TriedPasswords = Passwords & { proven: boolean }

// A genuine file is 3 to 15 kB. The slowest ask for 600,000 iterations for each of MAC, certificates and key, and the
// MAC is made once for each form of the password. All rounds together take about three seconds.
const largestFileBytes = 64 * 1024
const mostRounds = 3_000_000

const data = '1.2.840.113549.1.7.1'
const encryptedData = '1.2.840.113549.1.7.6'
const keyBag = '1.2.840.113549.1.12.10.1.1'
const shroudedKeyBag = '1.2.840.113549.1.12.10.1.2'
const certificateBag = '1.2.840.113549.1.12.10.1.3'
const x509Certificate = '1.2.840.113549.1.9.22.1'

const macDigests: Record<string, { name: Pkcs12Derivation['digest'], bytes: number }> = {
  '1.2.840.113549.2.5': { name: 'md5', bytes: 16 },
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.4': { name: 'sha224', bytes: 28 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64 }
}

/**
 * Opens a key store. Throws CertificateError CERTIFICATE_FILE_MALFORMED, CERTIFICATE_PASSWORD_WRONG or
 * CERTIFICATE_ENCRYPTION_UNSUPPORTED.
 */
export function readPkcs12 (bytes: Buffer, password: string): KeyStore {
  if (bytes.length > largestFileBytes) throw malformed(`${bytes.length} bytes are too many`)
  try {
    return readPfx(parse(bytes.toString('latin1')), password)
  } catch (error) {
    if (error instanceof CertificateError) throw error
    throw malformed('The file is not a PKCS#12 key store', error)
  }
}

function readPfx (pfx: Asn1, password: string): KeyStore {
  const spend = budgetOf(mostRounds)
  const safes = contentOf(child(pfx, 1), data)
  const macData = children(pfx)[2]
  if (!macData) return readWithout(safes, password, spend)
  const proven = formsOf(password).find(({ characters }) => macIsRight(macData, safes, characters, spend))
  if (!proven) throw wrongPassword('The MAC does not verify with the password')
  return readSafes(safes, { ...proven, proven: true }, spend)
}

/** Without a MAC, the form of the password is right that decrypts everything. */
function readWithout (safes: string, password: string, spend: Spend): KeyStore {
  let refusal = wrongPassword('The password decrypts nothing')
  for (const form of formsOf(password)) {
    try {
      return readSafes(safes, { ...form, proven: false }, spend)
    } catch (error) {
      if (!(error instanceof CertificateError) || error.code !== 'CERTIFICATE_PASSWORD_WRONG') throw error
      refusal = error
    }
  }
  throw refusal
}

function readSafes (safes: string, passwords: TriedPasswords, spend: Spend): KeyStore {
  const bags = children(parse(safes)).flatMap((info) => children(parse(safeContents(info, passwords, spend))))
  return {
    privateKeys: bags.flatMap((bag) => privateKeyOf(bag, passwords, spend)),
    certificates: bags.flatMap(certificateOf)
  }
}

function budgetOf (rounds: number): Spend {
  let left = rounds
  return (cost) => {
    if (!(cost >= 1)) throw malformed('The file asks for no iterations')
    left -= cost
    if (left < 0) throw unsupportedEncryption(`more than ${rounds.toLocaleString('en')} iterations`)
  }
}

/**
 * The forms of a password with accents that files are made with: as it was sent, composed (Windows) and decomposed
 * (macOS). OpenSSL before 1.1 took each byte of the UTF-8 password for a character, so those forms are tried last.
 */
function formsOf (password: string): Passwords[] {
  const texts = [...new Set([password, password.normalize('NFC'), password.normalize('NFD')])]
  const forms = [
    ...texts.map((text) => ({ characters: text, text })),
    ...texts.map((text) => ({ characters: forge.util.encodeUtf8(text), text }))
  ]
  return forms.filter(({ characters }, index) =>
    forms.findIndex((other) => other.characters === characters) === index)
}

function macIsRight (macData: Asn1, safes: string, password: string, spend: Spend): boolean {
  const [algorithm, expected] = children(child(macData, 0))
  if (!algorithm || !expected) throw malformed('A part of the MAC is missing')
  const oid = oidOf(child(algorithm, 0))
  const digest = macDigests[oid]
  if (!digest) throw unsupported(oid)
  const iterationsNode = children(macData)[2]
  const iterations = iterationsNode ? integerOf(iterationsNode) : 1
  spend(iterations)
  const salt = toBuffer(octets(child(macData, 1)))
  const key = pkcs12Key({ digest: digest.name, password, salt, iterations }, 'mac', digest.bytes)
  const mac = createHmac(digest.name, key).update(toBuffer(safes)).digest()
  return mac.equals(toBuffer(octets(expected)))
}

function safeContents (info: Asn1, passwords: TriedPasswords, spend: Spend): string {
  if (oidOf(child(info, 0)) !== encryptedData) return contentOf(info, data)
  const encrypted = child(child(child(info, 1), 0), 1)
  return decrypt(child(encrypted, 1), octets(child(encrypted, 2)), passwords, spend)
}

/** The octets of a ContentInfo of one kind. */
function contentOf (info: Asn1, contentType: string): string {
  if (oidOf(child(info, 0)) !== contentType) throw malformed('A part is of an unknown kind')
  return octets(child(child(info, 1), 0))
}

function privateKeyOf (bag: Asn1, passwords: TriedPasswords, spend: Spend): Buffer[] {
  const kind = oidOf(child(bag, 0))
  if (kind !== keyBag && kind !== shroudedKeyBag) return []
  const value = child(child(bag, 1), 0)
  if (kind === keyBag) return [toBuffer(forge.asn1.toDer(value).getBytes())]
  return [toBuffer(decrypt(child(value, 0), octets(child(value, 1)), passwords, spend))]
}

function certificateOf (bag: Asn1): Buffer[] {
  if (oidOf(child(bag, 0)) !== certificateBag) return []
  const value = child(child(bag, 1), 0)
  if (oidOf(child(value, 0)) !== x509Certificate) return []
  return [toBuffer(octets(child(child(value, 1), 0)))]
}

function decrypt (algorithm: Asn1, encrypted: string, passwords: TriedPasswords, spend: Spend): string {
  const decrypted = attempted(decryptionOf(algorithm, passwords, spend), encrypted)
  if (!passwords.proven && !isSequence(decrypted)) throw wrongPassword('The password decrypts to nothing readable')
  return decrypted.toString('latin1')
}

function attempted (decryption: (encrypted: Buffer) => Buffer, encrypted: string): Buffer {
  try {
    return decryption(toBuffer(encrypted))
  } catch (cause) {
    throw wrongPassword('The password decrypts nothing', cause)
  }
}

/**
 * Whether the bytes are one SEQUENCE, as keys and lists of bags are. Of the wrong passwords, one in 256 decrypts to
 * bytes whose padding is right by chance.
 */
function isSequence (bytes: Buffer): boolean {
  const [tag, length = 0] = bytes
  if (tag !== 0x30) return false
  // BER: the end is marked, by a length and a tag of 0.
  if (length === 0x80) return bytes.length >= 4 && bytes.readUInt16BE(bytes.length - 2) === 0
  if (length < 0x80) return bytes.length === 2 + length
  const lengthBytes = length - 0x80
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) return false
  return bytes.length === 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes)
}
