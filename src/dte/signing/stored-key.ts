/** A private RSA key as it is kept: PKCS#8, DER, as Node exports it. */
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto'

export interface StoredKey {
  privateKey: KeyObject
  /** As base64url, big-endian. */
  modulus: string
  exponent: string
}

// RFC 8017, A.1.2, in this order after the version.
const rsaMembers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const
const [integer, octets, sequence] = [0x02, 0x04, 0x30]

/**
 * Parses a key. OpenSSL's decoder takes 400 µs for a PKCS#8, more than a signature with it; a key handed over by its
 * numbers takes 10. Throws for anything but a key.
 */
export function readStoredKey (pkcs8: Buffer): StoredKey {
  const numbers = rsaNumbers(pkcs8)
  if (numbers) {
    return { privateKey: createPrivateKey({ key: numbers, format: 'jwk' }), modulus: numbers.n, exponent: numbers.e }
  }
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { n = '', e = '' } = privateKey.export({ format: 'jwk' })
  return { privateKey, modulus: n, exponent: e }
}

type RsaNumbers = JsonWebKey & Record<typeof rsaMembers[number], string>

/** Undefined for what is not a key of two primes in this very form. */
function rsaNumbers (pkcs8: Buffer): RsaNumbers | undefined {
  try {
    // PrivateKeyInfo (RFC 5208): version, algorithm, and the RSAPrivateKey as an octet string.
    const [info] = elementsOf(pkcs8, [sequence])
    const [, , wrapped] = elementsOf(info, [integer, sequence, octets])
    const [key] = elementsOf(wrapped, [sequence])
    const [version, ...values] = elementsOf(key, [integer, ...rsaMembers.map(() => integer)])
    if (version?.length !== 1 || version[0] !== 0) return undefined
    return {
      kty: 'RSA', ...Object.fromEntries(rsaMembers.map((name, index) => [name, unsigned(values[index])]))
    } as RsaNumbers
  } catch {
    return undefined
  }
}

/** The contents of DER elements that follow one another to the end and have these tags. */
function elementsOf (der: Buffer | undefined, tags: number[]): Buffer[] {
  if (!der) throw new Error('There is nothing to read')
  let at = 0
  const contents = tags.map((tag) => {
    if (der[at] !== tag) throw new Error('Another element was expected')
    const { start, length } = lengthAt(der, at + 1)
    at = start + length
    return der.subarray(start, at)
  })
  if (at !== der.length) throw new Error('The length is wrong')
  return contents
}

function lengthAt (der: Buffer, at: number): { start: number, length: number } {
  const first = der[at] ?? 0
  if (first < 0x80) return { start: at + 1, length: first }
  const bytes = first - 0x80
  return { start: at + 1 + bytes, length: der.readUIntBE(at + 1, bytes) }
}

/** Without the zero that keeps a DER integer positive. */
function unsigned (value: Buffer | undefined): string {
  return value?.toString('base64url', value[0] === 0 ? 1 : 0) ?? ''
}
