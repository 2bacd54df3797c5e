import { describe, expect, it } from 'vitest'
import { bulkDocument } from '../../../src/model/bulk-document.ts'
import { columns, findColumn } from '../../../src/services/bulk/columns.ts'
import { readDocuments, type PostedDocument } from '../../../src/services/bulk/sheet-documents.ts'
import type { Cell, SheetRow } from '../../../src/shared/spreadsheet.ts'
import { defined, exactly, only } from '../../support/expecting.ts'

type Value = Cell['value'] | null

async function * rowsOf (table: Value[][]): AsyncGenerator<SheetRow> {
  for (const [index, values] of table.entries()) {
    const cells = values.flatMap((value, column) => value === null ? [] : [{ column, value }])
    if (cells.length > 0) yield { row: index + 1, cells }
  }
}

async function read (table: Value[][]): Promise<PostedDocument[]> {
  const { documents } = await readDocuments(rowsOf(table))
  const found: PostedDocument[] = []
  for await (const document of documents) found.push(document)
  return found
}

const headings = ['Documento', 'Tipo', 'RUT receptor', 'Ítem', 'Cantidad', 'Precio unitario']
const problemsOf = ({ problems }: PostedDocument) => problems.map(({ cell, code }) => `${String(cell)} ${code}`)

describe('the columns', () => {
  it("are recognised by their headings and by the members' names, in any case and with or without accents", () => {
    for (const column of columns) expect([findColumn(column.name), findColumn(column.path)]).toEqual([column, column])
    for (const text of ['ítem', 'ITEM', ' Item ', 'details.itemName', 'DETAILS.ITEMNAME']) {
      expect(findColumn(text)?.path).toBe('details[].itemName')
    }
    expect(findColumn('Precio')).toBeUndefined()
    expect(findColumn('★')).toBeUndefined()
  })

  it('have unique names', () => {
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
    expect(new Set(columns.map(({ path }) => path)).size).toBe(columns.length)
  })

  it('have the types of their members', () => {
    const kindOf = (path: string) => columns.find((column) => column.path === path)?.kind

    expect(columns.filter(({ kind }) => kind === 'date').map(({ path }) => path).sort()).toEqual([
      'details[].expiresOn',
      'details[].madeOn',
      'header.documentId.dueDate',
      'header.documentId.issueDate',
      'header.documentId.paidOn',
      'header.documentId.payments[].date',
      'header.documentId.periodFrom',
      'header.documentId.periodTo',
      'header.sender.exportTransfer.authorizationDate',
      'header.transport.arrivalDate',
      'header.transport.departureDate',
      'references[].date'
    ])
    expect(
      [
        'details[].discountPercentage', 'details[].quantity', 'header.documentId.grossAmounts',
        'details[].itemCode.codeValue', 'header.documentId.documentType'
      ].map(kindOf)
    ).toEqual(['percentage', 'number', 'flag', 'text', 'text'])
  })

  it('map to existing members of the schema', async () => {
    const sample = { text: '1', number: 1, percentage: 1, date: '01-02-2026', flag: 'Sí' }
    for (const column of columns.filter(({ path }) => path !== 'key' && path !== 'header.documentId.documentType')) {
      const value = column.path === 'globalDiscounts[].movement'
        ? 'D'
        : column.path === 'globalDiscounts[].valueType'
          ? '%'
          : sample[column.kind]
      const document = only(await read([['Documento', 'Tipo', column.name], ['1', '33', value]]))
      const unknown = bulkDocument.safeParse(document.value).error?.issues.filter(({ code, message }) =>
        code === 'unrecognized_keys' || (code === 'invalid_type' && !message.endsWith('received undefined'))
      )

      expect(unknown ?? [], column.name).toEqual([])
    }
  })
})

describe('the first row', () => {
  it.each([
    ['a column of no name that we know', ['Documento', 'Tipo', 'Precio'], 'C1'],
    ['a column that is there twice', ['Documento', 'Tipo', 'Ítem', 'item'], 'D1'],
    ['a missing key', ['Tipo', 'Ítem'], '1'],
    ['a missing type', ['Documento', 'Ítem'], '1']
  ])('is refused for %s', async (_name, first, path) => {
    await expect(read([first])).rejects.toMatchObject({ code: 'BULK_COLUMNS_INVALID', problems: [{ path }] })
  })

  it('can follow blank rows, and is reported as missing in an empty file', async () => {
    expect(await read([[null], ['Documento', 'Tipo'], ['a', '33']])).toMatchObject([{ key: 'a' }])
    await expect(read([])).rejects.toMatchObject({ code: 'BULK_EMPTY' })
  })

  it('can name comment columns with #', async () => {
    const [document, ...others] = await read([['Documento', '# nota', 'Tipo'], ['a', 'llamar', '33'], [
      null, 'sólo una nota'
    ]])

    expect(defined(document).value).toEqual({ key: 'a', header: { documentId: { documentType: '33' } } })
    expect(others).toEqual([])
  })
})

describe('the rows of a document', () => {
  it('are consecutive rows with one key', async () => {
    const documents = await read([
      headings, ['a', 33, '88.888.888-8', 'Uno', 1, '1.000'], ['a', null, null, 'Dos', '2,5', 500], [null],
      ['b', '39', null, 'Tres', null, 10]
    ])

    expect(documents.map(({ value }) => value)).toEqual([
      {
        key: 'a',
        header: { documentId: { documentType: '33' }, receiver: { taxNumber: '88.888.888-8' } },
        details: [{ itemName: 'Uno', quantity: 1, unitPrice: 1000 }, { itemName: 'Dos', quantity: 2.5, unitPrice: 500 }]
      },
      { key: 'b', header: { documentId: { documentType: '39' } }, details: [{ itemName: 'Tres', unitPrice: 10 }] }
    ])
    expect(documents.flatMap(problemsOf)).toEqual([])
  })

  it('have equal or blank header columns', async () => {
    const document = only(await read([headings, ['a', 33, '88888888-8', 'Uno', 1, 1], [
      'a', '33', '99999999-9', 'Dos', 1, 1
    ]]))

    expect(problemsOf(document)).toEqual(['C3 CELL_DIFFERS'])
  })

  it('each need a key', async () => {
    const documents = await read([headings, ['a', 33, null, 'Uno', 1, 1], [null, null, null, 'Dos', 1, 1], [
      null, 33, null, 'Tres', 1, 1
    ]])

    expect(documents.map(({ key }) => key)).toEqual(['a', '(3)', '(4)'])
    expect(documents.flatMap(problemsOf)).toEqual(['A3 DOCUMENT_KEY_MISSING', 'A4 DOCUMENT_KEY_MISSING'])
  })

  it('have keys of limited length', async () => {
    const document = only(await read([headings, ['k'.repeat(101), 33]]))

    expect(document.key).toHaveLength(100)
    expect(problemsOf(document)).toEqual(['A2 DOCUMENT_KEY_TOO_LONG'])
  })

  it("report each unreadable cell, and the position of a line's members", async () => {
    const document = only(await read([headings, ['a', 33, null, 'Uno', '1.5', 'gratis'], [
      'a', null, null, 'Dos', 1, 1, 'sin título'
    ]]))

    expect(problemsOf(document)).toEqual([
      'E2 CELL_NUMBER_AMBIGUOUS', 'F2 CELL_NOT_A_NUMBER', 'G3 CELL_WITHOUT_COLUMN'
    ])
    expect(document.locate('details[1].quantity')).toEqual({
      row: 3, column: 'E', cell: 'E3', field: 'Cantidad', path: 'details[1].quantity'
    })
    expect(document.locate('header.receiver.address')).toMatchObject({
      row: 2, column: null, cell: null, field: 'Dirección receptor'
    })
    expect(document.locate('header.receiver')).toMatchObject({ row: 2, cell: 'C2' })
  })

  it('are at most 2,000 with 20,000 cells, and report at most a hundred mistakes', { tags: 'slow' }, async () => {
    const lines = Array.from({ length: 2001 }, (_, index): Value[] => ['a', null, null, `Línea ${index}`, 1, 1])
    const wrong = Array.from({ length: 60 }, (): Value[] => ['b', null, null, null, 'x', 'x'])
    const comments = Array.from({ length: 30 }, () => 'nota')
    const wide = Array.from({ length: 700 }, (): Value[] => ['c', null, null, null, 1, 1, ...comments])
    const [long, mistaken, full] = exactly(3, await read([
      [...headings, ...comments.map((_, index) => `# ${index}`)], ...lines, ...wrong, ...wide
    ]))

    expect(problemsOf(long)).toEqual(['A2 DOCUMENT_HAS_TOO_MANY_ROWS'])
    expect(long).toMatchObject({ isTooLong: true, value: undefined })
    expect(problemsOf(full)).toEqual(['A2063 DOCUMENT_HAS_TOO_MANY_CELLS'])
    expect(mistaken.problems).toHaveLength(101)
    expect(mistaken.problems.at(-1)).toMatchObject({ code: 'DOCUMENT_HAS_MORE_MISTAKES' })
  })
})

describe('lists inside a row', () => {
  it('have a column per position, some of which can be blank', async () => {
    const document = only(await read([[
      'Documento', 'Tipo', 'details.taxes.1.taxCode', 'details[].taxes[1].taxCode', 'header.sender.activityCodes'
    ], ['a', '33', null, '27', '475201']]))

    expect(document.value).toMatchObject({
      details: [{ taxes: [{ taxCode: '27' }] }], header: { sender: { activityCodes: ['475201'] } }
    })
  })
})
