import argon2 from 'argon2'
import { describe, expect, it, vi } from 'vitest'
import { createPasswords } from '../../../src/services/access/passwords.ts'

const passwords = createPasswords()

describe('hashing', () => {
  it('creates argon2id hashes at the cost that OWASP recommends', async () => {
    expect(await passwords.hash('Cordillera y mar 7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('distinguishes passwords to the last character and case', { tags: 'slow' }, async () => {
    const hash = await passwords.hash('Cordillera y mar 7')

    expect(await passwords.check(hash, 'Cordillera y mar 7')).toEqual({ matches: true, outdated: false })
    for (const wrong of ['cordillera y mar 7', 'Cordillera y mar 7 ', 'Cordillera y mar', '']) {
      expect((await passwords.check(hash, wrong)).matches).toBe(false)
    }
  })

  it('does not truncate long passwords', async () => {
    const hash = await passwords.hash(`${'ñandú '.repeat(21)}x`)

    expect((await passwords.check(hash, `${'ñandú '.repeat(21)}y`)).matches).toBe(false)
  })

  it('reports a hash of a lower cost as outdated', async () => {
    const cheap = await argon2.hash('Cordillera y mar 7', { memoryCost: 8192, timeCost: 2, parallelism: 1 })

    expect(await passwords.check(cheap, 'Cordillera y mar 7')).toEqual({ matches: true, outdated: true })
  })

  it('refuses sign-in without a hash', async () => {
    expect(await passwords.check(undefined, 'Cordillera y mar 7')).toEqual({ matches: false, outdated: false })
  })

  it('costs an unknown user as much as a wrong password', async () => {
    const hash = await passwords.hash('Cordillera y mar 7')
    const verified = vi.spyOn(argon2, 'verify')

    await passwords.check(hash, 'wrong password')
    await passwords.check(undefined, 'wrong password')
    const costs = verified.mock.calls.map(([used]) => used.split('$').slice(0, 4).join('$'))
    verified.mockRestore()

    expect(costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1'])
  })

  it('refuses work beyond its queue', async () => {
    const small = createPasswords({ limit: 1, queueLimit: 2 })

    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((number) => small.hash('Cordillera y mar 7', { address: `192.0.2.${number}` }))
    )

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'
    ])
    expect(outcomes[3]).toMatchObject({ reason: { code: 'OVERLOADED', retryAfterSeconds: 2 } })
    expect(await small.hash('Cordillera y mar 7')).toContain('$argon2id$')
  })

  it('reserves places in the queue for others, however many hashes one address or /64 requests', async () => {
    const small = createPasswords({ limit: 1, queueLimit: 4 })

    const flood = Array.from(
      { length: 6 }, (_, index) => small.hash('Cordillera y mar 7', { address: `2001:db8::${index}` })
    )
    const others = ['192.0.2.1', '192.0.2.2', '2001:db8:0:1::1'].map((address) =>
      small.hash('Cordillera y mar 7', { address })
    )

    expect((await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected')).toHaveLength(4)
    expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual([
      'fulfilled', 'fulfilled', 'fulfilled'
    ])
  })
})

describe('strength', () => {
  it.each([
    'Cordillera y mar 7', 'correo-tinta-lluvia', 'Kj8#qLw2vTzR', 'me gusta el mote con huesillo', '中文密码也可以的一二三四五'
  ])('takes %s', (password) => {
    expect(() => { passwords.mustBeStrong(password, ['ana@andes.cl']) }).not.toThrow()
  })

  it.each([
    'short',
    'elevenchars',
    'aaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'qwertyuiopas',
    'password1234',
    'P4ssw0rd!!!!',
    'Contraseña2026!!',
    'passwordpassword',
    'Administrador1',
    'admin1234567',
    '1qaz2wsx3edc',
    'facturacion2026',
    'changeme2026!',
    'iloveyou12345',
    'ana@andes.cl1',
    'qwertyuiop123'
  ])('refuses %s', (password) => {
    expect(() => {
      passwords.mustBeStrong(password, ['ana@andes.cl'])
    }).toThrow(expect.objectContaining({ code: 'PASSWORD_TOO_WEAK' }))
  })
})

describe('length', () => {
  it('counts characters as users see them, up to 128', () => {
    const longest = Array.from(`🌋${'el agua del río baja '.repeat(7)}`).slice(0, 128).join('')

    expect(() => {
      passwords.mustBeStrong(longest, [])
    }).not.toThrow()
    expect(() => {
      passwords.mustBeStrong(`${longest}x`, [])
    }).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  })
})
