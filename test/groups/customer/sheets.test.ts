import { describe, expect, it } from 'vitest'
import { spreadsheets } from '../../../src/adapters/spreadsheet/index.ts'
import { customerColumns } from '../../../src/services/customers/customers.ts'
import { customerSynonyms, productSynonyms } from '../../../src/services/customers/heading-synonyms.ts'
import { productColumns } from '../../../src/services/customers/products.ts'
import { nameOf, readHeadings } from '../../../src/services/customers/sheet-headings.ts'
import { failure, success } from '../../support/app.ts'
import { resultOf } from '../../support/expecting.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { sharedProgram } from '../../support/shared.ts'

const program = sharedProgram({ working: false })

const csv = (...rows: string[][]): Buffer => Buffer.from(rows.map((row) => row.join(';')).join('\r\n'))
const fresh = (): Promise<ProgramTenant> => program.tenant({ certificate: false, folios: [] })
type Group = 'Customer' | 'Product'
const take = (group: Group, { api }: ProgramTenant, File: Buffer, columns?: object) =>
  api.upload(`${group}/Import`, { File, ...columns && { Columns: JSON.stringify(columns) } })
const give = async (group: Group, { api }: ProgramTenant, format = 'csv') =>
  (await api.file(`${group}/Export`, { format })).body
const list = async (group: Group, { api }: ProgramTenant) =>
  (await api.get(`${group}/List`, { pageSize: 100 })).body.result.data

const headings = ['RUT', 'Razón social', 'Comuna', 'Forma de pago', 'Días de plazo', '# míos']

describe('an import', () => {
  it('creates new entries and changes different ones, and repeating the file changes nothing', async () => {
    const tenant = await fresh()
    const sheet = csv(
      headings, ['88.888.888-8', 'Roble Ltda.', 'Maipú', '2', '30', 'x'], ['77777777-7', 'Austral S.A.', '', '', '', '']
    )
    expect(await take('Customer', tenant, sheet)).toMatchObject(success({ rows: 2, created: 2, updated: 0, unchanged: 0 }))
    expect(await take('Customer', tenant, sheet)).toMatchObject(success({ rows: 2, created: 0, updated: 0, unchanged: 2 }))
    expect(await list('Customer', tenant)).toMatchObject([
      { taxNumber: '77777777-7', businessName: 'Austral S.A.', municipality: null, paymentMethod: null },
      { taxNumber: '88888888-8', businessName: 'Roble Ltda.', municipality: 'Maipú', paymentMethod: 2, paymentDays: 30 }
    ])
    const id = (await list('Customer', tenant))[1]?.id

    const changed = csv(['RUT', 'Razón social', 'Comuna'], ['88888888-8', 'Roble SpA', ''])
    expect(await take('Customer', tenant, changed)).toMatchObject(success({ rows: 1, created: 0, updated: 1, unchanged: 0 }))
    // A blank cell clears; a column that is missing keeps.
    expect((await list('Customer', tenant))[1]).toMatchObject({ id, businessName: 'Roble SpA', municipality: null, paymentDays: 30 })
    const entries = await program.rows("select details from audit_entries where action = 'customer.import' order by sequence")
    expect(entries.map(({ details }) => details)).toMatchObject([{ created: 2 }, { updated: 1 }])
  })

  it('reports mistakes by row and column, and then imports nothing', async () => {
    const tenant = await fresh()
    const sheet = csv(
      headings, ['88888888-8', 'Roble Ltda.', '', '', '', ''], ['88888888-1', 'Otro', '', '', '', ''],
      ['77777777-7', '', '', 'dos', '', ''], ['88.888.888-8', 'Otra vez', '', '', '', '']
    )
    const cells = await take('Customer', tenant, sheet)
    expect(cells).toMatchObject(failure(400, 'IMPORT_INVALID'))
    expect(cells.body.errors).toEqual([expect.stringMatching(/^D4: /)])

    const rows = await take('Customer', tenant, Buffer.from(sheet.toString().replace('dos', '2')))
    expect(rows.body.errors).toEqual([
      expect.stringMatching(/^A3: /), expect.stringMatching(/^B4: /), expect.stringMatching(/^A5: .*row 2/)
    ])
    expect(await list('Customer', tenant)).toEqual([])

    const columns = await take('Customer', tenant, csv(['RUT', 'Fax'], ['88888888-8', '1']))
    expect(columns).toMatchObject(failure(400, 'BULK_COLUMNS_INVALID'))
    expect(columns.body.errors).toEqual([expect.stringMatching(/^B1: unknown column "Fax"/)])
    expect(await take('Customer', tenant, csv(['RUT'], ['88888888-8']))).toMatchObject(failure(400, 'BULK_COLUMNS_INVALID'))
  })

  it('keeps the price and taxes of each row, also with concurrent imports', async () => {
    const tenant = await fresh()
    const taxes = ['', '24', '24;271', '271;24']
    const rows = (price: number) => Array.from({ length: 600 }, (_, index) =>
      [`C${index}`, `Clavo ${index}`, `${price + index},000001`, taxes[index % 4] ?? ''])
    const sheet = (price: number) => ['Código', 'Nombre', 'Precio unitario', 'Impuestos adicionales']
      .join(';') + rows(price).map((row) => `\n"${row.join('";"')}"`).join('')
    const both = await Promise.all([1, 2].map(() => take('Product', tenant, Buffer.from(sheet(100)))))
    expect(both.map(({ body }) => body.result.created).sort()).toEqual([0, 600])
    expect(await take('Product', tenant, Buffer.from(sheet(7000)))).toMatchObject(success({ created: 0, updated: 600 }))

    const lines = (await give('Product', tenant)).toString().split('\r\n').slice(1, -1)
    const exported = lines.map((line) => line.split(';'))
    expect(exported.map(([code, , , , price]) => [code, price]))
      .toEqual(rows(7000).map(([code, , price]) => [code, price]))
    const { data } = (await tenant.api.get('Product/List', { pageSize: 100 })).body.result
    expect(data.every(({ code, taxCodes }) => taxCodes.join(';') === taxes[Number(code?.slice(1)) % 4])).toBe(true)
  })

  it('is limited to 10,000 rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => [`C${index}`, 'Clavo'])
    const tenant = await fresh()
    expect(await take('Product', tenant, csv(['Código', 'Nombre'], ...rows))).toMatchObject(failure(413, 'IMPORT_TOO_LONG'))
    expect(await list('Product', tenant)).toEqual([])
  })
})

describe("headings of people's own", () => {
  it.each([
    ['Spanish', ['Rut cliente', 'NOMBRE', 'E-mail', 'giro', 'Dirección comercial', 'comuna', 'Días de crédito', 'Observaciones']],
    ['plain Spanish', ['R.U.T.', 'Razon Social', 'Correo electronico', 'Rubro', 'Domicilio', 'Comuna:', 'Dias plazo', 'Nota']],
    ['English', ['Tax ID', 'Company name', 'E-Mail Address', 'Line of business', 'Street', 'District', 'Credit days', 'Remarks']]
  ])('are recognized in %s', async (_, own) => {
    const tenant = await fresh()
    const row = ['88.888.888-8', 'Roble Ltda.', 'a@roble.example', 'Maderas', 'Av. Matta 1290', 'Maipú', '30', 'Paga bien']
    expect(await take('Customer', tenant, csv(own, row))).toMatchObject(success({ created: 1 }))
    expect(await list('Customer', tenant)).toMatchObject([{
      taxNumber: '88888888-8', businessName: 'Roble Ltda.', email: 'a@roble.example', businessActivity: 'Maderas',
      address: 'Av. Matta 1290', municipality: 'Maipú', paymentDays: 30, notes: 'Paga bien'
    }])
  })

  it.each([
    [['SKU', 'Producto', 'U. de medida', 'Precio c/IVA'], true], [['Código de barras', 'Ítem', 'Unidad', 'PRECIO NETO ($)'], false],
    [['Barcode', 'Item name', 'UOM', 'Price incl. VAT'], true], [['Part number', 'Product', 'Unit', 'Price (without VAT)'], false]
  ])('say whether a price has VAT: %s', async (own, grossPrice) => {
    const tenant = await fresh()
    await tenant.api.post('Product/Create', { code: '7801', name: 'Clavo', grossPrice: !grossPrice })
    const sheet = csv(own, ['7801', 'Clavo', 'KG', '1.190'], ['7802', 'Tornillo', 'KG', ''])
    expect(await take('Product', tenant, sheet)).toMatchObject(success({ created: 1, updated: 1 }))
    expect(await list('Product', tenant)).toMatchObject([
      { code: '7801', unitOfMeasure: 'KG', unitPrice: 1190, grossPrice }, { code: '7802', unitPrice: null, grossPrice }
    ])
  })

  it('are refused where they could mean two things, or two are for the same member', async () => {
    const tenant = await fresh()
    const refused = async (group: Group, own: string[]) => (await take(group, tenant, csv(own))).body.errors
    expect(await refused('Product', ['SKU', 'Producto', 'Precio', 'Stock'])).toEqual([
      expect.stringMatching(/^C1: unknown column "Precio"/), expect.stringMatching(/^D1: unknown column "Stock"/)
    ])
    expect(await refused('Customer', ['RUT', 'Razón social', 'Nombre'])).toEqual([
      expect.stringMatching(/^C1: "Nombre" and "Razón social" \(B1\) both fill "Business name"/)
    ])
    expect(await refused('Product', ['SKU', 'Nombre', 'Precio neto', 'Precio con IVA'])).toEqual([
      expect.stringMatching(/^D1: "Precio con IVA" and "Precio neto" \(C1\) both fill "Unit price"/)
    ])
    expect(await refused('Product', ['SKU', 'Nombre', 'Precio neto', 'Precio incluye IVA'])).toEqual([
      expect.stringMatching(/^D1: .* both fill "Price includes VAT"/)
    ])
  })

  it('are what Columns says, and a column with null is left out', async () => {
    const tenant = await fresh()
    const sheet = csv(['SKU', 'Producto', 'Precio', 'Stock', 'Nombre'], ['A1', 'Clavo', '1.190', '7', 'CLAVO'])
    const columns = { Precio: 'grossUnitPrice', Stock: null, Nombre: null }
    expect(await take('Product', tenant, sheet, columns)).toMatchObject(success({ created: 1 }))
    expect(await list('Product', tenant)).toMatchObject([{ code: 'A1', name: 'Clavo', unitPrice: 1190, grossPrice: true }])

    const own = csv(['Rut cliente', 'Nombre', 'Teléfono', 'Vendedor'], ['88888888-8', 'Roble Ltda.', '+56 2 2345', 'Ana'])
    expect(await take('Customer', tenant, own, { Teléfono: 'notes', Vendedor: null })).toMatchObject(success({ created: 1 }))
    expect(await list('Customer', tenant)).toMatchObject([{ notes: '+56 2 2345' }])

    const left = await take('Product', tenant, sheet, { Precio: 'unitPrice', Nombre: null })
    expect(left.body.errors).toEqual([expect.stringMatching(/^D1: unknown column "Stock"/)])
    const strange = await take('Product', tenant, sheet, { ...columns, Bodega: null })
    expect(strange).toMatchObject(failure(400, 'BULK_COLUMNS_INVALID'))
    expect(strange.body.errors).toEqual(['Columns: names the heading "Bodega", which the sheet does not have'])
    const wrong = await take('Product', tenant, sheet, { ...columns, Precio: 'price' })
    expect(wrong).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(wrong.body.errors).toEqual([expect.stringMatching(/^Columns\.Precio/)])
    const text = await tenant.api.upload('Product/Import', { File: sheet, Columns: 'Precio=unitPrice' })
    expect(text.body.errors).toEqual([expect.stringMatching(/^Columns:? is not JSON/)])
  })

  it('are shown with what they are recognized as, before anything is imported', async () => {
    const tenant = await fresh()
    const sheet = csv(['RUT', 'Nombre', 'Teléfono', '# mía'], ['x'])
    const read = await tenant.api.upload('Customer/ReadHeadings', { File: sheet })
    expect(resultOf(read).headings).toEqual([
      { cell: 'A1', heading: 'RUT', column: 'taxNumber' }, { cell: 'B1', heading: 'Nombre', column: 'businessName' },
      { cell: 'C1', heading: 'Teléfono', column: null }
    ])
    expect(resultOf(read).columns.filter(({ required }) => required)).toEqual([
      { name: 'taxNumber', heading: 'RUT', required: true }, { name: 'businessName', heading: 'Business name', required: true }
    ])
    expect(await list('Customer', tenant)).toEqual([])
  })

  it.each([
    [{ columns: customerColumns, synonyms: customerSynonyms }], [{ columns: productColumns, synonyms: productSynonyms }]
  ])('mean one column each', (known) => {
    const usual = known.columns.flatMap((column) => {
      const name = nameOf(column)
      return [name, column.heading.en, column.heading.es, ...known.synonyms[name] ?? []].map((value) => [value, name])
    })
    const cells = usual.map(([value = ''], column) => ({ column, value }))
    const read = readHeadings({ row: 1, cells }, known, new Map())
    expect(read.map(({ text, column }) => [text, column && nameOf(column)])).toEqual(usual)
  })
})

describe('an export', () => {
  it.each(['csv', 'xlsx'])('is the template of an import and comes back unchanged: %s', async (format) => {
    const tenant = await fresh()
    const create = async (group: Group, body: object) => resultOf(await tenant.api.post(`${group}/Create`, body))
    await create('Customer', {
      taxNumber: '55555555-5', foreignId: '00AB1', businessName: '=Acme; "Corp"', nationality: '225', notes: 'Uno\ndos'
    })
    await create('Customer', {
      taxNumber: '88888888-8', businessName: 'Ñandú', email: 'a@b.cl; c@d.cl', paymentDays: 30, archived: true
    })
    await create('Product', { code: '00123', name: '-Clavo', unitPrice: 1190.123456, grossPrice: true, taxCodes: ['24', '271'] })
    await create('Product', { name: 'Sin código', exempt: true, currency: 'USD', unitPrice: 2_500_000 })

    for (const group of ['Customer', 'Product'] as const) {
      const answer = await take(group, tenant, await give(group, tenant, format))
      expect(answer.body.errors, group).toEqual([])
      expect(answer).toMatchObject(success({ rows: 2, created: 0, updated: 0, unchanged: 2 }))
      // Somebody else's company gets the same ones.
      const other = await fresh()
      expect(await take(group, other, await give(group, tenant, format))).toMatchObject(success({ created: 2 }))
      const plain = (rows: Awaited<ReturnType<typeof list>>) =>
        rows.map(({ id: _, createdAt: _c, updatedAt: _u, ...row }) => row)
      expect(plain(await list(group, other))).toEqual(plain(await list(group, tenant)))
    }
  })

  it('of a company without entries has the headings', async () => {
    const tenant = await fresh()
    expect((await give('Product', tenant)).toString()).toContain('Code;Name;Description;Unit;Unit price')
    const file = await spreadsheets.read(await give('Customer', tenant, 'xlsx'))
    const rows = []
    for await (const row of file.rows) rows.push(row)
    expect(rows).toHaveLength(1)
    expect(await take('Customer', tenant, await give('Customer', tenant))).toMatchObject(success({ rows: 0 }))
  })
})
