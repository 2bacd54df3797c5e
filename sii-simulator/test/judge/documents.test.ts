import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelope, issuer, receiver, signerOf } from '../support/documents.ts'
import { accepted, createWorld, objected, rejected, type World } from './world.ts'

let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())

describe('the document’s signature', () => {
  it('DTE-3-505: a changed text', async () => {
    const changed = (text: string) => text.replace('Ferreter\u00eda', 'Ferreter\u00edas')
    expect(await world.judgeOne(await world.make({}, { signed: changed }))).toEqual(rejected('DTE-3-505'))
  })

  it('DTE-3-505: a SignedInfo signed with another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const other = signerOf(privateKey, world.signer.certificate)
    expect(await world.judgeOne(await world.make({}, { signer: other }))).toEqual(rejected('DTE-3-505'))
  })

  it('DTE-3-505: a KeyValue of another key than the certificate’s', async () => {
    const second = await world.client.certificate()
    const mixed = signerOf(world.signer.key, world.signer.certificate, second.certificate)
    expect(await world.judgeOne(await world.make({}, { signer: mixed }))).toEqual(rejected('DTE-3-505'))
  })

  it('DTE-3-505: a certificate of an untrusted authority, until that authority is trusted', async () => {
    const { key, certificate, certificatePem } = selfSigned()
    const order = { taxNumber: issuer.rut, senders: ['11111111-1'] }
    await world.client.post('/simulator/companies', order)

    expect(await world.judgeOne(await world.make({}, { signer: signerOf(key, certificate) }))).toEqual(
      rejected('DTE-3-505')
    )
    await world.client.post('/simulator/authorities', { certificatePem })
    expect(await world.judgeOne(await world.make({}, { signer: signerOf(key, certificate) }))).toEqual(accepted)
  })

  it('DTE-3-505: a certificate that has expired', async () => {
    const expired = await world.client.certificate({
      validFrom: '2020-01-01T00:00:00Z', validTo: '2023-01-01T00:00:00Z'
    })
    expect(await world.judgeOne(await world.make({}, { signer: expired }))).toEqual(rejected('DTE-3-505'))
  })

  it('DTE-3-505: a reference to something else', async () => {
    const dangling = (text: string) => text.replace(/URI="#\w+"/, 'URI="#otro"')
    expect(await world.judgeOne(await world.make({}, { signedInfo: dangling }))).toEqual(rejected('DTE-3-505'))
  })

  it('ENV-3-6: a holder who may not sign for the company', async () => {
    const stranger = await world.client.certificate({ holderTaxNumber: '22222222-2', authorise: false })
    expect(await world.judgeOne(await world.make({}, { signer: stranger }))).toEqual(rejected('ENV-3-6'))
  })
})

describe('the folio authorisation', () => {
  it('CAF-3-516: altered after the SII signed it', async () => {
    const caf = await world.cafOf(33)
    const wider = { ...caf, xml: caf.xml.replace('<H>5000</H>', '<H>9000</H>') }
    expect(await world.judgeOne(await world.make({}, { caf: wider }))).toEqual(rejected('CAF-3-516'))
  })

  it('CAF-3-515: a folio outside of the range', async () => {
    expect(await world.judgeOne(await world.make({ folio: 5001 }))).toEqual(rejected('CAF-3-515'))
  })

  it('CAF-3-514: of another type', async () => {
    const caf = await world.cafOf(34)
    expect(await world.judgeOne(await world.make({}, { caf }))).toEqual(rejected('CAF-3-514'))
  })

  it('CAF-3-513: of another issuer', async () => {
    const caf = await world.client.caf(33, { taxNumber: receiver.rut })
    expect(await world.judgeOne(await world.make({}, { caf }))).toEqual(rejected('CAF-3-513'))
  })

  it('CAF-3-517: signed more than six months after its authorisation, only for types that expire', async () => {
    const old = { authorisedOn: '2026-05-19' }
    const onTheDay = { authorisedOn: '2026-05-20' }
    const verdict = async (type: number, order: object) =>
      world.judgeOne(await world.make({ type }, { caf: await world.client.caf(type, order) }))

    expect(await verdict(33, old)).toEqual(rejected('CAF-3-517'))
    expect(await verdict(33, onTheDay)).toEqual(accepted)
    expect(await verdict(39, old)).toEqual(accepted)
  })

  it('HED-3-305: a document dated before its authorisation', async () => {
    const caf = await world.client.caf(33, { authorisedOn: '2026-11-20' })
    const order = { date: '2026-11-19', signedAt: '2026-11-20T09:00:00' }
    expect(await world.judgeOne(await world.make(order, { caf }))).toEqual(rejected('HED-3-305'))
  })
})

describe('the stamp', () => {
  it('TED-3-509: changed after it was signed', async () => {
    const changed = (text: string) => text.replace('<MNT>5926</MNT>', '<MNT>5927</MNT>')
    expect(await world.judgeOne(await world.make({}, { stamped: changed }))).toEqual(rejected('TED-3-509'))
  })

  it.each([
    ['MNT', '<MNT>5926</MNT>', '<MNT>5927</MNT>'],
    ['RR', `<RR>${receiver.rut}</RR>`, `<RR>${issuer.rut}</RR>`],
    ['FE', '<FE>2026-11-20</FE>', '<FE>2026-11-21</FE>'],
    ['IT1', '<IT1>Ca', '<IT1>Cu'],
    ['RSR', '<RSR>Servicio', '<RSR>Servicios'],
  ])('TED-2-510: another %s than the document’s is an objection', async (_name, from, to) => {
    const different = (text: string) => text.replace(from, to)
    expect(await world.judgeOne(await world.make({}, { stamp: different }))).toEqual(objected('TED-2-510'))
  })

  it('may be broken into lines, since white space between its tags is not signed', async () => {
    const pretty = (text: string) => text.replaceAll('><', '>\n<')
    expect(await world.judgeOne(await world.make({}, { stamped: pretty }))).toEqual(accepted)
  })

  it('a name of many accents is compared quickly', async () => {
    const receptor = { RznSocRecep: `${'ñ'.repeat(60)}a` }
    const different = (text: string) => text.replace(/<RSR>[^<]*/, `<RSR>${'n'.repeat(39)}z`)
    expect(await world.judgeOne(await world.make({ receptor }))).toEqual(accepted)
    expect(
      await world.judgeOne(
        await world.make({ receptor: { RznSocRecep: `${'ñ'.repeat(8)}${'a'.repeat(40)}` } }, { stamp: different })
      )
    ).toEqual(objected('TED-2-510'))
  })

  it('may keep accents, or omit them', async () => {
    const accented = (text: string) => text.replace('<IT1>Caneria', '<IT1>Ca\u00f1er\u00eda')
    expect(await world.judgeOne(await world.make({}, { stamp: accented }))).toEqual(accepted)
  })
})

describe('folios received before', () => {
  it('DTE-3-100: the same document in another envelope', async () => {
    const document = await world.make()
    expect(await world.judgeOne(document)).toEqual(accepted)

    const again = await world.judge(envelope([document], world.signer, { TmstFirmaEnv: '2026-11-20T10:05:00' }))

    // The ledger keeps the first verdict; the refusal shows in the second envelope's counters.
    expect(again.documents).toEqual([accepted])
    expect(await world.client.estUp(again.trackId, world.token)).toContain('<RECHAZADOS>1</RECHAZADOS>')
  })

  it('DTE-3-101: another document under the same folio', async () => {
    const document = await world.make()
    await world.judgeOne(document)
    const other = await world.make({ folio: document.folio, signedAt: '2026-11-20T10:00:01' })
    expect(await world.judgeOne(other)).toEqual(rejected('DTE-3-101'))
    expect((await world.client.ledger(`?documentType=33&folio=${document.folio}`)).documents).toHaveLength(2)
  })

  it('a folio whose document was refused may be used again', async () => {
    const refused = await world.make({
      totals: { MntNeto: 4980, TasaIVA: 19, IVA: 946, MntTotal: 5926 }, receptor: { RUTRecep: '88888888-9' }
    })
    expect(await world.judgeOne(refused)).toEqual(rejected('HED-3-150'))
    expect(await world.judgeOne(await world.make({ folio: refused.folio }))).toEqual(accepted)
  })

  it('DTE-3-601: a folio that was annulled', async () => {
    const document = await world.make()
    await world.client.post('/simulator/annulments', { taxNumber: issuer.rut, documentType: 33, folio: document.folio })
    expect(await world.judgeOne(document)).toEqual(rejected('DTE-3-601'))
  })
})

describe('the header', () => {
  it('HED-3-150: a RUT whose check digit is wrong', async () => {
    expect(await world.judgeOne(await world.make({ receptor: { RUTRecep: '88888888-9' } }))).toEqual(
      rejected('HED-3-150')
    )
  })

  it('HED-3-861: an activity that the company has not registered', async () => {
    await world.client.post('/simulator/companies', { taxNumber: issuer.rut, activityCodes: [475201] })
    expect(await world.judgeOne(await world.make({ emisor: { Acteco: 620200 } }))).toEqual(rejected('HED-3-861'))
  })

  it('HED-3-151: an issuer who is not the cover sheet’s', async () => {
    const party = { rut: '44444444-4', name: 'Otra empresa' }
    const caf = await world.client.caf(33, { taxNumber: party.rut })
    await world.client.post('/simulator/companies', { taxNumber: party.rut, senders: ['12345678-5'] })
    expect(await world.judgeOne(await world.make({ party }, { caf }))).toEqual(rejected('HED-3-151'))
  })
})

describe('references', () => {
  const reference = (fields: object) => ({
    Referencia: [{ NroLinRef: 1, TpoDocRef: '33', FolioRef: '999', FchRef: '2026-11-20', ...fields }]
  })

  it('REF-3-750: a credit note of a document that the SII never saw', async () => {
    expect(await world.judgeOne(await world.make({ type: 61, extra: reference({ CodRef: 1 }) }))).toEqual(
      rejected('REF-3-750')
    )
  })

  it('a note may refer to a document of its own envelope, whatever their order', async () => {
    const original = await world.make()
    const note = await world.make({ type: 61, extra: reference({ FolioRef: original.folio, CodRef: 1 }) })
    expect(await world.judge(envelope([note, original], world.signer))).toMatchObject({
      documents: [accepted, accepted]
    })
  })

  it('REF-3-758: no CodRef', async () => {
    const original = await world.make()
    await world.judgeOne(original)
    expect(await world.judgeOne(await world.make({ type: 61, extra: reference({ FolioRef: original.folio }) })))
      .toEqual(rejected('REF-3-758'))
  })

  it('REF-3-757: no reference', async () => {
    expect(await world.judgeOne(await world.make({ type: 61 }))).toEqual(rejected('REF-3-757'))
  })

  it('REF-3-415: a credit note that annuls a dispatch guide', async () => {
    const guide = await world.make({ type: 52 })
    await world.judgeOne(guide)
    const extra = reference({ TpoDocRef: '52', FolioRef: guide.folio, CodRef: 1 })
    expect(await world.judgeOne(await world.make({ type: 61, extra }))).toEqual(rejected('REF-3-415'))
  })

  it.each([
    [61, { TpoDocRef: '61' }], [112, { TpoDocRef: '112' }], [56, { TpoDocRef: '33' }], [61, { IndGlobal: 1 }]
  ])('REF-3-415: a %i that annuls what it cannot: %j', async (type, fields) => {
    const extra = {
      Referencia: [{
        NroLinRef: 1, TpoDocRef: '33', ...fields, FolioRef: '0', RUTOtr: receiver.rut, FchRef: '2026-11-20', CodRef: 1
      }]
    }
    expect(await world.judgeOne(await world.make({ type, extra }))).toEqual(rejected('REF-3-415'))
  })

  it('documents of others, of paper and of twenty at once are not looked up', async () => {
    for (const fields of [{ RUTOtr: receiver.rut }, { TpoDocRef: '30' }, { IndGlobal: 1, FolioRef: '0' }]) {
      const extra = {
        Referencia: [{
          NroLinRef: 1, TpoDocRef: '33', ...pick(fields, 'TpoDocRef', 'IndGlobal'), FolioRef: '999',
          ...pick(fields, 'FolioRef', 'RUTOtr'), FchRef: '2026-11-20', CodRef: 3
        }]
      }
      expect(await world.judgeOne(await world.make({ type: 61, extra }))).toEqual(accepted)
    }
  })
})

function pick (from: Record<string, unknown>, ...names: string[]) {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Record<string, string>
}

function selfSigned () {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '41'
  certificate.validity.notBefore = new Date('2026-01-01')
  certificate.validity.notAfter = new Date('2028-01-01')
  const name = [{ name: 'commonName', value: 'Otra autoridad' }, { type: '2.5.4.5', value: '11111111-1' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([{ name: 'basicConstraints', cA: true }])
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  const certificatePem = forge.pki.certificateToPem(certificate)
  return { key: createPrivateKey(privateKey), certificate: new X509Certificate(certificatePem), certificatePem }
}
