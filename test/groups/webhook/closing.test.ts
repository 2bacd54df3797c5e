import { beforeAll, describe, expect, it } from 'vitest'
import { examplePayloads } from '../../../src/groups/webhook/save-examples.ts'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { failure } from '../../support/app.ts'
import { defined, first, only, resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { rowsOf } from '../../support/workbooks.ts'
import { readZip } from '../../../src/adapters/mail-intake/zip-files.ts'

const types = [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112]
const today = santiagoDate(new Date())
const period = `startDate=${today}&endDate=${today}`

async function save (payload: unknown): Promise<{ correlationId: string, invoiceNumber: string }> {
  return resultOf(await andes.save(payload as never))
}

/** The example of a note, about another of the tenant's documents. */
function noteAbout (type: 56 | 61 | 111 | 112, documentType: string, folio: string): unknown {
  const [reference] = examplePayloads[type].references
  return { ...examplePayloads[type], references: [{ ...reference, documentType, folio, date: today }] }
}

const wine = {
  ...examplePayloads[33],
  header: { ...examplePayloads[33].header, documentId: { documentType: '33', externalId: 'VENTA-9' } },
  details: [{ itemName: 'Vino', quantity: 3, unitPrice: 10_000, taxes: [{ taxCode: '25' }] }]
}

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: types })

beforeAll(async () => {
  for (const type of [33, 34, 39, 41, 43, 46, 52, 110] as const) await save(examplePayloads[type])
  const { invoiceNumber } = await save(wine)
  // Notes wait for what the SII has not accepted.
  await program.rows('update invoices set status = 5')
  await program.rows('delete from sums_checks')
  await save(noteAbout(56, '33', '1'))
  await save(noteAbout(61, '33', '1'))
  await save({
    ...wine, header: { ...wine.header, documentId: { documentType: '61' } },
    references: [{ lineNumber: 1, documentType: '33', folio: invoiceNumber, date: today, code: '1', reason: 'Anula' }]
  })
  await save({ ...(noteAbout(61, '52', '1') as object), details: [{ itemName: 'Taladro percutor 850 W', quantity: 1, unitPrice: 100 }] })
  await save(noteAbout(111, '110', '1'))
  await save(noteAbout(112, '110', '1'))
  const { correlationId } = await save(examplePayloads[33])
  await program.rows('update invoices set status = 7 where id = $1', [correlationId])
})

const file = (query: string, headers = {}) => program.call('GET', `/Webhook/Export?${query}`, { token: andes.token, headers })

describe('the book of sales (Webhook/Export?layout=salesBook)', () => {
  const amounts = ['Exento', 'Neto', 'IVA', 'Impuesto 25', 'Total']
  async function book (): Promise<Record<string, unknown>[]> {
    const { body } = await file(`layout=salesBook&${period}`, { 'accept-language': 'es' })
    const [headings, ...rows] = await rowsOf(body as never)
    const names = defined(headings).cells.map(({ value }) => String(value))
    return rows.map(({ cells }) => Object.fromEntries(cells.map(({ column, value }) => [names[column], value])))
  }
  const sumOf = (rows: Record<string, unknown>[], name: string): number =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name] ?? 0) * 10_000), 0) / 10_000

  it('has the sums of the reports, for a period with documents of every type', async () => {
    const rows = await book()
    const { body } = await andes.api.get('Reports/OverviewDataReport', `?${period}`)
    const list = await andes.api.get('Webhook/GetWebhooks', `?${period}&sums=true`)

    expect(body.result.sales.map(({ currency }) => currency)).toEqual(['PESO CL', 'DOLAR USA'])
    for (const { currency, documents, ...sums } of body.result.sales) {
      const ofCurrency = rows.filter(({ Moneda }) => Moneda === currency)
      expect({
        currency, documents: ofCurrency.length, netAmount: sumOf(ofCurrency, 'Neto'), exemptAmount: sumOf(ofCurrency, 'Exento'),
        taxAmount: sumOf(ofCurrency, 'IVA'), totalAmount: sumOf(ofCurrency, 'Total')
      }).toEqual({ currency, documents, ...sums })
    }
    expect(list.body.result.sums).toEqual(body.result.sales)
  })

  it('has a row for each sale with its signs, taxes, references and number, by date, type and folio', async () => {
    const rows = await book()
    const types = rows.map(({ Tipo }) => Number(Tipo))
    const wineRow = defined(rows.find((row) => row['Id externo'] === 'VENTA-9'))
    const credit = defined(rows.find((row) => row['Referencias'] === `33 N° ${wineRow['Folio']}`))

    expect(types).toEqual(types.toSorted((one, other) => one - other))
    expect(new Set(types)).toEqual(new Set([33, 34, 39, 41, 56, 61, 110, 111, 112]))
    expect(amounts.map((name) => Number(wineRow[name]))).toEqual([0, 30_000, 5700, 6150, 41_850])
    expect(amounts.map((name) => Number(credit[name]))).toEqual([0, -30_000, -5700, -6150, -41_850])
    expect(Object.keys(wineRow)).not.toContain('Emitido por')
  })

  it('is also available as .csv', async () => {
    const { body, headers } = await file(`layout=salesBook&format=csv&${period}`, { 'accept-language': 'es' })

    expect(headers['content-disposition']).toContain('libro-de-ventas.csv')
    expect(String(body)).toContain('Moneda;Exento;Neto;IVA;Impuesto 25;Total;Referencias;Sucursal;Estado;Id externo;Id')
  })
})

describe('the documents of a period (Webhook/Export?format=zip)', () => {
  const filesIn = (body: unknown) => readZip(body as Buffer, { files: 100, fileBytes: 1e7, bytes: 1e8 })

  it('contain each XML and PDF, under the names of GetXml and GetPdf', async () => {
    const { status, headers, body } = await file(`format=zip&invoiceTypeCode=61&${period}`)
    const expected = ['3', '2', '1'].flatMap((folio) =>
      ['xml', 'pdf'].map((extension) => `Nota de Crédito ${folio} - Ferretería El Roble Ltda.${extension}`))

    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    expect(defined(await filesIn(body)).map(({ name }) => name)).toEqual(expected)
  })

  it('contain the XML only on request, byte for byte as signed', async () => {
    const { body } = await file(`format=zip&include=xml&invoiceTypeCode=34&${period}`)
    const files = defined(await filesIn(body))
    const { body: list } = await andes.api.get('Webhook/GetWebhooks', { invoiceTypeCode: 34 })
    const xml = await andes.api.file('Webhook/GetXml', { correlationId: first(list.result.data).correlationId })

    expect(only(files).bytes).toEqual(xml.body)
  })

  it('are refused if they are too many, with the remedy', async () => {
    await program.rows(`
      insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'folio', 5000 + n))).*
      from invoices i, generate_series(1, 1001) n where i.document_type = 41`)

    expect(await file('format=zip&invoiceTypeCode=41')).toMatchObject(failure(422, 'ARCHIVE_TOO_LARGE'))
    expect((await file('format=zip&invoiceTypeCode=41&startDate=2020-01-01&endDate=2020-01-02')).status).toBe(200)
  })
})
