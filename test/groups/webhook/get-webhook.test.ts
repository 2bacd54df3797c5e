import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { undatedCase } from '../../support/document-cases.ts'
import { factura, facturaExenta } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { pathsOf } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant
let issued: any

beforeAll(async () => {
  program = await startProgram({ working: false })
  andes = await program.tenant({ folios: [33] })
  issued = (await andes.save(factura(2))).body.result
})
afterAll(() => program.close())

const getWebhook = (correlationId: string, token = andes.token) =>
  program.call('GET', `/Webhook/GetWebhook?correlationId=${correlationId}`, { token })

describe('answers', () => {
  it('gives the record, the posted document, totals, folio and history of an issued document', async () => {
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
        reasonCode: null,
        createdById: expect.stringMatching(/^[0-9a-f-]{36}$/),
        createdAt: issued.issuedAt,
        issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        issuedAt: issued.issuedAt,
        folio: 1,
        trackId: null,
        payload: factura(2),
        totals: {
          currency: 'PESO CL', netAmount: 3980, exemptAmount: 0, vatRate: 19, taxAmount: 756, taxes: [],
          totalAmount: 4736
        },
        reason: null,
        verdict: null,
        retry: null,
        earlierFolios: [],
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

  it('tells the amounts of an export in its currency, and in pesos', async () => {
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
      (await program.call('GET', '/Webhook/GetWebhooks?invoiceTypeCode=110', { token: andes.token })).body.result.data
    ).toMatchObject([{ currency: 'DOLAR USA', totalAmount: 7263.4275 }])
  })

  it('tells the commissions and the withheld VAT of a purchase', async () => {
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

  it('finds the id in whichever case it is written', async () => {
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
