import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCaf } from '../../../src/dte/signing/caf.ts'
import { credentialOf, openPkcs12, type Credential } from '../../../src/dte/signing/certificate.ts'
import { buildEnvelope } from '../../../src/dte/signing/envelope.ts'
import { issueDocument, type IssuedDocument } from '../../../src/dte/signing/issue.ts'
import { signSeed } from '../../../src/dte/signing/seed.ts'
import { createSimulatorClient } from '../../../src/adapters/sii/simulator-client.ts'
import { explainSiiCode } from '../../../src/services/invoicing/sii-codes.ts'
import type { EnvelopeKind } from '../../../src/model/envelopes.ts'
import type { DocumentQuery, EnvelopeUpload, SiiGateway, SiiTarget, SubtotalVerdict } from '../../../src/services/ports.ts'
import { createSimulator, type Simulator } from '../../../sii-simulator/index.ts'
import { defined, first } from '../../support/expecting.ts'
import { sampleDocument, type IssuedType } from '../../support/tax-documents.ts'
import { gatewayTo } from './support/world.ts'
import { patience } from '../../support/patience.ts'
import { keySource } from '../../support/rsa-keys.ts'

const issuer = '99999999-9'
const holder = '11111111-1'
const signedAt = '2026-11-20T10:00:00'
const clock = () => new Date('2026-11-20T13:00:00Z')

let simulator: Simulator
let base: string
let target: SiiTarget
let credential: Credential
let sii: SiiGateway
/** Gives an upload up after a second. */
let impatient: SiiGateway
let nextFolio = 1

beforeAll(async () => {
  simulator = await createSimulator({
    clock, secondsPerState: 0, makeKey: keySource(), onError: () => { /* it takes broken-off answers for mistakes */ }
  })
  base = await simulator.listen()
  credential = await mintCredential(holder)
  target = { authority: 'simulator', environment: 'certification', credential }
  await order('companies', { taxNumber: issuer, resolution: { number: 0, date: '2026-03-02' } })
})
afterAll(async () => {
  await simulator.close()
})

beforeEach(async () => {
  await fetch(`${base}/simulator/faults`, { method: 'DELETE' })
  sii = gatewayTo(base, { clock, timeouts: { queryMs: patience.timeout, uploadMs: patience.timeout }, signSeed })
  impatient = gatewayTo(base, { clock, timeouts: { queryMs: patience.timeout, uploadMs: 1000 }, signSeed })
})

describe.each(['DTE', 'BOLETA'] as const)('an envelope of kind %s', (kind) => {
  it('is received, processed, and its document known', async () => {
    const { envelope, query } = await issued(kind)

    const outcome = await sii.upload(target, envelope)
    const status = await verdict(kind, outcome)

    expect(outcome).toEqual({
      kind: 'received', trackId: expect.stringMatching(kind === 'DTE' ? /^0\d{9}$/ : /^\d{8}$/) as string
    })
    expect(status).toMatchObject({
      kind: 'processed', state: 'EPR',
      subtotals: [{ documentType: query.documentType, informed: 1, accepted: 1, rejected: 0, objected: 0 }]
    })
    await until(async () => {
      const document = await sii.documentStatus(target, query)
      return document.kind === 'known' && document.state === 'DOK'
    })
  })

  it('sent again is a duplicate that names the first track id', async () => {
    const { envelope } = await issued(kind)

    const first = await sii.upload(target, envelope)
    const second = await sii.upload(target, envelope)

    expect(first.kind).toBe('received')
    expect(second).toEqual({ kind: 'duplicate', trackId: trackIdOf(first) })
  })

  const lost = [
    'resetAfterStoring', 'timeoutAfterStoring', 'html', 'empty', 'truncated', 'cutAnswer', 'huge', 'slowDrip',
    'doubled', 'badCharset', 'wrongTrackIdType'
  ]
  it.each(lost)('whose answer is lost (%s) has an unknown outcome, found by a query', async (fault) => {
    const { envelope, query } = await issued(kind)
    await order('faults', { operation: 'upload', fault })

    const outcome = await impatient.upload(target, envelope)

    expect(outcome.kind).toBe('unknown')
    await until(async () => (await sii.documentStatus(target, query)).kind === 'known')
    expect((await sii.upload(target, envelope)).kind).toBe('duplicate')
  })

  it.each(['resetBeforeStoring', 'timeoutBeforeStoring', 'http'])(
    'that never was stored (%s) is unknown, not seen, and received the second time',
    async (fault) => {
      const { envelope, query } = await issued(kind)
      await order('faults', { operation: 'upload', fault, stored: false })

      const outcome = await impatient.upload(target, envelope)

      expect(outcome.kind).toBe('unknown')
      expect((await sii.documentStatus(target, query)).kind).toBe('notSeen')
      expect((await sii.upload(target, envelope)).kind).toBe('received')
    }
  )

  it('is received with a new token when its own has expired', async () => {
    const { envelope } = await issued(kind)
    await order('faults', { operation: 'upload', fault: 'tokenExpired' })

    expect((await sii.upload(target, envelope)).kind).toBe('received')
  })

  it('with rejected documents shows them in the counters', async () => {
    const { envelope, query } = await issued(kind)
    await order('faults', { operation: 'upload', fault: 'rejected', value: 'DTE-3-505' })

    const status = await verdict(kind, await sii.upload(target, envelope))

    expect(status).toMatchObject({
      kind: 'processed', subtotals: [{ informed: 1, accepted: 0, rejected: 1, objected: 0 }]
    })
    if (kind === 'BOLETA') {
      expect(status).toMatchObject({
        documents: [{ documentType: query.documentType, folio: query.folio, reasons: [{ code: expect.stringMatching(/^DTE-(3-)?505$/) as string }] }]
      })
    }
  })

  it('changed after signing is refused for its signature', async () => {
    const { envelope } = await issued(kind)
    const changed = {
      ...envelope,
      bytes: Buffer.from(
        envelope.bytes.toString('latin1').replace('<RutEnvia>11111111-1', '<RutEnvia>11111112-K'), 'latin1'
      )
    }

    const status = await verdict(kind, await sii.upload(target, changed))

    expect(status).toMatchObject({ kind: 'refused', state: expect.stringMatching(/^(RFR|RCH)$/) as string })
  })

  it.each(['envelopeStatus', 'documentStatus'])(
    'asked about through a conversation that goes wrong (%s) is unavailable or known, never wrong',
    async (operation) => {
      const { envelope, query } = await issued(kind)
      const trackId = trackIdOf(await sii.upload(target, envelope))
      await verdict(kind, { kind: 'received', trackId })
      await until(async () => (await sii.documentStatus(target, query)).kind === 'known')

      for (
        const fault of [
          'http', 'html', 'empty', 'truncated', 'cutAnswer', 'doubled', 'badCharset', 'resetBeforeStoring', 'cdata',
          'swapped', 'tokenExpired'
        ]
      ) {
        await order('faults', { operation, fault })
        const status = await sii.envelopeStatus(target, { kind, issuerTaxNumber: issuer, trackId })
        const document = await sii.documentStatus(target, query)
        expect(['processed', 'unavailable']).toContain(status.kind)
        expect(['known', 'unavailable']).toContain(document.kind)
      }
    }
  )
})

it('refuses a sender without rights permanently', async () => {
  const stranger = await mintCredential('22222222-2', { authorise: false })
  const strangers = { ...target, credential: stranger }
  const gateway = gatewayTo(base, { clock, signSeed })

  expect(await gateway.upload(strangers, (await issued('DTE')).envelope)).toMatchObject({
    kind: 'refused', status: '1', retry: 'never'
  })
  expect(await gateway.upload(strangers, (await issued('BOLETA')).envelope)).toMatchObject({
    kind: 'refused', status: '401', retry: 'never'
  })
})

it.each(['1', '2', '3', '6', '7', '8', '9', '10'])('explains STATUS %s wherever it stops an upload', async (value) => {
  await order('faults', { operation: 'upload', fault: 'status', value })

  const outcome = await sii.upload(target, (await issued('DTE')).envelope)

  expect(outcome).toMatchObject({ kind: 'refused', status: value })
  if (value !== '10') expect(explainSiiCode(value)).toBeDefined()
})

async function order (path: string, content: object): Promise<Buffer> {
  const answer = await fetch(`${base}/simulator/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content)
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function mintCredential (holderTaxNumber: string, { authorise = true } = {}): Promise<Credential> {
  const file = await order('certificates', {
    taxNumber: issuer, holderName: 'Ana Pérez', holderTaxNumber, password: 'secret', authorise
  })
  return credentialOf(openPkcs12(file, 'secret'))
}

/** An envelope with one signed document of the next folio, and the question about it. */
async function issued (kind: EnvelopeKind): Promise<{ envelope: EnvelopeUpload, query: DocumentQuery }> {
  const documentType = kind === 'DTE' ? 33 : 39
  const folio = nextFolio++
  const document = sampleDocument(documentType as IssuedType, { issueDate: '2026-11-20' })
  const { caf: { keyId, publicKeyPem } } = await (await fetch(`${base}/simulator/keys`)).json() as {
    caf: { keyId: number, publicKeyPem: string }
  }
  const cafFile = await order('cafs', {
    taxNumber: issuer, businessName: 'COMERCIAL LOS ÑIRES SPA', documentType, from: folio, to: folio,
    authorisedOn: '2026-11-01'
  })
  const caf = defined(readCaf(cafFile, { today: '2026-11-20', extraKeys: { [keyId]: publicKeyPem } }))
  const one = await issueDocument(document, { folio, caf, credential, signedAt })
  const bytes = await envelopeOf(kind, documentType, one)
  return {
    envelope: { kind, issuerTaxNumber: issuer, fileName: `envio-${folio}.xml`, bytes },
    query: {
      kind, issuerTaxNumber: issuer, receiverTaxNumber: document.receiver.taxNumber, documentType, folio,
      issueDate: document.issueDate, totalAmount: document.totals.totalAmount,
      signatureValue: one.signatureValue
    }
  }
}

async function envelopeOf (kind: EnvelopeKind, documentType: number, { xml }: IssuedDocument): Promise<Buffer> {
  const cover = {
    issuer, sender: holder, receiver: '60803000-K', resolutionDate: '2026-03-02', resolutionNumber: 0, signedAt
  }
  return await buildEnvelope({ kind, cover, documents: [{ documentType, xml }], credential })
}

function trackIdOf (outcome: Awaited<ReturnType<SiiGateway['upload']>>): string {
  if (outcome.kind !== 'received') throw new Error(`not received: ${JSON.stringify(outcome)}`)
  return outcome.trackId
}

async function verdict (kind: EnvelopeKind, outcome: Awaited<ReturnType<SiiGateway['upload']>>) {
  const query = { kind, issuerTaxNumber: issuer, trackId: trackIdOf(outcome) }
  let status = await sii.envelopeStatus(target, query)
  await until(async () => {
    status = await sii.envelopeStatus(target, query)
    return status.kind === 'refused' || (status.kind === 'processed' && status.subtotals.every(addsUp))
  })
  return status
}

/** The SII may say that it is done before it has counted. */
function addsUp ({ informed, accepted, rejected, objected }: SubtotalVerdict): boolean {
  return accepted + rejected + objected === informed
}

async function until (condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience.timeout
  while (!await condition()) {
    if (Date.now() > deadline) throw new Error('It never came true')
  }
}

describe('the service for certificates and folios', () => {
  it('issues certificates and the next folios, also at an address with a trailing slash', async () => {
    const desk = createSimulatorClient(`${base}/`)
    const file = await desk.certificate({
      taxNumber: issuer, holderName: 'Ana Ñandú', holderTaxNumber: issuer, password: 'clave',
      validFrom: new Date('2026-11-19T13:00:00Z'), validTo: new Date('2029-11-19T13:00:00Z')
    })
    const order = {
      taxNumber: issuer, businessName: 'Ñandú & Cía', documentType: 111, count: 10, least: 7, authorisedOn: '2026-11-20'
    }
    const caf = first(await desk.cafKeys())
    const extraKeys = { [caf.id]: caf.publicKey }
    const ranges = [await desk.caf(order), await desk.caf(order)].map((bytes) =>
      readCaf(bytes, { today: '2026-11-20', extraKeys }))

    expect(openPkcs12(file, 'clave')).toMatchObject({ holderName: 'Ana Ñandú', holderTaxNumber: issuer })
    expect(ranges.map(({ from, to }) => [from, to])).toEqual([[7, 16], [17, 26]])
  })

  it('reports that it is not available: not configured, not running, or refusing', async () => {
    const unavailable = { code: 'SIMULATOR_UNAVAILABLE' }
    const order = {
      taxNumber: '1-1', businessName: 'x', documentType: 33, count: 1, least: 1, authorisedOn: '2026-11-20'
    }

    await expect(createSimulatorClient(undefined).caf(order)).rejects.toMatchObject(unavailable)
    await expect(createSimulatorClient('http://127.0.0.1:1').cafKeys()).rejects.toMatchObject(unavailable)
    await expect(createSimulatorClient(base).caf(order)).rejects.toMatchObject(unavailable)
    expect(await createSimulatorClient(undefined).cafKeys()).toEqual([])
  })

  it('stops waiting when the client leaves', async () => {
    const left = new Error('the client left')
    const order = {
      taxNumber: issuer, businessName: 'x', documentType: 33, count: 1, least: 1, authorisedOn: '2026-11-20'
    }

    await expect(createSimulatorClient(base).caf(order, AbortSignal.abort(left))).rejects.toBe(left)
  })
})
