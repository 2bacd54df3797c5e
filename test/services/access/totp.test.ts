import { describe, expect, it } from 'vitest'
import { base32, codeOfStep, otpauthUri, stepAt, stepOfCode } from '../../../src/services/access/totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator app', () => {
  it.each([
    [59, '94287082'], [1111111109, '07081804'], [1111111111, '14050471'], [1234567890, '89005924'],
    [2000000000, '69279037'], [20000000000, '65353130']
  ])('is that of RFC 6238, appendix B, at second %i', (seconds, code) => {
    expect(codeOfStep(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
  })

  it('is accepted one step early and one late, and never at or before the last used step', () => {
    const at = new Date('2026-11-20T15:00:10Z')
    const now = stepAt(at)
    const stepOf = (step: number, lastStep = 0) => stepOfCode(secret, codeOfStep(secret, step), { at, lastStep })

    expect([-2, -1, 0, 1, 2].map((steps) => stepOf(now + steps))).toEqual([undefined, now - 1, now, now + 1, undefined])
    expect([-1, 0, 1].map((steps) => stepOf(now + steps, now))).toEqual([undefined, undefined, now + 1])
  })
})

describe('a secret for an authenticator app', () => {
  it.each([
    ['', ''], ['f', 'MY'], ['fo', 'MZXQ'], ['foo', 'MZXW6'], ['foob', 'MZXW6YQ'], ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI']
  ])('is written as RFC 4648 does, without padding: %s', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written)
  })

  it('is in the URI that apps scan, with the company and the email', () => {
    expect(otpauthUri({ issuer: 'Timbre andes', account: 'ana@andes.example', secret })).toBe(
      'otpauth://totp/Timbre%20andes:ana%40andes.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Timbre%20andes&algorithm=SHA1&digits=6&period=30'
    )
  })
})
