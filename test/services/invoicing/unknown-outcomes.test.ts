import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Ledger } from '../../../chaos/parts/simulator.ts'
import { boleta, factura } from '../../support/documents.ts'
import { allSettled, type Program, type ProgramTenant, startProgram } from '../../support/program.ts'

let program: Program
let andes: ProgramTenant

beforeAll(async () => {
  // Some of the faults are of silence.
  program = await startProgram({ settings: { SII_UPLOAD_TIMEOUT_SECONDS: '1' } })
  andes = await program.tenant()
})
afterAll(() => program.close())
afterEach(() => program.control('/faults', undefined, 'DELETE'))

const documents = { DTE: factura, BOLETA: boleta }

const lostAnswers = [
  'resetBeforeStoring', 'resetAfterStoring', 'timeoutAfterStoring', 'cutAnswer', 'html', 'empty', 'huge', 'badCharset'
]

describe.each(['DTE', 'BOLETA'] as const)('an upload of a %s', (channel) => {
  it.each(lostAnswers)('whose answer is lost (%s) is resolved, never duplicated, and accepted', async (fault) => {
    await program.control('/faults', { operation: 'upload', channel, fault, stored: true })
    const { correlationId, invoiceNumber, documentType } = (await andes.save(documents[channel]())).body.result
    await program.comesTo('Accepted', correlationId)

    const { documents: seen }: Ledger = await program.ledger()
    const own = seen.filter((one) =>
      one.issuer === andes.taxNumber && String(one.documentType) === documentType &&
      String(one.folio) === invoiceNumber
    )
    expect(own).toHaveLength(1)
  })

  it.each([
    ['http', '503'],
    ['status', '9'],
    ['status', '5'],
    ['tokenExpired', undefined]
  ].filter(([fault]) => channel === 'DTE' || fault !== 'status'))(
    'that the tax authority cannot take now (%s %s) is sent again',
    async (fault, value) => {
      await program.control('/faults', {
        operation: 'upload', channel, fault, ...(value === undefined ? {} : { value })
      })
      const { correlationId } = (await andes.save(documents[channel]())).body.result

      await program.comesTo('Accepted', correlationId)
    })

  it('that is refused when repeated after a lost answer fails nothing: the tax authority has it', { tags: 'slow' }, async () => {
    await program.control('/faults', { operation: 'upload', channel, fault: 'html', stored: true })
    await program.control('/faults', { operation: 'upload', channel, fault: 'status', value: '6' })
    const { correlationId } = (await andes.save(documents[channel]())).body.result

    await program.until('it settled', async () => ['Accepted', 'Failed'].includes((await andes.get(correlationId)).statusText))
    expect((await andes.get(correlationId)).statusText).toBe('Accepted')
  })

  it('is sent again soon even if the clock of the previous worker was an hour ahead', { tags: 'slow' }, async () => {
    await program.rows(`
      create or replace function an_hour_ahead () returns trigger language plpgsql as
        'begin new.last_attempt_at := now() + interval ''1 hour''; return new; end'`)
    await program.rows(`create trigger ahead before update on envelopes for each row
      when (new.upload_attempts = 1 and old.upload_attempts = 0) execute function an_hour_ahead()`)
    await program.control('/faults', { operation: 'upload', channel, fault: 'resetBeforeStoring' })
    const { correlationId } = (await andes.save(documents[channel]())).body.result

    await program.comesTo('Accepted', correlationId)
    await program.rows('drop trigger ahead on envelopes')
  })

  it('is sent after an outage of the token service', async () => {
    await program.control('/faults', { operation: 'seed', channel, fault: 'http', value: '500', times: 2 })
    const { correlationId } = (await andes.save(documents[channel]())).body.result

    await program.comesTo('Accepted', correlationId)
  })
})

describe('an envelope refused as a whole', () => {
  it('for one of several documents is split, and each document gets its own verdict', { tags: 'slow' }, async () => {
    await program.control('/faults', { operation: 'token', fault: 'delay', ms: 200 })
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'status', value: '7' })
    const receipts = await Promise.all([1, 2, 3].map(async (n) => (await andes.save(factura(n))).body.result))
    await program.until('every document settled', () => allSettled(program))

    for (const { correlationId } of receipts) {
      const { statusText, reason } = await andes.get(correlationId)
      expect(['Accepted', 'Failed'], JSON.stringify(reason)).toContain(statusText)
    }
  })

  it('for missing permission fails its documents, says what to do, and is sent on Retry', { tags: 'slow' }, async () => {
    // Several times, should an answer come too late.
    await program.control('/faults', { operation: 'upload', channel: 'DTE', fault: 'status', value: '6', times: 5 })
    const { correlationId, invoiceNumber } = (await andes.save(factura())).body.result
    await program.comesTo('Failed', correlationId)
    await program.control('/faults', undefined, 'DELETE')
    expect((await andes.get(correlationId)).reason[0].remedy).toEqual({
      en: expect.any(String), es: expect.any(String)
    })

    const retried = await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId } })
    expect(retried).toMatchObject({ status: 200, body: { result: { statusText: expect.any(String), invoiceNumber } } })
    await program.comesTo('Accepted', correlationId)
  })
})

describe('a document that was rejected', () => {
  it('is issued under another folio on Retry, and the old folio remains accounted for', { tags: 'slow' }, async () => {
    await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: 'DTE-3-505' })
    const { correlationId, invoiceNumber } = (await andes.save(boleta(7777))).body.result
    await program.comesTo('Rejected', correlationId)

    await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId } })
    await program.comesTo('Accepted', correlationId)
    const after = await andes.get(correlationId)

    expect(Number(after.invoiceNumber)).toBeGreaterThan(Number(invoiceNumber))
    expect(await program.rows('select folio::text from spent_folios where invoice_id = $1', [correlationId])).toEqual([{
      folio: invoiceNumber
    }])
  })

  it('cannot be retried once it is accepted', async () => {
    const { correlationId } = (await andes.save(boleta())).body.result
    await program.comesTo('Accepted', correlationId)

    expect(await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId } }))
      .toMatchObject({ status: 409, body: { errorCode: 'DOCUMENT_NOT_RETRIABLE' } })
  })
})

it('no folio reaches the tax authority with two different documents', async () => {
  const { documents: seen } = await program.ledger()
  const hashes = new Map<string, Set<string>>()
  for (const { issuer, documentType, folio, sha256 } of seen) {
    const name = `${issuer} ${documentType} ${folio}`
    hashes.set(name, (hashes.get(name) ?? new Set()).add(sha256))
  }
  for (const [name, distinct] of hashes) expect(distinct.size, name).toBe(1)
})

it('every folio below the next one is accounted for', async () => {
  const gaps = await program.rows(`
    select b.document_type, n from folio_blocks b, generate_series(b.range_from, b.next - 1) n
    where not exists (select 1 from invoices i where i.tenant_id = b.tenant_id and i.environment = b.environment and i.document_type = b.document_type and i.folio = n)
      and not exists (select 1 from spent_folios s where s.tenant_id = b.tenant_id and s.environment = b.environment and s.document_type = b.document_type and s.folio = n)`)
  expect(gaps).toEqual([])
})
