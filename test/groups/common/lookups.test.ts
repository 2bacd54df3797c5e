import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedMembers } from '../../../src/dte/tables/payload-codes.ts'
import { commonGroup } from '../../../src/groups/common/index.ts'
import { httpApp, people } from '../../support/http-app.ts'

type World = Awaited<ReturnType<typeof httpApp>>

let world: World
beforeAll(async () => { world = await httpApp({ groups: [commonGroup()] }) })
afterAll(() => world.app.close())

const read = async (path: string, headers = world.as(people.andesClerk)) =>
  await world.app.inject({ method: 'GET', url: `/api/Common${path}`, headers })

const pairs = [
  ['/GetInvoiceTypes', '/InvoiceTypes'],
  ['/GetSpecialInfoPaymentMethods', '/PaymentMethods'],
  ['/GetMedioPagos', '/PaymentMedias'],
  ['/GetSaleTransactionVentoTypes', '/SaleTransactionTypes'],
  ['/GetTransactionCompraTypes', '/PurchaseTransactionTypes']
] as const

describe('answers', () => {
  it.each(pairs)('%s and %s alike, byte for byte', async (older, newer) => {
    const [one, other] = [await read(older), await read(newer)]

    expect(one.statusCode).toBe(200)
    expect(other.body).toBe(one.body)
    expect(one.json().result.length).toBeGreaterThan(2)
  })

  it('the whole envelope, with the twelve types of document', async () => {
    const { statusCode, headers, body } = await read('/InvoiceTypes')
    const answer = JSON.parse(body)

    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(answer).sort()).toEqual(['errorCode', 'errors', 'result', 'statusCode', 'success'])
    expect(answer).toMatchObject({ success: true, statusCode: 200, errorCode: '', errors: [] })
    expect(answer.result.map(({ code }: { code: string }) => code)).toEqual([
      '33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112'
    ])
    expect(answer.result[0]).toEqual({
      id: '33', code: '33', name: expect.stringMatching(/factura/i), nameEn: expect.any(String)
    })
  })

  it('means of payment with both codes of the SII', async () => {
    const { result } = (await read('/PaymentMedias')).json()

    expect(result).toContainEqual({ id: 1, code: 'EF', boletaCode: 1, name: 'Efectivo', nameEn: 'Cash' })
  })

  it('the taxes besides VAT, each with its kind and its rate', async () => {
    const { result } = (await read('/AdditionalTaxes')).json()

    expect(result).toContainEqual({
      id: '27', code: '27', name: 'Bebidas analcohólicas y minerales art. 42 a)', kind: 'rate', rate: 10
    })
    expect(result).toContainEqual({ id: '28', code: '28', name: 'Impuesto específico diésel', kind: 'amount', rate: null })
  })

  it.each([
    ['header.documentId.transferType', '5', 'Traslados internos'],
    ['references[].code', '1', 'Anula el documento'],
    ['details[].taxes[].taxCode', '271', 'Bebidas analcohólicas con alto azúcar art. 42 a) inc. 2'],
    ['header.transport.customs.loadingPort', '411', 'Shanghái'],
    ['header.transport.customs.saleClause', '10', 'FCA'],
    ['header.receiver.municipality', 'Maipú', 'Metropolitana de Santiago'],
    ['header.receiver.businessActivityCode', '011101', 'Cultivo de trigo'],
    ['details[].unitOfMeasure', 'KG', 'Kilogramo'],
    ['siiOffice', 'SANTIAGO ORIENTE', 'Metropolitana de Santiago'],
    ['header.sender.activityCode', '561000', 'Actividades de restaurantes y de servicio móvil de comidas'],
    ['header.totals.currency', 'DOLAR USA', 'dólares de Estados Unidos (USD)']
  ])('the codes of %s', async (member, code, name) => {
    const { result } = (await read(`/Codes?member=${encodeURIComponent(member)}`)).json()

    expect(result).toContainEqual({ id: code, code, name })
  })

  it('the codes of exactly the members that take one', async () => {
    for (const member of listedMembers) {
      const { result } = (await read(`/Codes?member=${encodeURIComponent(member)}`)).json()
      expect(new Set(result.map(({ id }: { id: string }) => id)).size, member).toBe(result.length)
      expect(result.length, member).toBeGreaterThan(1)
    }
    expect((await read('/Codes?member=header.receiver.address')).statusCode).toBe(400)
  })

  it('the types that a document can refer to, including letters', async () => {
    const { result } = (await read('/GetReferenceInvoiceTypes')).json()

    expect(result.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['33', '801', 'HES']))
  })
})
