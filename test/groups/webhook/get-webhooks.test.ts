import { beforeAll, describe, expect, it } from 'vitest'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { failure } from '../../support/app.ts'
import { boleta, factura, facturaExenta } from '../../support/documents.ts'
import { defined, only, resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { pathsOf, tokenWith } from '../../support/webhook.ts'
import { rowsOf } from '../../support/workbooks.ts'
import { taxNumbersMeant } from '../../../src/services/invoicing/documents/records.ts'

const dayMs = 86_400_000
const today = santiagoDate(new Date())
const tomorrow = santiagoDate(new Date(Date.now() + dayMs))

/** The ids of the tenant's documents under the names that the tests use, in the order in which they came. */
const ids: Record<string, string> = {}

const receiver = { ...factura().header.receiver, taxNumber: '77777777-7', businessName: 'Panadería 100%_Trigo Ltda.' }
const documents = {
  first: factura(),
  second: factura(2),
  bread: { ...factura(), header: { ...factura().header, receiver } },
  tomorrow: { ...factura(), header: { ...factura().header, documentId: { documentType: '33', issueDate: tomorrow } } },
  boleta: boleta(),
  waiting: facturaExenta(),
  bulk: factura(3)
}

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 39] })
const boreal = sharedTenant(program, { folios: [33] })

beforeAll(async () => {
  for (const [name, payload] of Object.entries(documents)) {
    ids[name] = (await andes.save(payload)).body.result.correlationId
  }
  // No door to bulk submissions is needed to see that the list tells channels apart.
  await program.rows('update invoices set channel_type = 2 where id = $1', [ids['bulk']])
  await boreal.save(factura())
})

const list = (query: string, token = andes.token) => program.api({ token }).get('Webhook/GetWebhooks', `?${query}`)
const named = new Proxy({}, { get: (_, id) => Object.keys(ids).find((name) => ids[name] === id) }) as Record<
  string,
  string
>

async function namesOf (query: string): Promise<(string | undefined)[]> {
  const { data, totalRecords } = resultOf(await list(query))
  expect(totalRecords).toBe(data.length)
  return data.map(({ correlationId }) => named[correlationId])
}

describe('answers', () => {
  it('returns the newest first, 20 per page, with the members of the specification', async () => {
    const { body } = await list('')

    expect(body.result).toMatchObject({ page: 1, pageSize: 20, totalPage: 1, totalRecords: 7 })
    expect(body.result.data.map(({ correlationId }) => named[correlationId])).toEqual(
      Object.keys(documents).reverse()
    )
    expect(body.result.data.at(-1)).toEqual({
      correlationId: ids['first'],
      channelType: 1,
      status: 2,
      channelTypeText: 'Webhook',
      statusText: 'Issued',
      invoiceTypeCode: '33',
      customerTaxNumber: factura().header.receiver.taxNumber,
      customerCompanyName: 'Ingeniería Ñandú Austral S.A.',
      invoiceNumber: '1',
      issueDate: today,
      currency: 'PESO CL',
      totalAmount: 2368,
      trackId: null,
      hasNotes: false,
      reasonCode: null,
      reasonExplanation: null,
      annulledBy: null,
      externalId: null,
      customer: null,
      createdById: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdByName: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
  })

  it('searches digits without a dash as a RUT with or without check digit', () => {
    expect(taxNumbersMeant('12345674')).toEqual(['1234567-4', '12345674-2'])
    expect(taxNumbersMeant('1.234.567')).toEqual(['1234567-4'])
  })

  it.each([
    ['status=1', ['waiting']],
    ['status=1,2&invoiceTypeCode=34', ['waiting']],
    ['status=2%2C1&channelType=2', ['bulk']],
    ['channelType=2', ['bulk']],
    ['invoiceTypeCode=39', ['boleta']],
    ['customerTaxNumber=77777777-7', ['bread']],
    ['customerTaxNumber=77.777.777-7', ['bread']],
    ['customerTaxNumber=777777777', ['bread']],
    ['customerTaxNumber=77.777.7777', ['bread']],
    ['customerTaxNumber=77777777', ['bread']],
    ['customerTaxNumber=77.777.777', ['bread']],
    ['customerTaxNumber=7777777', []],
    ['customerTaxNumber=0', []],
    [`startDate=${tomorrow}T00:00:00Z`, ['tomorrow']],
    [`startDate=${tomorrow}T00:00:00.000%2B00:00&status=2`, ['tomorrow']],
    ['status=1&status=2&invoiceTypeCode=34', ['waiting']],
    ['status=&status=1', ['waiting']],
    [`startDate=${tomorrow}T23:59:59`, []],
    ['startDate=2026-01-01T12:00:00-03:00&endDate=2026-01-01T12:00:00.001-03:00', []],
    ['invoiceNumber=2', ['second']],
    [`startDate=${tomorrow}`, ['tomorrow']],
    [`endDate=${today}&invoiceTypeCode=33`, ['bulk', 'bread', 'second', 'first']],
    [`startDate=${today}&endDate=${tomorrow}&status=2&channelType=1&invoiceTypeCode=33`, [
      'tomorrow', 'bread', 'second', 'first'
    ]],
    ['search=panader%C3%ADa', ['bread']],
    ['search=PANADER%C3%8DA', ['bread']],
    ['search=77.777', ['bread']],
    ['search=2&invoiceTypeCode=33', ['second']],
    ['search=nobody', []],
    ['STATUS=1&PageSize=5', ['waiting']]
  ])('filters by %s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  it('counts the documents of each state under the other filters, on request', async () => {
    const counted = async (query: string) => {
      const { body: { result } } = await list(`counts=true&${query}`)
      return Object.fromEntries(
        defined(result.counts).flatMap(({ statusText, documents }) => documents === 0 ? [] : [[statusText, documents]])
      )
    }

    expect((await list('')).body.result).not.toHaveProperty('counts')
    expect((await list('counts=true&status=7')).body.result).toMatchObject({ totalRecords: 0, data: [] })
    expect(await counted('status=7')).toEqual({ Waiting: 1, Issued: 6 })
    expect(await counted('invoiceTypeCode=33&status=1')).toEqual({ Issued: 5 })
    expect(await counted('search=panader')).toEqual({ Issued: 1 })
    expect((await list('counts=true', boreal.token)).body.result.counts).toContainEqual(
      { status: 2, statusText: 'Issued', documents: 1, isMinimum: false }
    )
  })

  it('shows why a document waits, its upload, and the user who issued it', async () => {
    const token = await tokenWith(program, andes, ['Webhook.Issue'])
    const issued = await program.api({ token }).post('Webhook/Issue', { payload: factura(4) })
    const { correlationId } = issued.body.result
    await program.rows("update invoices set track_id = '77' where id = $1", [correlationId])
    const rowOf = async (id: string) => (await list(`correlationId=${id}`)).body.result.data[0]

    expect(await rowOf(correlationId)).toMatchObject({ trackId: '77', reasonCode: null, createdByName: 'Carla Soto' })
    expect(await rowOf(defined(ids['waiting']))).toMatchObject({ trackId: null, reasonCode: 'FOLIOS_MISSING', createdByName: null })
    expect(await andes.get(correlationId)).toMatchObject({ trackId: '77', createdByName: 'Carla Soto' })
    await program.rows('delete from invoices where id = $1', [correlationId])
  })

  it("finds a document by a reference, an item's name and its total, within the tenant only", async () => {
    const payload = { ...factura(7), details: [{ itemName: 'Válvula esférica', quantity: 7, unitPrice: 12_345 }] }
    const references = [{ documentType: '801', folio: 'OC-77', date: today }]
    const { correlationId } = (await andes.save({ ...payload, references })).body.result
    const found = async (search: string, token?: string) =>
      (await list(`search=${encodeURIComponent(search)}`, token)).body.result.data.map((one) => one.correlationId)

    for (const search of ['OC-77', 'oc-7', 'valvula', 'ESFÉRICA', '102834', '102.834', '$ 102.834']) {
      expect(await found(search), search).toEqual([correlationId])
    }
    expect(await found('OC-78')).toEqual([])
    expect(await found('OC-77', boreal.token)).toEqual([])
    await program.rows('delete from invoices where id = $1', [correlationId])
  })

  it('filters by correlationId, in any case', async () => {
    expect(await namesOf(`correlationId=${ids['boleta']?.toUpperCase()}`)).toEqual(['boleta'])
  })

  it.each(['%25', '_', '100%25_T'])('treats wildcards in a search literally: %s', async (search) => {
    expect(await namesOf(`search=${search}`)).toEqual(['bread'])
  })

  it('finds nothing by a backslash, without an error', async () => {
    expect(await namesOf('search=%5C')).toEqual([])
  })

  it('returns every record once, page by page, also when many were created at the same time', async () => {
    await program.rows(
      'update invoices set created_at = (select min(created_at) from invoices i where i.tenant_id = invoices.tenant_id) where id = any($1)',
      [[ids['first'], ids['second'], ids['bread']]]
    )
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => (await list(`page=${page}&pageSize=2`)).body.result)
    )
    const seen = pages.flatMap(({ data }) => data.map(({ correlationId }) => correlationId))

    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 2, 1])
    expect(pages[0]).toMatchObject({ page: 1, pageSize: 2, totalPage: 4, totalRecords: 7 })
    expect(new Set(seen).size).toBe(7)
  })

  it('returns an empty page beyond the end', async () => {
    expect((await list('page=1000000&pageSize=100')).body.result).toEqual({
      page: 1_000_000, pageSize: 100, totalPage: 1, totalRecords: 7, totalIsEstimate: false, data: []
    })
  })
})

describe('sorts, sums and filters by amount and issuer', () => {
  it('sorts the list, with sums of its sales, less credit notes', async () => {
    const { body: { result } } = await list('sort=-amount&sums=true')
    const amounts = result.data.map(({ totalAmount }) => totalAmount)
    const sold = result.data.filter(({ status }) => status === 2).map(({ totalAmount }) => totalAmount)

    expect(amounts).toEqual(amounts.toSorted((one: number, other: number) => other - one))
    expect(result.sums).toMatchObject([{
      currency: 'PESO CL', documents: 6, totalAmount: sold.reduce((sum: number, one: number) => sum + one, 0)
    }])
    expect((await list('')).body.result).not.toHaveProperty('sums')
    expect(await namesOf('sort=number&invoiceTypeCode=33')).toEqual(['first', 'second', 'bread', 'tomorrow', 'bulk'])
  })

  it('filters by amounts and by issuer', async () => {
    expect(await namesOf('minAmount=2368&maxAmount=2368.00&sort=number')).toEqual(['first', 'bread', 'tomorrow'])
    const { body } = await list('correlationId=' + ids['first'])
    const { createdById } = only(body.result.data)
    expect((await list(`createdById=${createdById}`)).body.result.totalRecords).toBe(7)
    expect(await namesOf(`createdById=${ids['first']}`)).toEqual([])
    expect((await list(`createdById=${ids['first']}`)).body.result.sums ?? []).toEqual([])
  })

  it('refuses an order with a cursor, and an amount that is not a number', async () => {
    for (const query of ['sort=date&after=00000000-0000-0000-0000-000000000000', 'sort=date&updatedSince=2026-11-20T10:00:00Z']) {
      expect(await list(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    }
    for (const amount of ['1.000.000', '1e3', '-5', 'x']) expect((await list(`minAmount=${amount}`)).status).toBe(400)
    expect((await list('sort=total')).status).toBe(400)
  })
})

describe('exports the list as a file (Webhook/Export)', () => {
  const file = (query: string, token = andes.token, headers = {}) =>
    program.call('GET', `/Webhook/Export?${query}`, { token, headers })
  const bytesOf = ({ body }: { body: unknown }) => body as Buffer

  it("as .csv in the caller's language, with formulas neutralised", async () => {
    await program.rows("update invoices set receiver_name = '=HYPERLINK(1)' where id = $1", [ids['bread']])
    const { status, headers, body } = await file('format=csv&customerTaxNumber=77777777-7', andes.token, {
      'accept-language': 'es'
    })
    const [year, month, day] = today.split('-')

    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toContain('filename="documentos.csv"')
    expect(bytesOf({ body }).toString().split('\r\n')).toEqual([
      '\uFEFFTipo;Documento;Folio;Fecha de emisión;RUT receptor;Receptor;Moneda;Neto;Exento;IVA;Total;Estado;Cliente;Anulada por;Motivos;' +
      'Id de envío;Emitido por medio de;Emitido por;Emitido el;Id externo;Id',
      expect.stringMatching(
        `^33;Factura Electrónica;3;${day}-${month}-${year};77777777-7;'=HYPERLINK\\(1\\);PESO CL;1990;0;378;2368;Emitido;;;;;API;;` +
          `\\d\\d-\\d\\d-\\d{4} \\d\\d:\\d\\d:\\d\\d;;${ids['bread']}$`
      ),
      ''
    ])
    await program.rows('update invoices set receiver_name = $2 where id = $1', [ids['bread'], receiver.businessName])
  })

  it('as a workbook with the filters of the list, numbers as numbers and dates as dates', { tags: 'slow' }, async () => {
    const rows = await rowsOf(bytesOf(await file('status=1,7')))

    expect(rows[0]?.cells.slice(0, 3).map(({ value }) => value)).toEqual(['Type', 'Document', 'Folio'])
    expect(rows.slice(1).map(({ cells }) => cells.map(({ value }) => value))).toEqual([[
      34, 'Exempt invoice', expect.any(Number), '88888888-8', 'Ingeniería Ñandú Austral S.A.', 'PESO CL', 0, 50_000, 0, 50_000,
      'Waiting', expect.stringMatching(/^FOLIOS_MISSING: /), 'API', ids['waiting']
    ]])
    expect(rows[1]?.cells[2]?.shownAs).toBe('date')
  })

  it('with the given documents that match the other filters', { tags: 'slow' }, async () => {
    const named = `correlationIds=${defined(ids['first']).toUpperCase()},${ids['waiting']}`
    const idsOf = async (query: string) =>
      (await rowsOf(bytesOf(await file(query)))).slice(1).map(({ cells }) => cells.at(-1)?.value)

    expect(await idsOf(named)).toEqual([ids['waiting'], ids['first']].toSorted().toReversed())
    expect(await idsOf(`${named}&reasonCode=FOLIOS_MISSING`)).toEqual([ids['waiting']])
    expect(await file('correlationIds=1')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it("with the tenant's own documents only, for callers who may read them", async () => {
    expect(await rowsOf(bytesOf(await file('format=csv', boreal.token)))).toHaveLength(2)
    expect(await rowsOf(bytesOf(await file(`format=csv&correlationId=${ids['first']}`, boreal.token)))).toHaveLength(1)
    expect(await file('format=pdf')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(await file('page=2')).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})

describe('rejects input (400)', () => {
  it.each([
    ['pageSize=101', 'pageSize'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=-1', 'pageSize'],
    ['pageSize=1e9', 'pageSize'],
    ['pageSize=abc', 'pageSize'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=99999999999999999999', 'page'],
    ['status=9', 'status'],
    ['status=Issued', 'status'],
    ['status=7,9', 'status'],
    ['status=7,', 'status'],
    ['status=7&status=9', 'status'],
    [`startDate=${tomorrow}&endDate=${today}`, 'endDate'],
    ['startDate=2026-11-20T10:00:00.001Z&endDate=2026-11-20T10:00:00Z', 'endDate'],
    ['startDate=2026-11-20T10:00:00Z&endDate=2026-11-19', 'endDate'],
    ['after=7', 'after'],
    [`after=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}&page=1`, 'page'],
    ['updatedSince=2026-11-20', 'updatedSince'],
    ['channelType=1&channelType=2', 'channelType'],
    ['counts=1', 'counts'],
    ['channelType=4', 'channelType'],
    ['invoiceTypeCode=0', 'invoiceTypeCode'],
    ['invoiceNumber=10000000000', 'invoiceNumber'],
    ['correlationId=7', 'correlationId'],
    ['startDate=20-11-2026', 'startDate'],
    ['startDate=2026-02-30', 'startDate'],
    ['startDate=0000-01-01', 'startDate'],
    ['endDate=0001-01-01T00:00:01Z', 'endDate'],
    ['updatedSince=0000-12-31T10:00:00Z', 'updatedSince'],
    ['endDate=2026-11-20T25:00:00Z', 'endDate'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['search=%00', 'search'],
    ['search=%FF', 'search'],
    ['page=1&Page=2', 'page']
  ])('refuses %s', async (query, path) => {
    const answer = await list(query)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual([path])
  })

  it('names every problem at once', async () => {
    expect(pathsOf(await list('page=0&pageSize=101&status=9')).sort()).toEqual(['page', 'pageSize', 'status'])
  })
})

describe('hides other tenants (404)', () => {
  it("counts and shows only the tenant's own documents, for any filter", { tags: 'slow' }, async () => {
    expect((await list('', boreal.token)).body.result).toMatchObject({
      totalRecords: 1, data: [{ invoiceNumber: '1' }]
    })
    for (const query of [`correlationId=${ids['first']}`, 'search=trigo', 'invoiceTypeCode=39', 'invoiceNumber=2']) {
      expect((await list(query, boreal.token)).body.result).toMatchObject({ totalPage: 0, totalRecords: 0, data: [] })
    }
  })
})
