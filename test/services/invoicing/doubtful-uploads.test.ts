import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { fillEnvelope } from '../../../src/dte/signing/envelope.ts'
import { dteStart, xmlDeclaration } from '../../../src/dte/signing/signature.ts'
import { packContent } from '../../../src/repositories/contents/packing.ts'
import { EnvelopeDamaged } from '../../../src/repositories/invoicing/delivery/envelope-bytes.ts'
import { createBuiltEnvelopes } from '../../../src/services/invoicing/delivery/built-envelopes.ts'
import { createDelivery } from '../../../src/services/invoicing/delivery/send.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import type { DocumentStatus, SiiGateway, SiiRegistry, UploadOutcome } from '../../../src/services/ports.ts'
import { factura } from '../../support/documents.ts'
import { defined, first, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storedEnvelope } from '../../support/stored-envelope.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'
import { sampleDocument } from '../../support/tax-documents.ts'

const reconcileSeconds = 600

const world = sharedWorld()
beforeEach(() => world.rows('delete from outbox_tasks'))

/** A tax authority that says what it is told to, and remembers when it was sent something. */
function authority () {
  const told: { outcome: UploadOutcome, status: DocumentStatus } = {
    outcome: { kind: 'unknown', cause: 'no answer' }, status: { kind: 'notSeen', state: 'FAU', gloss: '' }
  }
  const uploads: Date[] = []
  const gateway: SiiGateway = {
    registry: {} as SiiRegistry,
    requestReasons: async () => { throw new Error('nobody asks for reasons here') },
    upload: async () => {
      uploads.push(world.clock())
      return told.outcome
    },
    documentStatus: async () => told.status,
    envelopeStatus: async () => ({ kind: 'unavailable', cause: 'not asked here' })
  }
  return { told, uploads, gateway }
}

const readyEnvelope = async (): Promise<string> => (await storedEnvelope(world, { state: 'ready', documents: 1 })).id

function deliveryTo (gateway: SiiGateway, holderTaxNumber = '11111111-1') {
  const tasks = createTaskList({ store: world.store, leaseSeconds: 60 })
  const delivery = createDelivery({
    store: world.store,
    gateway,
    certificateOf: async () => ({ certificateId: 'x', credential: { holderTaxNumber } as never }),
    clock: world.clock,
    built: createBuiltEnvelopes(),
    timing: { firstPollSeconds: 5, reconcileSeconds, leaseSeconds: 60 }
  })
  /** One turn of the task, with the seconds for which it was put off then. */
  return async (): Promise<number> => {
    await world.rows('update outbox_tasks set due_at = now() - interval \'1 second\'')
    for (const task of await tasks.lease(['uploadEnvelope'], 1)) await delivery.send(task)
    const [row] = await world.rows<{ seconds: number }>(
      "select extract(epoch from due_at - now())::float8 as seconds from outbox_tasks where topic = 'uploadEnvelope'"
    )
    return row?.seconds ?? Infinity
  }
}

const stateOf = async (id: string): Promise<string> =>
  first(await world.rows<{ state: string }>('select state from envelopes where id = $1', [id])).state

describe('an upload whose answer is lost', () => {
  it('is queried for the whole window after each attempt before the bytes are sent again', { tags: 'slow' }, async () => {
    const { uploads, gateway } = authority()
    const turn = deliveryTo(gateway)
    await readyEnvelope()
    for (let elapsed = 0; elapsed < 4 * reconcileSeconds; elapsed += 60) {
      await turn()
      world.pass(60)
    }
    const pauses = uploads.slice(1).map((at, index) => (at.getTime() - defined(uploads[index]).getTime()) / 1000)

    expect(uploads.length).toBeGreaterThan(2)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconcileSeconds)
  })

  it('starts the window at that upload, not at earlier ones that were never sent', async () => {
    const { told, uploads, gateway } = authority()
    const turn = deliveryTo(gateway)
    const id = await readyEnvelope()
    told.outcome = { kind: 'notSent', cause: 'no token' }
    await turn()
    expect(await stateOf(id)).toBe('ready')

    world.pass(3600)
    told.outcome = { kind: 'unknown', cause: 'no answer' }
    await turn()
    world.pass(60)
    await turn()

    expect(uploads).toHaveLength(2)
    expect(await stateOf(id)).toBe('unknown')
  })

  it.each<UploadOutcome>([
    { kind: 'notSent', cause: 'no token' },
    { kind: 'refused', status: '9', retry: 'later', details: [] }
  ])('stays in doubt when the next attempt is known not to have arrived: $kind', async (outcome) => {
    const { told, uploads, gateway } = authority()
    const turn = deliveryTo(gateway)
    const id = await readyEnvelope()
    await turn()
    world.pass(reconcileSeconds)
    told.outcome = outcome
    await turn()

    expect(uploads).toHaveLength(2)
    expect(await stateOf(id)).toBe('unknown')
  })
})

describe('a repetition that the SII refuses', () => {
  const refusal: UploadOutcome = { kind: 'refused', status: '6', retry: 'never', details: [] }

  async function refusedOnce () {
    const { told, uploads, gateway } = authority()
    const turn = deliveryTo(gateway)
    const id = await readyEnvelope()
    await turn()
    world.pass(reconcileSeconds)
    told.outcome = refusal
    await turn()
    return { id, told, uploads, turn }
  }

  it('fails nothing until the SII was queried for another window and refused it again', async () => {
    const { id, uploads, turn } = await refusedOnce()
    expect(await stateOf(id)).toBe('unknown')

    world.pass(reconcileSeconds - 1)
    await turn()
    expect(uploads).toHaveLength(2)

    world.pass(1)
    await turn()
    expect(uploads).toHaveLength(3)
    expect(await stateOf(id)).toBe('refused')
  })

  it('is ignored when the SII has the documents', async () => {
    const { id, told, uploads, turn } = await refusedOnce()
    told.status = { kind: 'known', state: 'DOK', gloss: '', trackId: '4711' }
    await turn()

    expect(uploads).toHaveLength(2)
    expect(await stateOf(id)).toBe('sent')
  })

  it('can follow another upload with a lost answer', async () => {
    const { id, told, turn } = await refusedOnce()
    for (const outcome of [{ kind: 'unknown', cause: 'no answer' }, refusal] as const) {
      world.pass(reconcileSeconds)
      told.outcome = outcome
      await turn()
      expect(await stateOf(id)).toBe('unknown')
    }
  })
})

it('an upload that the SII calls a repetition without a track id is retried less and less often', async () => {
  const { told, gateway } = authority()
  const turn = deliveryTo(gateway)
  await readyEnvelope()
  told.outcome = { kind: 'duplicate', trackId: undefined }
  told.status = { kind: 'known', state: 'DOK', gloss: '', trackId: undefined }
  const pauses: number[] = []
  for (let round = 0; round < 8; round++) pauses.push(await turn())

  expect(pauses.at(-1)).toBeGreaterThan(60)
})

describe("the cause of a delay is shown as the document's reason", () => {
  const reasonOf = async (id: string) =>
    only(await world.rows<{ reason: { code?: string } }>('select reason from invoices where envelope_id = $1', [id])).reason
  const inSeconds = (seconds: number): string => new Date(world.clock().getTime() + seconds * 1000).toISOString()

  it('an upload that sent nothing, until the next attempt seconds later', async () => {
    const { told, gateway } = authority()
    const turn = deliveryTo(gateway)
    const id = await readyEnvelope()
    told.outcome = { kind: 'notSent', cause: 'HTTP 503' }
    const seconds = await turn()

    expect(seconds).toBeLessThan(10)
    expect(await reasonOf(id)).toEqual({
      code: 'UPLOAD_DELAYED',
      reasons: [{ code: 'UPLOAD_DELAYED', description: 'HTTP 503', until: expect.any(String) }]
    })
  })

  it('one that may have arrived, until the end of the window or until the SII has it', async () => {
    const { told, gateway } = authority()
    const turn = deliveryTo(gateway)
    const id = await readyEnvelope()
    told.outcome = { kind: 'unknown', cause: 'timeout' }
    const until = inSeconds(reconcileSeconds)
    await turn()
    expect(await reasonOf(id)).toEqual({
      code: 'UPLOAD_UNCONFIRMED', reasons: [{ code: 'UPLOAD_UNCONFIRMED', description: 'timeout', until }]
    })

    told.status = { kind: 'known', state: 'DOK', gloss: '', trackId: '7' }
    await turn()
    expect((await reasonOf(id)).code).toBeUndefined()
  })
})

describe('the bytes of a packed envelope', () => {
  const signed = (text: string): Buffer => Buffer.from(`${xmlDeclaration}${dteStart}${text}</DTE>`, 'latin1')
  const pack = (xml: Buffer): Buffer => packContent({
    payload: JSON.stringify(factura()), document: JSON.stringify(sampleDocument(33)), xml
  })
  const bytesOf = (id: string): Promise<Buffer> =>
    world.store.asTenant(world.andes.tenantId, ({ envelopes }) => envelopes.getBytes(id))

  async function packedEnvelope () {
    const { id } = await storedEnvelope(world, { state: 'ready', documents: 0 })
    const ids = await storeInvoices(world, world.andes, [{ documentType: 34 }, { documentType: 34 }])
    const documents = ids.reverse().map((invoiceId, index) => ({ id: invoiceId, xml: signed(`Ñandú ${index}`) }))
    for (const { id: invoiceId, xml } of documents) {
      await world.rows('update invoice_contents set packed = $2, dictionary_id = null where invoice_id = $1', [
        invoiceId, pack(xml)
      ])
    }
    const bytes = fillEnvelope({ start: Buffer.from('<'), end: Buffer.from('>') }, documents)
    await world.rows('delete from envelopes where id = $1', [id])
    await world.store.asTenant(world.andes.tenantId, ({ envelopes }) => envelopes.create({
      id, kind: 'DTE', environment: 'certification', taxAuthority: 2, state: 'ready', issuerTaxNumber: '1-9',
      certificateId: id, fileName: 'x.xml', frame: { start: Buffer.from('<'), end: Buffer.from('>') }, documents,
      sha256: createHash('sha256').update(bytes).digest(), documentCount: 2, createdAt: world.clock(),
      updatedAt: world.clock()
    }))
    return { id, documents, bytes }
  }

  it('do not change when one of its documents is corrected afterwards', async () => {
    const { id, documents, bytes } = await packedEnvelope()
    const { id: ofFirst } = first(documents)
    const document = sampleDocument(33)
    await world.store.asTenant(world.andes.tenantId, ({ invoices }) => invoices.rewrite(ofFirst, {
      columns: {
        customerState: null, searchText: '', issuerTaxNumber: '1-9', receiverTaxNumber: '1-9', receiverName: 'x', issueDate: '2026-11-20', currency: 'PESO CL',
        netAmount: '1', exemptAmount: '0', taxAmount: '0', totalAmount: '1'
      },
      payload: factura(2), document, reason: 'X'
    }, world.clock()))
    await world.rows('update invoice_contents set packed = $2 where invoice_id = $1', [ofFirst, pack(signed('new'))])

    expect(await bytesOf(id)).toEqual(bytes)
  })

  it('are refused when a document or the cover sheet is no longer as signed', async () => {
    const [lost, cut] = [await packedEnvelope(), await packedEnvelope()]
    await world.rows('update invoice_contents set packed = $2 where invoice_id = $1', [
      first(lost.documents).id, pack(signed('other'))
    ])
    await world.rows("update envelopes set frame_end = ''::bytea where id = $1", [cut.id])

    await expect(bytesOf(lost.id)).rejects.toThrow(EnvelopeDamaged)
    await expect(bytesOf(cut.id)).rejects.toThrow(EnvelopeDamaged)
  })

  it('stored in full by an earlier version are used unchanged', async () => {
    const { id } = await packedEnvelope()
    await world.rows(
      'update envelopes set bytes = $2, frame_start = null, frame_end = null, document_ids = null where id = $1',
      [id, Buffer.from('whole')]
    )

    expect(await bytesOf(id)).toEqual(Buffer.from('whole'))
  })
})

describe('an envelope that waits while the certificate is replaced', () => {
  it.each([
    ['by the same holder is sent as it is', '11111111-1', { uploads: 1, state: 'unknown', status: 3, tasks: [] }],
    ['by another holder goes into a new one, which that holder signs', '22222222-2', {
      uploads: 0, state: 'failed', status: 2, tasks: ['packEnvelope']
    }]
  ])('%s', async (_, holder, expected) => {
    const { id, folios } = await storedEnvelope(world, { state: 'ready', documents: 1, sender: '11111111-1' })
    const { uploads, gateway } = authority()
    await deliveryTo(gateway, holder)()

    const [envelope] = await world.rows('select state from envelopes where id = $1', [id])
    const [invoice] = await world.rows('select status from invoices where folio = $1', folios)
    const tasks = await world.rows<{ topic: string }>("select topic from outbox_tasks where topic <> 'uploadEnvelope'")
    const topics = tasks.map(({ topic }) => topic)
    expect({ uploads: uploads.length, ...envelope, ...invoice, tasks: topics }).toEqual(expected)
  })

  const namesBoth = expect.stringContaining('11111111-1 signed the envelope, and the certificate that sends it is now that of 22222222-2')
  it('names who signed and who sends in the history of its documents', async () => {
    const { folios } = await storedEnvelope(world, { state: 'ready', documents: 1, sender: '11111111-1' })
    await deliveryTo(authority().gateway, '22222222-2')()

    const move = only(await world.rows<{ detail: object }>(
      'select detail from invoice_moves join invoices on invoices.id = invoice_id where folio = $1 order by sequence desc limit 1', folios
    ))
    expect(move.detail).toMatchObject({
      code: 'CERTIFICATE_REPLACED', reasons: [{ code: 'CERTIFICATE_REPLACED', explanation: { en: namesBoth } }]
    })
  })

  it('ends the attempt in a certification, where the signer sends the whole envelope', async () => {
    const { id, folios } = await storedEnvelope(world, { state: 'ready', documents: 1, sender: '11111111-1' })
    await world.rows("update envelopes set purpose = 'certification' where id = $1", [id])
    const { uploads, gateway } = authority()
    await deliveryTo(gateway, '22222222-2')()

    const [invoice] = await world.rows('select status, reason from invoices where folio = $1', folios)
    expect([uploads.length, await stateOf(id)]).toEqual([0, 'failed'])
    expect(invoice).toMatchObject({ status: 8, reason: { code: 'CERTIFICATE_REPLACED', reasons: [{ explanation: { en: namesBoth } }] } })
  })
})
