import { generateKeyPair, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Signs and verifies with a key like a CAF's: RSA of 512 bits with SHA-1, as the SII requires. FIPS mode and hardened
 * crypto policies forbid it; better to fail at the start than at the first document. The error says what to do.
 */
export async function proveThatSigningWorks (): Promise<void> {
  const text = Buffer.from('timbre')
  try {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 512, publicExponent: 3 })
    if (verify('sha1', text, publicKey, sign('sha1', text, privateKey))) return
  } catch (error) {
    throw new Error(
      'This system forbids RSA signatures with SHA-1, which the SII requires. Allow them in its crypto policy (no FIPS mode).',
      { cause: error }
    )
  }
  throw new Error('RSA signatures with SHA-1 do not verify on this system.')
}
