import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpApp, people, testConfig, tokenFor } from '../../support/http-app.ts'
import { sampleGroup } from '../sample-group.ts'

const facts = { fail: () => new Error('unset'), calls: 0 }
const now = new Date('2026-11-20T12:00:00.000Z')
const time = { now }
let world: Awaited<ReturnType<typeof httpApp>>
beforeAll(async () => { world = await httpApp({ groups: [sampleGroup(facts)], clock: () => time.now }) })
afterAll(() => world.app.close())

const call = async (authorization: string) =>
  (await world.app.inject({ method: 'GET', url: '/api/Sample/File', headers: { authorization } })).statusCode

const segment = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const [newest, older] = testConfig.signingKeys as [{ id: string, secret: Buffer }, { id: string, secret: Buffer }]
const seconds = now.getTime() / 1000
const honest = {
  header: { alg: 'HS256', typ: 'at+jwt', kid: newest.id } as Record<string, unknown>,
  claims: {
    sub: people.andesAdmin.userId,
    tid: 'andes',
    ver: 1,
    iss: testConfig.issuer,
    aud: testConfig.audience,
    iat: seconds - 10,
    exp: seconds + 600
  } as Record<string, unknown>,
  secret: newest.secret
}

/** A token made without the library of the server. */
function forged (
  { header = {}, claims = {}, secret = honest.secret, algorithm = 'sha256' }: {
    header?: object, claims?: object, secret?: Buffer | string, algorithm?: string
  } = {}
): string {
  const input = `${segment({ ...honest.header, ...header })}.${segment({ ...honest.claims, ...claims })}`
  return `${input}.${createHmac(algorithm, secret).update(input).digest('base64url')}`
}

describe('accepts', () => {
  it('its own token, during its lifetime', async () => {
    time.now = now
    const { accessToken, expiration } = world.app.signAccessToken({
      userId: people.andesAdmin.userId, tenantId: 'andes', tokenVersion: 1
    })

    expect(expiration).toEqual(new Date('2026-11-20T12:15:00.000Z'))
    expect(await call(`Bearer ${accessToken}`)).toBe(200)
    time.now = new Date('2026-11-20T12:15:02.000Z')
    expect(await call(`Bearer ${accessToken}`)).toBe(401)
    time.now = now
  })

  it.each([
    ['a token of the newest key', forged()],
    ['a token of the key before', forged({ header: { kid: older.id }, secret: older.secret })]
  ])('%s', async (_name, token) => {
    expect(await call(`Bearer ${token}`)).toBe(200)
    expect(await call(`bearer ${token}`)).toBe(200)
  })

  it('a token of the previous key after a rotation, and signs with the new one', async () => {
    const rotated = await httpApp({
      groups: [sampleGroup(facts)],
      clock: () => now,
      config: { signingKeys: [{ id: 'newer', secret: Buffer.alloc(32, 9) }, newest] }
    })
    const fresh = tokenFor(rotated.app, people.andesAdmin)
    const status = async (token: string) => (await rotated.app.inject({
      method: 'GET',
      url: '/api/Sample/File',
      headers: { authorization: `Bearer ${token}` }
    })).statusCode

    expect(JSON.parse(Buffer.from(fresh.split('.')[0] ?? '', 'base64url').toString())).toEqual({
      alg: 'HS256', typ: 'at+jwt', kid: 'newer'
    })
    expect(await status(fresh)).toBe(200)
    expect(await status(forged())).toBe(200)
    expect(await status(forged({ header: { kid: older.id }, secret: older.secret }))).toBe(401)
    await rotated.app.close()
  })
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signedByRsa = () => {
  const input = `${segment({ ...honest.header, alg: 'RS256' })}.${segment(honest.claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`
}
const unsigned = (alg: string) => `${segment({ ...honest.header, alg })}.${segment(honest.claims)}.`
const [head, claims, signature] = forged().split('.') as [string, string, string]

describe('refuses (401)', () => {
  it.each([
    ['alg none', unsigned('none')],
    ['alg None', unsigned('None')],
    ['alg nOnE with the honest signature', `${segment({ ...honest.header, alg: 'nOnE' })}.${claims}.${signature}`],
    ['no signature', `${head}.${claims}.`],
    ['no third part', `${head}.${claims}`],
    ['a fourth part', `${forged()}.x`],
    ['a cut signature', forged().slice(0, -2)],
    ['altered claims', `${head}.${segment({ ...honest.claims, tid: 'boreal' })}.${signature}`],
    ['another key', forged({ secret: Buffer.alloc(32, 7) })],
    ['the key of the other id', forged({ header: { kid: older.id } })],
    ['an unknown key id', forged({ header: { kid: 'third' } })],
    ['a path for a key id', forged({ header: { kid: '../../dev/null' }, secret: '' })],
    ['a key id with quotes', forged({ header: { kid: "new' or '1'='1" } })],
    ['no key id', forged({ header: { kid: undefined } })],
    ['a key id that is __proto__', forged({ header: { kid: '__proto__' } })],
    ['HS512', forged({ header: { alg: 'HS512' }, algorithm: 'sha512' })],
    ['RS256', signedByRsa()],
    ['HS256 with a public key', forged({ secret: rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string })],
    ['a jku', forged({ header: { jku: 'https://evil.example/keys' } })],
    ['an embedded key', forged({ header: { jwk: { kty: 'oct', k: 'AAAA' } } })],
    ['a critical extension', forged({ header: { crit: ['exp'] } })],
    ['the type of another kind of token', forged({ header: { typ: 'JWT' } })],
    ['a reset token\'s type', forged({ header: { typ: 'reset+jwt' } })],
    ['another issuer', forged({ claims: { iss: 'https://evil.example' } })],
    ['no issuer', forged({ claims: { iss: undefined } })],
    ['another audience', forged({ claims: { aud: 'other' } })],
    ['no audience', forged({ claims: { aud: undefined } })],
    ['an expired token', forged({ claims: { exp: seconds - 1 } })],
    ['no expiry', forged({ claims: { exp: undefined } })],
    ['an expiry as text', forged({ claims: { exp: String(seconds + 600) } })],
    ['an expiry at the end of time', forged({ claims: { exp: 1e300 } })],
    ['a token for later', forged({ claims: { nbf: seconds + 300 } })],
    ['a user of another tenant', forged({ claims: { tid: 'boreal' } })],
    ['ended sessions', forged({ claims: { ver: 0 } })],
    ['a version as text', forged({ claims: { ver: '1' } })],
    ['100 kB', 'a'.repeat(100_000)],
    ['garbage', 'x.y.z'],
    ['nothing', '']
  ])('%s', async (_name, token) => {
    expect(await call(`Bearer ${token}`)).toBe(401)
  })

  it.each(['Basic YW5hOmFuYQ==', 'Bearer', `Bearer  ${forged()}`, `Bearer ${forged()} x`, forged()])(
    'the header %s',
    async (authorization) => {
      expect(await call(authorization)).toBe(401)
    }
  )

  it('a key of fewer than 32 bytes at start', async () => {
    await expect(httpApp({ groups: [], config: { signingKeys: [{ id: 'short', secret: Buffer.alloc(31) }] } })).rejects
      .toThrow('32 bytes')
  })
})
