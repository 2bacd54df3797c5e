import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../../../src/services/actor.ts'
import { failure } from '../../support/app.ts'
import { sharedApp } from '../../support/shared.ts'
import { storeInvoices } from '../../support/stored-invoices.ts'

const app = sharedApp()
let reader: Actor

beforeAll(async () => {
  const { world } = app
  const { andes } = world
  reader = await world.addUser(andes.tenantId, 'reports@andes.example', ['Reports.Read'])
  await storeInvoices(world, andes, [
    ...Array.from({ length: 7 }, (_, index) => ({ verdict: { status: 5 as const, afterSeconds: 10 * (index + 1) } })),
    {
      verdict: { status: 6, afterSeconds: 80, codes: ['HED-2-260', 'HED-2-260', 'TED-2-510'] }, issueDate: '2026-11-19'
    },
    {
      verdict: { status: 6, afterSeconds: 90, codes: ['HED-2-260'] }, documentType: 39, exemptAmount: '0.5',
      totalAmount: '1190.5'
    },
    { verdict: { status: 7, afterSeconds: 100, codes: [] } },
    { status: 1 },
    { status: 2, issueDate: '2026-09-01' },
    {
      verdict: { status: 5, afterSeconds: 110 }, documentType: 110, currency: 'DOLAR USA', issueDate: '2026-11-19',
      netAmount: '0', exemptAmount: '10250.5001', taxAmount: '0', totalAmount: '10250.5001'
    }
  ])
  const { id } = await world.folios.upload(
    andes.admin, world.authority.caf({ taxNumber: andes.taxNumber, from: 1, to: 50 })
  )
  await world.folios.upload(andes.admin, world.authority.caf({ taxNumber: andes.taxNumber, from: 51, to: 60 }))
  await world.folios.activate(andes.admin, id)
})

const report = (query: string, as?: Actor) => app.api(as).get('Reports/OverviewDataReport', query)

describe('answers', () => {
  it('has the same totals by type, by status and by day, with dollars separate from pesos', async () => {
    const { body: { result } } = await report('', reader)
    const dollars = {
      currency: 'DOLAR USA', documents: 1, netAmount: 0, exemptAmount: 10_250.5001, taxAmount: 0,
      totalAmount: 10_250.5001
    }

    expect(result.totals).toEqual([{
      currency: 'PESO CL', documents: 11, netAmount: 11_000, exemptAmount: 0.5, taxAmount: 2090, totalAmount: 13_090.5
    }, dollars])
    expect(result.types).toEqual([
      {
        documentType: 33, typeName: 'Factura Electrónica', currency: 'PESO CL', documents: 10, netAmount: 10_000,
        exemptAmount: 0, taxAmount: 1900, totalAmount: 11_900
      },
      {
        documentType: 39, typeName: 'Boleta Electrónica', currency: 'PESO CL', documents: 1, netAmount: 1000,
        exemptAmount: 0.5, taxAmount: 190, totalAmount: 1190.5
      },
      { documentType: 110, typeName: 'Factura de Exportación Electrónica', ...dollars }
    ])
    expect(
      result.statuses.map((
        { statusText, currency, documents }: { statusText: string, currency: string, documents: number }
      ) => [statusText, currency, documents])
    ).toEqual([
      ['Waiting', 'PESO CL', 1],
      ['Accepted', 'PESO CL', 7],
      ['Accepted', 'DOLAR USA', 1],
      ['AcceptedWithObjections', 'PESO CL', 2],
      ['Rejected', 'PESO CL', 1]
    ])
    expect(result.days).toMatchObject([
      { date: '2026-11-19', currency: 'PESO CL', documents: 1, totalAmount: 1190 },
      { date: '2026-11-19', ...dollars },
      { date: '2026-11-20', currency: 'PESO CL', documents: 10 }
    ])
  })

  it('sums sales: invoices less credit notes, without documents that are not sales or not valid', async () => {
    const { world } = app
    const { andes } = world
    const issueDate = '2026-05-10'
    const accepted = { verdict: { status: 5 as const, afterSeconds: 1 }, issueDate }
    const ids = await storeInvoices(world, andes, [
      { ...accepted, documentType: 33 }, { issueDate, documentType: 56, netAmount: '100', taxAmount: '19', totalAmount: '119' },
      { ...accepted, documentType: 61, netAmount: '300', taxAmount: '57', totalAmount: '357' },
      { verdict: { status: 7, afterSeconds: 1 }, issueDate }, { status: 1, issueDate },
      { ...accepted, documentType: 46 }, { ...accepted, documentType: 43 }, { ...accepted, documentType: 52 },
      { ...accepted, documentType: 61, netAmount: '50', taxAmount: '0', totalAmount: '50' }
    ])
    await world.rows(
      "insert into invoice_references (tenant_id, invoice_id, line, environment, document_type, folio, code) values ($1, $2, 1, 'certification', 46, 1, '1')",
      [andes.tenantId, ids.at(-1)]
    )

    const may = '?startDate=2026-05-01&endDate=2026-05-31'
    const sales = [{
      currency: 'PESO CL', documents: 3, netAmount: 800, exemptAmount: 0, taxAmount: 152, totalAmount: 952
    }]
    expect((await report(may, reader)).body.result).toMatchObject({ sales, totals: [{ documents: 9 }] })
    const byChannel = await app.api(reader).get('Reports/GetChannelDataReport', may)
    expect(byChannel.body.result.sales).toEqual(sales)
    expect(byChannel.body.result.salesByChannel).toEqual([{ channelType: 1, channelTypeText: 'Webhook', ...sales[0] }])
    const { salesByDay, salesByType } = (await report(may, reader)).body.result
    expect(salesByDay).toEqual([{ date: issueDate, ...sales[0] }])
    expect(salesByType.map(({ documentType, documents, netAmount, taxAmount, totalAmount }) =>
      [documentType, documents, netAmount, taxAmount, totalAmount]))
      .toEqual([[33, 1, 1000, 190, 1190], [56, 1, 100, 19, 119], [61, 1, -300, -57, -357]])
  })

  it('counts outcomes and the time of verdicts', async () => {
    const { body: { result } } = await report('', reader)

    expect(result.acceptance).toEqual({ accepted: 8, acceptedWithObjections: 2, rejected: 1, rate: 0.9091 })
    expect(result.timeToVerdict).toEqual({ documents: 11, medianSeconds: 60, p90Seconds: 100 })
  })

  it('counts each code once for a document, and explains it', async () => {
    const { body: { result } } = await report('', reader)

    expect(result.siiCodes.map(({ code, documents }: { code: string, documents: number }) => [code, documents]))
      .toEqual([['HED-2-260', 2], ['TED-2-510', 1], ['X', 1]])
    expect(result.siiCodes[1]).toMatchObject({
      explanation: { en: 'The stamp does not match the document.', es: 'El timbre no coincide con el documento.' },
      remedy: { en: expect.stringContaining('valid') }
    })
  })

  it('reports the remaining folios', async () => {
    expect((await report('', reader)).body.result.folios).toEqual([{
      documentType: 33, typeName: 'Factura Electrónica', active: 50, uploaded: 10,
      daysLeft: expect.any(Number)
    }])
  })

  it('omits documents issued on other days', async () => {
    expect((await report('?startDate=2026-09-01&endDate=2026-09-01', reader)).body.result).toMatchObject({
      totals: [{ documents: 1 }],
      acceptance: { rate: null },
      timeToVerdict: { documents: 0, medianSeconds: null, p90Seconds: null },
      siiCodes: []
    })
  })
})

describe('rejects input (400)', () => {
  it('refuses a range of 367 days', async () => {
    expect(await report('?startDate=2025-11-19&endDate=2026-11-20', reader)).toMatchObject(
      failure(400, 'REPORT_RANGE_INVALID')
    )
  })
})

describe('hides other tenants (404)', () => {
  it('shows nothing of another tenant', async () => {
    expect((await report('', app.world.boreal.admin)).body.result).toMatchObject({
      totals: [], types: [], statuses: [], days: [], siiCodes: [], timeToVerdict: { documents: 0 }, folios: []
    })
  })
})
