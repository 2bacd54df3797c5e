/** @module-tag slow */
import { describe, expect, it } from 'vitest'
import { contentOf } from '../../support/contents.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import { defined, only } from '../../support/expecting.ts'
import type { Program } from '../../support/program.ts'
import { sharedProgram } from '../../support/shared.ts'

const program = sharedProgram()

async function someone (options: Parameters<Program['tenant']>[0] = {}) {
  const tenant = await program.tenant(options)
  return { tenant, bulk: bulkOf(program, tenant) }
}
const foliosOf = (rows: any[]) =>
  rows.map(({ invoiceNumber }) => Number(invoiceNumber)).sort((one, other) => one - other)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const documentsOf = async ({ code }: { code: string }) =>
  program.rows('select i.folio, i.document_type from invoices i join tenants t using (tenant_id) where t.code = $1', [
    code
  ])

describe('a submission of documents', () => {
  it('issues each of them once, the note after the document that it refers to', async () => {
    const { bulk } = await someone()
    const invoices = [
      {
        key: 'N-1', ...note('61', { folio: '', date: '' }),
        references: [{ documentKey: 'F-1', code: '3', reason: 'Ajuste' }]
      },
      { key: 'F-1', ...factura(2) },
      { key: 'B-1', ...boleta() },
      factura(3)
    ]

    const created = await bulk.create({ name: 'Noviembre', invoices })
    expect(created.body).toMatchObject({
      success: true, result: { name: 'Noviembre', status: 1, counters: { documents: 4, ready: 4, invalid: 0 } }
    })
    const { id } = created.body.result
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual([{ n: 0 }])
    expect((await bulk.process(id)).body.result).toMatchObject({ status: 2 })
    await bulk.over(id)

    const { rows, ...summary } = await bulk.get(id)
    expect(summary).toMatchObject({
      status: 3, statusText: 'Completed', counters: { taken: 4, failed: 0, ready: 0 }, progress: 100, secondsLeft: 0,
      documentsPerSecond: expect.any(Number)
    })
    expect(rows.data.map((row) => [row.key, row.invoiceTypeCode, row.invoiceNumber])).toEqual([
      ['N-1', '61', '1'], ['F-1', '33', '1'], ['B-1', '39', '1'], ['4', '33', '2']
    ])
    const credited = await contentOf(program, defined(rows.data[0]?.correlationId))
    expect(credited.payload.references).toMatchObject([{ documentType: '33', folio: '1', code: '3' }])
  })

  it('links a row to the document already issued for its sale, and does not issue it again', async () => {
    const { bulk, tenant } = await someone()
    const sold = (quantity: number) => {
      const { header, details } = factura(quantity)
      return { details, header: { ...header, documentId: { ...header.documentId, externalId: 'OC-77' } } }
    }
    const { id } = (await bulk.create({ invoices: [sold(2)] })).body.result
    const { id: other } = (await bulk.create({ invoices: [sold(3)] })).body.result
    const { correlationId, invoiceNumber } = (await tenant.save(sold(2))).body.result
    await Promise.all([bulk.process(id), bulk.process(other)])
    await Promise.all([bulk.over(id), bulk.over(other)])

    expect((await bulk.rows(id)).map((row) => [row.correlationId, row.externalId])).toEqual([[correlationId, 'OC-77']])
    const refused = only(await bulk.rows(other))
    expect(refused.externalId).toBe('OC-77')
    expect(refused.problems).toMatchObject([{ code: 'EXTERNAL_ID_REUSED', path: expect.stringContaining('externalId') }])
    expect(JSON.stringify(only(refused.problems).message)).toContain(`folio ${invoiceNumber}`)
  })

  it('is processed once for any number of requests', async () => {
    const { tenant, bulk } = await someone({ folios: [39] })
    const other = await program.anotherInstance()
    other.composition.worker.start()
    const { id } = (await bulk.create({ invoices: upTo(250).map(() => boleta()) })).body.result

    const asked = await Promise.all([
      bulk.process(id), other.call('PUT', '/BulkInvoice/Process', { token: tenant.token, body: { id } }),
      bulk.process(id)
    ])
    await bulk.over(id)
    await other.composition.worker.stop()
    await other.close()

    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(foliosOf(await bulk.rows(id))).toEqual(upTo(250))
    expect(await documentsOf(tenant)).toHaveLength(250)
    expect((await bulk.process(id)).body.result).toMatchObject({ status: 3 })
    expect(await documentsOf(tenant)).toHaveLength(250)
    expect(
      await program.rows('select action, count(*)::int from audit_entries where entity_id = $1 group by 1 order by 1', [
        id
      ])
    )
      .toEqual([{ action: 'bulkInvoice.complete', count: 1 }, { action: 'bulkInvoice.create', count: 1 }, {
        action: 'bulkInvoice.process', count: 1
      }])
  })
})

describe.each([['keeps documents that wait', false], ['wants no documents that wait', true]])(
  'of a tenant that %s',
  (_name, refuseWhenNotReady) => {
    it('a submission pauses when folios run out, issues the other types, and continues automatically', async () => {
      const { tenant, bulk } = await someone({ folios: [39], update: { refuseWhenNotReady } })
      await tenant.addFolios(33, { from: 1, to: 2 })
      const { id } = (await bulk.create({ invoices: [...upTo(4).map(() => factura()), boleta()] })).body.result
      await bulk.process(id)
      const issued = async () => (await bulk.rows(id)).filter(({ invoiceNumber }) => invoiceNumber !== '').length
      await program.until('all folios are used', async () =>
        await issued() === 3 && (await bulk.get(id)).waitingFor.length > 0)

      expect(await bulk.get(id)).toMatchObject({
        status: 2, progress: 60, secondsLeft: null, waitingFor: ['FOLIOS_MISSING'],
        waits: [{ code: 'FOLIOS_MISSING', invoiceTypeCode: '33', documents: 2 }]
      })
      await tenant.addFolios(33, { from: 3, to: 10 })
      await bulk.over(id)

      expect(await bulk.get(id)).toMatchObject({
        status: 3, progress: 100, waitingFor: [], waits: [], counters: { taken: 5 }
      })
      expect(foliosOf(await bulk.rows(id, '&status=3'))).toEqual([1, 1, 2, 3, 4])
    })

    it('a submission pauses without a certificate, and continues automatically', async () => {
      const { tenant, bulk } = await someone({ folios: [39], certificate: false, update: { refuseWhenNotReady } })
      const { id } = (await bulk.create({ invoices: [boleta(), boleta()] })).body.result
      await bulk.process(id)
      await program.until('it waits', async () => (await bulk.get(id)).waitingFor.length > 0)

      expect(await bulk.get(id)).toMatchObject({ status: 2, waitingFor: ['CERTIFICATE_MISSING'] })
      await tenant.addCertificate()
      await bulk.over(id)

      expect(foliosOf(await bulk.rows(id))).toEqual([1, 2])
    })
  }
)

describe('a document dated before its folios', () => {
  it('is a mistake of its row when the submission is created: what is ready is issued', async () => {
    const { tenant, bulk } = await someone({ folios: [33] })
    const file = await program.control('/cafs', {
      taxNumber: tenant.taxNumber, businessName: 'x', documentType: 33, from: 5001, to: 5003, authorisedOn: '2026-11-10'
    })
    const { body } = await program.upload('/Folio/Upload', tenant.token, { File: file })
    await program.call('PUT', '/Folio/Activate', { token: tenant.token, body: { id: body.result.id } })
    const dated = (issueDate: string, quantity: number) => ({
      ...factura(quantity),
      header: { ...factura().header, documentId: { documentType: '33', paymentMethod: 1, issueDate } }
    })
    const invoices = [1, 2, 3, 4, 5].map((quantity) => dated('2026-11-15', quantity))
    const { id, counters } = (await bulk.create({ invoices: [...invoices, dated('2026-11-01', 6)] })).body.result

    expect(counters).toMatchObject({ ready: 3, invalid: 3 })
    expect((await bulk.rows(id)).slice(3).flatMap(({ problems }) => problems)).toMatchObject(
      [3, 4, 5].map((index) => ({
        code: 'ISSUE_DATE_BEFORE_FOLIOS', path: `invoices[${index}].header.documentId.issueDate`
      }))
    )
    await bulk.process(id)
    await bulk.over(id)
    expect((await bulk.get(id)).counters).toMatchObject({ taken: 3, failed: 0, invalid: 3 })
    expect(foliosOf((await bulk.rows(id)).slice(0, 3))).toEqual([5001, 5002, 5003])
  })
})

describe('a document that fails at issuing', () => {
  it('fails with those that refer to it, without affecting others', async () => {
    const { tenant, bulk } = await someone({ folios: [61, 39] })
    const before = {
      ...factura(),
      header: { ...factura().header, documentId: { documentType: '33', paymentMethod: 1, issueDate: '2026-11-01' } }
    }
    const about = (documentKey: string) => ({
      ...note('61', { folio: '', date: '' }), references: [{ documentKey, code: '3', reason: 'Ajuste' }]
    })
    const { id, counters } =
      (await bulk.create({
        invoices: [{ key: 'old', ...before }, { key: 'n', ...about('old') }, { key: 'm', ...about('n') }, {
          key: 'ok', ...boleta()
        }]
      })).body.result
    expect(counters).toMatchObject({ invalid: 0, ready: 4 })

    // Folios that are authorised after its date.
    await tenant.addFolios(33)
    await bulk.process(id)
    await bulk.over(id)
    const outcome = (await bulk.rows(id)).map((
      { key, statusText, problems }
    ) => [key, statusText, problems.map(({ code }) => code)])

    expect(outcome).toEqual([
      ['old', 'Failed', ['ISSUE_DATE_BEFORE_FOLIOS']], ['n', 'Failed', ['REFERENCE_NOT_ISSUED']],
      ['m', 'Failed', ['REFERENCE_NOT_ISSUED']], ['ok', 'Taken', []]
    ])
    expect(await bulk.get(id)).toMatchObject({ status: 4, statusText: 'CompletedWithErrors', progress: 100 })
  })
})

describe('a cancelled submission', () => {
  it('issues nothing more, keeps what was issued, and can be taken up again', async () => {
    const { tenant, bulk } = await someone({ folios: [39], update: { refuseWhenNotReady: true } })
    const invoices = [{ key: 'a', ...boleta() }, { key: 'b', ...factura() }, { key: 'c', ...factura(2) }]
    const { id } = (await bulk.create({ invoices })).body.result
    await bulk.process(id)
    await program.until('it waits', async () => (await bulk.get(id)).waitingFor.length > 0)

    expect((await bulk.cancel(id)).body.result).toMatchObject({
      status: 5, statusText: 'Cancelled', waitingFor: [], counters: { taken: 1, cancelled: 2, ready: 0 }, progress: 100
    })
    expect(await bulk.process(id)).toMatchObject({ status: 409, body: { errorCode: 'BULK_IS_OVER' } })
    expect(await bulk.remove(id)).toMatchObject({ status: 409, body: { errorCode: 'BULK_HAS_DOCUMENTS' } })

    await tenant.addFolios(33)
    const again = (await bulk.create({ invoices }, { query: `?replacesId=${id}` })).body.result
    expect(again).toMatchObject({ skipped: 1, counters: { documents: 2, ready: 2 } })
    await bulk.process(again.id)
    await bulk.over(again.id)
    expect((await documentsOf(tenant)).map(({ document_type: type, folio }) => `${type} ${folio}`).sort()).toEqual([
      '33 1', '33 2', '39 1'
    ])
  })
})
