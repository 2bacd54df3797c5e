/**
 * PKCS#12 key stores (RFC 7292), modern and legacy. OpenSSL 3 refuses the RC2 of many files that Chilean authorities
 * hand out, so node-forge decrypts that; the walk through the file is ours, to bound its work and to give each kind of
 * encryption the password in the form it takes, and so are the keys, which node-forge would derive ten times more
 * slowly.
 */
import { createDecipheriv, createHmac, pbkdf2Sync } from 'node:crypto'
import forge from 'node-forge'
import { CertificateError } from './file-errors.ts'
import { pkcs12Key } from './password-derivation.ts'

type Asn1 = forge.asn1.Asn1

/** What a key store holds: private keys as PKCS#8 DER and X.509 certificates as DER, in the order of the file. */
export interface KeyStore {
  privateKeys: Buffer[]
  certificates: Buffer[]
}

interface Passwords {
  /** For the MAC and the encryption of PKCS#12 itself, which take the characters. */
  characters: string
  /** For PBES2, which takes the UTF-8 bytes (RFC 7292, appendix B.1). */
  utf8: string
  /** Whether a MAC proves them right. */
  proven: boolean
}

/** Takes from what the file may still cost; throws when it asks for more. */
type Spend = (rounds: number) => void

// A genuine file is 3 to 15 kB; Java's older key stores, the slowest seen, ask for 350,000 rounds in all.
const largestFileBytes = 64 * 1024
const mostRounds = 400_000

const data = '1.2.840.113549.1.7.1'
const encryptedData = '1.2.840.113549.1.7.6'
const keyBag = '1.2.840.113549.1.12.10.1.1'
const shroudedKeyBag = '1.2.840.113549.1.12.10.1.2'
const certificateBag = '1.2.840.113549.1.12.10.1.3'
const x509Certificate = '1.2.840.113549.1.9.22.1'
const pbes2 = '1.2.840.113549.1.5.13'
const pbkdf2 = '1.2.840.113549.1.5.12'
const hmacSha1 = '1.2.840.113549.2.7'
const pbeTripleDes = '1.2.840.113549.1.12.1.3'
const pbeRc2 = '1.2.840.113549.1.12.1.6'

const macDigests: Record<string, { name: 'sha1' | 'sha256' | 'sha384' | 'sha512', bytes: number }> = {
  '1.3.14.3.2.26': { name: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.1': { name: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { name: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { name: 'sha512', bytes: 64 }
}

type Decrypt = (encrypted: Buffer) => Buffer

// PBES2 (RFC 8018, appendix B): the pseudo-random functions of PBKDF2 and the ciphers.
const pseudoRandomFunctions: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512'
}
const ciphers: Record<string, { name: string, keyBytes: number }> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyBytes: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyBytes: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyBytes: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyBytes: 24 }
}

/** Part of node-forge that its type definitions leave out. */
const { rc2 } = forge as unknown as {
  rc2: {
    createDecryptionCipher: (
      key: forge.util.ByteStringBuffer, bits: number
    ) => Omit<forge.cipher.BlockCipher, 'start'> & { start: (iv: forge.util.ByteStringBuffer) => void }
  }
}

/** Opens a key store. Throws CertificateError CERTIFICATE_FILE_MALFORMED or CERTIFICATE_PASSWORD_WRONG. */
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
  const passwords = macData ? verifiedPasswords(macData, safes, password, spend) : passwordsOf(password)
  const bags = children(parse(safes)).flatMap((info) => children(parse(safeContents(info, passwords, spend))))
  return {
    privateKeys: bags.flatMap((bag) => privateKeyOf(bag, passwords, spend)),
    certificates: bags.flatMap(certificateOf)
  }
}

function budgetOf (rounds: number): Spend {
  let left = rounds
  return (cost) => {
    left -= cost
    if (!(cost >= 1 && left >= 0)) throw malformed('The file asks for too many iterations')
  }
}

function passwordsOf (password: string): Passwords {
  return { characters: password, utf8: forge.util.encodeUtf8(password), proven: false }
}

/**
 * The forms of the password that the MAC proves right. OpenSSL before 1.1 took each byte of the UTF-8 password for a
 * character, so that form is tried second.
 */
function verifiedPasswords (macData: Asn1, safes: string, password: string, spend: Spend): Passwords {
  const { characters, utf8 } = passwordsOf(password)
  const proven = [characters, utf8].find((form, index) =>
    (index === 0 || form !== characters) && macIsRight(macData, safes, form, spend)
  )
  if (proven === undefined) {
    throw wrongPassword('The MAC does not verify with the password')
  }
  return { characters: proven, utf8, proven: true }
}

function macIsRight (macData: Asn1, safes: string, password: string, spend: Spend): boolean {
  const [algorithm, expected] = children(child(macData, 0))
  const digest = algorithm && macDigests[oidOf(child(algorithm, 0))]
  if (!digest || !expected) throw malformed('The MAC is of an unknown kind')
  const iterationsNode = children(macData)[2]
  const iterations = iterationsNode ? integerOf(iterationsNode) : 1
  spend(iterations)
  const salt = toBuffer(octets(child(macData, 1)))
  const key = pkcs12Key({ digest: digest.name, password, salt, iterations }, 'mac', digest.bytes)
  const mac = createHmac(digest.name, key).update(toBuffer(safes)).digest()
  return mac.equals(toBuffer(octets(expected)))
}

function safeContents (info: Asn1, passwords: Passwords, spend: Spend): string {
  if (oidOf(child(info, 0)) !== encryptedData) return contentOf(info, data)
  const encrypted = child(child(child(info, 1), 0), 1)
  return decrypt(child(encrypted, 1), octets(child(encrypted, 2)), passwords, spend)
}

/** The octets of a ContentInfo of one kind. */
function contentOf (info: Asn1, contentType: string): string {
  if (oidOf(child(info, 0)) !== contentType) throw malformed('A part is of an unknown kind')
  return octets(child(child(info, 1), 0))
}

function privateKeyOf (bag: Asn1, passwords: Passwords, spend: Spend): Buffer[] {
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

function decrypt (algorithm: Asn1, encrypted: string, passwords: Passwords, spend: Spend): string {
  const oid = oidOf(child(algorithm, 0))
  const parameters = child(algorithm, 1)
  const decryption = oid === pbes2
    ? modernDecryption(parameters, passwords.utf8, spend)
    : legacyDecryption(oid, parameters, passwords.characters, spend)
  const decrypted = attempted(decryption, encrypted)
  if (!passwords.proven && !isSequence(decrypted)) throw wrongPassword('The password decrypts to nothing readable')
  return decrypted.toString('latin1')
}

function attempted (decryption: Decrypt, encrypted: string): Buffer {
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

/** PBES2 with PBKDF2 (RFC 8018, 6.2). */
function modernDecryption (parameters: Asn1, password: string, spend: Spend): Decrypt {
  const [derivation, scheme] = [child(parameters, 0), child(parameters, 1)]
  const [salt, count, ...options] = children(child(derivation, 1))
  const pseudoRandomFunction = options.find(({ value }) => typeof value !== 'string')
  const digest = pseudoRandomFunctions[pseudoRandomFunction ? oidOf(child(pseudoRandomFunction, 0)) : hmacSha1]
  const cipher = ciphers[oidOf(child(scheme, 0))]
  if (oidOf(child(derivation, 0)) !== pbkdf2 || !salt || !count || !digest || !cipher) {
    throw malformed('A part is encrypted in an unknown way')
  }
  const iterations = integerOf(count)
  spend(iterations)
  const key = pbkdf2Sync(toBuffer(password), toBuffer(octets(salt)), iterations, cipher.keyBytes, digest)
  const iv = toBuffer(octets(child(scheme, 1)))
  return (encrypted) => decipher(cipher.name, { key, iv }, encrypted)
}

/** The encryption of PKCS#12 itself (RFC 7292, appendix C). */
function legacyDecryption (oid: string, parameters: Asn1, password: string, spend: Spend): Decrypt {
  if (oid !== pbeTripleDes && oid !== pbeRc2) throw malformed('A part is encrypted in an unknown way')
  const iterations = integerOf(child(parameters, 1))
  // SHA-1 gives 20 bytes at a time: one block for the IV, one or two for the key.
  spend(iterations * (oid === pbeRc2 ? 2 : 3))
  const derivation = { digest: 'sha1', password, salt: toBuffer(octets(child(parameters, 0))), iterations } as const
  const iv = pkcs12Key(derivation, 'iv', 8)
  if (oid === pbeRc2) return (encrypted) => decipherRc2({ key: pkcs12Key(derivation, 'key', 5), iv }, encrypted)
  return (encrypted) => decipher('des-ede3-cbc', { key: pkcs12Key(derivation, 'key', 24), iv }, encrypted)
}

function decipher (name: string, { key, iv }: { key: Buffer, iv: Buffer }, encrypted: Buffer): Buffer {
  const cipher = createDecipheriv(name, key, iv)
  return Buffer.concat([cipher.update(encrypted), cipher.final()])
}

function decipherRc2 ({ key, iv }: { key: Buffer, iv: Buffer }, encrypted: Buffer): Buffer {
  const cipher = rc2.createDecryptionCipher(forge.util.createBuffer(key.toString('latin1')), 40)
  cipher.start(forge.util.createBuffer(iv.toString('latin1')))
  cipher.update(forge.util.createBuffer(encrypted.toString('latin1')))
  if (!cipher.finish()) throw new RangeError('The padding is wrong')
  return toBuffer(cipher.output.getBytes())
}

function parse (der: string): Asn1 {
  return forge.asn1.fromDer(der)
}

function children (node: Asn1): Asn1[] {
  if (typeof node.value === 'string') throw malformed('A part is missing')
  return node.value
}

function child (node: Asn1, index: number): Asn1 {
  const found = children(node)[index]
  if (!found) throw malformed('A part is missing')
  return found
}

/** The bytes of a string that BER may have cut into pieces. */
function octets (node: Asn1): string {
  return typeof node.value === 'string' ? node.value : children(node).map(octets).join('')
}

function oidOf (node: Asn1): string {
  return forge.asn1.derToOid(octets(node))
}

function integerOf (node: Asn1): number {
  return Number(`0x${Buffer.from(octets(node), 'latin1').toString('hex')}`)
}

function toBuffer (binary: string): Buffer {
  return Buffer.from(binary, 'latin1')
}

function wrongPassword (message: string, cause?: unknown): CertificateError {
  return new CertificateError('CERTIFICATE_PASSWORD_WRONG', message, { cause })
}

function malformed (message: string, cause?: unknown): CertificateError {
  return new CertificateError('CERTIFICATE_FILE_MALFORMED', message, { cause })
}
