/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnswerKindName, createAnswerForms, type FormOf } from '../../../sii-simulator/index.ts'
import type { Result } from '../../support/api.ts'
import { type Certifying, startCertifying } from '../../support/certifying.ts'
import { factura } from '../../support/documents.ts'
import { startExchange } from '../../support/exchange-program.ts'
import { defined, first, last } from '../../support/expecting.ts'

// The SII of these tests is the simulator, and its mails come by IMAP.
const guides = 'SET GUIA DE DESPACHO'
const sets = { taxNumber: '', sets: ['purchases', 'guides', 'guideBook'] }
let exchange: Awaited<ReturnType<typeof startExchange>>
let certifying: Certifying
let mails = 0

beforeAll(async () => {
  exchange = await startExchange()
  const { program } = exchange
  const file = await program.control('/certifications/sets', { ...sets, taxNumber: '99999999-9', seed: 1 })
  certifying = await startCertifying([33, 52], { over: program, file })
  sets.taxNumber = certifying.taxNumber
  await exchange.setMailbox(certifying.tenant.token)
})
afterAll(() => exchange.program.close())

/** Answers with that form about the subject from now on. */
function answerWith<Kind extends AnswerKindName> (kind: Kind, subject: string, form: FormOf<Kind>): void {
  const { siiAnswers } = exchange
  siiAnswers.answers = form.startsWith('tidy') ? 'tidy' : 'genuine'
  for (let seed = 1; createAnswerForms(siiAnswers).choose(kind, subject) !== form; seed++) siiAnswers.seed = seed
}

/** The SII mails it, and Timbre reads it: what came of the mail. */
async function mail (
  path: string, order: object, provenBy: string | null = exchange.authenticationServer
): Promise<Result<'get', 'Mailbox/Message'>> {
  await exchange.program.control(path, { address: exchange.address, provenBy, ...order })
  await exchange.read(++mails)
  const [row] = await exchange.program.rows('select id from mail_messages order by received_at desc, id desc limit 1')
  return (await certifying.tenant.api.get('Mailbox/Message', { id: row.id })).body.result
}

const processed = { stateText: 'Processed', reason: null }

describe("the SII's mailed reasons reach their document", () => {
  it.each(['productionFile', 'file', 'textFile', 'text', 'tidyFile'] as const)('from a mail as %s', async (form) => {
    const { program, tenant } = { program: exchange.program, tenant: certifying.tenant }
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505' })
    const { correlationId } = (await tenant.save(factura())).body.result
    await program.comesTo('Rejected', correlationId)
    const { trackId, reason } = await tenant.get(correlationId)
    expect(reason).toMatchObject([{ code: 'REASONS_BY_MAIL' }])
    answerWith('envelopeMail', trackId, form)

    expect(await mail('/mailed-results', { trackId })).toMatchObject(processed)
    expect(await tenant.get(correlationId)).toMatchObject({
      statusText: 'Rejected', reason: [{ code: 'DTE-3-505', description: expect.stringContaining('Firma') }]
    })
  })

  it('once a person confirms the mail, if nothing proves its sender', async () => {
    const { program, tenant } = { program: exchange.program, tenant: certifying.tenant }
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'rejected', value: 'DTE-3-505' })
    const { correlationId } = (await tenant.save(factura())).body.result
    await program.comesTo('Rejected', correlationId)
    const { trackId } = await tenant.get(correlationId)
    answerWith('envelopeMail', trackId, 'text')

    const { id, ...unproven } = await mail('/mailed-results', { trackId }, null)
    expect(unproven).toMatchObject({ stateText: 'Aside', reason: 'SENDER_UNPROVEN' })
    await program.call('POST', '/Mailbox/Reprocess', { token: tenant.token, body: { id, trustSender: true } })
    await program.until('the reason is there', async () =>
      (await tenant.get(correlationId)).reason[0].code === 'DTE-3-505')
  })
})

describe("the SII's mailed review reaches its set", () => {
  it.each([
    ['textFile', 2, 'NotApproved'], ['text', 1, 'Approved'], ['text', 2, 'NotApproved'], ['tidyText', 2, 'NotApproved'],
    ['textFile', 1, 'Approved']
  ] as const)('from a mail as %s (sets of seed %i: %s)', async (form, seed, state) => {
    const { program, itemOf, done, taxNumber } = certifying
    if ((await itemOf(guides)).attempts.length === 0) await done('POST', 'Issue', { kind: 'DTE', name: guides })
    await program.until('processed', async () => (await itemOf(guides)).attempts[0]?.trackId !== null)
    const { attentionNumber, attempts } = await itemOf(guides)
    const { trackId, sentAt } = first(attempts)
    const [year, month, day] = new Date(defined(sentAt)).toLocaleDateString('sv', { timeZone: 'America/Santiago' }).split('-')
    answerWith('setMail', String(attentionNumber), form)
    // The SII reviews against the cases that it gave last.
    await program.control('/certifications/sets', { ...sets, seed })
    await program.control('/certifications/declarations', {
      taxNumber, attentionNumber, trackId: String(Number(trackId)), date: `${day}-${month}-${year}`
    })

    expect(await mail('/mailed-verdicts', { taxNumber, attentionNumber })).toMatchObject(processed)
    const after = await itemOf(guides)
    expect(after.state).toBe(state)
    const { reasons } = first(after.attempts)
    if (state === 'Approved') expect(reasons).toEqual([])
    else expect(reasons[0]).toMatchObject({ case: 1, documentType: 52, message: expect.any(String) })
  })
})

describe("the SII's mailed reasons reach their book", () => {
  it.each([
    ['LIBRO DE COMPRAS', 'textFile'], ['LIBRO DE COMPRAS', 'text'], ['LIBRO DE GUIAS', 'tidyFile']
  ] as const)('%s, from a mail as %s', async (name, form) => {
    const { program, itemOf, done, taxNumber } = certifying
    await program.control('/companies', { taxNumber, resolution: { number: 99, date: '2020-01-02' } })
    await done('POST', 'IssueBook', { kind: 'DTE', name })
    await program.until('refused', async () => (await itemOf(name)).state === 'Refused')
    const attempt = async () => last((await itemOf(name)).attempts)
    const { trackId, reasons } = await attempt()
    expect(JSON.stringify(reasons)).not.toContain('FchResol')
    answerWith('bookMail', String(trackId), form)

    expect(await mail('/mailed-results', { trackId })).toMatchObject(processed)
    expect((await attempt()).reasons).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/LRC.*FchResol, NroResol/) }))
  })
})
