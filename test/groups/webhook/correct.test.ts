import { beforeAll, describe, expect, it } from 'vitest'
import { examplePayloads } from '../../../src/groups/webhook/save-examples.ts'
import type { Result } from '../../support/api.ts'
import { failure } from '../../support/app.ts'
import { factura, note } from '../../support/documents.ts'
import { resultOf } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored, pathsOf, tokenWith } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { folios: [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112] })
let token: string

beforeAll(async () => {
  token = await tokenWith(program, andes, ['Webhook.Issue'])
})

const correct = (correlationId: string, body: object, headers: Record<string, string> = {}) =>
  program.call('POST', '/Webhook/Correct', { body: { correlationId, ...body }, token, headers })

/** A document that the SII accepted. */
async function accepted (payload: object = factura()): Promise<Result<'get', 'Webhook/GetWebhook'>> {
  const { correlationId } = resultOf(await andes.save(payload))
  await program.rows('update invoices set status = 5 where id = $1', [correlationId])
  return andes.get(correlationId)
}

const texts = [{ field: 'giro', was: 'Ferreteria', is: 'Ferretería industrial' }]
const textNotes: Record<string, string> = {
  33: '61', 34: '61', 39: '61', 41: '61', 43: '61', 46: '61', 52: '61', 56: '61', 61: '56', 110: '112', 111: '112', 112: '111'
}

describe('with texts, issues a note without amount', () => {
  it.each(Object.entries(textNotes))('that states the old and the new text of a %s, with a %s', async (type, noteType) => {
    const original = await accepted(examplePayloads[type as never])
    const { body } = await correct(original.correlationId, { texts })

    expect(body.errors).toEqual([])
    expect(body.result).toMatchObject({ documentType: noteType, totalAmount: 0 })
    expect(await andes.get(body.result.correlationId)).toMatchObject({
      relations: { changes: [{ correlationId: original.correlationId, code: '2' }] },
      payload: {
        details: [{ itemName: 'Corrige giro', itemDescription: 'Donde dice: Ferreteria\nDebe decir: Ferretería industrial' }],
        references: expect.arrayContaining([expect.objectContaining({ reason: 'Corrige texto' })])
      }
    })
  })
})

const tenPesos = { movement: 'D', valueType: '$', value: 10 }

/** Ten units with a discount, one exempt line, and a discount on everything that bears VAT. */
const sale = {
  ...factura(),
  details: [
    { itemName: 'Clavo', quantity: 10, unitPrice: 1990, discountPercentage: 10 },
    { itemName: 'Libro', quantity: 2, unitPrice: 5000, exemptIndicator: 1 },
    { itemName: 'Flete', lineTotal: 3000 }
  ],
  globalDiscounts: [{ movement: 'D', valueType: '%', value: 5 }]
}

describe('with lines, issues a credit note', () => {
  it("for the given quantities, with the document's prices, discounts and taxes", async () => {
    const { correlationId } = await accepted(sale)
    const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 4 }, { line: 2, quantity: 1 }], reason: 'Devolución' })

    expect(body.errors).toEqual([])
    // 4 × 1990 − 10 % = 7164; − 5 % = 6806; VAT 1293; exempt 5000.
    expect((await andes.get(body.result.correlationId))).toMatchObject({
      invoiceTypeCode: '61', totals: { netAmount: 6806, taxAmount: 1293, exemptAmount: 5000, totalAmount: 13_099 },
      relations: { changes: [{ correlationId, code: '3' }] }, payload: { references: [{ reason: 'Devolución' }] }
    })
  })

  it('for an amount of a line', async () => {
    const { correlationId } = await accepted(sale)
    const { body } = await correct(correlationId, { lines: [{ line: 3, amount: 1000 }] })

    // 1000 − 5 % and VAT is 950 + 181. That would leave 18,914 + 3593, and VAT of 18,914 is 3594: so it takes 951.
    expect(body.result).toMatchObject({ documentType: '61', totalAmount: 1132 })
  })

  it('for at most what other notes left of a line, with the rest of the other lines', async () => {
    const { correlationId } = await accepted(sale)
    const most = [{ line: 1, quantity: 8 }, { line: 3, amount: 2500 }]
    const rest = [{ line: 1, quantity: 2 }, { line: 3, amount: 500 }]
    expect((await correct(correlationId, { lines: most })).status).toBe(200)
    const before = await everythingStored(program)
    const answer = await correct(correlationId, { lines: [{ line: 1, quantity: 3 }, { line: 3, amount: 501 }], reason: 'Otra vez' })

    expect(answer).toMatchObject(failure(422, 'CORRECTION_INVALID'))
    expect(answer.body.errors).toEqual([
      'lines[0].quantity: is 3, but of 10, notes have left 2', 'lines[1].amount: is 501, but of 3000, notes have left 500'
    ])
    expect(await everythingStored(program)).toEqual(before)
    expect((await correct(correlationId, { lines: rest })).status).toBe(200)
    expect((await correct(correlationId, { lines: [{ line: 2, quantity: 2 }] })).body.result.totalAmount).toBe(10_000)
  })

  it('for a free line together with others', async () => {
    const { correlationId } = await accepted({
      ...factura(), details: [{ itemName: 'Clavo', quantity: 2, unitPrice: 1000 }, { itemName: 'Muestra', quantity: 2, unitPrice: 0, lineTotal: 0 }]
    })
    const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 1 }, { line: 2, quantity: 1 }] })

    expect(body.result.totalAmount).toBe(1190)
  })

  it('for at most what notes posted to Save left of the document', async () => {
    const original = await accepted({ ...factura(), details: [{ itemName: 'Clavo', quantity: 3, unitPrice: 333 }], globalDiscounts: [tenPesos] })
    for (const count of [1, 2]) {
      const { body } = await andes.save({
        ...note('61', { folio: String(original.folio), date: original.issueDate }, '3'),
        details: [{ itemName: `Devolución ${count}`, lineTotal: 330 }]
      })
      expect(body.errors).toEqual([])
    }

    const { body } = await correct(original.correlationId, { lines: [{ line: 1, quantity: 1 }] })
    expect(body.result.totalAmount).toBe(390)
    expect(await correct(original.correlationId, { lines: [{ line: 1, quantity: 2 }] })).toMatchObject(failure(422, 'REFERENCE_AMOUNT_EXCEEDED'))
  })

  it('for a boleta with VAT in its prices', async () => {
    const { correlationId } = await accepted({ ...factura(), header: { documentId: { documentType: '39' } } })

    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).body.result).toMatchObject({
      documentType: '61', totalAmount: 1990
    })
  })

  it('for an export in its currency', async () => {
    const { correlationId } = await accepted(examplePayloads[110])

    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 100 }] })).body.result).toMatchObject({
      documentType: '112', currency: 'DOLAR USA', totalAmount: 250
    })
  })

  it('or a debit note, if they are added to the document', async () => {
    const { correlationId } = await accepted()
    const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 5 }], add: true })

    expect(body.result).toMatchObject({ documentType: '56', totalAmount: 11_841 })
  })

  it('or a debit note, if the document is a credit note', async () => {
    const { correlationId } = await accepted()
    const credit = (await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).body.result
    await program.rows('update invoices set status = 5 where id = $1', [credit.correlationId])

    expect((await correct(credit.correlationId, { lines: [{ line: 1, amount: 100 }] })).body.result).toMatchObject({
      documentType: '56', totalAmount: 119
    })
  })
})

describe('with returns unit by unit', () => {
  it('of 3 × 333 less 10, issues three notes that add up to the document, and then none', async () => {
    const { correlationId, totals } = await accepted({
      ...factura(), details: [{ itemName: 'Clavo', quantity: 3, unitPrice: 333 }], globalDiscounts: [tenPesos]
    })
    const notes: Result<'get', 'Webhook/GetWebhook'>[] = []
    for (const reason of ['Primera', 'Segunda', 'Tercera']) {
      const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 1 }], reason })
      expect(body.errors).toEqual([])
      notes.push(await andes.get(body.result.correlationId))
    }
    const sumOf = (member: 'netAmount' | 'taxAmount' | 'totalAmount') => notes.reduce((sum, one) => sum + one.totals[member], 0)

    expect(notes.map(({ totalAmount }) => totalAmount)).toEqual([393, 394, 390])
    expect({ netAmount: sumOf('netAmount'), taxAmount: sumOf('taxAmount'), totalAmount: sumOf('totalAmount') })
      .toEqual({ netAmount: totals.netAmount, taxAmount: totals.taxAmount, totalAmount: totals.totalAmount })
    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 1 }], reason: 'Cuarta' })).toMatchObject(failure(422, 'CORRECTION_INVALID'))
  })

  it('issues the same notes for concurrent returns through two instances', async () => {
    const { correlationId, totals } = await accepted({
      ...factura(), details: [{ itemName: 'Clavo', quantity: 7, unitPrice: 1999, discountPercentage: 12.5 }]
    })
    const other = await program.anotherInstance()
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? program : other)
      .call('POST', '/Webhook/Correct', { body: { correlationId, lines: [{ line: 1, quantity: 1 }], reason: `Caja ${index}` }, token })))
    await other.close()
    const made = answers.filter(({ status }) => status === 200)

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 422, 422])
    expect(made.reduce((sum, { body }) => sum + body.result.totalAmount, 0)).toBe(totals.totalAmount)
  })

  it('makes the units of a rejected or annulled note available again: the same correction issues another note', async () => {
    const { correlationId } = await accepted(factura(1))
    const lines = [{ line: 1, quantity: 1 }]
    const first = (await correct(correlationId, { lines })).body.result
    await program.rows('update invoices set status = 7 where id = $1', [first.correlationId])
    const second = (await correct(correlationId, { lines })).body.result
    await program.rows('update invoices set status = 5 where id = $1', [second.correlationId])
    expect((await program.api({ token }).post('Webhook/Annul', { correlationId: second.correlationId, reason: 'Error' })).status).toBe(200)
    const third = await correct(correlationId, { lines })

    expect(new Set([first.correlationId, second.correlationId, third.body.result.correlationId]).size).toBe(3)
    expect((await correct(correlationId, { lines })).headers['idempotent-replayed']).toBe('true')
    expect(third.body.result.totalAmount).toBe(first.totalAmount)
  })
})

describe('with the correct price or discount', () => {
  const price = (unitPrice: number) => ({ lines: [{ line: 1, unitPrice }] })

  it('issues a credit note for the difference, and says so', async () => {
    const { correlationId } = await accepted(sale)
    const { body: { result: { dryRun } } } = await correct(correlationId, price(1890), { 'x-dry-run': 'true' })
    const { body } = await correct(correlationId, price(1890))

    // 10 × 100 − 10 % = 900; − 5 % = 855; VAT 162.
    expect(body.errors).toEqual([])
    expect(body.result).toMatchObject({ documentType: '61', totalAmount: 1017 })
    expect(dryRun).toMatchObject({ valid: true, totals: { totalAmount: 1017 } })
    expect((await andes.get(body.result.correlationId)).payload.details)
      .toMatchObject([{ itemDescription: 'Donde dice: precio 1990\nDebe decir: precio 1890', lineTotal: 900 }])
  })

  it('for the units that were not returned', async () => {
    const { correlationId } = await accepted(factura(10))
    await correct(correlationId, { lines: [{ line: 1, quantity: 4 }] })

    expect((await correct(correlationId, price(1890))).body.result.totalAmount).toBe(714)
    expect(await correct(correlationId, { ...price(1890), reason: 'Otra vez' })).toMatchObject(failure(422, 'CORRECTION_INVALID'))
    // 6 × 1890 are left.
    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 6 }] })).body.result.totalAmount).toBe(13_495)
  })

  it('for a forgotten discount', async () => {
    const { correlationId } = await accepted(factura(10))

    expect((await correct(correlationId, { lines: [{ line: 1, discountAmount: 1000 }] })).body.result).toMatchObject({
      documentType: '61', totalAmount: 1190
    })
  })

  it('issues a debit note if the price should have been higher', async () => {
    const { correlationId } = await accepted(factura(10))

    expect((await correct(correlationId, price(2090))).body.result).toMatchObject({ documentType: '56', totalAmount: 1190 })
    expect((await correct(correlationId, { ...price(2190), add: true })).body.result).toMatchObject({ documentType: '56', totalAmount: 1190 })
  })

  it('refuses raising one line while lowering another, a correction without effect, and a discount larger than the line', async () => {
    const { correlationId } = await accepted(sale)

    expect(pathsOf(await correct(correlationId, { lines: [{ line: 1, unitPrice: 2000 }, { line: 2, quantity: 1 }] }))).toEqual(['lines[0].unitPrice'])
    expect(pathsOf(await correct(correlationId, { ...price(1000), add: true }))).toEqual(['lines[0].unitPrice'])
    const lines = [{ line: 1, unitPrice: 1990 }, { line: 2, discountAmount: 10_001 }, { line: 3, unitPrice: 1 }]
    expect(pathsOf(await correct(correlationId, { lines }))).toEqual(['lines[0].unitPrice', 'lines[1].discountAmount', 'lines[2].unitPrice'])
  })
})

describe('issues one note', () => {
  const lines = [{ line: 1, quantity: 1 }]

  it('for the same correction, repeated or concurrent; a second one for another reason', async () => {
    const { correlationId } = await accepted(factura(9))
    const answers = await Promise.all(Array.from({ length: 10 }, () => correct(correlationId, { lines })))
    const again = await correct(correlationId, { lines })
    const other = await correct(correlationId, { lines, reason: 'Segunda devolución' })

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set([...answers, again].map(({ body }) => body.result.correlationId)).size).toBe(1)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(other.body.result.correlationId).not.toBe(again.body.result.correlationId)
  })

  it('but none in a dry run, which shows the note', async () => {
    const { correlationId } = await accepted(factura(9))
    const before = await everythingStored(program)
    const { body: { result } } = await correct(correlationId, { lines }, { 'x-dry-run': 'true' })

    expect(result.dryRun).toMatchObject({ valid: true, totals: { totalAmount: 2368 } })
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('refuses', () => {
  it('quantities and amounts that are not part of the lines, with each problem', async () => {
    const { correlationId } = await accepted(sale)
    const lines = [
      { line: 1, quantity: 11 }, { line: 1, quantity: 1 }, { line: 3, quantity: 1 }, { line: 4, quantity: 1 },
      { line: 2, amount: 10_001 }
    ]
    const answer = await correct(correlationId, { lines })

    expect(answer).toMatchObject(failure(422, 'CORRECTION_INVALID'))
    expect(pathsOf(answer)).toEqual([
      'lines[0].quantity', 'lines[1].line', 'lines[2].quantity', 'lines[3].line', 'lines[4].amount'
    ])
  })

  it('an addition to a credit note', async () => {
    const { correlationId } = await accepted(examplePayloads[61])

    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 1 }], add: true }))
      .toMatchObject(failure(422, 'CORRECTION_INVALID'))
  })

  it.each([
    [{}, ['texts']],
    [{ texts, lines: [{ line: 1, quantity: 1 }] }, ['texts']],
    [{ texts, add: true }, ['add']],
    [{ lines: [{ line: 1 }] }, ['lines[0]']],
    [{ lines: [{ line: 1, unitPrice: 1, discountAmount: 1 }] }, ['lines[0]']],
    [{ lines: [{ line: 1, quantity: 1, amount: 1 }] }, ['lines[0]']]
  ])('a body that is empty or ambiguous: %j', async (body, paths) => {
    const { correlationId } = await accepted()
    const answer = await correct(correlationId, body)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual(paths)
  })

  it('an annulled document', async () => {
    const { correlationId } = await accepted()
    await program.api({ token }).post('Webhook/Annul', { correlationId, reason: 'Anulada' })

    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).toMatchObject(failure(422, 'REFERENCE_AMOUNT_EXCEEDED'))
  })

  it('a rejected document, which needs no correction', async () => {
    const { correlationId } = await accepted()
    await program.rows('update invoices set status = 7 where id = $1', [correlationId])

    expect(await correct(correlationId, { texts })).toMatchObject(failure(409, 'DOCUMENT_NOT_IN_FORCE'))
  })
})
