import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { defined, first, only, resultOf } from '../../support/expecting.ts'
import { allSettled } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { supplierFile } from '../../support/supplier.ts'

const states = { awaiting: 1, queued: 2, registered: 3, refused: 4, expired: 5, withdrawn: 6 }
const [open, accepted, receipted, , claimed, , takesNoEvent] = [1, 2, 3, 4, 5, 6, 7]
const program = sharedProgram()
const andes = sharedTenant(program, { folios: [33] })
const boreal = sharedTenant(program, { folios: [] })
let colleague: string
let files: { folio: number, xml: Buffer }[] = []

/** Facturas of Andes to Boreal that the SII has; the last is paid at once. */
beforeAll(async () => {
  const made: string[] = []
  for (let number = 0; number < 20; number++) {
    const document = factura()
    const { documentId, receiver } = document.header
    const credit = number === 0 ? {} : { paymentMethod: 2, dueDate: '2027-01-31' }
    document.header = {
      documentId: { ...documentId, ...credit }, receiver: { ...receiver, taxNumber: boreal.taxNumber }
    }
    made.push(resultOf(await andes.save(document)).correlationId)
  }
  await program.until('settled', () => allSettled(program))
  files = await Promise.all(made.map(async (correlationId) => ({
    folio: Number((await andes.get(correlationId)).invoiceNumber),
    xml: (await andes.api.file('Webhook/GetXml', { correlationId })).body
  })))
  colleague = await anotherPerson()
  resultOf(await boreal.api.put('Notification/Update', {
    url: 'https://erp.boreal.example/timbre', enabled: true, events: ['received.claim_failed']
  }))
}, 120_000)

const get = async (id: string) => resultOf(await boreal.api.get('Received/Get', { id }))
const firstClaim = async (id: string) => first((await get(id)).claims)
const list = async (query: object) => resultOf(await boreal.api.get('Received/List', query)).data.map(({ id }) => id)
const claims = async (query: object) => resultOf(await boreal.api.get('Received/Claims', query)).data
const summary = async () => resultOf(await boreal.api.get('Received/Summary'))
const claim = async (ids: string[], action: string, more: object = {}, token = boreal.token) =>
  resultOf(await program.api({ token }).post('Received/Claim', { ids, action, ...more })).results
const claimOne = async (id: string, action: string, more?: object) => only(await claim([id], action, more))
const decide = (claimId: string | null, approve: boolean, token: string) =>
  program.api({ token }).post('Received/DecideClaim', { claimId, approve })
const setPolicies = async (rules: object) =>
  resultOf(await boreal.api.put('Received/SetPolicies', { policies: [], ...rules }))
const hurry = (topic: string) => program.rows('update outbox_tasks set due_at = now() where topic = $1 and lease_until is null', [topic])
const fault = (order: object) => program.control('/faults', { operation: 'registry', ...order })
const actElsewhere = (folio: number, action: string) => program.control('/registry/act', {
  issuer: andes.taxNumber, documentType: 33, folio, action
})
const audit = (id: string, action: string) => program.rows<{ actor_name: string, details: object }>(
  'select actor_name, details from audit_entries where entity_id = $1 and action = $2 order by sequence', [id, action]
)

async function anotherPerson (): Promise<string> {
  const person = { email: 'segunda@boreal.example', password: 'correo-tinta-lluvia' }
  resultOf(await boreal.api.post('User/Create', { ...person, fullName: 'Segunda Persona', userType: 1 }))
  return resultOf(await program.api({ address: '127.9.9.9' }).post('Auth/Login', person)).accessToken
}

async function uploaded (File: Buffer): Promise<string> {
  const { files } = resultOf(await boreal.api.upload('Received/Upload', { File }))
  return only(only(files).documents).id
}

/** A document that came, before the SII was asked. */
async function arrived (index: number): Promise<{ id: string, folio: number }> {
  const { folio, xml } = defined(files[index])
  return { id: await uploaded(xml), folio }
}

/** One that the SII confirmed, with the date of its reception. */
async function confirmed (index: number): Promise<{ id: string, folio: number }> {
  const document = await arrived(index)
  await program.until('the registry was asked', async () => {
    await hurry('confirmReceived')
    return (await get(document.id)).siiReceivedAt !== null
  })
  return document
}

async function settled (id: string, count = 1) {
  await program.until('claims settled', async () => {
    const { claims } = await get(id)
    return claims.length >= count && claims.every((one) => one.settledAt !== null)
  })
  return get(id)
}

describe('the deadline for claims', () => {
  it('counts from when the SII received the document, once it reports it', async () => {
    const { id } = await arrived(1)
    expect(await get(id)).toMatchObject({
      deadlineEstimated: true, siiReceivedAt: null, registryState: open, events: []
    })
    await program.until('dated', async () => {
      await hurry('confirmReceived')
      return (await get(id)).siiReceivedAt !== null
    })

    const document = await get(id)
    expect(document).toMatchObject({
      deadlineEstimated: false, registryState: open, registryStateText: 'Open',
      possibleActions: ['ACD', 'ERM', 'RCD', 'RFP', 'RFT']
    })
    expect([7, 8]).toContain(document.daysLeft)
    expect(document.timeline.map(({ event }) => event)).toContain('siiReceived')
    expect(await list({ dueWithinDays: 8 })).toContain(id)
    expect(await list({ dueWithinDays: 3 })).not.toContain(id)
    expect(await list({ registryState: open })).toContain(id)
    expect(await summary()).toMatchObject({ dueToday: 0, dueIn3Days: 0, awaitingApproval: 0, refusedClaims: 0 })
  })

  it('needs a readable answer of the registry; an unreadable one is stored in full', async () => {
    const { id } = await arrived(1)
    expect(await get(id)).toMatchObject({ unreadAnswers: [] })
    await fault({ fault: 'truncated', times: 1 })
    await hurry('watchReceived')
    await program.until('kept', async () => (await get(id)).unreadAnswers.length > 0)

    expect((await get(id)).unreadAnswers).toMatchObject([
      { operation: 'registry', httpStatus: 200, answer: expect.stringMatching(/Envelope.*listarEventosHistDoc/) }
    ])
  })

  it('does not exist for a document paid in cash', async () => {
    const { id } = await arrived(0)

    expect(await get(id)).toMatchObject({
      registryState: takesNoEvent, daysLeft: null, possibleActions: [], receiptBy: null
    })
    expect(await claim([id], 'ERM')).toMatchObject([{ outcome: 'refused', reason: 'CLAIM_NOT_POSSIBLE', claimId: null }])
  })

  it('passes with tacit acceptance of the document', async () => {
    const { id } = await confirmed(2)
    await program.rows("update received_documents set sii_received_at = sii_received_at - interval '10 days' where id = $1", [id])
    await hurry('watchReceived')
    await program.until('tacit', async () => (await get(id)).registryStateText === 'Tacit')

    expect(await get(id)).toMatchObject({ possibleActions: [], daysLeft: null, receiptBy: null })
    expect(await claimOne(id, 'RCD', { reason: 'No lo pedimos' })).toMatchObject({
      outcome: 'refused', reason: 'CLAIM_NOT_POSSIBLE', explanation: { en: expect.stringMatching(/eight days have ended/) }
    })
    expect((await program.rows("select 1 from outbox_tasks where topic = 'watchReceived' and subject = $1", [id]))).toEqual([])
  })
})

describe('a request of a person', () => {
  it("is sent to the registry, and shown on the document with who, why and the SII's answer", async () => {
    const { id, folio } = await confirmed(3)
    const queued = await claimOne(id, 'RFP', { reason: 'Faltaron tres cajas' })
    expect(queued).toMatchObject({ id, outcome: 'queued', reason: null, explanation: null })

    const document = await settled(id)
    expect(document).toMatchObject({
      registryState: claimed, daysLeft: null, possibleActions: ['RCD', 'RFT'],
      claims: [{
        id: queued.claimId, folio, action: 'RFP', state: states.registered, stateText: 'Registered', code: 0,
        gloss: 'Acción Completada OK', reason: 'Faltaron tres cajas', decidedBy: null, policyId: null
      }]
    })
    expect(only(document.claims).requestedBy?.name).toBe(`admin@${boreal.code}.example`)
    expect(document.timeline.filter(({ event }) => event === 'claim').map(({ detail }) => detail))
      .toEqual(['RFP Queued', 'RFP Registered'])
    const [row] = await audit(id, 'received.settleClaim')
    expect(row).toMatchObject({
      details: { action: 'RFP', reason: 'Faltaron tres cajas', code: 0, requestedBy: `admin@${boreal.code}.example` }
    })
    await program.until('the events were read', async () =>
      (await get(id)).events[0]?.description === 'Reclamo por Falta Parcial de Mercaderías')
    expect(await claims({ documentId: id, state: 3 })).toHaveLength(1)
  })

  it('cannot accept a document that differs at the SII, and needs two people for an unconfirmed one', async () => {
    const { id } = await arrived(0)
    await program.rows('update received_documents set confirmation = 4, registry_state = 1 where id = $1::uuid', [id])
    const reasons = async (action: string) => (await claimOne(id, action, { reason: 'Otro monto' })).reason
    expect([await reasons('ACD'), await reasons('ERM')]).toEqual(['CLAIM_CONTRADICTED', 'CLAIM_CONTRADICTED'])
    expect((await get(id)).possibleActions).toEqual(['RCD', 'RFP', 'RFT'])

    await setPolicies({ approvalAmount: 900_000_000 })
    const asked = await claimOne(id, 'RCD', { reason: 'Otro monto' })
    expect(asked).toMatchObject({ outcome: 'awaitingApproval' })
    await decide(asked.claimId, false, boreal.token)
    await setPolicies({ approvalAmount: null })
    await program.rows('update received_documents set confirmation = 1, registry_state = 7 where id = $1::uuid', [id])
  })

  it('gets an outcome for each document, with the reason if refused', async () => {
    const { id } = await confirmed(4)
    const { files } = resultOf(await boreal.api.upload('Received/Upload', { File: await supplierFile('88888888-8') }))
    expect(only(files).outcome).toBe('refused')
    const missing = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'
    expect(await claim([missing, id, id], 'ACD')).toMatchObject([
      { id: missing, outcome: 'refused', reason: 'RECEIVED_DOCUMENT_NOT_FOUND' }, { id, outcome: 'queued' }
    ])
    await settled(id)

    const again = await claimOne(id, 'ACD')
    expect(again).toMatchObject({ outcome: 'refused', reason: 'CLAIM_NOT_POSSIBLE' })
    const late = await claimOne(id, 'RCD', { reason: 'Precio distinto' })
    expect(late).toMatchObject({ explanation: { es: expect.stringMatching(/ya fue aceptado/) } })
    expect(await boreal.api.post('Received/Claim', { ids: [id], action: 'RFT' })).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('can be made once at a time, also by two people at once', async () => {
    const { id } = await confirmed(5)
    await fault({ fault: 'http', value: 503, times: 3 })
    const both = (await Promise.all([claim([id], 'ERM'), claim([id], 'ERM', {}, colleague)])).flat()

    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['queued', 'refused'])
    expect(both.find(({ outcome }) => outcome === 'refused')).toMatchObject({ reason: 'CLAIM_UNDER_WAY' })
    await program.until('retried', async () => {
      await hurry('sendClaim')
      return (await firstClaim(id)).settledAt !== null
    })
    expect(await get(id)).toMatchObject({ registryState: receipted, claims: [{ state: states.registered }] })
    expect((await get(id)).events.map(({ code }) => code)).toEqual(['ERM'])
  })

  it("for something already done on the SII’s site is refused with the SII's answer", async () => {
    const { id, folio } = await confirmed(6)
    await actElsewhere(folio, 'ACD')
    await claim([id], 'RCD', { reason: 'Precio distinto' })

    expect((await settled(id)).claims).toMatchObject([{ state: states.refused, code: 11 }])
    await program.until('the acceptance is read', async () => (await get(id)).registryState === accepted)
    expect(await summary()).toMatchObject({ refusedClaims: 1, failedClaims: 1 })
    expect((await told(id)).events).toMatchObject([{ action: 'RCD', code: 11, failure: null }])
    expect(await failedNow()).toEqual([id])
  })
})

describe('a request above the approval amount', () => {
  it('awaits approval by another person', async () => {
    const { id } = await confirmed(7)
    await setPolicies({ approvalAmount: 1000 })
    const waiting = await claimOne(id, 'RCD', { reason: 'No corresponde' })
    expect(waiting.outcome).toBe('awaitingApproval')
    expect(await list({ awaitingApproval: true })).toEqual([id])
    expect((await summary()).awaitingApproval).toBe(1)

    expect(await decide(waiting.claimId, true, boreal.token)).toMatchObject(failure(403, 'CLAIM_NEEDS_ANOTHER_PERSON'))
    expect(await program.rows('select sent_at from received_claims where id = $1', [waiting.claimId])).toEqual([{ sent_at: null }])
    const approved = await decide(waiting.claimId, true, colleague)
    expect(approved.body.result).toMatchObject({ state: states.queued, decidedBy: { name: 'segunda@boreal.example' } })
    const document = await settled(id)
    expect(document.claims).toMatchObject([{ state: states.registered, decidedBy: { name: 'segunda@boreal.example' } }])
    expect(await decide(waiting.claimId, false, colleague)).toMatchObject(failure(409, 'CLAIM_DECIDED'))
    expect(await audit(id, 'received.approveClaim')).toMatchObject([{ actor_name: 'segunda@boreal.example' }])
    await setPolicies({})
  })

  it('can be withdrawn, also by its requester, and expires with the deadline', async () => {
    const { id } = await confirmed(8)
    await setPolicies({ approvalAmount: 1000 })
    const asked = await claimOne(id, 'ACD')
    const inTheWay = await claim([id], 'RCD', { reason: 'Otro precio' })
    expect(inTheWay).toMatchObject([{
      outcome: 'refused', reason: 'CLAIM_BLOCKED', blockedBy: asked.claimId,
      explanation: { es: expect.stringMatching(/^ACD de este documento espera aprobación\. Retírela/) }
    }])
    expect((await decide(asked.claimId, false, boreal.token)).body.result).toMatchObject({ state: states.withdrawn })
    const claimed = await claimOne(id, 'RCD', { reason: 'Otro precio' })
    expect(claimed).toMatchObject({ outcome: 'awaitingApproval', blockedBy: null })
    await decide(claimed.claimId, false, boreal.token)
    const second = await claimOne(id, 'ACD')
    expect(second.outcome).toBe('awaitingApproval')
    await program.rows("update received_documents set claim_by_latest = now() - interval '1 minute' where id = $1", [id])
    await hurry('sendClaim')
    await program.until('expired', async () => (await get(id)).claims[2]?.state === states.expired)

    expect((await get(id)).claims).toMatchObject([
      { state: states.withdrawn }, { state: states.withdrawn }, { state: states.expired, failure: 'CLAIM_NOT_APPROVED', sentAt: null }
    ])
    expect(await audit(id, 'received.expireClaim')).toHaveLength(1)
    await setPolicies({})
  })
})

describe('a receipt for the supplier', () => {
  const give = async (id: string) =>
    only(resultOf(await boreal.api.post('Received/GiveReceipt', { ids: [id], place: 'Bodega' })).results)
  const receipts = async (id: string) => (await get(id)).answers.filter(({ kind }) => kind === 'receipt')

  it('awaits approval above the amount, asks the SII first, and is sent once', async () => {
    const { id } = await arrived(14)
    await setPolicies({ approvalAmount: 1000 })
    const asked = await give(id)
    expect(asked).toMatchObject({ outcome: 'awaitingApproval', answerId: null })
    expect(await give(id)).toMatchObject({ outcome: 'refused', reason: 'CLAIM_UNDER_WAY', blockedBy: asked.claimId })
    expect(await claims({ state: 1 })).toMatchObject([{ id: asked.claimId, action: 'receipt' }])
    expect(await decide(asked.claimId, true, boreal.token)).toMatchObject(failure(403, 'CLAIM_NEEDS_ANOTHER_PERSON'))
    expect(await receipts(id)).toEqual([])

    await decide(asked.claimId, true, colleague)
    expect(await settled(id)).toMatchObject({
      confirmationText: 'Confirmed', claims: [{ action: 'receipt', state: states.registered, code: null }]
    })
    expect(await receipts(id)).toMatchObject([{ comment: 'Bodega' }])
    expect(await give(id)).toMatchObject({ outcome: 'refused', reason: 'ANSWER_GIVEN' })
    await setPolicies({})
  })

  it('is sent at once if one person suffices and the SII has the document', async () => {
    const { id } = await confirmed(15)

    expect(await give(id)).toMatchObject({ outcome: 'queued', claimId: null, answerId: first(await receipts(id)).id })
  })
})

/** A copy of a document of the SII with another amount in it. */
async function alteredCopy (index: number): Promise<string> {
  const xml = defined(files[index]).xml.toString('latin1')
  const total = Number(/<MntTotal>(\d+)/.exec(xml)?.[1])
  return uploaded(Buffer.from(xml.replace(/<MntTotal>\d+/, `<MntTotal>${total - 100}`), 'latin1'))
}

/** What was told of claims that failed. */
const told = async (id: string): Promise<{ events: object[], mails: object[] }> => ({
  events: (await program.rows(
    "select data from notification_deliveries where event = 'received.claim_failed' and data->>'id' = $1 order by id", [id]
  )).map(({ data }) => data),
  mails: await program.rows(
    "select recipient, facts from mails where kind = 'receivedClaimFailed' and facts->>'id' = $1 order by recipient, created_at", [id]
  )
})
const failedNow = () => list({ failedClaims: true })

describe('a request that was valid when made', () => {
  const unanswered = () => program.control('/faults', { operation: 'documentStatus', fault: 'http', value: 503, times: 2 })
  const contradict = (id: string) => program.rows('update received_documents set confirmation = 4 where id = $1::uuid', [id])
  /** An acceptance of what the SII has not confirmed, to whose question it gave no answer. */
  const waiting = async (index: number, action: string): Promise<string> => {
    const { id } = await arrived(index)
    await unanswered()
    const { claimId } = await claimOne(id, action)
    await program.until('tried', async () => (await program.rows(
      "select 1 from outbox_tasks where subject = $1 and last_error = 'CLAIM_UNCONFIRMED' and lease_until is null", [claimId]
    )).length === 1)
    expect((await get(id)).claims).toMatchObject([{ state: states.queued, sentAt: null }])
    return id
  }

  it.each(['ACD', 'ERM'])('is checked again when approved: %s', async (action) => {
    const { id } = await arrived(18)
    await setPolicies({ approvalAmount: 1000 })
    const asked = await claimOne(id, action)
    await contradict(id)

    expect(await decide(asked.claimId, true, colleague)).toMatchObject(failure(422, 'CLAIM_CONTRADICTED'))
    expect((await decide(asked.claimId, false, boreal.token)).status).toBe(200)
    await program.rows('update received_documents set confirmation = 1 where id = $1::uuid', [id])
    await setPolicies({})
  })

  it('is checked again when sent, and people and programs are notified of a failure at once', async () => {
    const id = await waiting(19, 'ERM')
    await contradict(id)
    await hurry('sendClaim')
    const document = await settled(id)

    expect(document).toMatchObject({
      events: [], claims: [{
        state: states.refused, code: null, failure: 'CLAIM_CONTRADICTED', sentAt: null,
        explanation: { es: expect.stringMatching(/^El SII tiene otros datos/) }
      }]
    })
    expect(await told(id)).toMatchObject({
      events: [{ action: 'ERM', state: states.refused, failure: 'CLAIM_CONTRADICTED' }],
      mails: [{ recipient: `admin@${boreal.code}.example`, facts: { action: 'ERM' } }, { recipient: 'segunda@boreal.example' }]
    })
    expect(await failedNow()).toContain(id)
  })

  it('asks the SII right before accepting an unconfirmed document, and sends nothing for an altered copy', async () => {
    const altered = await alteredCopy(16)
    const { id } = await arrived(16)
    await setPolicies({ approvalAmount: 1000 })
    const asked = [...await claim([altered], 'ACD'), ...await claim([id], 'ACD')]
    expect(asked.map(({ outcome }) => outcome)).toEqual(['awaitingApproval', 'awaitingApproval'])
    for (const { claimId } of asked) expect((await decide(claimId, true, colleague)).status).toBe(200)

    expect(await settled(altered)).toMatchObject({
      confirmationText: 'Contradicted', claims: [{ state: states.refused, failure: 'CLAIM_CONTRADICTED', sentAt: null }]
    })
    expect(await settled(id)).toMatchObject({ confirmationText: 'Confirmed', claims: [{ state: states.registered }] })
    await setPolicies({})
  })

  it('needs a second person if the approval amount was lowered before it was sent', async () => {
    const id = await waiting(17, 'ACD')
    await setPolicies({ approvalAmount: 1000 })
    await hurry('sendClaim')
    await program.until('held', async () => (await firstClaim(id)).state === states.awaiting)

    const { id: claimId } = await firstClaim(id)
    await decide(claimId, true, colleague)
    expect(await settled(id)).toMatchObject({ confirmationText: 'Confirmed', claims: [{ state: states.registered }] })
    await setPolicies({})
  })
})

describe('a claim reaches the registry once', () => {
  it.each([
    ['the connection breaks', 9, { fault: 'resetAfterStoring' }], ['it is cut off', 10, { fault: 'truncated' }],
    ['it is empty', 11, { fault: 'empty', stored: true }]
  ])('if its reply is lost: %s', async (_how, index, order) => {
    const { id } = await confirmed(index)
    await fault({ ...order, times: 1 })
    await claim([id], 'RFT', { reason: 'No llegó nada' })
    await program.until('registered', async () => {
      await hurry('sendClaim')
      return (await firstClaim(id)).state === states.registered
    })

    await program.until('the events were read', async () => (await get(id)).events.length === 1)
    expect((await get(id)).claims).toMatchObject([{ state: states.registered }])
    expect(await audit(id, 'received.settleClaim')).toHaveLength(1)
  })

  it('if two workers have its task, and if the first loses its lease before the reply', async () => {
    const { id } = await confirmed(12)
    await fault({ fault: 'delay', ms: 1500, times: 1 })
    await claim([id], 'RCD', { reason: 'Precio distinto' })
    await program.until('under way', async () => (await firstClaim(id)).sentAt !== null)
    await program.rows("update outbox_tasks set lease_token = null, lease_until = null, due_at = now() where topic = 'sendClaim'")
    await settled(id)
    await new Promise((resolve) => setTimeout(resolve, 2000))

    await program.until('the events were read', async () => (await get(id)).events[0]?.description !== '')
    const document = await get(id)
    expect(document.events.map(({ code }) => code)).toEqual(['RCD'])
    expect(document.claims).toMatchObject([{ state: states.registered }])
    expect(document.timeline.filter(({ detail }) => detail === 'RCD Registered')).toHaveLength(1)
    expect(await audit(id, 'received.settleClaim')).toHaveLength(1)
  })
})

describe('policies', () => {
  it('are stored in order, with defaults for missing members', async () => {
    const kept = await setPolicies({
      approvalAmount: 5_000_000,
      policies: [{ issuer: '76.100.001-2', action: 'leave' }, { documentType: 34, maxAmount: 1000, action: 'accept', place: 'Bodega' }]
    })
    expect(kept).toMatchObject({
      approvalAmount: 5_000_000, answerReception: true,
      policies: [
        { issuer: '76100001-2', documentType: null, minAmount: null, action: 'leave', answerSupplier: false, place: null },
        { issuer: null, documentType: 34, maxAmount: 1000, action: 'accept', place: 'Bodega' }
      ]
    })
    expect((await boreal.api.get('Received/GetPolicies')).body.result).toEqual(kept)
    expect(await setPolicies(kept)).toEqual(kept)
    const refused = (policy: object) => boreal.api.put('Received/SetPolicies', { policies: [{ action: 'accept', ...policy }] })
    for (const policy of [{ issuer: '76100001-3' }, { documentType: 61 }, { minAmount: 2, maxAmount: 1 }, { action: 'claim' }]) {
      expect(await refused(policy)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  })

  it('accept documents that the SII confirmed, and are named in the audit log', async () => {
    const { policies } = await setPolicies({ policies: [{ issuer: '99999999-9', action: 'leave' }, { action: 'accept' }] })
    const { id } = await confirmed(13)
    const document = await settled(id, 2)

    expect(document.registryStateText).toBe('AcceptedAndReceipted')
    expect(document.claims).toMatchObject(['ACD', 'ERM'].map((action) => (
      { action, state: states.registered, requestedBy: null, policyId: policies[1]?.id }
    )))
    const [row] = await audit(id, 'received.claim')
    expect(row).toMatchObject({ actor_name: 'timbre', details: { policyId: policies[1]?.id, policy: { name: 'accept * *' } } })
    await setPolicies({})
  })
})
