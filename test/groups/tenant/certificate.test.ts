import { beforeAll, describe, expect, it } from 'vitest'
import { failure, form, success } from '../../support/app.ts'
import type { TestCertificate } from '../../support/authority.ts'
import { sharedApp } from '../../support/shared.ts'

const app = sharedApp()
let certificate: TestCertificate

beforeAll(async () => {
  certificate = app.world.authority.certificate({ holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1' })
})

const upload = (parts: Parameters<typeof form>[0], as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: '/api/Tenant/Certificate', as, ...form(parts) })
const check = (parts: Parameters<typeof form>[0], as = app.world.andes.admin) =>
  app.call({ method: 'POST', url: '/api/Tenant/CheckCertificate', as, ...form(parts) })
const get = (as = app.world.andes.clerk) => app.api(as).get('Tenant/Certificate')
// node-forge writes passwords beyond ASCII as others do only in the older encryption.
const good = () => ({ File: certificate.pkcs12('contraseña ñ', '3des'), Password: 'contraseña ñ' })

describe('answers', () => {
  it('returns the holder of the new certificate, and never the certificate itself', { tags: 'slow' }, async () => {
    const answer = await upload(good())

    expect(answer).toMatchObject(success({
      id: expect.any(String),
      holderTaxNumber: '11111111-1',
      holderName: 'Rosa Núñez Soto',
      issuerName: 'Autoridad de Prueba',
      serialNumber: '4A3B2C1D',
      notBefore: '2026-01-01T00:00:00.000Z',
      notAfter: '2029-01-01T00:00:00.000Z',
      uploadedAt: '2026-11-20T15:00:00.000Z',
      daysLeft: 772
    }))
    expect(Object.keys(answer.body.result)).toHaveLength(9)
    expect((await get()).body).toEqual(answer.body)
  })
})

describe('a file that is only checked', () => {
  it("returns the certificate's holder and expiry, and changes nothing", async () => {
    const before = await get()
    const another = app.world.authority.certificate({ holderName: 'Luis Soto', holderTaxNumber: '22222222-2' })
    const answer = await check({ File: another.pkcs12('clave'), Password: 'clave' })

    expect(answer).toMatchObject(success({
      holderTaxNumber: '22222222-2', holderName: 'Luis Soto', issuerName: 'Autoridad de Prueba', daysLeft: 772
    }))
    expect((await get()).body).toEqual(before.body)
  })

  it('is refused like an upload', async () => {
    expect(await check({ ...good(), Password: 'otra' })).toMatchObject(failure(422, 'CERTIFICATE_PASSWORD_WRONG'))
  })
})

describe('a file that cannot be used (422)', () => {
  it('is refused with the name of its encryption and the command to convert it', async () => {
    const file = certificate.pkcs12('clave')
    // The MAC's SHA-1 becomes the older SHA.
    file.write('2b0e030212', file.lastIndexOf(Buffer.from('2b0e03021a', 'hex')), 'hex')

    const answer = await upload({ File: file, Password: 'clave' })

    expect(answer).toMatchObject(failure(422, 'CERTIFICATE_ENCRYPTION_UNSUPPORTED'))
    expect(answer.body.errors).toEqual([
      expect.stringMatching(/^File: is encrypted with 1\.3\.14\.3\.2\.18, .*: openssl pkcs12 -legacy .* -export /)
    ])
  })

  it('is refused when its certificate is not for signing', async () => {
    const { authority } = app.world
    const file = authority.certificate({ keyUsage: { keyEncipherment: true } }).pkcs12('clave')

    expect(await upload({ File: file, Password: 'clave' })).toMatchObject(failure(422, 'CERTIFICATE_NOT_FOR_SIGNING'))
  })
})

describe('rejects input (400)', () => {
  it('requires the file and the password', async () => {
    expect(await upload({ Password: 'x' })).toMatchObject(failure(400, 'CERTIFICATE_FILE_MISSING'))
    expect(await upload({ File: certificate.pkcs12('x') })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('refuses other files and wrong passwords (422), without repeating the password', async () => {
    const wrong = await upload({ ...good(), Password: 'otra-clave-secreta' })

    expect(await upload({ ...good(), File: Buffer.from('x') })).toMatchObject(
      failure(400, 'CERTIFICATE_FILE_MALFORMED')
    )
    expect(wrong).toMatchObject(failure(422, 'CERTIFICATE_PASSWORD_WRONG'))
    expect(JSON.stringify(wrong.body)).not.toContain('otra-clave-secreta')
  })
})

describe('hides other tenants (404)', () => {
  it('reports no certificate of a tenant without one', async () => {
    expect(await get(app.world.boreal.admin)).toMatchObject(failure(404, 'CERTIFICATE_NOT_FOUND'))
  })
})
