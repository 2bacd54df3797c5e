import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readStoredKey } from '../../../src/dte/signing/stored-key.ts'
import { first } from '../../support/expecting.ts'

const pkcs8 = { type: 'pkcs8', format: 'der' } as const
const rsaKeys = (bits: number, count: number) => Array.from({ length: count }, () =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey)

describe('a stored key', () => {
  it('is the key that was stored, with its public numbers', () => {
    for (const key of [...rsaKeys(512, 20), ...rsaKeys(1024, 3)]) {
      const { privateKey, modulus, exponent } = readStoredKey(key.export(pkcs8))

      expect(privateKey.export(pkcs8)).toEqual(key.export(pkcs8))
      expect({ n: modulus, e: exponent }).toEqual((({ n, e }) => ({ n, e }))(key.export({ format: 'jwk' })))
      expect(sign('sha1', Buffer.from('x'), privateKey)).toEqual(sign('sha1', Buffer.from('x'), key))
    }
  })

  it('is parsed by OpenSSL if it is not RSA', () => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

    expect(readStoredKey(key.export(pkcs8)).privateKey.equals(key)).toBe(true)
  })

  it('is refused if truncated, longer, or with wrong lengths', () => {
    const der = first(rsaKeys(512, 1).map((key) => key.export(pkcs8)))
    const openssl = (bytes: Buffer): Buffer => createPrivateKey({ key: bytes, ...pkcs8 }).export(pkcs8)

    expect(() => readStoredKey(der.subarray(0, -1))).toThrow()
    expect(() => readStoredKey(Buffer.alloc(0))).toThrow()
    for (let at = 0; at < 40; at++) {
      const damaged = Buffer.from(der)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
      let expected: Buffer
      try {
        expected = openssl(damaged)
      } catch {
        continue
      }
      expect(readStoredKey(damaged).privateKey.export(pkcs8)).toEqual(expected)
    }
  })
})
