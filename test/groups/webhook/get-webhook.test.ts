import { beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../support/api.ts'
import { failure, success } from '../../support/app.ts'
import { undatedCase } from '../../support/document-cases.ts'
import { factura, facturaExenta, note } from '../../support/documents.ts'
import { first } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33] })
const boreal = sharedTenant(program, { folios: [33] })
let issued: Result<'post', 'Webhook/Save'>

beforeAll(async () => {
  issued = (await andes.save(factura(2))).body.result
})

const getWebhook = (correlationId: string, token = andes.token) =>
  program.api({ token }).get('Webhook/GetWebhook', { correlationId })

describe('answers', () => {
  it('returns the record, the posted document, totals, folio and history of an issued document', async () => {
    const { status, body } = await getWebhook(issued.correlationId)

    expect(status).toBe(200)
    expect(body).toEqual(
      success({
        correlationId: issued.correlationId,
        channelType: 1,
        status: 2,
        channelTypeText: 'Webhook',
        statusText: 'Issued',
        invoiceTypeCode: '33',
        customerTaxNumber: factura().header.receiver.taxNumber,
        customerCompanyName: 'Ingeniería Ñandú Austral S.A.',
        invoiceNumber: '1',
        currency: 'PESO CL',
        totalAmount: 4736,
        createdByName: null,
        annulledBy: null,
        hasNotes: false,
        reasonCode: null,
        reasonExplanation: null,
        externalId: null,
        createdById: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: issued.issuedAt,
        updatedAt: issued.issuedAt,
        issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        issuedAt: issued.issuedAt,
        folio: 1,
        trackId: null,
        payload: factura(2),
        completed: null,
        totals: {
          currency: 'PESO CL', netAmount: 3980, exemptAmount: 0, vatRate: 19, taxAmount: 756, taxes: [],
          totalAmount: 4736
        },
        reason: null,
        verdict: null,
        retry: null,
        earlierFolios: [],
        relations: { changes: [], changedBy: [] },
        mail: null,
        deliveries: [],
        exchange: null,
        customer: null,
        notices: [],
        history: [{ status: 2, statusText: 'Issued', at: issued.issuedAt, detail: null }]
      }).body
    )
  })

  it('says in both languages why a document waits, and what to do', async () => {
    const { correlationId } = (await andes.save(facturaExenta())).body.result
    const { result } = (await getWebhook(correlationId)).body

    expect(result).toMatchObject({ statusText: 'Waiting', invoiceNumber: '', folio: null, issuedAt: null })
    expect(result.reason).toEqual([expect.objectContaining({
      code: 'FOLIOS_MISSING',
      explanation: { en: expect.stringContaining('Upload a CAF'), es: expect.stringContaining('Suba un CAF') }
    })])
  })

  it('shows the amounts of an export in its currency, and in pesos', async () => {
    const { status, body } = await andes.save(undatedCase('110-services'))
    const { result } = (await getWebhook(body.result.correlationId)).body

    expect(status).toBe(200)
    expect(body.result).toMatchObject({ statusText: 'Waiting', currency: 'DOLAR USA', totalAmount: 7263.4275 })
    expect(result).toMatchObject({ invoiceTypeCode: '110', currency: 'DOLAR USA', totalAmount: 7263.4275 })
    expect(result.totals).toEqual({
      currency: 'DOLAR USA',
      netAmount: 0,
      exemptAmount: 7263.4275,
      taxAmount: 0,
      taxes: [],
      totalAmount: 7263.4275,
      otherCurrency: {
        currency: 'PESO CL', exchangeRate: 945.32, exemptAmount: 6_866_263, taxes: [], totalAmount: 6_866_263
      }
    })
    expect(
      (await andes.api.get('Webhook/GetWebhooks', { invoiceTypeCode: 110 })).body.result.data
    ).toMatchObject([{ currency: 'DOLAR USA', totalAmount: 7263.4275 }])
  })

  it('shows the commissions and the withheld VAT of a purchase', async () => {
    const { correlationId } = (await andes.save(undatedCase('046-with-a-commission'))).body.result

    expect((await getWebhook(correlationId)).body.result.totals).toEqual({
      currency: 'PESO CL',
      netAmount: 100_000,
      exemptAmount: 0,
      vatRate: 19,
      taxAmount: 19_000,
      taxes: [{ taxCode: '15', taxRate: 19, taxAmount: 19_000 }],
      commissions: { netAmount: 5000, exemptAmount: 0, taxAmount: 950 },
      totalAmount: 94_050
    })
  })

  it('shows which documents a note changes, and which notes change a document', async () => {
    const about = (await andes.save(factura(3))).body.result
    const others = (await boreal.save(factura(3))).body.result
    const { issueDate } = (await getWebhook(about.correlationId)).body.result
    await program.rows('update invoices set status = 5 where id = $1', [about.correlationId])
    const payload = note('61', { folio: about.invoiceNumber, date: issueDate }, '3')
    const own = { ...first(payload.references), reason: 'Rebaja' }
    const credit = (await andes.save({
      ...payload, details: [{ itemName: 'Rebaja', quantity: 1, unitPrice: 100 }],
      references: [own, { ...own, lineNumber: 2, folio: '123456' }]
    })).body.result
    const relationsOf = async (id: string) => (await getWebhook(id)).body.result.relations

    expect(credit).toMatchObject({ invoiceTypeCode: '61', statusText: 'Waiting' })
    expect(await relationsOf(credit.correlationId)).toEqual({
      changes: [
        {
          correlationId: about.correlationId, invoiceTypeCode: '33', invoiceNumber: about.invoiceNumber, code: '3',
          status: 5, statusText: 'Accepted'
        },
        { correlationId: null, invoiceTypeCode: '33', invoiceNumber: '123456', code: '3', status: null, statusText: null }
      ],
      changedBy: []
    })
    expect(await relationsOf(about.correlationId)).toEqual({
      changes: [],
      changedBy: [{
        correlationId: credit.correlationId, invoiceTypeCode: '61', invoiceNumber: '', code: '3', status: 1,
        statusText: 'Waiting'
      }]
    })
    await program.rows('update invoices set folio = $2 where id = $1', [others.correlationId, about.invoiceNumber])
    expect((await getWebhook(others.correlationId, boreal.token)).body.result).toMatchObject({
      invoiceNumber: about.invoiceNumber, relations: { changes: [], changedBy: [] }
    })
  })

  it('shows the outcome of the mail to the receiver', async () => {
    const mail = async () => (await getWebhook(issued.correlationId)).body.result.mail
    await program.rows(`
      insert into mails (tenant_id, id, kind, about, recipient, language, facts, created_at, ends_at)
      select tenant_id, $1, 'documentAccepted', id::text, 'compras@roble.example', 'es', '{}', '2026-11-20T12:00:00Z', now()
      from invoices where id = $1`, [issued.correlationId])
    const queued = { to: 'compras@roble.example', state: 'queued', at: '2026-11-20T12:00:00.000Z', failure: null }
    expect(await mail()).toEqual(queued)

    await program.rows("update mails set failure = 'TOO_LATE' where id = $1", [issued.correlationId])
    expect(await mail()).toEqual({ ...queued, state: 'failed', failure: 'TOO_LATE' })

    await program.rows("update mails set failure = null, sent_at = '2026-11-20T12:00:05Z' where id = $1", [issued.correlationId])
    expect(await mail()).toEqual({ ...queued, state: 'sent', at: '2026-11-20T12:00:05.000Z' })
  })

  it('finds the id in any case', async () => {
    expect((await getWebhook(issued.correlationId.toUpperCase())).body.result.correlationId).toBe(issued.correlationId)
    expect(
      (await program.call('GET', `/webhook/getwebhook/?CORRELATIONID=${issued.correlationId}`, { token: andes.token }))
        .status
    ).toBe(200)
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?correlationId=', '?correlationId=7'])(
    'refuses "%s"',
    async (query) => {
      const answer = await program.call('GET', `/Webhook/GetWebhook${query}`, { token: andes.token })

      expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
      expect(pathsOf(answer)).toEqual(['correlationId'])
    })
})
