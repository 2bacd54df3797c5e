import { describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { contentOf } from '../../support/contents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39, 52, 61] })
const boreal = sharedTenant(program, { folios: [33] })
const strict = sharedTenant(program, { folios: [39], update: { strictFormat: true } })

const today = new Date().toISOString()
const vat = (taxAmount: number) => [{ taxCode: 'IVA', taxRate: 19, taxAmount }]
const customer = {
  taxNumber: '88888888-8', internalCode: '', businessName: 'Ingeniería Austral S.A.', businessActivityCode: 620200,
  email: null, address: 'Camino a Melipilla 10803', municipality: 'Maipú', city: 'Santiago', postalAddress: '',
  postalMunicipality: '', postalCity: '', postalCode: null
}
const nobody = Object.fromEntries(
  Object.keys(customer).map((member) => [member, member === 'businessActivityCode' ? 0 : ''])
)
const noTotals = { netAmount: null, exemptAmount: null, taxAmount: null, totalAmount: null, taxes: [] }

/** Every member of the specification, those that the document does not need null, 0 or empty. */
function posted (
  { documentType, receiver = customer, totals = noTotals, details, references = [], ...codes }: {
    documentType: string, receiver?: object, totals?: object, details: object[], references?: object[]
    paymentMethod?: number
  }
) {
  return {
    header: {
      documentId: {
        documentType, issueDate: today, saleTransactionType: 0, serviceIndicator: 0, paymentMethod: 0,
        purchaseTransactionType: 0, paymentMedia: 0, ...codes
      },
      sender: {
        taxNumber: '', businessName: '', businessActivity: '', activityCode: '', branchName: '', branchCode: '',
        address: '', municipality: '', city: '', salesPerson: ''
      },
      receiver,
      transport: {
        driver: { name: '', taxNumber: '' }, destinationAddress: '', destinationMunicipality: '', destinationCity: ''
      },
      totals
    },
    details: details.map((line, index) => ({
      lineNumber: index + 1, itemCode: { codeType: '', codeValue: '' }, itemDescription: '', quantity: 1,
      discountPercentage: 0, totalTaxPrice: null, taxes: [], ...line
    })),
    references
  }
}

const invoice = () => posted({
  documentType: '33', paymentMethod: 1,
  totals: { netAmount: 10_000, exemptAmount: 5000, taxAmount: 1900, totalAmount: 16_900, taxes: vat(1900) },
  details: [
    { itemName: 'Taladro', unitPrice: 10_000, lineTotal: 10_000, totalTaxPrice: 1900, taxes: vat(1900) },
    { itemName: 'Libro', unitPrice: 5000, lineTotal: 5000, totalTaxPrice: 0, taxes: [] }
  ]
})
const deliveryNote = () =>
  posted({ documentType: '52', details: [{ itemName: 'Taladro', unitPrice: 10_000, lineTotal: 10_000 }] })
const receipt = (unitPrice = 11_900) =>
  posted({ documentType: '39', receiver: nobody, details: [{ itemName: 'Martillo', unitPrice, lineTotal: unitPrice }] })
const creditNote = (folio: string) => posted({
  documentType: '61',
  details: [{ itemName: 'Taladro', unitPrice: 1000, lineTotal: 1000 }],
  references: [{ lineNumber: 1, documentType: '33', folio, date: today, code: '3', reason: 'Descuento' }]
})

describe('a client that knows only the specification', () => {
  it('issues an invoice with an exempt line, a sale with its delivery note, a boleta and a credit note', async () => {
    const first = await andes.save(invoice())
    const folio = first.body.result.invoiceNumber
    const others = [await andes.save(deliveryNote()), await andes.save(receipt()), await andes.save(creditNote(folio))]

    expect([first, ...others].map(({ body }) => [body.errors, body.result?.totalAmount]))
      .toEqual([[[], 16_900], [[], 11_900], [[], 11_900], [[], 1190]])
  })

  it('repeats each after a lost answer with the same Idempotency-Key, and one document exists', async () => {
    const folio = (await andes.save(invoice())).body.result.invoiceNumber
    for (const [index, document] of [invoice(), deliveryNote(), receipt(), creditNote(folio)].entries()) {
      const header = { 'idempotency-key': `lost-${index}` }
      const [answer, again] = [await andes.save(document, header), await andes.save(document, header)]
      expect(again.body).toEqual(answer.body)
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    }
  })

  it('without a key, sees in a notice which document has the same content, or issues none if notices refuse', async () => {
    const [first, second] = [await andes.save(receipt(2000)), await andes.save(receipt(2000))]
    const [only, refused] = [await strict.save(receipt(2000)), await strict.save(receipt(2000))]

    expect(first.body.result.notices).toEqual([])
    expect(second.body.result.notices[0]).toMatchObject({ code: 'DUPLICATE_SUSPECTED' })
    expect(JSON.stringify(second.body.result.notices)).toContain(first.body.result.correlationId)
    expect(refused).toMatchObject(failure(409, 'DUPLICATE_SUSPECTED'))
    expect(refused.body.errors[0]).toContain(only.body.result.correlationId)
    const list = await andes.api.get('Webhook/GetWebhooks', { search: '2.000' })
    expect(list.body.result.data.map(({ correlationId }) => correlationId)).toEqual([
      second.body.result.correlationId, first.body.result.correlationId
    ])
  })
})

describe('a known receiver', () => {
  const toRut = (taxNumber: string, name = '') => posted({
    documentType: '33', paymentMethod: 1, receiver: { ...nobody, taxNumber, businessName: name },
    details: [{ itemName: 'Taladro', unitPrice: 10_000 }]
  })
  const receiverOf = async ({ body }: { body: { result: { correlationId: string } } }) =>
    (await contentOf(program, body.result.correlationId)).document.receiver

  it('needs only its RUT, and posted data take precedence', async () => {
    await andes.save(invoice())
    const [known, renamed] = [await andes.save(toRut('88.888.888-8')), await andes.save(toRut('88888888-8', 'Austral SpA'))]

    expect(await receiverOf(known)).toMatchObject({
      businessName: 'Ingeniería Austral S.A.', address: 'Camino a Melipilla 10803', municipality: 'Maipú'
    })
    expect(await receiverOf(renamed)).toMatchObject({ businessName: 'Austral SpA', address: 'Camino a Melipilla 10803' })
  })

  it('is reported with the missing data if the RUT is unknown, also to another tenant', async () => {
    const unknown = await andes.save(toRut('77777777-7'))

    expect(unknown.status).toBe(422)
    expect(unknown.body.errors.map((error) => error.split(':')[0])).toContain('payload.header.receiver.address')
    expect((await boreal.save(toRut('88888888-8'))).status).toBe(422)
  })
})
