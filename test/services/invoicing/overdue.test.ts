import { beforeEach, describe, expect, it } from 'vitest'
import { createFollowUp } from '../../../src/services/invoicing/delivery/follow-up.ts'
import { createRecords } from '../../../src/services/invoicing/documents/records.ts'
import { createBuiltEnvelopes } from '../../../src/services/invoicing/delivery/built-envelopes.ts'
import { createDelivery } from '../../../src/services/invoicing/delivery/send.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import type { EnvelopeStatus, SiiGateway, SiiRegistry, UploadOutcome } from '../../../src/services/ports.ts'
import { defined, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storedEnvelope } from '../../support/stored-envelope.ts'

const world = sharedWorld()
beforeEach(() => world.rows('delete from outbox_tasks'))

const hours = 3600
const processing: EnvelopeStatus = { kind: 'pending', state: 'CRT', gloss: '' }
const away: EnvelopeStatus = { kind: 'unavailable', cause: 'HTTP 503' }
const forbidden: EnvelopeStatus = { kind: 'unavailable', state: '-6', cause: 'ESTADO -6, usuario no autorizado' }
const settled: EnvelopeStatus = {
  kind: 'processed', state: 'EPR', gloss: '', documents: [],
  subtotals: [{ documentType: 33, informed: 2, accepted: 2, rejected: 0, objected: 0 }]
}

/** The worker's turns against an SII that answers as it is told. */
function workerOf (answers: { envelope?: EnvelopeStatus, upload?: UploadOutcome }) {
  const gateway: SiiGateway = {
    registry: {} as SiiRegistry,
    requestReasons: async () => { throw new Error('nobody asks for reasons here') },
    upload: async () => defined(answers.upload),
    envelopeStatus: async () => defined(answers.envelope),
    documentStatus: async () => ({ kind: 'unavailable', cause: 'HTTP 503' })
  }
  const common = {
    store: world.store, gateway, certificateOf: async () => ({ certificateId: 'x', credential: {} as never }),
    clock: world.clock
  }
  const tasks = createTaskList({ store: world.store, leaseSeconds: 60 })
  const followUp = createFollowUp({ ...common, firstPollSeconds: 5 })
  const delivery = createDelivery({
    ...common, built: createBuiltEnvelopes(), timing: { firstPollSeconds: 5, reconcileSeconds: 600, leaseSeconds: 60 }
  })
  return {
    answers,
    async turn (): Promise<void> {
      await world.rows('update outbox_tasks set due_at = now() - interval \'1 second\', lease_until = null')
      for (const task of await tasks.lease(['followEnvelope'], 1)) await followUp.follow(task)
      for (const task of await tasks.lease(['uploadEnvelope'], 1)) await delivery.send(task)
    }
  }
}

async function standing (id: string) {
  const rows = await world.rows<{ status: number, reason: { code?: string } | null }>(
    'select status, reason from invoices where envelope_id = $1 order by folio', [id]
  )
  const told = await world.rows("select 1 from audit_entries where action = 'envelope.delay' and entity_id = $1", [id])
  return {
    statuses: rows.map(({ status }) => status), codes: rows.map(({ reason }) => reason?.code), told: told.length
  }
}

const [sending, sent, accepted] = [3, 4, 5]

describe('an envelope without a final answer of the SII', () => {
  it("is not reported for some hours, and then shows the SII's answer on its documents, once", async () => {
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const { answers, turn } = workerOf({ envelope: processing })
    world.pass(5 * hours)
    await turn()
    expect(await standing(id)).toEqual({ statuses: [sent, sent], codes: [undefined, undefined], told: 0 })

    world.pass(hours)
    await turn()
    answers.envelope = away
    await turn()
    expect(await standing(id)).toEqual({ statuses: [sent, sent], codes: ['SII_OVERDUE', 'SII_OVERDUE'], told: 1 })

    answers.envelope = settled
    await turn()
    expect(await standing(id)).toEqual({ statuses: [accepted, accepted], codes: [undefined, undefined], told: 1 })
  })

  it('shows at once problems that only a person can solve, with the remedy, and keeps querying', async () => {
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 1 })
    const { turn } = workerOf({ envelope: forbidden })
    await turn()

    expect(await standing(id)).toEqual({ statuses: [sent], codes: ['-6'], told: 1 })
    const invoice = only(await world.rows<{ reason: unknown }>('select reason from invoices where envelope_id = $1', [id]))
    expect(invoice.reason).toEqual({
      code: '-6', reasons: [{ code: '-6', description: 'ESTADO -6, usuario no autorizado' }]
    })
    expect(await world.rows("select 1 from outbox_tasks where topic = 'followEnvelope' and subject = $1", [id]))
      .toHaveLength(1)
  })

  it('shows the same for documents that wait for an individual verdict', async () => {
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const { turn } = workerOf({
      envelope: { ...settled, subtotals: [{ documentType: 33, informed: 2, accepted: 1, rejected: 1, objected: 0 }] }
    })
    world.pass(7 * hours)
    await turn()

    expect(await standing(id)).toEqual({ statuses: [sent, sent], codes: ['SII_OVERDUE', 'SII_OVERDUE'], told: 1 })
  })
})

describe('an envelope that cannot be uploaded', () => {
  it('shows that after some hours, until the SII has it', async () => {
    const { id } = await storedEnvelope(world, { state: 'ready', documents: 1 })
    const { answers, turn } = workerOf({ upload: { kind: 'notSent', cause: 'no token: ESTADO -07' } })
    world.pass(7 * hours)
    await turn()
    expect(await standing(id)).toEqual({ statuses: [sending], codes: ['SII_OVERDUE'], told: 1 })

    answers.upload = { kind: 'received', trackId: '42' }
    await turn()
    expect(await standing(id)).toEqual({ statuses: [sent], codes: [undefined], told: 1 })
  })
})

it('the reasons are explained in both languages, and Retry does nothing', async () => {
  const { id } = await storedEnvelope(world, { state: 'sent', documents: 1 })
  world.pass(7 * hours)
  await workerOf({ envelope: away }).turn()
  const [{ correlationId } = { correlationId: '' }] = await world.rows<{ correlationId: string }>(
    'select id as "correlationId" from invoices where envelope_id = $1', [id]
  )
  await world.rows(
    'insert into invoice_contents (tenant_id, invoice_id, payload, document) values ($1, $2, $3, $4)',
    [world.andes.tenantId, correlationId, '{"header":{}}', JSON.stringify({
      documentType: 33, issueDate: '2026-11-20', sender: { taxNumber: '1-9' }, receiver: { taxNumber: '1-9' }, lines: [],
      references: [], totals: { totalAmount: '1' }
    })]
  )

  const { reason, retry } = await createRecords({ store: world.store }).get(world.andes.admin, correlationId)
  expect(reason).toEqual([{
    code: 'SII_OVERDUE', description: 'HTTP 503', explanation: { en: expect.any(String), es: expect.any(String) },
    remedy: { en: expect.any(String), es: expect.any(String) }, remedyAction: 'wait'
  }])
  expect(retry).toBeNull()
})
