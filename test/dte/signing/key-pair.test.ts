import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Caf, readCaf } from '../../../src/dte/signing/caf.ts'
import { signsFor } from '../../../src/dte/signing/key-pair.ts'
import { createAuthority } from '../../support/authority.ts'
import { captured, defined } from '../../support/expecting.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })

/** The key with one bit of a secret number changed; its public numbers are as before. */
function damagedKey (key: KeyObject, number: 'p' | 'q' | 'dp', bit: number): KeyObject {
  const der = key.export({ type: 'pkcs1', format: 'der' })
  const bytes = Buffer.from(defined(key.export({ format: 'jwk' })[number]), 'base64url')
  const at = der.indexOf(bytes) + bytes.length - 1
  der.writeUInt8(der.readUInt8(at) ^ bit, at)
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs1' })
}

/** Undefined where OpenSSL cannot sign with the key. */
function signatureOf (key: KeyObject): Buffer | undefined {
  try {
    return sign('sha1', Buffer.from('x'), key)
  } catch {
    return undefined
  }
}

describe('a pair of keys', () => {
  it('signs and verifies', () => {
    expect(signsFor(privateKey, publicKey)).toBe(true)
  })

  it('is refused with the public key of another pair', () => {
    expect(signsFor(privateKey, generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)).toBe(false)
  })

  it('is refused when the key cannot sign', () => {
    expect(signsFor(publicKey, publicKey)).toBe(false)
  })

  // Whether a key with a damaged factor signs, signs wrongly or fails differs between versions of OpenSSL.
  it.each(['p', 'q', 'dp'] as const)('signs or refuses, but never throws, with any low bit of %s changed', (number) => {
    for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
      const damaged = damagedKey(privateKey, number, bit)
      expect(signsFor(damaged, publicKey)).toBe(signatureOf(damaged)?.equals(defined(signatureOf(privateKey))) ?? false)
    }
  })
})

it('a CAF whose key has an even factor is read if the key can sign, and refused with a code otherwise', () => {
  const authority = createAuthority()
  const caf = authority.caf().toString('latin1')
  const pem = captured(/<RSASK>([\s\S]*?)<\/RSASK>/, caf)
  const damaged = damagedKey(createPrivateKey(pem.trim()), 'q', 1)
  const file = Buffer.from(caf.replace(pem, damaged.export({ type: 'pkcs1', format: 'pem' }).toString()), 'latin1')
  const read = (): Caf => readCaf(file, { today: '2026-11-20', extraKeys: authority.extraKeys })
  if (signatureOf(damaged)?.equals(defined(signatureOf(createPrivateKey(pem.trim()))))) expect(read().from).toBe(1)
  else expect(read).toThrow(expect.objectContaining({ code: 'FOLIO_KEY_MISMATCH' }))
})
