import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../support/app.ts'
import { bulkOf } from '../../support/bulk.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'
import { fileOf, partOf, rowsOf } from '../../support/workbooks.ts'

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [39] })
let id: string

beforeAll(async () => {
  const bulk = bulkOf(program, andes)
  const file = await fileOf('csv', [
    ['Documento', 'Tipo', 'RUT receptor', 'Razón social receptor', 'Ítem', 'Cantidad', 'Precio unitario', 'Id externo'],
    ['B-1', 39, null, '@Cía', 'Martillo', '1', '11.900', 'VENTA-1'], ['B-2', 39, null, null, 'Martillo', '1.5', '11.900', '7']
  ])
  id = (await bulk.upload(Buffer.from(file.toString().replace("'@", '@')), { Name: '=Facturación: 1º' })).body.result.id
  await bulk.process(id)
  await program.until('the boleta is accepted', async () => (await bulk.get(id)).counters.accepted === 1)
})

const result = (query: string, token = andes.token, headers = {}) =>
  program.call('GET', `/BulkInvoice/GetResult${query}`, { token, headers })
const issueDate = async () =>
  (await program.rows("select to_char(issue_date, 'YYYY-MM-DD') as day, track_id from invoices"))[0]

describe('answers', () => {
  it("returns the outcome of each document as .csv, in the caller's language", async () => {
    const { status, headers, body } = await result(`?id=${id}&format=csv`, andes.token, { 'accept-language': 'es' })
    const rows = await rowsOf(body as unknown as Buffer)
    const { day, track_id: trackId } = await issueDate()

    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toContain('filename="Facturacion-1-result.csv"')
    expect(rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
      [
        'N°', 'Documento', 'Tipo', 'Receptor', 'Total', 'Estado', 'Folio', 'Fecha de emisión', 'Id de envío',
        'Motivos', 'Errores', 'Id', 'Id externo'
      ],
      [
        '1', 'B-1', '39', "'@Cía", '11900', 'Aceptado', '1', day.split('-').reverse().join('-'), trackId,
        expect.any(String), 'VENTA-1'
      ],
      ['2', 'B-2', '39', 'Con errores', expect.stringMatching(/^F3: es ambiguo/), '7']
    ])
  })

  it('writes numbers as numbers, dates as dates, with filters and frozen headings', async () => {
    const book = (await result(`?id=${id}`)).body as unknown as Buffer
    const [sheet, mistakes] = [
      await partOf(book, 'xl/worksheets/sheet1.xml'), await partOf(book, 'xl/worksheets/sheet2.xml')
    ]
    const { day } = await issueDate()
    const days = (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000

    for (const cell of ['A2', 'C2', 'E2', 'G2']) expect(sheet).toMatch(new RegExp(`<c r="${cell}" s="\\d+"><v>\\d+</v>`))
    expect(sheet).toMatch(new RegExp(`<c r="H2" s="5"><v>${days}</v>`))
    expect(sheet).toMatch(/ySplit="1" topLeftCell="C2" activePane="bottomRight" state="frozen"/)
    expect([sheet, mistakes].map((xml) => /<autoFilter ref="([^"]+)"/.exec(xml)?.[1])).toEqual(['A1:M3', 'A1:F2'])
  })

  it.runIf(hasTool('python3'))('writes it as .xlsx, with a sheet of mistakes', { tags: 'slow' }, async () => {
    const { status, headers, body } = await result(`?id=${id}`)
    const script = `
import sys, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
for number in (1, 2):
    sheet = tree.fromstring(book.read('xl/worksheets/sheet%d.xml' % number))
    for row in sheet.iter('{http://schemas.openxmlformats.org/spreadsheetml/2006/main}row'):
        print(';'.join(''.join(cell.itertext()) for cell in row))
`
    const lines = withFiles(
      { 'a.xlsx': body as unknown as Buffer }, (path) => run('python3', ['-c', script, path('a.xlsx')])
    ).trim().split('\n')

    expect([status, headers['content-type']]).toEqual([
      200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    ])
    expect(lines).toEqual([
      expect.stringMatching(/^No\.;Document;/),
      expect.stringMatching(/^1;B-1;39;'@Cía;11900;Accepted;1;/),
      expect.stringMatching(/^2;B-2;39;Has mistakes;F3: is ambiguous/),
      'Document;Row;Cell;Column;Mistake;Code',
      expect.stringMatching(/^B-2;3;F3;Cantidad;is ambiguous.*;CELL_NUMBER_AMBIGUOUS$/)
    ])
  })
})

describe('rejects input (400)', () => {
  it.each(['', '?id=1'])('wants an id: %s', async (query) => {
    expect(await result(query)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })

  it('accepts two formats', async () => {
    expect(await result(`?id=${id}&format=pdf`)).toMatchObject(failure(400, 'VALIDATION_FAILED'))
  })
})
