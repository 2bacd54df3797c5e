import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('what a document can refer to, letters included', async () => {
    const { result } = (await read('/GetReferenceInvoiceTypes')).json()

    expect(result.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['33', '801', 'HES']))
  })
})
