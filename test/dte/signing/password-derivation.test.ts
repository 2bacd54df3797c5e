import fc from 'fast-check'
import forge from 'node-forge'
import { expect, it } from 'vitest'
import { pkcs12Key, purposes } from '../../../src/dte/signing/password-derivation.ts'

const purpose = fc.constantFrom(...Object.keys(purposes) as (keyof typeof purposes)[])
const digest = fc.constantFrom('sha1' as const, 'sha256' as const, 'sha384' as const, 'sha512' as const)

it('matches another implementation of RFC 7292, appendix B.2', () => {
  fc.assert(fc.property(
    digest,
    purpose,
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.uint8Array({ minLength: 1, maxLength: 140 }),
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 150 }),
    (name, use, password, salt, iterations, length) => {
      const bytes = Buffer.from(salt)
      const theirs = forge.pkcs12.generateKey(
        password, forge.util.createBuffer(bytes.toString('latin1')), purposes[use] as 1, iterations, length,
        forge.md[name].create()
      )

      expect(pkcs12Key({ digest: name, password, salt: bytes, iterations }, use, length).toString('latin1')).toBe(
        theirs.getBytes()
      )
    }
  ))
})
