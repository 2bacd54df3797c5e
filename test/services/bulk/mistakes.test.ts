/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnLetters, type WrittenRow } from '../../../src/shared/spreadsheet.ts'
import { contentOf } from '../../support/contents.ts'
import { bulkOf } from '../../support/bulk.ts'
import { defined, first } from '../../support/expecting.ts'
import { startProgram, type Program, type ProgramTenant } from '../../support/program.ts'
import { rowsOf } from '../../support/workbooks.ts'

let program: Program
let tenant: ProgramTenant
let bulk: ReturnType<typeof bulkOf>
beforeAll(async () => {
  program = await startProgram()
  tenant = await program.tenant({ folios: [33] })
  bulk = bulkOf(program, tenant)
})
afterAll(() => program.close())

const headings = [
  'Documento',
  'Tipo',
  'Fecha de emisión',
  'Forma de pago',
  'Precios con IVA',
  'RUT receptor',
  'Razón social receptor',
  'Giro receptor',
  'Dirección receptor',
  'Comuna receptor',
  'Ítem',
  'Cantidad',
  'Precio unitario',
  'Descuento %',
  'Referencia a documento',
  'Tipo referencia',
  'Folio referencia',
  'Fecha referencia',
  'Monto total'
]
const place = (heading: string) => headings.indexOf(heading)
const good = (
  key: string
): WrittenRow => [
  key, '33', null, 2, 'No', '88.888.888-8', 'Ferretería Ejemplo Ltda.', 'Ferretería', 'Calle Ejemplo 120', 'Santiago',
  'Martillo', '1,5', '1.990', '10', null, null, null, null, null
]
const withCells = (row: WrittenRow, cells: Record<string, string | number | null>) => {
  const changed = [...row]
  for (const [heading, value] of Object.entries(cells)) changed[place(heading)] = value
  return changed
}

/** What people do wrong: the cells that they write, the column of the mistake, and what it is called. */
const kinds: [cells: Record<string, string | number | null>, heading: string, code: string][] = [
  [{ Tipo: '99' }, 'Tipo', 'DOCUMENT_TYPE_UNKNOWN'],
  [{ 'Fecha de emisión': '31-02-2026' }, 'Fecha de emisión', 'CELL_NOT_A_DATE'],
  [{ 'Fecha de emisión': '01-01-2099' }, 'Fecha de emisión', 'DATE_INVALID'],
  [{ 'Forma de pago': 'contado' }, 'Forma de pago', 'CELL_NOT_A_NUMBER'],
  [{ 'Forma de pago': 9 }, 'Forma de pago', 'CODE_UNKNOWN'],
  [{ 'Precios con IVA': 'quizás' }, 'Precios con IVA', 'CELL_NOT_YES_OR_NO'],
  [{ 'RUT receptor': '88.888.888-1' }, 'RUT receptor', 'RUT_INVALID'],
  [{ 'Razón social receptor': null }, 'Razón social receptor', 'FIELD_REQUIRED'],
  [{ 'Razón social receptor': 'x'.repeat(101) }, 'Razón social receptor', 'TEXT_TOO_LONG'],
  [{ 'Giro receptor': '漢字' }, 'Giro receptor', 'TEXT_NOT_LATIN1'],
  [{ Ítem: null }, 'Ítem', 'ITEM_NAME_MISSING'],
  [{ Cantidad: '1.5' }, 'Cantidad', 'CELL_NUMBER_AMBIGUOUS'],
  [{ Cantidad: -1 }, 'Cantidad', 'LINE_NEGATIVE'],
  [{ 'Precio unitario': '12.345.678.901.234,5678' }, 'Precio unitario', 'CELL_NUMBER_INEXACT'],
  [{ 'Precio unitario': '1,1234567' }, 'Precio unitario', 'NUMBER_TOO_FINE'],
  [{ 'Descuento %': '150' }, 'Descuento %', 'DISCOUNT_TOO_LARGE'],
  [{ 'Referencia a documento': 'nadie' }, 'Referencia a documento', 'REFERENCE_KEY_UNKNOWN'],
  [
    { 'Tipo referencia': '801', 'Folio referencia': 'OC-1', 'Fecha referencia': 'ayer' }, 'Fecha referencia',
    'CELL_NOT_A_DATE'
  ],
  [{ 'Monto total': '1' }, 'Monto total', 'TOTAL_AMOUNT_MISMATCH'],
  [{ Documento: null }, 'Documento', 'DOCUMENT_KEY_MISSING']
]

const each = 15
const cases = Array.from(
  { length: kinds.length * each }, (_, index) => ({ key: `D-${index}`, kind: kinds[index % kinds.length]! })
)
const unharmed = ['OK-1', 'OK-2', 'OK-3']

describe('a file with 300 mistakes of 20 kinds', () => {
  let first: any

  it('reports each of them at its cell, and accepts the correct documents', async () => {
    const table = [
      headings, ...cases.map(({ key, kind: [cells] }) => withCells(good(key), cells)), ...unharmed.map(good)
    ]
    const created = await bulk.uploadTable(table)
    expect(created.body.errors).toEqual([])
    first = created.body.result
    const found = (await bulk.rows(first.id)).map(({ problems }) =>
      problems.map(({ cell, field, code }) => `${cell} ${field}: ${code}`)
    )

    expect(first.counters).toMatchObject({ documents: 303, invalid: 300, ready: 3 })
    expect(found).toEqual([
      ...cases.map((
        { kind: [, heading, code] }, index
      ) => [`${columnLetters(place(heading))}${index + 2} ${heading}: ${code}`]),
      ...unharmed.map(() => [])
    ])
    expect((await bulk.rows(first.id, '&onlyWithProblems=true')).length).toBe(300)
    expect((await bulk.rows(first.id, '&status=1')).map(({ key }) => key)).toEqual(unharmed)
  })

  it("reports them in the caller's language, and as a file", async () => {
    const spanish = await program.call('GET', `/BulkInvoice/Get?id=${first.id}&pageSize=1`, {
      token: tenant.token, headers: { 'accept-language': 'es' }
    })
    const sheet = await rowsOf((await bulk.download(`GetResult?id=${first.id}&format=csv`)).body as unknown as Buffer)

    expect(spanish.body.result.rows.data[0].problems[0].message).toContain('no es el código de un documento')
    expect(sheet).toHaveLength(304)
    expect(sheet[2]!.cells.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['D-1', 'Has mistakes', expect.stringContaining('C3: is not a date')])
    )
  })

  it('once corrected resubmits only those documents, and issues each once', async () => {
    await bulk.process(first.id)
    await bulk.over(first.id)
    const mended = [headings, ...cases.map(({ key }) => good(key)), ...unharmed.map(good), good('NEW-1')]
    const second = (await bulk.uploadTable(mended, `?replacesId=${first.id}`)).body.result

    expect(second).toMatchObject({
      replacesId: first.id, skipped: 3, counters: { documents: 301, ready: 301, invalid: 0 }
    })
    expect((await bulk.rows(first.id)).filter(({ isReplaced }) => isReplaced)).toHaveLength(300 - each)

    await bulk.process(second.id)
    for (const { id } of [first, second]) {
      expect(await bulk.uploadTable(mended, `?replacesId=${id}`)).toMatchObject({
        status: 409, body: { errorCode: 'BULK_NOTHING_TO_REPLACE' }
      })
    }
    await bulk.over(second.id)
    const [{ documents, folios }] = await program.rows(
      'select count(*)::int as documents, count(distinct folio)::int as folios from invoices'
    )
    expect([documents, folios]).toEqual([304, 304])
  })
})

describe('a corrected file', () => {
  const table = (...rows: WrittenRow[]) => [headings, ...rows]
  const wrong = (key: string) => withCells(good(key), { Cantidad: 'x' })
  const taken = async (id: string) => (await bulk.rows(id)).map(({ key }) => key)

  it('resubmits documents that failed again, and none twice, whichever earlier submission it names', async () => {
    const a = (await bulk.uploadTable(table(good('k1'), wrong('k2'), wrong('k3')))).body.result
    const b =
      (await bulk.uploadTable(table(good('k1'), good('k2'), wrong('k3'), good('k4')), `?replacesId=${a.id}`)).body
        .result
    const c =
      (await bulk.uploadTable(table(good('k1'), good('k2'), good('k3'), good('k4')), `?replacesId=${a.id}`)).body.result

    expect([await taken(a.id), await taken(b.id), await taken(c.id)]).toEqual([
      ['k1', 'k2', 'k3'], ['k1', 'k2', 'k3', 'k4'], ['k1', 'k2', 'k3', 'k4']
    ])
    const counters = async (id: string) => (await bulk.get(id)).counters
    expect([await counters(a.id), await counters(b.id), await counters(c.id)]).toMatchObject([
      { cancelled: 1, ready: 0 }, { cancelled: 3, ready: 0 }, { ready: 4 }
    ])
  })

  it('takes over the correct documents of an unprocessed submission, and cancels that one', async () => {
    const a = (await bulk.uploadTable(table(good('r1'), wrong('r2')))).body.result
    const b = (await bulk.uploadTable(table(good('r1'), good('r2')), `?replacesId=${a.id}`)).body.result

    expect(b).toMatchObject({ skipped: 0, leftBehind: 0, counters: { documents: 2, ready: 2 } })
    expect(await bulk.get(a.id)).toMatchObject({
      statusText: 'Cancelled', replacedById: b.id, rows: { data: [{ isReplaced: true }, { isReplaced: true }] }
    })
    expect(await bulk.process(a.id)).toMatchObject({ status: 409, body: { errorCode: 'BULK_IS_OVER' } })
    expect(
      await program.rows(
        "select details from audit_entries where action = 'bulkInvoice.cancel' and entity_id = $1", [a.id]
      )
    ).toEqual([{ details: { documents: 1, replacedById: b.id } }])

    await bulk.process(b.id)
    await bulk.over(b.id)
    expect((await bulk.rows(b.id)).map(({ invoiceNumber }) => invoiceNumber)).not.toContain('')
  })

  it('reports how many documents it leaves behind, and a later one can take them over', async () => {
    const a = (await bulk.uploadTable(table(good('s1'), wrong('s2'), good('s3')))).body.result
    const b = (await bulk.uploadTable(table(good('s2')), `?replacesId=${a.id}`)).body.result
    expect(b).toMatchObject({ leftBehind: 2, counters: { documents: 1 } })

    const c = (await bulk.uploadTable(table(...['s1', 's2', 's3'].map(good)), `?replacesId=${b.id}`)).body.result
    expect(c).toMatchObject({ leftBehind: 0, counters: { documents: 3 } })
    expect(await bulk.get(b.id)).toMatchObject({ leftBehind: 0 })
  })

  it('still recognises issued documents after an intermediate submission is deleted', async () => {
    const a = (await bulk.uploadTable(table(good('o1'), wrong('o2')))).body.result
    await bulk.process(a.id)
    const b = (await bulk.uploadTable(table(wrong('o2')), `?replacesId=${a.id}`)).body.result
    const c = (await bulk.uploadTable(table(good('o3'), wrong('o2')), `?replacesId=${b.id}`)).body.result
    await bulk.process(c.id)
    expect((await bulk.remove(b.id)).body).toMatchObject({ success: true })

    const d = (await bulk.uploadTable(table(good('o1'), good('o2'), good('o3')), `?replacesId=${c.id}`)).body.result
    expect(await taken(d.id)).toEqual(['o2'])
  })

  it('is accepted once when it is sent twice at the same time', async () => {
    const a = (await bulk.uploadTable(table(good('p1'), wrong('p2')))).body.result
    await bulk.process(a.id)
    const answers = await Promise.all(
      [1, 2].map(() => bulk.uploadTable(table(good('p2'), good('p3')), `?replacesId=${a.id}`))
    )

    // The later one replaces the earlier one, or is refused if that is not published yet.
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(
      await program.rows(
        "select key, count(*)::int from bulk_rows where key in ('p2', 'p3') and state in (1, 3) group by 1 order by 1"
      )
    ).toEqual([{ key: 'p2', count: 1 }, { key: 'p3', count: 1 }])
  })

  it('can refer to documents of the earlier file', async () => {
    const a = (await bulk.uploadTable(table(good('q1'), wrong('q2')))).body.result
    await bulk.process(a.id)
    const b =
      (await bulk.uploadTable(table(withCells(good('q2'), { 'Referencia a documento': 'q1' })), `?replacesId=${a.id}`))
        .body.result
    await bulk.process(b.id)
    await bulk.over(b.id)
    const [q1, q2] = [first(await bulk.rows(a.id)), first(await bulk.rows(b.id))]
    const { payload } = await contentOf(program, defined(q2.correlationId))

    expect(payload.references).toMatchObject([{ documentType: '33', folio: q1.invoiceNumber }])
  })
})
