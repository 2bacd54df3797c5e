import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examplePayloads } from '../../../src/groups/webhook/save-examples.ts'
import { failure } from '../../support/app.ts'
import { factura } from '../../support/documents.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { everythingStored, pathsOf, tokenWith } from '../../support/webhook.ts'

let program: Program
let andes: ProgramTenant
let token: string

beforeAll(async () => {
  program = await startProgram({ working: false })
  andes = await program.tenant({ folios: [33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112] })
  token = await tokenWith(program, andes, ['Webhook.Issue'])
})
afterAll(() => program.close())

const correct = (correlationId: string, body: object, headers: Record<string, string> = {}) =>
  program.call('POST', '/Webhook/Correct', { body: { correlationId, ...body }, token, headers })

/** A document that the SII accepted. */
async function accepted (payload: object = factura()): Promise<any> {
  const { body } = await andes.save(payload)
  expect(body.errors).toEqual([])
  await program.rows('update invoices set status = 5 where id = $1', [body.result.correlationId])
  return andes.get(body.result.correlationId)
}

const texts = [{ field: 'giro', was: 'Ferreteria', is: 'Ferretería industrial' }]
const textNotes: Record<string, string> = {
  33: '61', 34: '61', 39: '61', 41: '61', 43: '61', 46: '61', 52: '61', 56: '61', 61: '56', 110: '112', 111: '112', 112: '111'
}

describe('with texts, issues a note without amount', () => {
  it.each(Object.entries(textNotes))('that says of a %s what was and what should be, with a %s', async (type, noteType) => {
    const original = await accepted(examplePayloads[type as never])
    const { body } = await correct(original.correlationId, { texts })

    expect(body.errors).toEqual([])
    expect(body.result).toMatchObject({ documentType: noteType, totalAmount: 0 })
    expect(await andes.get(body.result.correlationId)).toMatchObject({
      relations: { changes: [{ correlationId: original.correlationId, code: '2' }] },
      payload: {
        details: [{ itemName: 'Corrige giro', itemDescription: 'Donde dice: Ferreteria\nDebe decir: Ferretería industrial' }],
        references: [{ reason: 'Corrige texto' }]
      }
    })
  })
})

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
  it('of the quantities given, with the prices, discounts and taxes of the document', async () => {
    const { correlationId } = await accepted(sale)
    const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 4 }, { line: 2, quantity: 1 }], reason: 'Devolución' })

    expect(body.errors).toEqual([])
    // 4 × 1990 − 10 % = 7164; − 5 % = 6806; VAT 1293; exempt 5000.
    expect((await andes.get(body.result.correlationId))).toMatchObject({
      invoiceTypeCode: '61', totals: { netAmount: 6806, taxAmount: 1293, exemptAmount: 5000, totalAmount: 13_099 },
      relations: { changes: [{ correlationId, code: '3' }] }, payload: { references: [{ reason: 'Devolución' }] }
    })
  })

  it('of an amount of a line', async () => {
    const { correlationId } = await accepted(sale)
    const { body } = await correct(correlationId, { lines: [{ line: 3, amount: 1000 }] })

    // 1000 − 5 % and VAT.
    expect(body.result).toMatchObject({ documentType: '61', totalAmount: 1131 })
  })

  it('of nothing beyond what is left, although each part is within its line', async () => {
    const { correlationId } = await accepted(factura(3))
    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 2 }] })).status).toBe(200)
    const before = await everythingStored(program)

    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 2 }], reason: 'Otra vez' }))
      .toMatchObject(failure(422, 'REFERENCE_AMOUNT_EXCEEDED'))
    expect(await everythingStored(program)).toEqual(before)
    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).body.result.totalAmount).toBe(2368)
  })

  it('of a boleta, with VAT in its prices', async () => {
    const { correlationId } = await accepted({ ...factura(), header: { documentId: { documentType: '39' } } })

    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).body.result).toMatchObject({
      documentType: '61', totalAmount: 1990
    })
  })

  it('of an export in its currency', async () => {
    const { correlationId } = await accepted(examplePayloads[110])

    expect((await correct(correlationId, { lines: [{ line: 1, quantity: 100 }] })).body.result).toMatchObject({
      documentType: '112', currency: 'DOLAR USA', totalAmount: 250
    })
  })

  it('or a debit note, where they are added to the document', async () => {
    const { correlationId } = await accepted()
    const { body } = await correct(correlationId, { lines: [{ line: 1, quantity: 5 }], add: true })

    expect(body.result).toMatchObject({ documentType: '56', totalAmount: 11_841 })
  })

  it('or a debit note, where the document is a credit note', async () => {
    const { correlationId } = await accepted()
    const credit = (await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).body.result
    await program.rows('update invoices set status = 5 where id = $1', [credit.correlationId])

    expect((await correct(credit.correlationId, { lines: [{ line: 1, amount: 100 }] })).body.result).toMatchObject({
      documentType: '56', totalAmount: 119
    })
  })
})

describe('issues one note', () => {
  const lines = [{ line: 1, quantity: 1 }]

  it('for the same correction, however often and at the same time; for another reason a second one', async () => {
    const { correlationId } = await accepted(factura(9))
    const answers = await Promise.all(Array.from({ length: 10 }, () => correct(correlationId, { lines })))
    const again = await correct(correlationId, { lines })
    const other = await correct(correlationId, { lines, reason: 'Segunda devolución' })

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set([...answers, again].map(({ body }) => body.result.correlationId)).size).toBe(1)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(other.body.result.correlationId).not.toBe(again.body.result.correlationId)
  })

  it('none in a dry run, which says what the note would be', async () => {
    const { correlationId } = await accepted(factura(9))
    const before = await everythingStored(program)
    const { body: { result } } = await correct(correlationId, { lines }, { 'x-dry-run': 'true' })

    expect(result.dryRun).toMatchObject({ valid: true, totals: { totalAmount: 2368 } })
    expect(await everythingStored(program)).toEqual(before)
  })
})

describe('refuses', () => {
  it('what is no part of the lines, with each problem', async () => {
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

  it('to add to a credit note', async () => {
    const { correlationId } = await accepted(examplePayloads[61])

    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 1 }], add: true }))
      .toMatchObject(failure(422, 'CORRECTION_INVALID'))
  })

  it.each([
    [{}, ['texts']],
    [{ texts, lines: [{ line: 1, quantity: 1 }] }, ['texts']],
    [{ texts, add: true }, ['add']],
    [{ lines: [{ line: 1 }] }, ['lines[0]']],
    [{ lines: [{ line: 1, quantity: 1, amount: 1 }] }, ['lines[0]']]
  ])('a body that says nothing, or two things: %j', async (body, paths) => {
    const { correlationId } = await accepted()
    const answer = await correct(correlationId, body)

    expect(answer).toMatchObject(failure(400, 'VALIDATION_FAILED'))
    expect(pathsOf(answer)).toEqual(paths)
  })

  it('a document that is annulled', async () => {
    const { correlationId } = await accepted()
    await program.call('POST', '/Webhook/Annul', { body: { correlationId, reason: 'Anulada' }, token })

    expect(await correct(correlationId, { lines: [{ line: 1, quantity: 1 }] })).toMatchObject(failure(422, 'REFERENCE_AMOUNT_EXCEEDED'))
  })

  it('a document that was rejected: there is nothing to correct', async () => {
    const { correlationId } = await accepted()
    await program.rows('update invoices set status = 7 where id = $1', [correlationId])

    expect(await correct(correlationId, { texts })).toMatchObject(failure(409, 'DOCUMENT_NOT_IN_FORCE'))
  })
})
