import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, santiagoDate } from '../../../src/dte/values/calendar.ts'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39, 61] })
const boreal = sharedTenant(program, { folios: [33] })
let customer: Result<'post', 'Customer/Create'>
let nails: Result<'post', 'Product/Create'>

beforeAll(async () => {
  customer = await keptCustomer({
    taxNumber: '88888888-8', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Ferretería', address: 'Av. Matta 1290',
    municipality: 'Santiago', city: 'Santiago', email: 'compras@roble.example', paymentMethod: 2, paymentDays: 30
  })
  nails = await keptProduct({
    code: 'CLA-2', name: 'Clavo de 2"', description: 'Caja de un kilo', unitOfMeasure: 'KG', unitPrice: 1000
  })
})

const keptCustomer = async (body: object, { api } = andes) => resultOf(await api.post('Customer/Create', body))
const keptProduct = async (body: object) => resultOf(await andes.api.post('Product/Create', body))

const dryRun = { 'x-dry-run': 'true' }
const ofType = (documentType: string, documentId: object = {}) => ({
  header: { documentId: { documentType, ...documentId }, receiver: { customerId: customer.id } as object },
  details: [{ productId: nails.id, quantity: 2 }] as object[]
})
async function xmlOf (payload: object, headers: Record<string, string> = {}): Promise<string> {
  const { correlationId } = resultOf(await andes.save(payload, headers))
  return (await andes.api.file('Webhook/GetXml', { correlationId })).body.toString('latin1')
}

describe('fills in', () => {
  it('members that the document omits, from its customer and products', async () => {
    const xml = await xmlOf(ofType('33'))

    for (const element of [
      '<RUTRecep>88888888-8</RUTRecep>', '<RznSocRecep>Ferretería El Roble Ltda.</RznSocRecep>', '<GiroRecep>Ferretería</GiroRecep>',
      '<DirRecep>Av. Matta 1290</DirRecep>', '<CorreoRecep>compras@roble.example</CorreoRecep>', '<FmaPago>2</FmaPago>',
      `<FchVenc>${addDays(santiagoDate(new Date()), 30)}</FchVenc>`, '<VlrCodigo>CLA-2</VlrCodigo>', '<NmbItem>Clavo de 2"</NmbItem>', '<UnmdItem>KG</UnmdItem>',
      '<DscItem>Caja de un kilo</DscItem>', '<PrcItem>1000</PrcItem>', '<MntTotal>2380</MntTotal>'
    ]) expect(xml).toContain(element)
  })

  it('data that the issued document keeps, also after the customer and the product are deleted', async () => {
    const austral = {
      taxNumber: '77777777-7', businessName: 'Austral S.A.', businessActivity: 'Pesca', address: 'Muelle 1', municipality: 'Coquimbo'
    }
    const gone = await keptCustomer({ ...austral, paymentMethod: 2, paymentDays: 10 })
    const juice = await keptProduct({ code: 'JUG-1', name: 'Jugo', unitPrice: 990, taxCodes: ['271'] })
    const payload = {
      ...ofType('33'), header: { documentId: { documentType: '33' }, receiver: { customerId: gone.id } },
      details: [{ productId: juice.id, quantity: 3 }, { itemName: 'Flete', quantity: 1, unitPrice: 5000 }]
    }
    const { correlationId } = resultOf(await andes.save(payload))
    for (const [path, { id }] of [['Customer', gone], ['Product', juice]] as const) {
      await program.call('DELETE', `/${path}/Delete?id=${id}`, { token: andes.token })
    }
    const path = `/Webhook/GetWebhook?correlationId=${correlationId}`
    const shown = await program.call('GET', path, { token: andes.token })

    expect(shown.body.result.payload).toEqual(payload)
    expect(shown.body.result.completed).toEqual({
      header: {
        documentId: { documentType: '33', paymentMethod: 2, dueDate: addDays(santiagoDate(new Date()), 10) },
        receiver: austral
      },
      details: [
        {
          quantity: 3, itemCode: { codeType: 'INT1', codeValue: 'JUG-1' }, itemName: 'Jugo', unitPrice: 990,
          taxes: [{ taxCode: '271' }]
        },
        { itemName: 'Flete', quantity: 1, unitPrice: 5000 }
      ]
    })
    // It can be issued once more as it is shown, with the same amounts.
    const again = await andes.save(shown.body.result.completed, dryRun)
    const { totalAmount } = shown.body.result.totals
    expect(again.body.result).toMatchObject({ dryRun: { valid: true, totals: { totalAmount } } })
  })

  it('no member that the document has itself', async () => {
    const payload = ofType('33', { paymentMethod: 1 })
    const xml = await xmlOf({
      header: { ...payload.header, receiver: { customerId: customer.id, address: 'Camino Lo Boza 300', email: 'bodega@roble.example' } },
      details: [{ productId: nails.id, itemName: 'Clavo corriente', quantity: 2, unitPrice: 900 }]
    })

    for (const element of [
      '<DirRecep>Camino Lo Boza 300</DirRecep>', '<CorreoRecep>bodega@roble.example</CorreoRecep>', '<FmaPago>1</FmaPago>',
      '<NmbItem>Clavo corriente</NmbItem>', '<PrcItem>900</PrcItem>', '<RznSocRecep>Ferretería El Roble Ltda.</RznSocRecep>'
    ]) expect(xml).toContain(element)
    expect(xml).not.toContain('<FchVenc>')
  })

  it('the price with VAT added or removed, if the document uses the other kind of price', async () => {
    const gross = await keptProduct({ name: 'Martillo', unitPrice: 9990, grossPrice: true })
    const exempt = await keptProduct({ name: 'Libro', unitPrice: 5000, exempt: true, grossPrice: true })
    const lines = (...ids: string[]) => ids.map((productId) => ({ productId, quantity: 1 }))
    const totals = async (documentType: string, details: object[], documentId: object = {}) => {
      const saved = resultOf(await andes.save({ ...ofType(documentType, documentId), details }, dryRun))
      expect(saved.dryRun.problems).toEqual([])
      const { netAmount, exemptAmount, totalAmount } = saved.dryRun.totals
      return [netAmount, exemptAmount, totalAmount]
    }

    expect(await totals('33', lines(gross.id, exempt.id))).toEqual([8395, 5000, 14_990])
    expect(await totals('33', lines(gross.id), { grossAmounts: true })).toEqual([8395, expect.anything(), 9990])
    expect((await totals('39', lines(gross.id, nails.id, exempt.id)))[2]).toBe(9990 + 1190 + 5000)
  })

  it('additional taxes in documents that allow them, and no price that they make uncertain', async () => {
    const wine = await keptProduct({ name: 'Vino tinto', unitPrice: 10_000, taxCodes: ['25'] })
    const details = [{ productId: wine.id, quantity: 1 }]

    expect(await xmlOf({ ...ofType('33'), details })).toContain('<CodImpAdic>25</CodImpAdic>')
    const boleta = await andes.save({ ...ofType('39'), details })
    expect(boleta.body.errors.join()).toMatch(/^payload\.details\[0\]\.(unitPrice|lineTotal): /)
  })
})

describe('keeps', () => {
  it('the customer and the product unchanged, and issued documents when these change or are deleted', async () => {
    const its = await keptCustomer({
      taxNumber: '76086428-5', businessName: 'Vieja SpA', businessActivity: 'Venta', address: 'Calle 1', municipality: 'Arica'
    })
    const payload = { ...ofType('33', { externalId: 'V-1' }) }
    payload.header.receiver = { customerId: its.id, address: 'Calle 2' }
    const { body: { result } } = await andes.save(payload)
    expect((await andes.api.get('Customer/Get', { id: its.id })).body.result).toEqual(its)

    await andes.api.put('Customer/Update', { id: its.id, businessName: 'Nueva SpA' })
    const again = await andes.save(payload)
    expect(again.body.result).toEqual(result)
    await andes.api.delete('Customer/Delete', { id: its.id })
    const gone = await andes.save(payload)
    expect(gone.body.result).toEqual(result)
    expect(gone.headers['idempotent-replayed']).toBe('true')
    expect(await andes.get(result.correlationId)).toMatchObject({ customerCompanyName: 'Vieja SpA' })
  })

  it('a document without ids free of reads of customers and products', async () => {
    await program.rows('begin')
    await program.rows('lock table customers, products in access exclusive mode')
    try {
      expect((await andes.save(factura())).status).toBe(200)
    } finally {
      await program.rows('rollback')
    }
  })
})

describe('refuses', () => {
  const nobody = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be00f'

  it("unknown ids, another tenant's and malformed ones alike, each with its path and remedy", async () => {
    const others = await keptCustomer({ taxNumber: '88888888-8', businessName: 'Boreal' }, boreal)
    for (const customerId of [nobody, others.id, 'C-1']) {
      const payload = { ...ofType('33'), details: [{ productId: nails.id }, { productId: nobody }] }
      payload.header.receiver = { customerId }
      const answer = await andes.save(payload)
      const tried = await andes.save(payload, dryRun)

      expect(answer).toMatchObject(failure(422, 'DOCUMENT_INVALID'))
      expect(answer.body.errors).toEqual([
        `payload.header.receiver.customerId: there is no customer "${customerId}"; take an id of Customer/List, or leave it out and post the receiver`,
        `payload.details[1].productId: there is no product "${nobody}"; take an id of Product/List, or leave it out and post the line`
      ])
      expect(tried.body.result.dryRun).toMatchObject({ problems: [{ code: 'CUSTOMER_UNKNOWN' }, { code: 'PRODUCT_UNKNOWN' }] })
    }
  })

  it('a RUT that is not the customer\'s', async () => {
    const payload = ofType('33')
    payload.header.receiver = { customerId: customer.id, taxNumber: '77777777-7' }

    expect(await andes.save(payload)).toMatchObject(failure(422, 'CUSTOMER_DIFFERS'))
  })

  it('rows of a bulk submission like documents, and accepts those with existing ids', async () => {
    const wrong = ofType('33')
    wrong.header.receiver = { customerId: nobody }
    const { body } = await andes.api.post('BulkInvoice/Create', { invoices: [ofType('33'), wrong] })

    const { body: { result } } = await andes.api.get('BulkInvoice/Get', { id: body.result.id })
    expect(result.rows.data.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], ['CUSTOMER_UNKNOWN']])
  })
})
