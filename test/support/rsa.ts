import { createHash } from 'node:crypto'

// DER of DigestInfo for SHA-1, before the digest (RFC 8017, 9.2, note 1).
const sha1DigestInfo = Buffer.from('3021300906052b0e03021a05000414', 'hex')

export interface RsaNumbers { modulus: bigint, exponent: bigint }

export function bigEndian (base64: string): bigint {
  return BigInt(`0x${Buffer.from(base64, 'base64').toString('hex')}`)
}

/** Verifies RSASSA-PKCS1-v1_5 with SHA-1 by arithmetic alone, so that no library checks its own work. */
export function rsaSha1Verifies (message: Buffer, signatureBase64: string, { modulus, exponent }: RsaNumbers): boolean {
  const size = Math.ceil(modulus.toString(16).length / 2)
  const opened = powerModulo(bigEndian(signatureBase64), exponent, modulus).toString(16).padStart(size * 2, '0')
  const digestInfo = Buffer.concat([sha1DigestInfo, createHash('sha1').update(message).digest()])
  const padding = Buffer.alloc(size - 3 - digestInfo.length, 0xff)
  return opened === Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), digestInfo]).toString('hex')
}

function powerModulo (base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n, square = square * square % modulus) {
    if (rest & 1n) result = result * square % modulus
  }
  return result
}
