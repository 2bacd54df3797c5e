import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holderRut } from '../certificates.ts'
import { generateKey } from '../keys.ts'
import { startSimulator } from './support/client.ts'
import { holder, issuer, openP12 } from './support/documents.ts'
import { captured, defined } from '../../test/support/expecting.ts'

let started: Awaited<ReturnType<typeof startSimulator>>
beforeAll(async () => { started = await startSimulator({ makeKey: generateKey }) })
afterAll(() => started.simulator.close())

const order = { taxNumber: issuer.rut, holderName: 'Juana Pérez Ñandú', holderTaxNumber: holder, password: 'clave' }
const keys = async () => (await started.client.get('/simulator/keys')).json() as Promise<
    { caf: { keyId: number, publicKeyPem: string }, certificateAuthorityPem: string }
  >

describe('certificates', () => {
  it('are PKCS#12 files that name the holder in both usual places, signed by the simulator’s authority', async () => {
    const response = await started.client.post('/simulator/certificates', order)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-pkcs12'])
    const bytes = Buffer.from(await response.arrayBuffer())
    const { certificate } = openP12(bytes, 'clave')
    const authority = new X509Certificate((await keys()).certificateAuthorityPem)

    expect(certificate.subject).toContain(`serialNumber=${holder}`)
    expect(certificate.subject).toContain('CN=Juana Pérez Ñandú')
    expect(holderRut(certificate)).toBe(holder)
    expect(certificate.raw.includes(Buffer.from('06082b06010401c10101', 'hex'))).toBe(true)
    expect(certificate.verify(authority.publicKey)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(() => createSecureContext({ pfx: bytes, passphrase: 'clave' })).not.toThrow()
    expect(() => createSecureContext({ pfx: bytes, passphrase: 'otra' })).toThrow()
  })

  it('open with passwords beyond ASCII', { tags: 'slow' }, async () => {
    const bytes = Buffer.from(
      await (await started.client.post('/simulator/certificates', { ...order, password: 'contraseña' })).arrayBuffer()
    )
    expect(holderRut(openP12(bytes, 'contraseña').certificate)).toBe(holder)
    expect(() => createSecureContext({ pfx: bytes, passphrase: 'contraseña' })).not.toThrow()
  })

  it('of others, with the RUT only in the subject’s serial number, are read, too', () => {
    const pair = forge.pki.rsa.generateKeyPair(1024)
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = pair.publicKey
    certificate.setSubject([{ type: '2.5.4.5', value: '11111111-1' }])
    certificate.sign(pair.privateKey, forge.md.sha256.create())
    expect(holderRut(new X509Certificate(forge.pki.certificateToPem(certificate)))).toBe('11111111-1')
  })
})

describe('material of any age', () => {
  it('is made to have so many days left', async () => {
    const p12 = await started.client.post('/simulator/certificates', { ...order, daysLeft: 7 })
    const { certificate } = openP12(Buffer.from(await p12.arrayBuffer()), 'clave')
    const caf = await started.client.post('/simulator/cafs', {
      taxNumber: issuer.rut, businessName: 'x', documentType: 33, count: 5, daysLeft: 5
    })

    expect(new Date(certificate.validTo).toISOString().slice(0, 10)).toBe('2026-11-27')
    expect(await caf.text()).toContain('<FA>2026-05-29</FA>')
  })
})

describe('folio authorisations', () => {
  it('are signed by the key IDK 999 and hold a pair of 512 bits with exponent 3', async () => {
    const response = await started.client.post('/simulator/cafs', {
      taxNumber: issuer.rut, businessName: 'Ñandú & Cía <Ltda>', documentType: 33, from: 5, to: 60
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('latin1')
    const { caf } = await keys()

    expect(text).toContain('<RS>Ñandú &amp; Cía &lt;Ltda&gt;</RS>')
    expect(text).toContain('<RNG><D>5</D><H>60</H></RNG>')
    expect(text).toContain('<FA>2026-11-20</FA>')
    expect(text).toContain(`<IDK>${caf.keyId}</IDK>`)
    const signed = defined(/<DA>[\s\S]*<\/DA>/.exec(text))[0].replace(/>\s+</g, '><')
    const signature = captured(/<FRMA algoritmo="SHA1withRSA">([^<]*)</, text)
    expect(verify('sha1', Buffer.from(signed, 'latin1'), caf.publicKeyPem, Buffer.from(signature, 'base64'))).toBe(true)
    const publicKey = createPublicKey(captured(/<RSAPUBK>([\s\S]*?)<\/RSAPUBK>/, text).trim())
    expect(publicKey.asymmetricKeyDetails).toEqual({ modulusLength: 512, publicExponent: 3n })
  })

  it('by number are the next ones of the company and type, also for concurrent requests', async () => {
    const rangeOf = async (order: object): Promise<string> => {
      const response = await started.client.post('/simulator/cafs', {
        taxNumber: issuer.rut, businessName: 'x', documentType: 46, ...order
      })
      return defined(/<RNG>.*<\/RNG>/.exec(Buffer.from(await response.arrayBuffer()).toString('latin1')))[0].replaceAll(/\D+/g, ' ')
    }

    expect(await rangeOf({ from: 5, to: 9 })).toBe(' 5 9 ')
    expect((await Promise.all([rangeOf({ count: 10 }), rangeOf({ count: 10 })])).sort()).toEqual([' 10 19 ', ' 20 29 '])
    expect(await rangeOf({ count: 1, least: 101 })).toBe(' 101 101 ')
    expect(await rangeOf({ count: 1, least: 3 })).toBe(' 102 102 ')
    expect(await rangeOf({ count: 1, documentType: 52 })).toBe(' 1 1 ')
  })
})

it.each([
  ['/simulator/certificates', { ...order, taxNumber: '44444444-0' }, 'taxNumber'],
  ['/simulator/certificates', { ...order, password: '' }, 'password'],
  ['/simulator/certificates', { ...order, other: 1 }, ''],
  ['/simulator/cafs', { taxNumber: issuer.rut, businessName: 'x', documentType: 30, from: 1, to: 2 }, 'documentType'],
  ['/simulator/cafs', { taxNumber: issuer.rut, businessName: 'x', documentType: 33, from: 2, to: 1 }, 'to'],
  ['/simulator/cafs', { taxNumber: issuer.rut, businessName: '“x”', documentType: 33, from: 1, to: 2 }, 'businessName'],
  ['/simulator/cafs', {
    taxNumber: issuer.rut, businessName: 'x', documentType: 33, from: 1, to: 2, authorisedOn: '20-11-2026'
  }, 'authorisedOn'],
  ['/simulator/cafs', {
    taxNumber: issuer.rut, businessName: 'x', documentType: 33, from: 1, to: 2, authorisedOn: '2026-11-20', daysLeft: 5
  }, 'daysLeft'],
  ['/simulator/cafs', { taxNumber: issuer.rut, businessName: 'x', documentType: 39, from: 1, to: 2, daysLeft: 5 }, 'daysLeft'],
  ['/simulator/cafs', { taxNumber: issuer.rut, businessName: 'x', documentType: 33, from: 1, to: 2, daysLeft: 181 }, 'daysLeft'],
  ['/simulator/certificates', { ...order, validTo: '2027-11-20T12:00:00Z', daysLeft: 5 }, 'daysLeft'],
  ['/simulator/suppliers/44444444-4/documents', { receivers: [issuer.rut], receivedDaysAgo: 61 }, 'receivedDaysAgo'],
  ['/simulator/clock', { secondsPerState: -1 }, 'secondsPerState'],
  ['/simulator/authorities', { certificatePem: 'x' }, 'certificatePem'],
])('%s refuses %o at %j', async (path, body, place) => {
  const response = await started.client.post(path, body)
  expect(response.status).toBe(400)
  expect((await response.json() as { problems: object[] }).problems).toMatchObject([{ path: place }])
})

it('malformed JSON is answered in JSON', async () => {
  const response = await fetch(`${started.client.base}/simulator/cafs`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{'
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: expect.any(String) })
})

it.each(['/', '/simulator/health'])('%s reports success', async (path) => {
  expect(await (await started.client.get(path)).json()).toMatchObject({ status: 'ok' })
})
