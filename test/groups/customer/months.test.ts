import { describe, expect, it } from 'vitest'
import { addMonths, santiagoDate } from '../../../src/dte/values/calendar.ts'
import { factura, note } from '../../support/documents.ts'
import { resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const roble = { taxNumber: '88888888-8', businessName: 'Ferretería El Roble Ltda.' }
const foreigner = { taxNumber: '55555555-5', businessName: 'Acme Corp', foreignId: 'AB1' }
const today = santiagoDate(new Date())
const thisMonth = today.slice(0, 7)
const lastMonth = addMonths(`${thisMonth}-01`, -1)

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39, 52, 61] })

const kept = async (body: object) => (await andes.api.post('Customer/Create', body)).body.result.id
const months = (id: string) => andes.api.get('Customer/Months', { id })

/** One line without VAT of the price. */
const sale = ({ taxNumber, businessName }: typeof roble, unitPrice: number, documentId: object = {}) => {
  const { header } = factura()
  return {
    header: {
      ...header, documentId: { ...header.documentId, ...documentId },
      receiver: { ...header.receiver, taxNumber, businessName }
    },
    details: [{ itemName: 'Clavo', quantity: 1, unitPrice }]
  }
}
async function sell (...args: Parameters<typeof sale>): Promise<string> {
  return resultOf(await andes.save(sale(...args))).correlationId
}

/** What the documents list has of a customer: invoices less credit notes. */
async function listed (taxNumber: string, month: string): Promise<number> {
  const { body } = await andes.api.get('Webhook/GetWebhooks', { customerTaxNumber: taxNumber, pageSize: 100 })
  return body.result.data
    .filter(({ issueDate, status }) => issueDate.startsWith(month) && status > 1 && status < 7)
    .reduce((sum, { invoiceTypeCode, totalAmount }) =>
      sum + (invoiceTypeCode === '52' ? 0 : invoiceTypeCode === '61' ? -totalAmount : totalAmount), 0)
}

describe('the months of a customer', () => {
  it("add up the customer's documents, less credit notes, without dispatch guides and other customers' documents", async () => {
    const id = await kept(roble)
    expect(await months(id)).toMatchObject({ status: 200, body: { result: { isComplete: true, months: [] } } })
    await sell(roble, 1000)
    const earlier = await sell(roble, 500)
    await program.rows('update invoices set issue_date = $1 where id = $2', [lastMonth, earlier])
    await sell(roble, 70_000, { documentType: '52', transferType: 1 })
    await sell({ taxNumber: '77777777-7', businessName: 'Austral S.A.' }, 4000)
    await sell(roble, 2000)
    // About an invoice of an earlier system: of Timbre's own ones, it would wait for the verdict.
    const credit = note('61', { folio: '9000', date: today })
    resultOf(await andes.save({ ...sale(roble, 2000, { documentType: '61' }), references: credit.references }))

    const { body: { result } } = await months(id)
    expect(result.months).toEqual([
      { month: lastMonth.slice(0, 7), currency: 'PESO CL', documents: 1, netAmount: 500, exemptAmount: 0, taxAmount: 95, totalAmount: 595 },
      { month: thisMonth, currency: 'PESO CL', documents: 3, netAmount: 1000, exemptAmount: 0, taxAmount: 190, totalAmount: 1190 }
    ])
    expect(result).toMatchObject({ isComplete: true, startDate: addMonths(`${thisMonth}-01`, -11) })
    for (const { month, totalAmount } of result.months) expect(totalAmount).toBe(await listed(roble.taxNumber, month))
  })

  it('distinguish foreigners by name, since all of them have the same RUT', async () => {
    const id = await kept(foreigner)
    await sell(foreigner, 1000, { documentType: '39', serviceIndicator: 3 })
    await sell({ ...foreigner, businessName: 'Another Corp' }, 5000, { documentType: '39', serviceIndicator: 3 })

    expect((await months(id)).body.result.months).toMatchObject([{ month: thisMonth, documents: 1, totalAmount: 1000 }])
  })
})
