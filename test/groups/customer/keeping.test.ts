import { describe, expect, it } from 'vitest'
import { failure, success } from '../../support/app.ts'
import { defined, first, resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { certificate: false, folios: [] })
const boreal = sharedTenant(program, { certificate: false, folios: [] })

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: object, { token } = andes) =>
  program.call(method, path, { token, ...body && { body } })
const create = async (group: 'Customer' | 'Product', body: object, tenant = andes) =>
  resultOf(await tenant.api.post(`${group}/Create`, body))
const roble = {
  taxNumber: '88.888.888-8', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Ferretería', address: 'Av. Matta 1290',
  municipality: 'Santiago', city: 'Santiago', email: 'compras@roble.example; pagos@roble.example', paymentMethod: 2, paymentDays: 30,
  notes: 'Recibe de 9 a 13 horas ✓'
}

describe('a customer', () => {
  it('is stored as sent, changed member by member, cleared with an empty text or 0, and deleted', async () => {
    const kept = await create('Customer', roble)
    expect(kept).toMatchObject({ ...roble, taxNumber: '88888888-8', foreignId: null, nationality: null, archived: false })

    const changed = await call('PUT', '/Customer/Update', { id: kept.id, city: 'Maipú', notes: '', paymentDays: 0 })
    expect(changed).toMatchObject(success({ ...kept, city: 'Maipú', notes: null, paymentDays: null, updatedAt: expect.any(String) }))
    expect((await call('GET', `/Customer/Get?id=${kept.id}`)).body).toEqual(changed.body)
    expect(await call('DELETE', `/Customer/Delete?id=${kept.id}`)).toMatchObject({ body: { result: true } })
    expect(await call('GET', `/Customer/Get?id=${kept.id}`)).toMatchObject(failure(404, 'CUSTOMER_NOT_FOUND'))

    const rows = await program.rows(
      "select action, details from audit_entries where entity = 'customer' and entity_id = $1 order by sequence", [kept.id]
    )
    expect(rows.map(({ action }) => action)).toEqual(['customer.create', 'customer.update', 'customer.delete'])
    expect(rows[1]?.details).toEqual({
      before: { city: 'Santiago', notes: roble.notes, paymentDays: 30 }, after: { city: 'Maipú', notes: null, paymentDays: null }
    })
  })

  it('is gone when it is deleted during a change, and neither request fails', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const { id } = await create('Customer', { taxNumber: '66666666-6', businessName: `Los Aromos ${number}` })
      const answers = await Promise.all([
        call('DELETE', `/Customer/Delete?id=${id}`), call('DELETE', `/Customer/Delete?id=${id}`),
        ...['Maipú', 'Talca'].map((city) => call('PUT', '/Customer/Update', { id, city }))
      ])

      expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([])
      expect((await call('GET', `/Customer/Get?id=${id}`)).status).toBe(404)
    }
  })

  it('is unique by RUT within its tenant, foreigners by their id, also when two are created at once', async () => {
    const body = { taxNumber: '77777777-7', businessName: 'Austral S.A.' }
    const both = await Promise.all([1, 2].map(() => call('POST', '/Customer/Create', body)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { id } = defined(both.find(({ status }) => status === 200)).body.result
    const refused = defined(both.find(({ status }) => status === 409))
    expect(refused).toMatchObject(failure(409, 'CUSTOMER_EXISTS'))
    expect(refused.body.errors).toEqual([`taxNumber: belongs to the one with the id ${id}`])

    await create('Customer', body, boreal)
    const foreign = { taxNumber: '55555555-5', businessName: 'Acme Corp', nationality: '225' }
    for (const foreignId of ['AB1', 'AB2']) expect(await create('Customer', { ...foreign, foreignId })).toMatchObject({ foreignId })
    expect(await call('POST', '/Customer/Create', { ...foreign, foreignId: 'AB1' })).toMatchObject(failure(409, 'CUSTOMER_EXISTS'))
  })

  it.each([
    [{ taxNumber: '88888888-1' }, 'taxNumber'],
    [{ taxNumber: '55555555-5' }, 'foreignId'],
    [{ taxNumber: '76192083-9', foreignId: 'AB1' }, 'foreignId'],
    [{ taxNumber: '76192083-9', email: 'compras@roble.example; roble' }, 'email'],
    [{ taxNumber: '76192083-9', address: 'Calle ✓' }, 'address'],
    [{ taxNumber: '76192083-9', businessActivity: 'x'.repeat(41) }, 'businessActivity']
  ])('is refused if a document cannot contain it: %j', async (members, path) => {
    const answer = await call('POST', '/Customer/Create', { businessName: 'Austral', ...members })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors).toEqual([expect.stringMatching(`^${path}: `)])
  })
})

describe('a product', () => {
  it('is stored as sent, with prices to the sixth decimal, and is unique by code', async () => {
    const drill = {
      code: 'TAL-850', name: 'Taladro percutor 850 W', description: 'Con maletín\ny dos brocas', unitOfMeasure: 'UN',
      unitPrice: 42_990.123456, grossPrice: true, taxCodes: ['27'], currency: 'USD'
    }
    const kept = await create('Product', drill)
    expect(kept).toMatchObject({ ...drill, currency: 'DOLAR USA', exempt: false, archived: false })
    expect(await call('POST', '/Product/Create', { ...drill, name: 'Otro' })).toMatchObject(failure(409, 'PRODUCT_EXISTS'))

    const change = { id: kept.id, unitPrice: 0, taxCodes: [], exempt: true, currency: '', code: '' }
    expect(await call('PUT', '/Product/Update', change)).toMatchObject(success({
      code: null, unitPrice: null, taxCodes: [], exempt: true, currency: 'PESO CL', name: drill.name
    }))
    // Any number may be without a code.
    await create('Product', { name: 'Clavo' })
  })

  it.each([
    [{ unitPrice: 1.1234567 }, 'unitPrice'], [{ taxCodes: ['999'] }, 'taxCodes[0]'], [{ currency: 'ORO' }, 'currency'],
    [{ taxCodes: ['27'], exempt: true }, 'taxCodes']
  ])('is refused if a document cannot contain it: %j', async (members, path) => {
    const answer = await call('POST', '/Product/Create', { name: 'Clavo', ...members })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(answer.body.errors.map((error) => error.split(': ')[0])).toEqual([path])
  })
})

describe('the lists', () => {
  const listed = async (group: 'Customer' | 'Product', query: string, tenant = andes) =>
    resultOf(await tenant.api.get(`${group}/List`, query))
  const names = async (...asked: Parameters<typeof listed>): Promise<string[]> =>
    (await listed(...asked)).data.map((row) => 'name' in row ? row.name : row.businessName)

  it('search by words, RUT or code, by name and page, without archived entries', async () => {
    const tenant = await program.tenant({ certificate: false, folios: [] })
    for (const [taxNumber, businessName] of [['88888888-8', 'Ñandú Austral S.A.'], ['77777777-7', 'El Álamo 100% Ltda.'], ['76192083-9', 'Álamo Sur SpA']]) {
      await create('Customer', { taxNumber, businessName }, tenant)
    }
    const { id: firstId } = first<{ id: string }>((await listed('Customer', '', tenant)).data)
    expect(await names('Customer', '', tenant)).toEqual(['Álamo Sur SpA', 'El Álamo 100% Ltda.', 'Ñandú Austral S.A.'])
    expect(await listed('Customer', '?page=2&pageSize=2', tenant)).toMatchObject({ totalRecords: 3, totalPage: 2, data: [{ taxNumber: '88888888-8' }] })
    expect(await names('Customer', '?search=alamo%20sur', tenant)).toEqual(['Álamo Sur SpA'])
    expect(await names('Customer', '?search=100%25', tenant)).toEqual(['El Álamo 100% Ltda.'])
    expect(await names('Customer', '?search=76.192', tenant)).toEqual(['Álamo Sur SpA'])
    await call('PUT', '/Customer/Update', { id: firstId, archived: true }, tenant)
    expect(await names('Customer', '?search=alamo', tenant)).toEqual(['El Álamo 100% Ltda.'])
    expect(await names('Customer', '?archived=true', tenant)).toEqual(['Álamo Sur SpA'])

    for (const [code, name] of [['TAL-850', 'Taladro'], ['CLA_2', 'Clavo de 2"']]) await create('Product', { code, name }, tenant)
    expect(await names('Product', '', tenant)).toEqual(['Clavo de 2"', 'Taladro'])
    expect(await names('Product', '?search=tal-8', tenant)).toEqual(['Taladro'])
    expect(await names('Product', '?search=cla_', tenant)).toEqual(['Clavo de 2"'])
    expect(await names('Product', '?search=TAL_', tenant)).toEqual([])
  })

  it('show nothing to another tenant, which cannot change or delete anything', async () => {
    await create('Customer', { taxNumber: '76086428-5', businessName: 'Solo de Andes' })
    await create('Product', { code: 'SOLO', name: 'Solo de Andes' })

    expect(await names('Customer', '?search=solo%20de%20andes', boreal)).toEqual([])
    expect(await names('Product', '?search=solo%20de%20andes', boreal)).toEqual([])
  })
})
