import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, pathsOf, tokenWith } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33] })
const boreal = sharedTenant(program, { folios: [33] })
let token: string

beforeAll(async () => {
  token = await tokenWith(program, andes, ['Webhook.Issue'])
})

const issue = (body: object, headers: Record<string, string> = {}, as = token) =>
  program.call('POST', '/Webhook/Issue', { body, token: as, headers })

describe('answers', () => {
  it('issues what Save would, with the console as origin, and records who issued it', async () => {
    const { status, body: { result } } = await issue({ payload: factura() })

    expect(status).toBe(200)
    expect(result).toMatchObject({ statusText: 'Issued', invoiceTypeCode: '33', totalAmount: 2368 })
    const { result: byKeys } = (await andes.save(factura())).body
    expect(Object.keys(result).sort()).toEqual(Object.keys(byKeys).sort())
    expect(Number(byKeys.invoiceNumber)).toBe(Number(result.invoiceNumber) + 1)
    expect(await andes.get(result.correlationId)).toMatchObject({ channelType: 3, channelTypeText: 'Console' })
    const [entry] = await program.rows(
      "select actor_name from audit_entries where action = 'invoice.issue' and entity_id = $1", [result.correlationId]
    )
    expect(entry).toEqual({ actor_name: expect.stringMatching(/@/) })
  })

  it('issues once for a repeated key', async () => {
    const key = { 'idempotency-key': 'borrador-1' }
    const answers = await Promise.all([1, 2, 3].map(() => issue({ payload: factura(7) }, key)))
    const repeated = await issue({ payload: factura(7) }, key)

    expect(new Set([...answers, repeated].map(({ body }) => body.result.correlationId)).size).toBe(1)
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect(await issue({ payload: factura(8) }, key)).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
  })

  it('returns the same as Save in a dry run, and stores nothing', async () => {
    const before = await everythingStored(program)
    const dryRun = { 'x-dry-run': 'true' }
    const { body: { result } } = await issue({ payload: factura() }, dryRun)

    expect(result).toEqual((await andes.save(factura(), dryRun)).body.result)
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('suggests data of earlier documents', () => {
  const receivers = async (search?: string, as = token) =>
    resultOf(await program.api({ token: as }).get('Webhook/Receivers', { search }))
  const names = async (search: string, as = token) =>
    (await receivers(search, as)).map(({ businessName }) => businessName)
  const proposedItems = async (search?: string, as = token) =>
    resultOf(await program.api({ token: as }).get('Webhook/Items', { search }))
  const items = async (search: string, as = token) => (await proposedItems(search, as)).map(({ itemName }) => itemName)

  /** Issues by hand for a receiver, in the order of the calls. */
  async function sold (receiver: object, details: object[] = [{ itemName: 'Clavo', quantity: 1, unitPrice: 10 }]) {
    const { header, ...rest } = factura()
    const payload = { ...rest, header: { ...header, receiver: { ...header.receiver, ...receiver } }, details }
    return resultOf(await issue({ payload })).correlationId as string
  }

  const roble = {
    taxNumber: '77777777-7', businessName: 'Ferretería El Roble Ltda.', businessActivity: 'Ferretería', contact: 'Marta Rojas',
    address: 'Av. Matta 1290', municipality: 'Santiago', city: 'Santiago', email: 'compras@roble.example'
  }

  it('receivers, by RUT or words of the name, with all data of their latest document', async () => {
    await sold({})
    await sold({ ...roble, address: 'Calle Vieja 1' })
    const settled = await sold(roble)
    await program.composition.store.asTenant(
      (await program.rows('select tenant_id from tenants where code = $1', [andes.code]))[0].tenant_id,
      async ({ invoices }) => {
        await program.rows('update invoices set status = 4 where id = $1', [settled])
        await invoices.move({ invoiceIds: [settled], move: 'accept', at: new Date() })
      }
    )
    await sold({ taxNumber: '76192083-9', businessName: 'Ñandú del Roble SpA' })

    expect(await receivers('ferreteria ROBLE')).toEqual([{ ...roble, internalCode: null }])
    expect(await names('roble')).toEqual(['Ñandú del Roble SpA', roble.businessName])
    expect(await names('nandu')).toEqual(['Ñandú del Roble SpA', 'Ingeniería Ñandú Austral S.A.'])
    for (const search of ['77.777', '777777777', '77777777-7', 'el rob']) {
      expect(await names(search)).toEqual([roble.businessName])
    }
    for (const search of ['oble', '%', 'roble ferros', '1-9']) expect(await names(search)).toEqual([])
    expect((await receivers())[0]).toMatchObject({ businessName: 'Ñandú del Roble SpA' })
  })

  it('items, by code or words of the name, as last sold', async () => {
    const code = { codeType: 'INT1', codeValue: 'TAL-850' }
    const drill = { itemCode: code, itemName: 'Taladro percutor', unitOfMeasure: 'UN', quantity: 1, unitPrice: 39_990 }
    await sold({}, [drill])
    await sold({}, [{ ...drill, itemName: 'Taladro percutor 850 W', unitPrice: 42_990 }])
    await sold({}, [{ itemName: 'Cañería de cobre', quantity: 2, unitPrice: 990.5, exemptIndicator: 1 }, drill])

    expect(await proposedItems('tal-8')).toEqual([{
      itemCode: code, itemName: drill.itemName, unitOfMeasure: 'UN', unitPrice: 39_990, exempt: false, linePrices: 'net',
      currency: 'PESO CL'
    }])
    expect((await proposedItems('CANERIA cobre'))[0]).toMatchObject({
      itemCode: null, unitPrice: 990.5, exempt: true
    })
    expect(await items('percutor')).toEqual([drill.itemName])
    expect((await proposedItems()).length).toBeLessThanOrEqual(10)

    // What was typed once is proposed after many other sales, too.
    await Promise.all(Array.from({ length: 101 }, async (_, index) => sold({}, [{ itemName: `Perno ${index}`, quantity: 1, unitPrice: 90 }])))
    expect(await items('percutor')).toEqual([drill.itemName])
    expect(await items('tal-850')).toEqual([drill.itemName])
  })

  it("to callers who may issue, never another tenant's", async () => {
    const others = await tokenWith(program, boreal, ['Webhook.Issue'])

    for (const search of ['roble', '77777777', 'taladro']) {
      expect([await names(search, others), await items(search, others)]).toEqual([[], []])
    }
  })
})

describe('refuses', () => {
  it('a document that breaks a rule, with its path, without taking a folio', async () => {
    const before = await everythingStored(program)
    const { details: [line], ...rest } = factura()
    const answer = await issue({ payload: { ...rest, details: [{ ...line, lineNumber: 2 }] } })

    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual(['payload.details[0].lineNumber'])
    expect(await everythingStored(program)).toEqual(before)
  })

  it('keys in the body, which only Save accepts', async () => {
    const answer = await issue({ ...andes.keys, payload: factura() })

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer).sort()).toEqual(['accessKey', 'secretKey', 'tenantCode'])
  })

  it("a document of another company: the sender is the token's tenant", async () => {
    const { header, ...rest } = factura()
    const answer = await issue({ payload: { ...rest, header: { ...header, sender: { taxNumber: boreal.taxNumber } } } })

    expect(answer.status).toBe(422)
    expect(pathsOf(answer)).toEqual(['payload.header.sender.taxNumber'])
  })
})
