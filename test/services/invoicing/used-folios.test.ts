import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factura, facturaExenta } from '../../support/documents.ts'
import { freshDatabase } from '../../support/database.ts'
import { defined } from '../../support/expecting.ts'
import { allSettled, type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram } from '../../support/shared.ts'

/** The program that the company leaves, and the one to which it goes: of one company, at one SII. */
let program: Program
let seller: ProgramTenant
let andes: ProgramTenant

const former = sharedProgram()

beforeAll(async () => {
  const database = await freshDatabase()
  program = await startProgram({
    over: { database, simulatorUrl: former.simulatorUrl, leave: () => database.drop() }
  })
  seller = await former.tenant({ folios: [] })
  andes = await program.tenant({ folios: [] })
})
afterAll(async () => { await program.close() })

const caf = (documentType: number, from: number, to: number): Promise<Buffer> => former.control('/cafs', {
  taxNumber: andes.taxNumber, businessName: 'Andes', documentType, from, to
})

async function uploadTo (owner: { program: Program, tenant: ProgramTenant }, file: Buffer): Promise<string> {
  const { body } = await owner.program.upload('/Folio/Upload', owner.tenant.token, { File: file })
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.result.id
}

const activate = (id: string, next?: number) =>
  program.call('PUT', '/Folio/Activate', { token: andes.token, body: { id, ...next !== undefined && { next } } })

/** The former program issues so many documents of a CAF, which the SII accepts. */
async function useElsewhere (file: Buffer, payloads: unknown[]): Promise<void> {
  const id = await uploadTo({ program: former, tenant: seller }, file)
  await former.call('PUT', '/Folio/Activate', { token: seller.token, body: { id } })
  for (const payload of payloads) {
    expect((await seller.save(payload)).body.result).toMatchObject({ statusText: 'Issued' })
  }
  await former.until('the former documents settled', () => allSettled(former))
}

const save = async (payload: unknown) => (await andes.save(payload)).body.result

const blockOf = async (id: string) =>
  defined((await andes.api.get('Folio/List')).body.result.find((one) => one.id === id))

const detailOf = async (correlationId: string): Promise<Detail> => {
  await program.until('every document settled', () => allSettled(program))
  return andes.get(correlationId)
}

describe('a CAF with folios used by another program', () => {
  it('starts at the first unused folio, and the others are recorded as used elsewhere', async () => {
    const file = await caf(33, 1, 20)
    await useElsewhere(file, [factura(1), factura(2), factura(3)])
    const id = await uploadTo({ program, tenant: andes }, file)

    expect(await activate(id, 4)).toMatchObject({ status: 200 })

    expect(await blockOf(id)).toMatchObject({
      stateText: 'Active', next: 4, remaining: 17, usedElsewhere: [{ from: 1, to: 3 }]
    })
    const { invoiceNumber, correlationId } = await save(factura(4))
    expect(invoiceNumber).toBe('4')
    expect((await detailOf(correlationId)).statusText).toBe('Accepted')
    const { body } = await program.call('GET', '/AuditLogs/List?action=folio.activate', { token: andes.token })
    expect(body.result.data[0].details).toMatchObject({ usedElsewhere: { from: 1, to: 3 } })
  })

  it('is stopped by the first rejection, and resumes from the folio that a person names', { tags: 'slow' }, async () => {
    const file = await caf(34, 1, 20)
    await useElsewhere(file, [1, 2, 3, 4, 5].map((quantity) => (
      { ...facturaExenta(), details: [{ itemName: 'Libro', quantity, unitPrice: 7000 }] }
    )))
    const id = await uploadTo({ program, tenant: andes }, file)
    await program.call('PUT', '/Notification/Update', {
      token: andes.token, body: { url: 'https://erp.andes.example/timbre', enabled: true, events: ['folios.stopped'] }
    })
    await activate(id)

    // The company has no resolution for a moment: what is issued meanwhile is not sent.
    await program.control('/clock', { secondsPerState: 3600 })
    const first = await save(facturaExenta())
    await program.comesTo('Sent', first.correlationId)
    await andes.loseResolution()
    const unsent = [await save(facturaExenta()), await save(facturaExenta())]
    await program.control('/clock', { advanceSeconds: 36_000, secondsPerState: 0.01 })
    await program.comesTo('Rejected', first.correlationId)
    const late = await save(facturaExenta())

    expect(late).toMatchObject({ statusText: 'Waiting', invoiceNumber: '', waitingFor: 'FOLIOS_MISSING' })
    expect(await blockOf(id)).toMatchObject({ stateText: 'Stopped', next: 4, stoppedAt: expect.any(String) })
    expect(await program.rows('select data from notification_deliveries where event = $1', ['folios.stopped']))
      .toMatchObject([{ data: { invoiceTypeCode: '34', rangeFrom: 1, rangeTo: 20, folio: 1 } }])
    expect(await program.rows("select facts from mails where kind = 'foliosStopped'"))
      .toMatchObject([{ facts: { documentType: 34, rangeFrom: 1, rangeTo: 20, folio: 1 } }])

    await program.call('PUT', '/Tenant/Update', {
      token: andes.token, body: { certificationResolution: { number: 0, date: '2026-09-01' } }
    })
    for (const { correlationId } of unsent) await program.comesTo('Waiting', correlationId)

    expect(await activate(id)).toMatchObject({ status: 409, body: { errorCode: 'FOLIO_BLOCK_STOPPED' } })
    expect(await activate(id, 3)).toMatchObject({
      status: 422, body: { errorCode: 'FOLIO_NEXT_INVALID', errors: ['next: must be from 4 to 20'] }
    })
    expect(await activate(id, 6)).toMatchObject({ status: 200 })

    const waiting = [...unsent, late].map(({ correlationId }) => correlationId)
    for (const correlationId of waiting) await program.comesTo('Accepted', correlationId)
    const issued = await Promise.all(waiting.map((correlationId) => andes.get(correlationId)))
    expect(issued.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['6', '7', '8'])
    const retried = await program.call('PUT', '/Webhook/Retry', { token: andes.token, body: { correlationId: first.correlationId } })
    expect(retried.body.result).toMatchObject({ statusText: 'Issued', invoiceNumber: '9' })
    expect((await detailOf(first.correlationId)).statusText).toBe('Accepted')
    expect(await blockOf(id)).toMatchObject({ stateText: 'Active', next: 10, usedElsewhere: [{ from: 4, to: 5 }] })

    // The SII has the other program's document under folio 1: it must not be annulled.
    const { body } = await program.call('GET', '/Folio/Spent?documentType=34', { token: andes.token })
    expect(body.result).toMatchObject([{
      folios: [{ folio: 1, reason: 'DTE-3-101' }, { folio: 2, reason: 'FOLIO_BLOCK_STOPPED' }, { folio: 3 }],
      ranges: [{ from: 2, to: 3, cause: 'spent' }]
    }])
  })
})
