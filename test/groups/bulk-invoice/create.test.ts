import { connect, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { boleta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, pathsOf } from '../../support/webhook.ts'
import { fileOf, workbookOf } from '../../support/workbooks.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [39] })
let bulk: ReturnType<typeof bulkOf>

beforeAll(async () => {
  bulk = bulkOf(program, andes)
})

const table = [['Documento', 'Tipo', 'Ítem', 'Cantidad', 'Precio unitario'], ['B-1', 39, 'Martillo', '1', '11.900'], [
  'B-1', null, 'Clavos', 2, '1.190,5'
], ['B-2', 39, 'Taladro', 1, 45000]]

/** Says how many rows of each table came to be while something was done. */
async function added<Made> (work: () => Promise<Made>): Promise<{ made: Made, rows: Record<string, number> }> {
  const before = await everythingStored(program)
  const made = await work()
  const after = Object.entries(await everythingStored(program))
  const more = after.map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return { made, rows: Object.fromEntries(more.filter(([, count]) => count !== 0)) }
}

describe('answers', () => {
  it('accepts documents as JSON, checks each, and issues nothing', async () => {
    const invoices = [boleta(), { header: { documentId: { documentType: '39' } }, details: [] }, {
      ...boleta(), surprise: 1
    }, 7]
    const { made: { body: { result: created } }, rows } = await added(() =>
      bulk.create({ name: ' Noviembre ', invoices }))

    expect(created).toMatchObject({
      name: 'Noviembre', source: 'json', status: 1, statusText: 'Created', replacesId: null, skipped: 0,
      counters: { documents: 4, ready: 1, invalid: 3, taken: 0 }, progress: 0, startedAt: null
    })
    expect(rows).toEqual({ bulk_invoices: 1, bulk_rows: 4, audit_entries: 1 })
    expect(
      (await bulk.rows(created.id)).map(({ key, problems }) => [
        key, ...problems.map(({ row, cell, path }) => `${row} ${cell} ${path}`)
      ])
    )
      .toEqual([['1'], ['2', '2 null invoices[1].details'], ['3', '3 null invoices[2].surprise'], [
        '4', '4 null invoices[3]'
      ]])
  })

  it('accepts JSON declared as ISO-8859-1', async () => {
    const businessName = 'Cía. Ñuñoa'
    const invoices = [{ ...boleta(), header: { ...boleta().header, receiver: { businessName } } }]
    const { body: { result } } = await program.call('POST', '/BulkInvoice/Create', {
      token: andes.token, headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
      body: Buffer.from(JSON.stringify({ name: 'Año', invoices }), 'latin1')
    })

    expect(result).toMatchObject({ name: 'Año', counters: { documents: 1, ready: 1 } })
    expect(await bulk.rows(result.id)).toMatchObject([{ customerCompanyName: businessName }])
  })

  it.each(['csv', 'xlsx'] as const)('takes a .%s file, several rows to a document', async (format) => {
    const answer = await bulk.upload(await fileOf(format, table), { Name: 'Boletas' })
    const rows = await bulk.rows(answer.body.result.id)

    expect(answer.body.result).toMatchObject({ name: 'Boletas', source: format, counters: { documents: 2, ready: 2 } })
    expect(answer.body.result.types).toEqual([
      { invoiceTypeCode: '39', documents: 2, totalAmount: expect.any(Number) }
    ])
    expect(
      rows.map(({ key, totalAmount, invoiceTypeCode, statusText }) => [key, totalAmount, invoiceTypeCode, statusText])
    ).toEqual([['B-1', 14_281, '39', 'Ready'], ['B-2', 45_000, '39', 'Ready']])
  })

  it('uses its time as the default name', async () => {
    expect((await bulk.create({ invoices: [boleta()] })).body.result.name).toMatch(
      /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} json$/
    )
  })

  it('reports a document whose total cannot be computed as a mistake', async () => {
    const { id, counters } =
      (await bulk.create({
        invoices: [{
          ...boleta(), details: [{ itemName: 'Oro', quantity: 999_999_999_999_999, unitPrice: 999_999_999_999_999 }]
        }]
      })).body.result

    expect(counters).toMatchObject({ invalid: 1 })
    expect((await bulk.rows(id))[0]).toMatchObject({ totalAmount: null, status: 2 })
  })

  it('names both documents with the same key', async () => {
    const { id } =
      (await bulk.create({ invoices: [{ ...boleta(), key: 'a' }, boleta(), { ...boleta(), key: 'a' }] })).body.result

    expect((await bulk.rows(id)).map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['DOCUMENT_KEY_REPEATED'], [], ['DOCUMENT_KEY_REPEATED']
    ])
  })

  it('repeats its answer under an Idempotency-Key, and creates nothing more', async () => {
    const send = (invoices: object[], name = 'a') =>
      bulk.create({ name, invoices }, { headers: { 'idempotency-key': 'k1' } })
    const first = await send([boleta()])
    const { rows } = await added(async () => {
      const again = await send([boleta()])
      expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, body: first.body })
      expect(await send([boleta(1190)])).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
    })

    expect(rows).toEqual({})
  })

  it('reads a .csv in Windows-1252, and says so', async () => {
    const utf8 = await fileOf('csv', table)
    const text = utf8.toString().replace('\uFEFF', '')

    expect((await bulk.upload(utf8)).body.result).toMatchObject({ source: 'csv', encoding: 'utf-8' })
    expect((await bulk.upload(Buffer.from(text, 'latin1'))).body.result).toMatchObject({
      source: 'csv', encoding: 'windows-1252', counters: { invalid: 0 }
    })
  })

  it('repeats its answer for a file, too', async () => {
    const send = async (format: 'csv' | 'xlsx') => {
      const form = new FormData()
      form.append('File', new Blob([new Uint8Array(await fileOf(format, table))]), 'a')
      const encoded = new Response(form)
      return program.call('POST', '/BulkInvoice/Create', {
        token: andes.token, body: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': defined(encoded.headers.get('content-type')), 'idempotency-key': 'k2' }
      })
    }
    const first = await send('csv')

    expect(await send('csv')).toMatchObject({
      status: 200, headers: { 'idempotent-replayed': 'true' }, body: first.body
    })
    expect(await send('xlsx')).toMatchObject(failure(409, 'IDEMPOTENCY_KEY_REUSED'))
  })
})

describe('rejects input (400)', () => {
  const json = (text: string) => ({ body: text, headers: { 'content-type': 'application/json' } })
  const document = JSON.stringify(boleta())

  it.each([
    ['no list', '{}', 400, 'VALIDATION_FAILED'],
    ['a list that is none', '{"invoices":7}', 400, 'VALIDATION_FAILED'],
    ['a list of another name', `{"documents":[${document}]}`, 400, 'VALIDATION_FAILED'],
    ['a bare list', `[${document}]`, 400, 'VALIDATION_FAILED'],
    ['an unknown member', `{"invoices":[${document}],"process":true}`, 400, 'VALIDATION_FAILED'],
    ['an empty name', `{"invoices":[${document}],"name":" "}`, 400, 'VALIDATION_FAILED'],
    ['an empty list', '{"invoices":[]}', 400, 'BULK_EMPTY'],
    ['a text that ends early', `{"invoices":[${document},{"header":`, 400, 'JSON_MALFORMED'],
    ['a list that ends early', `{"invoices":[${document}`, 400, 'JSON_MALFORMED'],
    ['no comma', `{"invoices":[${document} ${document}]}`, 400, 'JSON_MALFORMED'],
    ['a comma too many', `{"invoices":[${document},]}`, 400, 'JSON_MALFORMED'],
    ['something after the end', `{"invoices":[${document}]} []`, 400, 'JSON_MALFORMED'],
    ['the list twice', `{"invoices":[${document}],"invoices":[${document}]}`, 400, 'JSON_DUPLICATE_MEMBER'],
    [
      'a document that is no JSON, in the middle', `{"invoices":[${document},{"key":bad},${document}]}`, 400,
      'JSON_MALFORMED'
    ],
    ['a member twice in a document', `{"invoices":[${document},{"key":"a","key":"b"}]}`, 400, 'JSON_DUPLICATE_MEMBER'],
    ['half a character', String.raw`{"invoices":[{"key":"\ud800"}]}`, 400, 'BODY_HAS_CONTROL_CHARACTERS'],
    ['a NUL', String.raw`{"invoices":[{"key":"\u0000"}]}`, 400, 'BODY_HAS_CONTROL_CHARACTERS'],
    ['a document of more than 1 MiB', `{"invoices":["${'x'.repeat(1024 * 1024)}"]}`, 413, 'BODY_TOO_LARGE'],
    ['10,001 documents', `{"invoices":[${Array(10_001).fill('0').join()}]}`, 413, 'BULK_TOO_MANY_DOCUMENTS']
  ])('refuses %s, and stores nothing', async (_name, text, status, code) => {
    const { made: answer, rows } = await added(() =>
      program.call('POST', '/BulkInvoice/Create', { token: andes.token, ...json(text) }))

    expect(answer).toMatchObject(failure(status, code))
    expect(rows).toEqual({})
  })

  it('says where the error is', async () => {
    const answer = await program.call('POST', '/BulkInvoice/Create', {
      token: andes.token, ...json(`{"invoices":[${document},{"header":{"documentId":1,"documentId":2}}]}`)
    })

    expect(pathsOf(answer)).toEqual(['invoices[1].header.documentId'])
  })

  it.each([
    ['nothing', {}, undefined, 400, 'BULK_FILE_MISSING'],
    ['Latin-1', json('').headers, Buffer.from('{"name":"ñ","invoices":[1]}', 'latin1'), 400, 'BODY_NOT_UTF8'],
    [
      'a charset that is not read', { 'content-type': 'application/json; charset=utf-16' }, '{"invoices":[]}', 415,
      'MEDIA_TYPE_UNSUPPORTED'
    ],
    [
      'UTF-8 that is declared as ISO-8859-1', { 'content-type': 'application/json; charset=iso-8859-1' },
      '{"name":"ñ","invoices":[1]}', 415, 'MEDIA_TYPE_UNSUPPORTED'
    ],
    ['a file that is no form', { 'content-type': 'text/csv' }, 'Documento;Tipo', 415, 'MEDIA_TYPE_UNSUPPORTED']
  ])('refuses %s', async (_name, headers, body, status, code) => {
    expect(
      await program.call('POST', '/BulkInvoice/Create', {
        token: andes.token, headers, ...(body === undefined ? {} : { body })
      })
    ).toMatchObject(failure(status, code))
  })

  it.each([
    ['an empty file', async () => Buffer.alloc(0), 400, 'BULK_EMPTY'],
    ['a heading without documents', () => fileOf('csv', table.slice(0, 1)), 400, 'BULK_EMPTY'],
    [
      'columns that we do not know', () => fileOf('csv', [['Documento', 'Tipo', 'Precio']]), 400, 'BULK_COLUMNS_INVALID'
    ],
    ['an .xls', async () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), 415, 'BULK_FILE_UNSUPPORTED'],
    [
      'an .xlsm', () => workbookOf({ sheets: { Documentos: '' }, more: { 'xl/vbaProject.bin': 'x' } }), 415,
      'BULK_FILE_HAS_MACROS'
    ],
    ['the wrong sheets', () => workbookOf({ sheets: { Uno: '', Dos: '' } }), 400, 'BULK_SHEET_NOT_FOUND'],
    ['a .csv in UTF-16', async () => Buffer.from('Documento;Tipo;Ítem\n', 'utf16le'), 400, 'BULK_FILE_NOT_UTF8'],
    [
      'rows that break off after 300 documents',
      async () => Buffer.from(`Documento;Tipo;Ítem\n${
          Array.from({ length: 300 }, (_, index) => `B-${index};39;Martillo\n`).join('')
        }B-x;39;"sin cerrar`),
      400,
      'BULK_FILE_MALFORMED'
    ]
  ])('refuses %s, and stores nothing', async (_name, make, status, code) => {
    const file = await make()
    const { made: answer, rows } = await added(() => bulk.upload(file))

    expect(answer).toMatchObject(failure(status, code))
    expect(rows).toEqual({})
  })

  it('leaves nothing behind when the client hangs up', async () => {
    const address = program.app.server.listening
      ? program.app.server.address()
      : (await program.app.listen({ host: '127.0.0.1', port: 0 }), program.app.server.address())
    const text = `{"invoices":[${Array(250).fill(document).join()}`
    const socket = connect({ host: '127.0.0.1', port: (address as AddressInfo).port })
    const before = await everythingStored(program)
    const received = async () =>
      (await program.rows('select count(*)::int as n from bulk_invoices where status = 0'))[0].n
    socket.write(
      `POST /api/BulkInvoice/Create HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${andes.token}\r\nContent-Type: application/json\r\nContent-Length: ${
        Buffer.byteLength(text) + 1000
      }\r\n\r\n${text}`
    )
    await program.until('it has begun', async () => await received() === 1)
    socket.destroy()

    await program.until('nothing of it is left', async () => await received() === 0)
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('externalIds', () => {
  const sale = (externalId: string, document = boleta()) =>
    ({ ...document, header: { documentId: { ...document.header.documentId, externalId } } })
  const codesOf = async (id: string) =>
    (await bulk.rows(id)).map(({ problems }) => problems.map(({ code }) => code))

  it('names both documents with the same externalId, and one used by an issued document with other content', async () => {
    await andes.save(sale('used'))
    const { id } = (await bulk.create({
      invoices: [sale('twice'), sale('once'), sale('twice'), sale('used', boleta(7777)), sale('used-not')]
    })).body.result

    expect(await codesOf(id)).toEqual([
      ['EXTERNAL_ID_REPEATED'], [], ['EXTERNAL_ID_REPEATED'], ['EXTERNAL_ID_REUSED'], []
    ])
    expect((await bulk.rows(id)).map(({ externalId }) => externalId)).toEqual(['twice', 'once', 'twice', 'used', 'used-not'])
  })

  it.each(['Id externo', 'External id', 'header.documentId.externalId'])(
    'are a column of a workbook, %s, and shown with each row', async (heading) => {
      const { id } = (await bulk.uploadTable([
        ['Documento', 'Tipo', heading, 'Ítem', 'Cantidad', 'Precio unitario'],
        ['B-1', 39, ` ${heading} `, 'Martillo', 1, 11_900], ['B-2', 39, null, 'Martillo', 1, 11_900]
      ])).body.result

      expect((await bulk.rows(id)).map(({ externalId, statusText }) => [externalId, statusText])).toEqual([
        [heading, 'Ready'], [null, 'Ready']
      ])
    }
  )

  it('that are invalid are shown as posted', async () => {
    const { id } = (await bulk.create({ invoices: [sale('x'.repeat(65)), { header: { documentId: { externalId: 7 } } }] }))
      .body.result

    expect((await bulk.rows(id)).map(({ externalId }) => externalId)).toEqual(['x'.repeat(65), '7'])
  })
})
