import { beforeAll, describe, expect, it } from 'vitest'
import { deadlineOf } from '../../../src/dte/registry/deadline.ts'
import { nextLook } from '../../../src/services/receiving/registry.ts'
import { createReceivedDeadlines } from '../../../src/services/receiving/deadlines.ts'
import { applyPolicies } from '../../../src/services/receiving/applying-policies.ts'
import { tellOfDelay } from '../../../src/services/receiving/claim-failures.ts'
import { verdictOf } from '../../../src/services/receiving/claim-outcomes.ts'
import { newClaim } from '../../../src/services/receiving/claim-rows.ts'
import { registryView } from '../../../src/services/receiving/registry-view.ts'
import { beforeMonthEnd } from '../../../src/dte/registry/rules.ts'
import { santiagoDateTime } from '../../../src/dte/values/calendar.ts'
import { newId } from '../../../src/shared/ids.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedWorld } from '../../support/shared.ts'

const hour = 3_600_000
const world = sharedWorld()

beforeAll(async () => {
  await world.notifications.set(world.andes.admin, {
    url: 'https://erp.andes.example/timbre', enabled: true, events: ['received.deadline']
  })
})

/** A factura of a supplier that the SII received at a moment, confirmed. */
async function stored (siiReceivedAt: Date, changes: object = {}): Promise<string> {
  const id = newId()
  const { tenantId } = world.andes
  await world.store.asTenant(tenantId, async ({ receivedDocuments, tenant }) => {
    const { environment, taxNumber } = await tenant.get()
    const row = {
      id, fileId: newId(), position: 0, environment, issuer: '88888888-8', documentType: 33,
      folio: Math.ceil(Math.random() * 1e9), contentSha256: Buffer.from(id), issuerName: 'Roble Ltda.',
      receiver: taxNumber, receiverName: 'Andes SpA', issueDate: '2026-11-20', dueDate: null, netAmount: '100000',
      exemptAmount: null, vatAmount: '19000', otherTaxes: null, totalAmount: '119000', paymentMethod: 2, lines: 1,
      references: [], signer: '11111111-1', signatureValue: 'x', checks: [], failed: false, state: 0,
      arrivedAt: siiReceivedAt, updatedAt: siiReceivedAt, confirmation: 2 as const, siiCode: 'DOK', siiGloss: null,
      siiAskedAt: null, claimBy: null, claimByLatest: null, timeline: [], siiReceivedAt, registryState: 1 as const,
      registryEvents: [], registryAskedAt: null, receiptBy: null, ...changes
    }
    await receivedDocuments.add({ ...row, ...registryView(row, { siiReceivedAt, events: [] }, siiReceivedAt) })
  })
  return id
}
const find = (id: string) => world.store.asTenant(
  world.andes.tenantId, async ({ receivedDocuments }) => defined(await receivedDocuments.find(id))
)
const mails = (): Promise<any[]> => world.rows(
  "select recipient, about, facts from mails where kind = 'receivedDeadlines' order by created_at, recipient"
)
const warned = async (id: string): Promise<string[]> => (await world.rows<{ about: string }>(
  "select about from warnings where event = 'received.deadline' and about like $1 order by at", [`${id}%`]
)).map(({ about }) => about.slice(id.length + 1))

describe('a document whose deadline is near', () => {
  it('is reported three days and one day before, each once, and mailed once a day from 8:00 in Chile', async () => {
    const at = (moment: string) =>
      createReceivedDeadlines({ store: world.store, clock: () => new Date(moment) }).warnAll()
    // Received on 10 November at noon in Chile: it can be claimed until the 18th at noon.
    const id = await stored(new Date('2026-11-10T15:00:00Z'))
    await at('2026-11-15T14:00:00Z')
    expect([await warned(id), await mails()]).toEqual([[], []])

    await at('2026-11-15T15:30:00Z')
    await at('2026-11-15T18:00:00Z')
    expect(await warned(id)).toEqual(['3'])
    expect(await world.rows('select event, data from notification_deliveries')).toMatchObject([{
      event: 'received.deadline',
      data: { kind: 'claim', id, issuerName: 'Roble Ltda.', totalAmount: 119_000, endsAt: '2026-11-18T15:00:00.000Z', daysLeft: 3 }
    }])
    expect(await mails()).toMatchObject([{
      recipient: 'admin@andes.example',
      facts: { count: 1, documents: [{ kind: 'claim', id, endsAt: '2026-11-18T15:00:00.000Z' }] }
    }])

    await at('2026-11-16T10:59:00Z')
    expect(await mails()).toHaveLength(1)
    await at('2026-11-16T11:00:00Z')
    expect(await mails()).toHaveLength(2)
    await at('2026-11-17T18:00:00Z')
    expect(await warned(id)).toEqual(['3', '1'])
    await at('2026-11-19T15:00:00Z')
    expect(await mails()).toHaveLength(3)
  })

  it('is not reported while a request is in progress', async () => {
    const id = await stored(new Date('2026-10-10T15:00:00Z'))
    await world.rows(
      `insert into received_claims (tenant_id, id, document_id, action, state, answer_supplier, created_at)
       values ($1, $2, $3, 'RCD', 2, false, now())`, [world.andes.tenantId, newId(), id]
    )
    await createReceivedDeadlines({ store: world.store, clock: () => new Date('2026-10-17T15:00:00Z') }).warnAll()

    expect(await warned(id)).toEqual([])
  })

  it('is reported while a request awaits approval or cannot be sent', async () => {
    const ids = [await stored(new Date('2026-10-10T15:00:00Z')), await stored(new Date('2026-10-10T15:00:00Z'))]
    await world.rows(
      `insert into received_claims (tenant_id, id, document_id, action, state, answer_supplier, failure, created_at)
       values ($1, $2, $3, 'ACD', 1, false, null, now()), ($1, $4, $5, 'RCD', 2, false, 'CERTIFICATE_MISSING', now())`,
      [world.andes.tenantId, newId(), ids[0], newId(), ids[1]]
    )
    await createReceivedDeadlines({ store: world.store, clock: () => new Date('2026-10-17T15:00:00Z') }).warnAll()

    expect([await warned(first(ids)), await warned(defined(ids[1]))]).toEqual([['1'], ['1']])
  })

  it('is also reported when its tax credit would move to the next month', async () => {
    const id = await stored(new Date('2026-12-28T15:00:00Z'))
    await createReceivedDeadlines({ store: world.store, clock: () => new Date('2026-12-30T15:00:00Z') }).warnAll()

    expect(await warned(id)).toEqual(['month'])
    expect((await mails()).at(-1)).toMatchObject({
      about: expect.stringMatching(/^2026-12-30 /), facts: { documents: [{ kind: 'monthEnd', endsAt: '2027-01-01T02:59:59.000Z' }] }
    })
  })
})

describe('a claim that cannot be sent for now', () => {
  const received = new Date('2026-11-10T15:00:00Z')
  it.each([
    ['at once without a certificate', { cause: 'CERTIFICATE_MISSING', attempts: 0 }, '2026-11-11T15:00:00Z', 1],
    ['not at once of an SII that does not answer', { cause: 'HTTP 503', attempts: 1 }, '2026-11-11T15:00:00Z', 0],
    ['of an SII that has not answered for hours', { cause: 'HTTP 503', attempts: 10 }, '2026-11-11T15:00:00Z', 1],
    ['at once in the last day', { cause: 'HTTP 503', attempts: 1 }, '2026-11-18T15:00:00Z', 1]
  ])('is reported once, %s', async (_when, delay, moment, count) => {
    const at = new Date(moment)
    const document = await find(await stored(received))
    const claim = newClaim(document, { action: 'RCD', reason: 'Otro precio', createdAt: at })
    await world.store.asTenant(world.andes.tenantId, async (repositories) => {
      await repositories.receivedClaims.add(claim)
      for (let time = 0; time < 2; time++) {
        const now = defined(await repositories.receivedClaims.find(claim.id))
        await tellOfDelay(repositories, { claim: now, document }, { ...delay, at })
      }
    })

    const told = await world.rows<any>("select facts from mails where kind = 'receivedClaimFailed' and facts->>'id' = $1", [document.id])
    expect(told).toHaveLength(count)
    if (count > 0) expect(told[0].facts).toMatchObject({ action: 'RCD', isWaiting: true, endsAt: '2026-11-19T02:59:59.000Z' })
    const query = { failedClaims: { is: true, since: at }, folio: document.folio }
    expect(await world.store.asTenant(world.andes.tenantId, async ({ receivedDocuments, tenant }) =>
      receivedDocuments.count((await tenant.get()).environment, query))).toBe(count)
  })
})

describe('queries to the registry', () => {
  it.each([
    ['in the middle of a month', '2026-11-03T15:00:00Z', ['2026-11-10T12:00:00', '2026-11-12T00:09:59']],
    ['with the end of the month between', '2026-11-25T15:00:00Z', ['2026-11-27T09:00:00', '2026-12-02T12:00:00', '2026-12-04T00:09:59']],
    ['in the last days of a year', '2026-12-29T15:00:00Z', ['2027-01-05T12:00:00', '2027-01-07T00:09:59']],
    ['across a leap day', '2028-02-24T15:00:00Z', ['2028-02-26T09:00:00', '2028-03-02T12:00:00', '2028-03-04T00:09:59']],
    ['across the end of summer time', '2026-04-01T15:00:00Z', ['2026-04-08T11:00:00', '2026-04-10T00:09:59']]
  ])('a document received %s: before its deadline, and once after it', async (_when, received, looks) => {
    const document = await find(await stored(new Date(received)))
    const made: string[] = []
    for (let now: Date | undefined = defined(document.siiReceivedAt); now;) {
      now = nextLook(document, now)
      if (now) made.push(santiagoDateTime(now))
    }

    expect(made).toEqual(looks)
  })

  it('a document with events is queried once more, after its deadline', () => {
    const { earlier, later } = deadlineOf(new Date('2026-11-03T15:00:00Z'))
    const said = { registryState: 5 as const, claimBy: earlier, claimByLatest: later, receiptBy: null }

    expect(nextLook(said, new Date('2026-11-04T15:00:00Z'))).toEqual(new Date(later.getTime() + 600_000))
    expect(nextLook(said, new Date('2026-11-13T15:00:00Z'))).toBe(undefined)
  })
})

describe('a policy', () => {
  const policy = {
    id: newId(), issuer: null, documentType: null, minAmount: null, maxAmount: null, answerSupplier: false, place: null
  }
  /** What the policies ask for of a document at a moment. */
  async function asked (
    id: string, action: 'accept' | 'receipt' | 'receiptBeforeMonthEnd' | 'leave',
    { now, isFirst = true, approvalAmount = null, more = [] }:
    { now: Date, isFirst?: boolean, approvalAmount?: number | null, more?: any[] }
  ): Promise<string[]> {
    const document = await find(id)
    return world.store.asTenant(world.andes.tenantId, async (repositories) => {
      const rules = { approvalAmount, answerReception: false, policies: [...more, { ...policy, action }] }
      await repositories.receivingRules.set(rules, now)
      await applyPolicies(repositories, document, { isFirst, now })
      return (await repositories.receivedClaims.listOf(id)).map((claim) => claim.action)
    })
  }
  const received = new Date('2026-11-25T15:00:00Z')
  const later = new Date(received.getTime() + hour)

  it('acts once, when the date of reception becomes known', async () => {
    const id = await stored(received)
    expect(await asked(id, 'accept', { now: later, isFirst: false })).toEqual([])
    expect(await asked(id, 'accept', { now: later })).toEqual(['ACD', 'ERM'])
    expect(await asked(id, 'accept', { now: later })).toEqual(['ACD', 'ERM'])
    expect(await asked(await stored(received), 'receipt', { now: later })).toEqual(['ERM'])
    expect(await asked(await stored(received), 'leave', { now: later })).toEqual([])
  })

  it('confirms receipt three days before the month ends, neither earlier nor later', async () => {
    const id = await stored(received)
    const receiptBy = defined((await find(id)).receiptBy)
    const acts = beforeMonthEnd(receiptBy)
    const at = (now: Date) => asked(id, 'receiptBeforeMonthEnd', { now, isFirst: false })

    expect(await at(new Date(acts.getTime() - 1000))).toEqual([])
    expect(await at(new Date(receiptBy.getTime() + 1000))).toEqual([])
    expect(await at(acts)).toEqual(['ERM'])
    const inTime = await stored(new Date('2026-11-03T15:00:00Z'))
    expect(await asked(inTime, 'receiptBeforeMonthEnd', { now: new Date('2026-11-05T15:00:00Z') })).toEqual([])
  })

  it.each([
    ['above the amount for one person', {}, { approvalAmount: 118_999 }],
    ['with a check that failed', { failed: true }, {}],
    ['that a note changed at the SII', { confirmation: 3 }, {}],
    ['that another policy before it leaves', {}, { more: [{ ...policy, id: newId(), issuer: '88888888-8', action: 'leave' }] }],
    ['that was claimed before', { registryState: 5 }, {}]
  ])('does nothing about a document %s', async (_which, changes, rules) => {
    const id = await stored(received, changes)
    await world.rows('update received_documents set registry_state = coalesce($2, registry_state) where id = $1', [
      id, (changes as { registryState?: number }).registryState ?? null
    ])

    expect(await asked(id, 'accept', { now: later, ...rules })).toEqual([])
  })

  it.each([
    ['while nothing changed', {}, 'accept', 'send'], ['once a check failed', { failed: true }, 'accept', 'hold'],
    ['once a note changed the document', { confirmation: 3 }, 'accept', 'hold'], ['once it is another one', {}, 'leave', 'hold']
  ] as const)('is checked again when its request is sent: %s', async (_when, changes, action, kind) => {
    const id = await stored(received)
    await asked(id, 'accept', { now: later })
    const document = { ...await find(id), ...changes }
    const verdict = await world.store.asTenant(world.andes.tenantId, async (repositories) => {
      await repositories.receivingRules.set({ approvalAmount: null, answerReception: false, policies: [{ ...policy, action, id: action === 'leave' ? newId() : policy.id }] }, later)
      const claim = first(await repositories.receivedClaims.listOf(id))
      return verdictOf(repositories, { claim, document }, later)
    })

    expect(verdict.kind).toBe(kind)
  })

  it('acts at the exact amount', async () => {
    expect(await asked(await stored(received), 'receipt', { now: later, approvalAmount: 119_000 })).toEqual(['ERM'])
  })
})
