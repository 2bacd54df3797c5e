import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDelivery } from '../../../src/services/invoicing/send.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import type { DocumentStatus, SiiGateway, UploadOutcome } from '../../../src/services/ports.ts'
import { storedEnvelope } from '../../support/stored-envelope.ts'
import { createWorld, type World } from '../../support/world.ts'

const reconcileSeconds = 600

let world: World
beforeAll(async () => { world = await createWorld() })
afterAll(() => world.close())
beforeEach(() => world.rows('delete from outbox_tasks'))

/** A tax authority that says what it is told to, and remembers when it was sent something. */
function authority () {
  const told: { outcome: UploadOutcome, status: DocumentStatus } = {
    outcome: { kind: 'unknown', cause: 'no answer' }, status: { kind: 'notSeen', state: 'FAU', gloss: '' }
  }
  const uploads: Date[] = []
  const gateway: SiiGateway = {
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

function deliveryTo (gateway: SiiGateway) {
  const tasks = createTaskList({ store: world.store, leaseSeconds: 60 })
  const delivery = createDelivery({
    store: world.store,
    gateway,
    certificateOf: async () => ({ certificateId: 'x', credential: {} as never }),
    clock: world.clock,
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
  (await world.rows<{ state: string }>('select state from envelopes where id = $1', [id]))[0]!.state

describe('an upload whose answer is lost', () => {
  it('is asked about for the whole window after each attempt before the bytes go out again', async () => {
    const { uploads, gateway } = authority()
    const turn = deliveryTo(gateway)
    await readyEnvelope()
    for (let elapsed = 0; elapsed < 4 * reconcileSeconds; elapsed += 60) {
      await turn()
      world.pass(60)
    }
    const pauses = uploads.slice(1).map((at, index) => (at.getTime() - uploads[index]!.getTime()) / 1000)

    expect(uploads.length).toBeGreaterThan(2)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(reconcileSeconds)
  })

  it('counts the window from that upload, not from earlier ones that never left', async () => {
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

it('an upload that the SII calls a repetition without telling the track id is tried ever more seldom', async () => {
  const { told, gateway } = authority()
  const turn = deliveryTo(gateway)
  await readyEnvelope()
  told.outcome = { kind: 'duplicate', trackId: undefined }
  told.status = { kind: 'known', state: 'DOK', gloss: '', trackId: undefined }
  const pauses: number[] = []
  for (let round = 0; round < 8; round++) pauses.push(await turn())

  expect(pauses.at(-1)).toBeGreaterThan(60)
})

describe('what holds a document shows as its reason', () => {
  const reasonOf = async (id: string): Promise<any> =>
    (await world.rows<any>('select reason from invoices where envelope_id = $1', [id]))[0].reason
  const inSeconds = (seconds: number): string => new Date(world.clock().getTime() + seconds * 1000).toISOString()

  it('an upload that took nothing away, until the next attempt seconds later', async () => {
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

  it('one that may have arrived, until the end of the window; and no longer once the SII has it', async () => {
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
