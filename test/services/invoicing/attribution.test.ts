import { beforeEach, describe, expect, it } from 'vitest'
import { createFollowUp } from '../../../src/services/invoicing/delivery/follow-up.ts'
import { createTaskList } from '../../../src/services/tasks/task-list.ts'
import { explainSiiCode } from '../../../src/services/invoicing/sii-codes.ts'
import type { DocumentStatus, EnvelopeStatus, SiiGateway, SiiRegistry } from '../../../src/services/ports.ts'
import { defined, first, only } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'
import { storedEnvelope } from '../../support/stored-envelope.ts'

const world = sharedWorld()
beforeEach(() => world.rows('delete from outbox_tasks'))

const held: DocumentStatus = { kind: 'known', state: 'DOK', gloss: '', trackId: undefined }
const notSeen: DocumentStatus = { kind: 'notSeen', state: 'FAU', gloss: 'no recibido' }
const away: DocumentStatus = { kind: 'unavailable', cause: 'HTTP 503' }

/** What the SII's two services say: of the envelope its counters, of each document by its folio. */
function followUpOf (
  counters: { informed: number, accepted: number, rejected: number, objected?: number }, whole?: EnvelopeStatus
) {
  const answers = new Map<number, DocumentStatus>()
  const asked: number[] = []
  let [open, most] = [0, 0]
  const processed: EnvelopeStatus = {
    kind: 'processed', state: 'EPR', gloss: '', documents: [],
    subtotals: [{ documentType: 33, objected: 0, ...counters }]
  }
  const gateway: SiiGateway = {
    registry: {} as SiiRegistry,
    requestReasons: async () => { throw new Error('nobody asks for reasons here') },
    upload: async () => { throw new Error('nothing is uploaded here') },
    envelopeStatus: async () => whole ?? processed,
    documentStatus: async (_target, { folio }) => {
      asked.push(folio)
      most = Math.max(most, ++open)
      await new Promise(setImmediate)
      open--
      return answers.get(folio) ?? held
    }
  }
  const tasks = createTaskList({ store: world.store, leaseSeconds: 60 })
  const followUp = createFollowUp({
    store: world.store,
    gateway,
    certificateOf: async () => ({ certificateId: 'x', credential: {} as never }),
    clock: world.clock,
    firstPollSeconds: 5
  })
  return {
    answers,
    asked,
    mostAtOnce: () => most,
    turn: async (): Promise<void> => {
      await world.rows('update outbox_tasks set due_at = now() - interval \'1 second\'')
      for (const task of await tasks.lease(['followEnvelope'], 1)) await followUp.follow(task)
    }
  }
}

const standing = async (id: string): Promise<{ state: string, statuses: number[] }> => {
  const envelope = only(await world.rows<{ state: string }>('select state from envelopes where id = $1', [id]))
  const invoices = await world.rows<{ status: number }>(
    'select status from invoices where envelope_id = $1 order by folio', [id]
  )
  return { state: envelope.state, statuses: invoices.map(({ status }) => status) }
}

const [sent, accepted, objected, rejected] = [4, 5, 6, 7]

it.each([
  [rejected, { rejected: 2 }, 'REASONS_BY_MAIL'], [objected, { rejected: 0, objected: 2 }, 'OBJECTIONS_BY_MAIL']
])('a verdict (%i) that the counters give for all documents says that the reasons are in the mail', async (
  status, counted, code
) => {
  const { id } = await storedEnvelope(world, { state: 'sent', documents: 2 })
  await followUpOf({ informed: 2, accepted: 0, ...counted }).turn()

  expect(await world.rows('select distinct status, reason from invoices where envelope_id = $1', [id])).toEqual([
    { status, reason: { code, reasons: [{ code, description: '' }] } }
  ])
  expect(await world.rows("select 1 from outbox_tasks where topic = 'mailRejections'"))
    .toHaveLength(status === rejected ? 2 : 0)
})

describe('a folio that another program used', () => {
  const used: DocumentStatus = { kind: 'known', state: 'DNK', gloss: 'datos no coinciden', trackId: undefined }
  const reasonsOf = (id: string) => world.rows<{ status: number, reason: { reasons: { code: string }[] } }>(
    'select status, reason from invoices where envelope_id = $1 order by folio', [id]
  )

  it('is reported at once, although the SII mails its reasons, and queried again while the SII is unreachable', async () => {
    const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const { answers, turn } = followUpOf({ informed: 2, accepted: 0, rejected: 2 })
    for (const folio of folios) answers.set(folio, away)
    await turn()
    expect((await standing(id)).state).toBe('sent')

    for (const folio of folios) answers.set(folio, used)
    await turn()
    expect(await reasonsOf(id)).toMatchObject([
      { status: rejected, reason: { reasons: [{ code: 'DTE-3-101' }] } },
      { status: rejected, reason: { reasons: [{ code: 'DTE-3-101' }] } }
    ])
  })

  it('is distinguished from a document that arrived before, when the SII refuses the envelope as a repetition', async () => {
    const repetition: EnvelopeStatus = { kind: 'refused', state: 'RPT', gloss: 'repetido', reasons: [] }
    for (const [answer, code] of [[used, 'DTE-3-101'], [held, 'RPT']] as const) {
      const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 1 })
      const { answers, turn } = followUpOf({ informed: 1, accepted: 0, rejected: 1 }, repetition)
      answers.set(first(folios), answer)
      await turn()

      expect(await reasonsOf(id)).toMatchObject([{ status: 8, reason: { code: 'RPT', reasons: [{ code }] } }])
    }
  })
})

describe('a refused cover sheet', () => {
  const refused: EnvelopeStatus = { kind: 'refused', state: 'RCT', gloss: 'Rechazado por Error en Caratula', reasons: [] }
  const holder = async (taxNumber: string, name: string): Promise<void> => {
    await world.rows('update certificates set replaced_at = now()')
    await world.rows(
      `insert into certificates (tenant_id, id, holder_tax_number, holder_name, issuer_name, serial_number, not_before, not_after, certificate_der, sealed_key, uploaded_at)
       values ($3, gen_random_uuid(), $1, $2, 'CA', '1', now(), now(), '', '', now())`, [taxNumber, name, world.andes.tenantId]
    )
  }
  const reasonOf = async (id: string) =>
    only(await world.rows<{ status: number, reason: { reasons: { code: string }[] } }>('select status, reason from invoices where envelope_id = $1', [id]))

  it('names who signed and sent the envelope', async () => {
    await holder('11111111-1', 'Ana Rojas')
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 1, sender: '11111111-1' })
    await followUpOf({ informed: 1, accepted: 0, rejected: 1 }, refused).turn()

    expect(await reasonOf(id)).toMatchObject({
      status: 8, reason: {
        code: 'RCT', reasons: [{
          code: 'RCT', description: 'Rechazado por Error en Caratula',
          explanation: {
            en: 'The SII refused the envelope: error in the cover sheet. Ana Rojas (11111111-1) signed and sent it.',
            es: 'Envío rechazado por error en la carátula. Lo firmó y envió Ana Rojas (11111111-1).'
          }
        }]
      }
    })
  })

  it('of another holder has that as its reason, whose remedy is a new envelope and not the resolution', async () => {
    await holder('22222222-2', 'Bruno Soto')
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 1, sender: '11111111-1' })
    await followUpOf({ informed: 1, accepted: 0, rejected: 1 }, refused).turn()

    const { reason } = await reasonOf(id)
    expect(reason.reasons).toMatchObject([{
      code: 'CERTIFICATE_REPLACED', description: 'Rechazado por Error en Caratula',
      explanation: { es: expect.stringContaining('11111111-1 y el certificado que lo envía es ahora de Bruno Soto (22222222-2)') }
    }])
    expect(defined(explainSiiCode(only(reason.reasons).code)).remedy).toMatchObject({
      action: 'mendTenant', en: expect.not.stringContaining('resolution')
    })
  })
})

describe('a document counted as accepted', () => {
  it('is not considered rejected while the service for single documents has not seen it', async () => {
    const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 3 })
    const { answers, turn } = followUpOf({ informed: 3, accepted: 2, rejected: 1 })
    answers.set(defined(folios[1]), notSeen).set(defined(folios[2]), notSeen)
    await turn()
    expect(await standing(id)).toEqual({ state: 'sent', statuses: [accepted, sent, sent] })

    answers.set(defined(folios[1]), held)
    await turn()
    expect(await standing(id)).toEqual({ state: 'processed', statuses: [accepted, accepted, rejected] })
    const reasons = [{ code: 'REASONS_BY_MAIL', description: 'no recibido' }]
    expect(await world.rows('select reason, verdict from invoices where envelope_id = $1 and status = 7', [id])).toEqual([
      { reason: { code: 'REASONS_BY_MAIL', reasons }, verdict: { state: 'FAU', reasons } }
    ])
  })

  it.each([
    ['not seen', notSeen], ['other data', { kind: 'known', state: 'DNK', gloss: 'no coinciden', trackId: undefined }]
  ] as [string, DocumentStatus][])('remains open for a person after a day of "%s" for more documents than it counts as rejected', async (
    _, answer
  ) => {
    const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const { answers, turn } = followUpOf({ informed: 2, accepted: 1, rejected: 1 })
    for (const folio of folios) answers.set(folio, answer)
    await turn()
    world.pass(86_400)
    await turn()

    expect(await standing(id)).toEqual({ state: 'sent', statuses: [sent, sent] })
    expect(await world.rows('select distinct reason from invoices where envelope_id = $1', [id])).toEqual([{
      reason: { code: 'VERDICT_UNCLEAR', reasons: [{ code: 'VERDICT_UNCLEAR', description: 'EPR; 33: 2/1/1/0' }] }
    }])
  })
})

describe('counters that are not final', () => {
  it.each([[0, 0], [1, 0], [0, 1]])('(%i accepted and %i rejected of two) decide nothing', async (clean, refused) => {
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const { asked, turn } = followUpOf({ informed: 2, accepted: clean, rejected: refused })
    await turn()

    expect(asked).toEqual([])
    expect(await standing(id)).toEqual({ state: 'sent', statuses: [sent, sent] })
  })

  it('that omit a type accept what the SII has, and reject nothing of it', async () => {
    const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 2 })
    const withoutType: EnvelopeStatus = {
      kind: 'processed', state: 'EPR', gloss: '', documents: [],
      subtotals: [{ documentType: 61, informed: 1, accepted: 1, rejected: 0, objected: 0 }]
    }
    const { answers, turn } = followUpOf({ informed: 0, accepted: 0, rejected: 0 }, withoutType)
    answers.set(defined(folios[1]), notSeen)
    await turn()
    expect(await standing(id)).toEqual({ state: 'sent', statuses: [accepted, sent] })

    world.pass(86_400)
    await turn()
    expect(await standing(id)).toEqual({ state: 'sent', statuses: [accepted, sent] })
  })

  it('with a state that is not final lead to a query of each document after a day', async () => {
    const { id } = await storedEnvelope(world, { state: 'sent', documents: 1 })
    const { asked, turn } = followUpOf(
      { informed: 1, accepted: 1, rejected: 0 }, { kind: 'pending', state: 'REC', gloss: '', isCounted: true }
    )
    await turn()
    expect(asked).toEqual([])

    world.pass(86_400)
    await turn()
    expect(await standing(id)).toEqual({ state: 'processed', statuses: [accepted] })
  })
})

it('counters for another number of documents decide nothing: each document is queried', async () => {
  const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 2 })
  const { asked, turn } = followUpOf({ informed: 1, accepted: 1, rejected: 0 })
  await turn()

  expect(asked.sort((a, b) => a - b)).toEqual(folios)
  expect(await standing(id)).toEqual({ state: 'processed', statuses: [accepted, accepted] })
})

it('known verdicts are kept while others are missing, and not queried again', async () => {
  const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 4 })
  const { answers, asked, turn } = followUpOf({ informed: 4, accepted: 3, rejected: 1 })
  answers.set(first(folios), away).set(defined(folios[3]), notSeen)
  await turn()
  expect(await standing(id)).toEqual({ state: 'sent', statuses: [sent, accepted, accepted, sent] })

  asked.length = 0
  answers.set(first(folios), held)
  await turn()
  expect(asked.sort((a, b) => a - b)).toEqual([folios[0], folios[3]])
  expect(await standing(id)).toEqual({ state: 'processed', statuses: [accepted, accepted, accepted, rejected] })
})

it('a few documents are queried at a time, each once', async () => {
  const { id, folios } = await storedEnvelope(world, { state: 'sent', documents: 20 })
  const { answers, asked, mostAtOnce, turn } = followUpOf({ informed: 20, accepted: 19, rejected: 1 })
  answers.set(first(folios), notSeen)
  await turn()

  expect(mostAtOnce()).toBe(4)
  expect(asked.sort((a, b) => a - b)).toEqual(folios)
  expect((await standing(id)).statuses).toEqual([rejected, ...Array<number>(19).fill(accepted)])
})

it('an unreachable SII is not queried about every document', async () => {
  const { folios } = await storedEnvelope(world, { state: 'sent', documents: 20 })
  const { answers, asked, turn } = followUpOf({ informed: 20, accepted: 19, rejected: 1 })
  for (const folio of folios) answers.set(folio, away)
  await turn()

  expect(asked.length).toBeLessThanOrEqual(6)
})
