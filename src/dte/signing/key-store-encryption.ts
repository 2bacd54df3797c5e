/** How parts of a key store are encrypted: PKCS#12's own ways, PBES1 and PBES2. */
import { createHash, pbkdf2Sync } from 'node:crypto'
import { unsupportedEncryption } from './file-errors.ts'
import { type Asn1, child, children, integerOf, octets, oidOf, toBuffer } from './key-store-asn1.ts'
import {
  type Cipher, des, openssl, rc2, rc4, tripleDes, twoKeyTripleDes
} from './key-store-ciphers.ts'
import { pkcs12Key } from './password-derivation.ts'

/** A password in the two forms that key stores take. */
export interface Passwords {
  /** For the MAC and the encryption of PKCS#12 itself, which take the characters. */
  characters: string
  /** Of which PBES1 and PBES2 take the UTF-8 bytes (RFC 7292, appendix B.1). */
  text: string
}

/** Takes from what the file may still cost; throws when it asks for more. */
export type Spend = (rounds: number) => void

type Decrypt = (encrypted: Buffer) => Buffer

const pbes2 = '1.2.840.113549.1.5.13'
const pbkdf2 = '1.2.840.113549.1.5.12'
const hmacSha1 = '1.2.840.113549.2.7'
const rc2Cbc = '1.2.840.113549.3.2'

// RFC 7292, appendix C.
const ownCiphers: Record<string, Cipher> = {
  '1.2.840.113549.1.12.1.1': rc4(16),
  '1.2.840.113549.1.12.1.2': rc4(5),
  '1.2.840.113549.1.12.1.3': tripleDes,
  '1.2.840.113549.1.12.1.4': twoKeyTripleDes,
  '1.2.840.113549.1.12.1.5': rc2(16),
  '1.2.840.113549.1.12.1.6': rc2(5)
}

// PBES1 (RFC 8018, A.3).
const oldCiphers: Record<string, { digest: 'md5' | 'sha1', cipher: Cipher }> = {
  '1.2.840.113549.1.5.3': { digest: 'md5', cipher: des },
  '1.2.840.113549.1.5.6': { digest: 'md5', cipher: rc2(8) },
  '1.2.840.113549.1.5.10': { digest: 'sha1', cipher: des },
  '1.2.840.113549.1.5.11': { digest: 'sha1', cipher: rc2(8) }
}

// PBES2 (RFC 8018, appendix B): the pseudo-random functions of PBKDF2 and the ciphers.
const pseudoRandomFunctions: Record<string, string> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
  '1.2.840.113549.2.12': 'sha512-224',
  '1.2.840.113549.2.13': 'sha512-256'
}
const ciphers: Record<string, Cipher> = {
  '2.16.840.1.101.3.4.1.2': openssl('aes-128-cbc', 16),
  '2.16.840.1.101.3.4.1.22': openssl('aes-192-cbc', 24),
  '2.16.840.1.101.3.4.1.42': openssl('aes-256-cbc', 32),
  '1.2.392.200011.61.1.1.1.2': openssl('camellia-128-cbc', 16),
  '1.2.392.200011.61.1.1.1.3': openssl('camellia-192-cbc', 24),
  '1.2.392.200011.61.1.1.1.4': openssl('camellia-256-cbc', 32),
  '1.2.840.113549.3.7': tripleDes,
  '1.3.14.3.2.7': des
}

// RFC 8018, B.2.3: how RC2's parameters write the bits of its key; from 256 on they write the number itself.
const rc2Bits: Record<number, number> = { 160: 40, 120: 64, 58: 128 }

/** What files are encrypted with that is not decrypted here, as OpenSSL calls it. */
const names: Record<string, string> = {
  '1.2.840.113549.1.5.1': 'pbeWithMD2AndDES-CBC',
  '1.2.840.113549.1.5.4': 'pbeWithMD2AndRC2-CBC',
  '1.2.840.113549.3.9': 'RC5-CBC',
  '1.2.840.113533.7.66.10': 'CAST5-CBC',
  '1.3.6.1.4.1.3029.1.2': 'BF-CBC',
  '1.3.6.1.4.1.188.7.1.1.2': 'IDEA-CBC',
  '1.2.410.200004.1.4': 'SEED-CBC',
  '1.2.410.200046.1.1.2': 'ARIA-128-CBC',
  '1.2.410.200046.1.1.7': 'ARIA-192-CBC',
  '1.2.410.200046.1.1.12': 'ARIA-256-CBC',
  '1.2.156.10197.1.104.2': 'SM4-CBC',
  '1.2.643.2.2.21': 'GOST 28147-89',
  '2.16.840.1.101.3.4.1.6': 'AES-128-GCM',
  '2.16.840.1.101.3.4.1.26': 'AES-192-GCM',
  '2.16.840.1.101.3.4.1.46': 'AES-256-GCM',
  '1.3.6.1.4.1.11591.4.11': 'scrypt',
  '1.2.840.113549.1.5.14': 'PBMAC1'
}

/** What decrypts a part. Throws CertificateError CERTIFICATE_ENCRYPTION_UNSUPPORTED with the name of its encryption. */
export function decryptionOf (algorithm: Asn1, passwords: Passwords, spend: Spend): Decrypt {
  const oid = oidOf(child(algorithm, 0))
  const parameters = child(algorithm, 1)
  if (oid === pbes2) return modernDecryption(parameters, passwords.text, spend)
  const own = ownCiphers[oid]
  if (own) return ownDecryption(own, parameters, passwords.characters, spend)
  const old = oldCiphers[oid]
  if (old) return oldDecryption(old, parameters, passwords.text, spend)
  throw unsupported(oid)
}

/** The refusal of an algorithm, by its name or else its identifier. */
export function unsupported (oid: string): Error {
  return unsupportedEncryption(names[oid] ?? oid)
}

/** PBES2 with PBKDF2 (RFC 8018, 6.2). */
function modernDecryption (parameters: Asn1, password: string, spend: Spend): Decrypt {
  const [derivation, scheme] = [child(parameters, 0), child(parameters, 1)]
  const derivationOid = oidOf(child(derivation, 0))
  if (derivationOid !== pbkdf2) throw unsupported(derivationOid)
  const [salt, iterations, digest] = pbkdf2Terms(child(derivation, 1))
  const { cipher, iv } = schemeOf(scheme)
  spend(iterations)
  const key = pbkdf2Sync(Buffer.from(password), salt, iterations, cipher.keyBytes, digest)
  return (encrypted) => cipher.decrypt({ key, iv }, encrypted)
}

function pbkdf2Terms (parameters: Asn1): [salt: Buffer, iterations: number, digest: string] {
  const pseudoRandomFunction = children(parameters).slice(2).find(({ value }) => typeof value !== 'string')
  const oid = pseudoRandomFunction ? oidOf(child(pseudoRandomFunction, 0)) : hmacSha1
  const digest = pseudoRandomFunctions[oid]
  if (digest === undefined) throw unsupported(oid)
  return [toBuffer(octets(child(parameters, 0))), integerOf(child(parameters, 1)), digest]
}

function schemeOf (scheme: Asn1): { cipher: Cipher, iv: Buffer } {
  const oid = oidOf(child(scheme, 0))
  if (oid === rc2Cbc) return rc2SchemeOf(child(scheme, 1))
  const cipher = ciphers[oid]
  if (!cipher) throw unsupported(oid)
  return { cipher, iv: toBuffer(octets(child(scheme, 1))) }
}

/** Its parameters are the version, which may be left out for 32 bits, and the initial value. */
function rc2SchemeOf (parameters: Asn1): { cipher: Cipher, iv: Buffer } {
  const version = integerOf(child(parameters, 0))
  const bits = rc2Bits[version]
  if (bits === undefined) throw unsupportedEncryption(`RC2-CBC ${version}`)
  return { cipher: rc2(bits / 8), iv: toBuffer(octets(child(parameters, 1))) }
}

function ownDecryption (cipher: Cipher, parameters: Asn1, password: string, spend: Spend): Decrypt {
  const iterations = integerOf(child(parameters, 1))
  // SHA-1 gives 20 bytes at a time: one block for the initial value, one or two for the key.
  spend(iterations * (1 + Math.ceil(cipher.keyBytes / 20)))
  const derivation = { digest: 'sha1', password, salt: toBuffer(octets(child(parameters, 0))), iterations } as const
  const key = { key: pkcs12Key(derivation, 'key', cipher.keyBytes), iv: pkcs12Key(derivation, 'iv', 8) }
  return (encrypted) => cipher.decrypt(key, encrypted)
}

/** PBKDF1 (RFC 8018, 5.1): the first eight bytes are the key, the next eight the initial value. */
function oldDecryption (
  { digest, cipher }: { digest: string, cipher: Cipher }, parameters: Asn1, password: string, spend: Spend
): Decrypt {
  const iterations = integerOf(child(parameters, 1))
  spend(iterations)
  let hash = Buffer.concat([Buffer.from(password), toBuffer(octets(child(parameters, 0)))])
  for (let round = 0; round < iterations; round++) hash = createHash(digest).update(hash).digest()
  const key = { key: hash.subarray(0, 8), iv: hash.subarray(8, 16) }
  return (encrypted) => cipher.decrypt(key, encrypted)
}
