import { type KeyObject, sign, verify } from 'node:crypto'

const probe = Buffer.from('<DD></DD>')

/**
 * Whether what the private key signs verifies with the public key. A damaged RSA key can be parsed and still sign
 * wrongly, or make OpenSSL fail at its first signature: its factors and exponents are used only then.
 */
export function signsFor (privateKey: KeyObject, publicKey: KeyObject): boolean {
  try {
    return verify('sha1', probe, publicKey, sign('sha1', probe, privateKey))
  } catch {
    return false
  }
}
