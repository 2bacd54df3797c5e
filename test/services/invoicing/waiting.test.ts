/** @module-tag slow */
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { factura, facturaExenta } from '../../support/documents.ts'
import { first } from '../../support/expecting.ts'
import { allSettled } from '../../support/program.ts'
import type { Detail } from '../../support/results.ts'
import { sharedProgram } from '../../support/shared.ts'

const program = sharedProgram()

const none = { certificate: false, folios: [] }

describe('a valid document that cannot be issued yet', () => {
  it('waits for folios without taking a number, and is issued when they are added, in order of arrival', async () => {
    const tenant = await program.tenant({ folios: [] })
    const receipts = []
    for (const quantity of [1, 2, 3]) receipts.push((await tenant.save(factura(quantity))).body.result)

    expect(receipts.map(({ status, invoiceNumber, waitingFor }) => ({ status, invoiceNumber, waitingFor })))
      .toEqual(Array(3).fill({ status: 1, invoiceNumber: '', waitingFor: 'FOLIOS_MISSING' }))

    await tenant.addFolios(33, { from: 71, to: 90 })
    await program.until(
      'nobody waits', async () => (await program.rows('select 1 from invoices where status = 1')).length === 0
    )
    await program.until('every document settled', () => allSettled(program))
    const details: Detail[] = await Promise.all(receipts.map(({ correlationId }) => tenant.get(correlationId)))

    expect(details.map(({ statusText, invoiceNumber }) => [statusText, invoiceNumber])).toEqual([['Accepted', '71'], [
      'Accepted', '72'
    ], ['Accepted', '73']])
    expect(first(details).history.map(({ statusText }) => statusText)).toEqual([
      'Waiting', 'Issued', 'Sending', 'Sent', 'Accepted'
    ])
  })

  it('waits and is issued with hundreds of others, each once, in order of arrival, with one audit entry per batch', async () => {
    const tenant = await program.tenant({ folios: [] })
    const { token } = tenant
    const receipts: { correlationId: string }[] = []
    for (let wave = 0; wave < 6; wave++) {
      receipts.push(...await Promise.all(
        Array.from({ length: 25 }, async () => (await tenant.save(factura())).body.result)
      ))
    }
    await tenant.addFolios(33, { from: 1, to: 150 })
    await program.until('nobody waits', async () =>
      (await program.rows('select 1 from invoices where status = 1 limit 1')).length === 0)

    const ids = receipts.map(({ correlationId }) => correlationId)
    expect(await program.rows(`
      select min(folio)::int as first, max(folio)::int as last, count(distinct folio)::int as folios,
        count(*) filter (where folio < earlier)::int as overtaken
      from (select folio, lag(folio) over (order by created_at, id) as earlier from invoices where id = any($1)) as issued`,
    [ids])).toEqual([{ first: 1, last: 150, folios: 150, overtaken: 0 }])
    const entries = await program.rows(`
      select action, count(*)::int as rows, sum(coalesce(jsonb_array_length(details -> 'documents'), 1))::int as documents
      from audit_entries join tenants t using (tenant_id)
      where t.code = $1 and action in ('invoice.wait', 'invoice.issue') group by action order by action`, [tenant.code])
    expect(entries.map(({ action, documents }) => [action, documents])).toEqual([['invoice.issue', 150], ['invoice.wait', 150]])
    for (const { rows } of entries) expect(rows).toBeLessThanOrEqual(20)
    const { body: { result } } = await tenant.api.get('AuditLogs/List', { entityId: ids[99], entity: 'invoice' })
    expect(result.data.map(({ action }) => action)).toEqual(['invoice.issue', 'invoice.wait'])
    expect((await program.call('GET', '/AuditLogs/Verify', { token })).body.result).toMatchObject({ complete: true, firstBroken: null })
  })

  it('is issued even if another run had locked it before', async () => {
    const tenant = await program.tenant({ folios: [] })
    const receipts = []
    for (const quantity of [1, 2, 3]) receipts.push((await tenant.save(factura(quantity))).body.result)
    const [held] = receipts
    const zombie = new pg.Client(program.database.ownerUrl)
    await zombie.connect()
    await zombie.query('begin')
    await zombie.query('select from invoices where id = $1 for update', [held.correlationId])

    await tenant.addFolios(33, { from: 1, to: 9 })
    for (const { correlationId } of receipts.slice(1)) await program.comesTo('Accepted', correlationId)
    expect((await tenant.get(held.correlationId)).statusText).toBe('Waiting')
    await zombie.query('rollback')
    await zombie.end()

    await program.comesTo('Accepted', held.correlationId)
  })

  it('waits for the certificate, and is issued when it is uploaded', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [34] })
    const receipt = (await tenant.save(facturaExenta())).body.result
    expect(receipt).toMatchObject({ statusText: 'Waiting', waitingFor: 'CERTIFICATE_MISSING' })
    expect((await tenant.get(receipt.correlationId)).reason[0]).toMatchObject({ code: 'CERTIFICATE_MISSING' })

    await tenant.addCertificate()
    await program.comesTo('Accepted', receipt.correlationId)
  })

  it('waits when a block runs out, and no number is used twice', async () => {
    const tenant = await program.tenant({ folios: [] })
    await tenant.addFolios(33, { from: 1, to: 3 })
    const receipts = await Promise.all(
      Array.from({ length: 5 }, async () => (await tenant.save(factura())).body.result)
    )
    expect(receipts.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(['', '', '1', '2', '3'])

    await tenant.addFolios(33, { from: 4, to: 9 })
    await program.until(
      'nobody waits', async () => (await program.rows('select 1 from invoices where status = 1')).length === 0
    )
    const details: Detail[] = await Promise.all(receipts.map(({ correlationId }) => tenant.get(correlationId)))
    expect(details.map(({ folio }) => folio).sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('has neither XML nor PDF', async () => {
    const tenant = await program.tenant(none)
    const { correlationId } = (await tenant.save(factura())).body.result

    expect(await program.call('GET', `/Webhook/GetXml?correlationId=${correlationId}`, { token: tenant.token }))
      .toMatchObject({ status: 409, body: { errorCode: 'DOCUMENT_NOT_ISSUED' } })
  })

  it('is refused with 422 when the tenant does not allow waiting, and stores nothing', async () => {
    const tenant = await program.tenant({ ...none, update: { refuseWhenNotReady: true } })
    const before = await program.rows('select count(*)::int as n from invoices')

    expect(await tenant.save(factura())).toMatchObject({ status: 422, body: { errorCode: 'CERTIFICATE_MISSING' } })
    await tenant.addCertificate()
    await program.until(
      'the refusal is about folios', async () => (await tenant.save(factura())).body.errorCode === 'FOLIOS_MISSING'
    )
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual(before)
  })

  it('is refused when its date is before the authorisation of every folio', async () => {
    const tenant = await program.tenant({ folios: [33] })
    const payload = {
      ...factura(),
      header: { ...factura().header, documentId: { ...factura().header.documentId, issueDate: '2026-01-05' } }
    }

    expect(await tenant.save(payload)).toMatchObject({
      status: 422,
      body: {
        errorCode: 'ISSUE_DATE_BEFORE_FOLIOS', errors: [expect.stringContaining('payload.header.documentId.issueDate')]
      }
    })
    expect(
      await program.rows('select next::int from folio_blocks b join tenants t using (tenant_id) where t.code = $1', [
        tenant.code
      ])
    ).toEqual([{ next: 1 }])
  })
})

describe('a waiting document that cannot be issued', () => {
  it('shows why, by code and in words, everywhere', async () => {
    const tenant = await program.tenant({ folios: [] })
    const { token } = tenant
    await program.call('PUT', '/Notification/Update', { token, body: { url: 'https://receiver.example/in', enabled: true } })
    const { header, ...payload } = factura()
    const { correlationId } = (await tenant.save({
      ...payload, header: { ...header, documentId: { ...header.documentId, issueDate: '2026-11-01' } }
    })).body.result
    // Folios that are authorised after its date.
    await tenant.addFolios(33)
    await program.comesTo('Failed', correlationId)
    const words = expect.stringMatching(/\w+ \w+ \w+/)
    const explanation = { en: words, es: words }

    expect((await tenant.get(correlationId)).reason).toMatchObject([{ code: 'ISSUE_DATE_BEFORE_FOLIOS', explanation }])
    expect((await program.call('GET', '/Webhook/GetWebhooks?status=8', { token })).body.result.data).toMatchObject([
      { correlationId, reasonCode: 'ISSUE_DATE_BEFORE_FOLIOS', reasonExplanation: explanation }
    ])
    expect((await program.call('GET', '/Webhook/Export?status=8&format=csv', { token })).body.toString())
      .toMatch(/ISSUE_DATE_BEFORE_FOLIOS: \w+ \w+ \w+/)
    expect(await program.rows(
      "select data -> 'detail' as detail from notification_deliveries where invoice_id = $1 and event = 'document.failed'",
      [correlationId]
    )).toMatchObject([{ detail: { reasons: [{ code: 'ISSUE_DATE_BEFORE_FOLIOS', explanation }] } }])
  })
})
