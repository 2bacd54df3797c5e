import { createPublicKey, sign, verify, X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKeyStores } from '../../../src/adapters/key-stores/key-stores.ts'
import { createCertificates } from '../../../src/services/tenants/certificates.ts'
import type { TestCertificate } from '../../support/authority.ts'
import { defined, only } from '../../support/expecting.ts'
import { slowToOpen } from '../../support/key-stores.ts'
import { sharedWorld } from '../../support/shared.ts'
import { createWorld } from '../../support/world.ts'

let rosa: TestCertificate
let luis: TestCertificate
const secret = 'clave del archivo'

const world = sharedWorld()

beforeAll(async () => {
  rosa = world.authority.certificate({ holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1' })
  luis = world.authority.certificate({ holderName: 'Luis Soto', holderTaxNumber: '12345678-5' })
})

const upload = (certificate: TestCertificate, password = secret) =>
  world.certificates.upload(world.andes.admin, { file: certificate.pkcs12(secret), password })

describe('uploading a certificate', () => {
  it('returns its holder and validity', async () => {
    const view = await upload(rosa)

    expect(view).toMatchObject({
      holderName: 'Rosa Núñez Soto', holderTaxNumber: '11111111-1', issuerName: 'Autoridad de Prueba',
      notAfter: new Date('2029-01-01T00:00:00Z'), uploadedAt: world.clock(), daysLeft: 772
    })
    expect(await world.certificates.current(world.andes.admin)).toEqual(view)
  })

  it('stores the key encrypted, and neither the file nor its password', async () => {
    const row = only(await world.rows<{ sealed_key: Buffer }>('select * from certificates'))
    const der = rosa.privateKey.export({ type: 'pkcs8', format: 'der' })
    const dump = JSON.stringify([
      await world.rows("select encode(sealed_key, 'hex') k, encode(certificate_der, 'hex') c from certificates"),
      await world.rows('select * from audit_entries')
    ])

    // The end of PKCS#8 holds the private numbers of RSA; its beginning is public.
    expect(row.sealed_key.includes(der.subarray(-40))).toBe(false)
    expect(dump).not.toContain(der.toString('hex', der.length - 40))
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('replaces the older one, writes an audit row and resumes waiting documents', async () => {
    const asked = world.work.asked

    await upload(luis)

    const rows = await world.rows(
      'select holder_tax_number, replaced_at is null as current from certificates order by uploaded_at, id'
    )
    expect(rows).toEqual([{ holder_tax_number: '11111111-1', current: false }, {
      holder_tax_number: '12345678-5', current: true
    }])
    expect(
      await world.rows(
        "select action, actor_name from audit_entries where action = 'tenant.uploadCertificate' and details->>'holderTaxNumber' = '12345678-5'"
      )
    )
      .toEqual([{ action: 'tenant.uploadCertificate', actor_name: 'admin@andes.example' }])
    const tasks = await world.rows<{ topic: string, subject: string }>(
      'select topic, subject from outbox_tasks where tenant_id = $1', [world.andes.tenantId]
    )
    expect(tasks).toEqual(
      expect.arrayContaining([{ topic: 'issueWaiting', subject: '33' }, { topic: 'issueWaiting', subject: '39' }, {
        topic: 'packEnvelope', subject: 'DTE'
      }])
    )
    expect(world.work.asked).toBe(asked + 1)
  })

  it('leaves one certificate in use when two are uploaded at once', async () => {
    await Promise.all([upload(rosa), upload(luis), upload(rosa)])

    expect(await world.rows('select count(*)::int as count from certificates where replaced_at is null')).toEqual([{
      count: 1
    }])
  })

  it.each([
    [
      'no key store', 'CERTIFICATE_FILE_MALFORMED',
      () => world.certificates.upload(world.andes.admin, { file: Buffer.from('not a file'), password: secret })
    ],
    ['a wrong password', 'CERTIFICATE_PASSWORD_WRONG', () => upload(rosa, 'otra clave')]
  ])('refuses %s', async (_, code, work) => {
    await expect(work()).rejects.toMatchObject({ name: 'ServiceError', code })
  })

  it('does not block the event loop while a slow file is opened', { tags: 'slow' }, async () => {
    const happened: string[] = []
    const uploading = world.certificates.upload(world.andes.admin, {
      file: slowToOpen(rosa.pkcs12(secret)), password: secret
    })
      .catch(({ name }: Error) => {
        happened.push(name)
      })

    for (let turn = 0; turn < 3; turn++) happened.push(await setImmediate('turn'))
    await uploading

    expect(happened).toEqual(['turn', 'turn', 'turn', 'ServiceError'])
  })

  it('refuses one that is not yet or no longer valid', async () => {
    const other = await createWorld()
    other.pass(-365 * 86_400)
    await expect(other.certificates.upload(other.andes.admin, { file: rosa.pkcs12(secret), password: secret })).rejects
      .toMatchObject({ code: 'CERTIFICATE_EXPIRED' })
    other.pass(4 * 365 * 86_400)
    await expect(other.certificates.upload(other.andes.admin, { file: rosa.pkcs12(secret), password: secret })).rejects
      .toMatchObject({ code: 'CERTIFICATE_EXPIRED' })
    await other.close()
  })
})

describe('the credential of a tenant', () => {
  it('signs with the key of the certificate in use, parsed once', async () => {
    await upload(rosa)

    const certificate = defined(await world.certificates.certificateOf(world.andes.tenantId, world.clock()))
    const again = defined(await world.certificates.credentialOf(world.andes.tenantId, world.clock()))

    const bytes = Buffer.from('DD')
    const publicKey = createPublicKey(
      new X509Certificate(rosa.certificateDer).publicKey.export({ type: 'spki', format: 'pem' })
    )
    expect(verify('sha1', bytes, publicKey, sign('sha1', bytes, certificate.credential.privateKey))).toBe(true)
    expect(certificate.credential.holderTaxNumber).toBe('11111111-1')
    expect(again.privateKey).toBe(certificate.credential.privateKey)
    expect(certificate.certificateId).toBe((await world.certificates.current(world.andes.admin)).id)
  })

  it('is the new one at once after an upload', async () => {
    await upload(rosa)
    await world.certificates.credentialOf(world.andes.tenantId, world.clock())

    await upload(luis)

    expect(await world.certificates.credentialOf(world.andes.tenantId, world.clock())).toMatchObject({
      holderTaxNumber: '12345678-5'
    })
  })

  it('is missing before there is a certificate, outside its dates, and for another tenant', async () => {
    expect(await world.certificates.credentialOf(world.boreal.tenantId, world.clock())).toBeUndefined()
    expect(await world.certificates.credentialOf(world.andes.tenantId, new Date('2029-01-01T00:00:01Z')))
      .toBeUndefined()
    expect(await world.certificates.credentialOf(world.andes.tenantId, new Date('2025-12-31T23:59:59Z')))
      .toBeUndefined()
    await expect(world.certificates.current(world.boreal.admin)).rejects.toMatchObject({
      code: 'CERTIFICATE_NOT_FOUND'
    })
  })

  it('cannot decrypt a row copied to another tenant', async () => {
    await world.rows(
      `insert into certificates select $2, id, holder_tax_number, holder_name, issuer_name, serial_number, not_before, not_after,
      certificate_der, sealed_key, uploaded_at, replaced_at from certificates where tenant_id = $1 and replaced_at is null`,
      [world.andes.tenantId, world.boreal.tenantId]
    )
    world.certificates.invalidate(world.boreal.tenantId)
    const { store, sealing, clock } = world
    const otherInstance = createCertificates({ store, sealing, keyStores: createKeyStores(), clock, onWork: () => {} })

    await expect(otherInstance.credentialOf(world.boreal.tenantId, world.clock())).rejects.toMatchObject({
      name: 'SealingError'
    })
  })
})
