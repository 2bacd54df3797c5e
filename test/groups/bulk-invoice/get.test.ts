import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../../src/shared/version.ts'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [39] })
const boreal = sharedTenant(program, { certificate: false, folios: [] })
let bulk: ReturnType<typeof bulkOf>
let id: string
let host: string

beforeAll(async () => {
  bulk = bulkOf(program, andes)
  id =
    (await bulk.create({ name: 'Noviembre', invoices: [boleta(), { ...boleta(), details: [] }, factura(), boleta()] }))
      .body.result.id
  await bulk.process(id)
  await program.until('the boletas are accepted', async () => (await bulk.get(id)).counters.accepted === 2)
  host = await program.app.listen({ host: '127.0.0.1', port: 0 })
})

const get = (query: string, token = andes.token, headers = {}) =>
  program.api({ token, headers }).get('BulkInvoice/Get', query)
const follow = (one: string, token = andes.token, signal?: AbortSignal) =>
  fetch(`${host}/api/BulkInvoice/Get?id=${one}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' }, ...(signal && { signal })
  })

/** The events of a stream, as far as they were sent by its end. */
async function eventsOf (response: Response): Promise<{ event: string, data: Result<'get', 'BulkInvoice/Get'> }[]> {
  return (await response.text()).split('\n\n').flatMap((block) => {
    const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? []
    return event === undefined ? [] : [{ event, data: JSON.parse(defined(data)) }]
  })
}

describe('one document', () => {
  const row = (position: number, token = andes.token) =>
    program.api({ token }).get('BulkInvoice/GetRow', { id, position })

  it('is returned as posted, with its mistakes, until it is issued', async () => {
    expect((await row(2)).body.result).toMatchObject({
      position: 2, statusText: 'Invalid', correlationId: null, payload: { ...boleta(), details: [] },
      problems: [{ path: 'invoices[1].details' }]
    })
    expect((await row(1)).body.result).toMatchObject({ documentStatusText: 'Accepted', payload: null, problems: [] })
  })

  it('is not found at another position, nor for another tenant', async () => {
    expect((await row(5)).body).toMatchObject(failure(404, 'BULK_ROW_NOT_FOUND').body)
  })
})

describe('answers', () => {
  it('summarises a submission, with the outcome of each document', async () => {
    const { rows, ...summary } = (await get(`?id=${id}`)).body.result

    expect(summary).toMatchObject({
      name: 'Noviembre',
      status: 2,
      statusText: 'Processing',
      waitingFor: ['FOLIOS_MISSING'],
      waits: [{ code: 'FOLIOS_MISSING', invoiceTypeCode: '33', documents: 1 }],
      types: [],
      replacedById: null,
      leftBehind: 0,
      progress: 66.6,
      documentsPerSecond: expect.any(Number),
      finishedAt: null,
      counters: {
        documents: 4, ready: 0, invalid: 1, taken: 3, failed: 0, cancelled: 0, waiting: 1, accepted: 2, rejected: 0
      }
    })
    expect(rows).toMatchObject({ page: 1, totalRecords: 4 })
    expect(
      rows.data.map((row) => [
        row.position, row.statusText, row.documentStatusText, row.invoiceNumber,
        row.reasons.map(({ code }) => code)
      ])
    ).toEqual([
      [1, 'Taken', 'Accepted', '1', []],
      [2, 'Invalid', '', '', []],
      [3, 'Taken', 'Waiting', '', ['FOLIOS_MISSING']],
      [4, 'Taken', 'Accepted', '2', []]
    ])
    expect(await andes.get(defined(first(rows.data).correlationId))).toMatchObject({ channelType: 2, invoiceNumber: '1' })
  })

  it.each([
    ['&status=2', [2]],
    ['&status=3', [1, 3, 4]],
    ['&documentStatus=5', [1, 4]],
    ['&documentStatus=1', [3]],
    ['&onlyWithProblems=true', [2]],
    ['&onlyWithProblems=false', [1, 2, 3, 4]],
    ['&status=3&documentStatus=5&page=2&pageSize=1', [4]],
    ['&page=9', []]
  ])('filters documents: %s', async (filter, positions) => {
    expect((await get(`?id=${id.toUpperCase()}${filter}`)).body.result.rows.data.map(({ position }) => position))
      .toEqual(positions)
  })

  it('sends each change as an event until the submission is over', { tags: 'slow' }, async () => {
    const own = (await bulk.create({ invoices: Array(30).fill(boleta()) })).body.result.id
    const response = await follow(own)
    await bulk.process(own)
    const events = await eventsOf(response)

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('x-timbre-version')).toBe(version)
    expect(events[0]).toMatchObject({ event: 'progress', data: { status: 1, counters: { ready: 30 } } })
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { id: own, status: 3, counters: { taken: 30 } } })
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true)
  })

  it('reports a finished submission at once', async () => {
    const own = (await bulk.create({ invoices: [boleta()] })).body.result.id
    await bulk.cancel(own)

    expect(await eventsOf(await follow(own))).toMatchObject([{ event: 'done', data: { status: 5 } }])
  })

  it('allows ten streams per tenant, and more once one is closed', async () => {
    const leaving = Array.from({ length: 10 }, () => new AbortController())
    const followers = await Promise.all(leaving.map(({ signal }) => follow(id, andes.token, signal)))
    expect(followers.map(({ status }) => status)).toEqual(Array(10).fill(200))

    const refused = await follow(id)
    expect([
      refused.status, refused.headers.get('retry-after'), (await refused.json() as { errorCode: string }).errorCode
    ]).toEqual([429, '10', 'BULK_FOLLOWERS_TOO_MANY'])
    for (const one of leaving) one.abort()
    const later = new AbortController()
    await program.until('there is room again', async () => (await follow(id, andes.token, later.signal)).status === 200)
    later.abort()
  })
})

describe('failures', () => {
  const positionsOf = async (one: string, { code, field }: { code: string, field: string }) =>
    (await bulk.rows(one, `&code=${code}&field=${encodeURIComponent(field)}`)).map(({ position }) => position)

  it('list a cause once for all the rows that it affects, whatever their values', async () => {
    const { body: { result: { id: own } } } = await bulk.uploadTable([
      ['Documento', 'Tipo', 'RUT receptor', 'Ítem', 'Cantidad', 'Precio unitario'],
      ...Array.from({ length: 120 }, (_, index) => [`B-${index}`, 39, `88888${100 + index}-X`, 'Martillo', 1, 11_900]),
      ['B-120', 39, null, 'Martillo', 'dos', 11_900]
    ])
    const { failures } = await bulk.get(own)

    expect(failures).toEqual([
      {
        code: 'RUT_INVALID', field: 'RUT receptor', documents: 120, rows: [2, 3, 4, 5, 6],
        message: expect.stringContaining('"88888100-X"')
      },
      { code: 'CELL_NOT_A_NUMBER', field: 'Cantidad', documents: 1, rows: [122], message: expect.stringContaining('1234,5') }
    ])
    expect(await positionsOf(own, defined(failures[0]))).toHaveLength(120)
    expect(await positionsOf(own, defined(failures[1]))).toEqual([121])
    expect(await positionsOf(own, { ...defined(failures[1]), field: 'Ítem' })).toEqual([])
  })

  it('distinguish missing members, and count a document once for all its lines', async () => {
    const line = { itemName: 'Martillo', quantity: 1 }
    const { id: own } = (await bulk.create({
      invoices: [
        { ...boleta(), details: [line, line] }, { ...boleta(), details: [{ quantity: 1, unitPrice: 1190 }] }, boleta()
      ]
    })).body.result

    expect((await bulk.get(own)).failures.map(({ field, documents, rows }) => [field, documents, rows])).toEqual([
      ['details[].lineTotal', 1, [1]], ['details[].itemName', 1, [2]]
    ])
    expect((await bulk.get(id)).failures).toMatchObject([{ field: 'details', documents: 1, rows: [2] }])
  })

  it('include failures of issuing and rejections by the SII', async () => {
    const other = await program.tenant({ folios: [39] })
    const own = bulkOf(program, other)
    const sale = (externalId: string, document = boleta()) =>
      ({ ...document, header: { documentId: { ...document.header.documentId, externalId } } })
    const { id: one } = (await own.create({ invoices: [sale('OC-1'), sale('OC-2'), boleta(), boleta()] })).body.result
    await program.control('/faults', { operation: 'upload', channel: 'BOLETA', fault: 'rejected', value: 'DTE-3-505', times: 9 })
    await Promise.all([other.save(sale('OC-1', boleta(7))), other.save(sale('OC-2', boleta(8)))])
    await own.process(one)
    await program.until('its documents are rejected', async () => (await own.get(one)).counters.rejected === 2)
    await program.control('/faults', undefined, 'DELETE')
    const spanish = (await program.call('GET', `/BulkInvoice/Get?id=${one}`, {
      token: other.token, headers: { 'accept-language': 'es' }
    })).body.result.failures

    expect(spanish).toEqual([
      {
        code: 'EXTERNAL_ID_REUSED', field: 'header.documentId.externalId', documents: 2, rows: [1, 2],
        message: expect.stringMatching(/folio \d/)
      },
      { code: 'DTE-3-505', field: '', documents: 2, rows: [3, 4], message: expect.stringMatching(/\w{3}/) }
    ])
    expect((await own.rows(one, '&code=DTE-3-505')).map(({ position, reasons }) => [position, reasons])).toEqual(
      [3, 4].map((position) => [position, [
        { code: 'DTE-3-505', description: expect.any(String), message: expect.stringMatching(/\w{3}/) }
      ]])
    )
    const file = (await other.api.file('BulkInvoice/GetResult', { id: one, format: 'csv' })).body.toString()
    expect(file).toMatch(/Not issued.*folio \d.*\(EXTERNAL_ID_REUSED\)/)
    expect(file).toMatch(/Rejected.*DTE-3-505: \w/)
    expect((await own.rows(one, '&code=EXTERNAL_ID_REUSED&status=4')).map(({ position }) => position)).toEqual([1, 2])
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?id=1', `?id=${'0'.repeat(36)}`])('wants an id: %s', async (query) => {
    expect(await get(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it.each(['&status=6', '&documentStatus=9', '&onlyWithProblems=perhaps', '&pageSize=101'])(
    'refuses %s',
    async (filter) => {
      expect(await get(`?id=${id}${filter}`)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
  )
})

describe('needs sign-in (401)', () => {
  it('requires a signed-in user, also for a stream', async () => {
    expect((await follow(id, 'nobody')).status).toBe(401)
  })
})

describe('hides other tenants (404)', () => {
  it("answers another tenant's submission like an unknown one, also as a stream", async () => {
    expect(await (await follow(id, boreal.token)).json()).toMatchObject({
      statusCode: 404, errorCode: 'BULK_NOT_FOUND'
    })
  })
})
