import { beforeEach, describe, expect, it } from 'vitest'
import { boleta, factura, note } from '../../support/documents.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'
import { everythingStored } from '../../support/webhook.ts'

const program = sharedProgram({ working: false })
const andes = sharedTenant(program, { from: 1, to: 9000 })

const states = { accepted: 5, rejected: 7, failed: 8 }

interface About {
  folio: string
  date: string
  correlationId: string
}

/** A document that came to such an end, as the worker would have left it. */
async function settled (
  payload: object = factura(), state: keyof typeof states = 'accepted', tenant = andes
): Promise<About> {
  const { correlationId, invoiceNumber } = (await tenant.save(payload)).body.result
  await program.rows('update invoices set status = $2 where id = $1', [correlationId, states[state]])
  const { issueDate } = await tenant.get(correlationId)
  return { folio: invoiceNumber, date: issueDate, correlationId }
}

/** A credit note of so many pesos, VAT included. */
function credit (about: About, { code = '3', total = 2368, documentType = '33', receiver = {} as object } = {}) {
  const payload = note('61', about, code as '3')
  return {
    ...payload, header: { ...payload.header, receiver: { ...payload.header.receiver, ...receiver } },
    details: [{ itemName: 'Rebaja', quantity: 1, unitPrice: Math.round(total / 1.19) }],
    references: payload.references.map((reference) => ({ ...reference, documentType }))
  }
}

const dryRun = { 'x-dry-run': 'true' }

/** Refused alike by Save and by a dry run, and nothing is stored. */
async function refused (payload: object, tenant = andes) {
  const before = await everythingStored(program)
  const answer = await tenant.save(payload)
  const rehearsal = await tenant.save(payload, dryRun)
  expect(await everythingStored(program)).toEqual(before)
  expect(answer).toMatchObject({ status: 422, body: { success: false } })
  expect(rehearsal.body.result.dryRun.valid).toBe(false)
  expect(
    rehearsal.body.result.dryRun.problems.map((problem: { path: string, message: string, rule: string }) =>
      `${problem.path}: ${problem.message} (SII ${problem.rule})`)
  ).toEqual(answer.body.errors)
  return { code: answer.body.errorCode, errors: answer.body.errors, problems: rehearsal.body.result.dryRun.problems }
}

describe('a note is checked against the document that it changes', () => {
  let about: About
  beforeEach(async () => {
    about = await settled()
  })

  it('and issued when everything matches', async () => {
    expect((await andes.save(credit(about))).body.result).toMatchObject({ statusText: 'Issued' })
  })

  it('which must have the same receiver', async () => {
    const { code, problems } = await refused(credit(about, { receiver: { taxNumber: '77777777-7' } }))

    expect(code).toBe('REFERENCE_RECEIVER_MISMATCH')
    expect(problems).toEqual([
      expect.objectContaining({
        path: 'payload.references[0].folio', rule: 'REF-3-415', posted: '77777777-7', computed: '88888888-8'
      })
    ])
  })

  it('which must have the stated date', async () => {
    const { code, problems } = await refused(credit({ ...about, date: '2026-01-31' }))

    expect(code).toBe('REFERENCE_DATE_MISMATCH')
    expect(problems).toEqual([
      expect.objectContaining({ path: 'payload.references[0].date', posted: '2026-01-31', computed: about.date })
    ])
  })

  it.each(['rejected', 'failed'] as const)('which must not be %s', async (state) => {
    const stopped = await settled(factura(), state)

    expect(await refused(credit(stopped))).toMatchObject({
      code: 'REFERENCE_REJECTED', problems: [{ rule: 'REF-3-750' }]
    })
  })

  it("which must have been issued, if its folio is the tenant's", async () => {
    expect(await refused(credit({ ...about, folio: '8999' }))).toMatchObject({
      code: 'REFERENCE_NOT_ISSUED', problems: [{ path: 'payload.references[0].folio', rule: 'REF-3-750' }]
    })
  })

  it('which may be of an earlier system, if the folio is in no block', async () => {
    expect((await andes.save(credit({ ...about, folio: '700001', date: '2020-05-05' }))).body.result).toMatchObject({
      statusText: 'Issued'
    })
  })

  it('whose issuer may be another company, without a check', async () => {
    const payload = credit({ ...about, folio: '8999' })

    expect(
      (await andes.save({ ...payload, references: [{ ...payload.references[0], issuerTaxNumber: '44444444-4' }] })).body
        .result
    ).toMatchObject({ statusText: 'Issued' })
  })

  it('with an error for each of several that do not match', async () => {
    const other = await settled(factura(2))
    const payload = credit(about)
    const references = [{ ...payload.references[0], date: '2026-01-01' }, {
      ...payload.references[0], lineNumber: 2, folio: other.folio, date: '2026-01-02'
    }]

    expect((await refused({ ...payload, references })).errors).toEqual([
      expect.stringMatching(/^payload\.references\[0\]\.date: /),
      expect.stringMatching(/^payload\.references\[1\]\.date: /)
    ])
  })

  it('and reports it in Spanish on request', async () => {
    const answer = await andes.save(credit({ ...about, folio: '8999' }), { 'accept-language': 'es' })

    expect(answer.body.errors).toEqual([
      'payload.references[0].folio: no se ha emitido un documento de tipo 33 con folio 8999 (SII REF-3-750)'
    ])
  })

  it("regardless of another tenant's folios", async () => {
    const boreal = await program.tenant({ folios: [61] })

    expect((await boreal.save(credit(about))).body.result).toMatchObject({ statusText: 'Issued' })
  })

  it('whose receiver is unknown for a boleta without receiver', async () => {
    const sold = await settled(boleta(2368))

    expect((await andes.save(credit(sold, { documentType: '39' }))).body.result).toMatchObject({ statusText: 'Issued' })
  })
})

describe('no document is annulled twice', () => {
  it('by one note after the other', async () => {
    const about = await settled()
    await andes.save(credit(about, { code: '1' }))

    expect(await refused(credit(about, { code: '1' }))).toMatchObject({
      code: 'REFERENCE_ANNULLED_BEFORE', problems: [{ rule: 'REF-3-415' }]
    })
  })

  it('nor is a document of an earlier system', async () => {
    const about = { folio: '700077', date: '2020-05-05', correlationId: '' }
    await andes.save(credit(about, { code: '1' }))

    expect((await refused(credit(about, { code: '1' }))).code).toBe('REFERENCE_ANNULLED_BEFORE')
  })

  it('but can be annulled again once the first note was rejected', async () => {
    const about = await settled()
    await settled(credit(about, { code: '1' }), 'rejected')

    expect((await andes.save(credit(about, { code: '1' }))).body.result).toMatchObject({ statusText: 'Issued' })
  })

  it('but can be annulled again once a debit note annulled the first note', async () => {
    const about = await settled()
    const first = await settled(credit(about, { code: '1' }))
    const revival = note('56', first, '1')
    expect((await andes.save({ ...revival, references: [{ ...revival.references[0], documentType: '61' }] })).status)
      .toBe(200)

    expect((await andes.save(credit(about, { code: '1' }))).body.result).toMatchObject({ statusText: 'Issued' })
  })

  it.each([['known to Timbre', true], ['of an earlier system', false]])(
    'by 20 notes at once about a document %s: one passes',
    async (_, known) => {
      const about = known ? await settled() : { folio: '700099', date: '2020-05-05', correlationId: '' }
      const answers = await Promise.all(Array.from({ length: 20 }, () => andes.save(credit(about, { code: '1' }))))

      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)])
      expect(new Set(answers.flatMap(({ body }) => body.errorCode === '' ? [] : [body.errorCode]))).toEqual(
        new Set(['REFERENCE_ANNULLED_BEFORE'])
      )
      expect(
        await program.rows("select 1 from invoice_references where folio = $1 and document_type = 33 and code = '1'", [
          about.folio
        ])
      ).toHaveLength(1)
    }
  )

  it('nor by notes of several dates, which are issued in several transactions', async () => {
    const about = await settled()
    const tomorrow = new Date(Date.parse(about.date) + 86_400_000).toISOString().slice(0, 10)
    const answers = await Promise.all(
      [about.date, tomorrow].flatMap((date) => Array<string>(5).fill(date)).map((issueDate) => {
        const payload = credit(about, { code: '1' })
        return andes.save({
          ...payload, header: { ...payload.header, documentId: { ...payload.header.documentId, issueDate } }
        })
      })
    )

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.errorCode === 'REFERENCE_ANNULLED_BEFORE')).toHaveLength(9)
  })

  it('but the same request under one Idempotency-Key returns the first result every time', async () => {
    const about = await settled()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        andes.save(credit(about, { code: '1' }), { 'idempotency-key': `annul-${about.folio}` }))
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(new Set(answers.map(({ body }) => body.result.correlationId)).size).toBe(1)
  })
})

describe('a note that annuls a document has its whole amount', () => {
  it('and neither less nor more', async () => {
    const about = await settled(factura(2))

    expect(await refused(credit(about, { code: '1', total: 2380 }))).toMatchObject({
      code: 'REFERENCE_AMOUNT_DIFFERS',
      problems: [{ path: 'payload.references[0].folio', rule: 'REF-2-780', posted: '2380', computed: '4736' }]
    })
  })

  it('in each of its amounts', async () => {
    const about = await settled(factura(2))
    const payload = credit(about, { code: '1' })
    const exemptLine = { itemName: 'Rebaja', quantity: 1, unitPrice: 4736, exemptIndicator: 1 }

    expect(await refused({ ...payload, details: [exemptLine] })).toMatchObject({
      code: 'REFERENCE_PARTS_DIFFER',
      problems: [
        { path: 'payload.header.totals.netAmount', posted: '0', computed: '3980' },
        { path: 'payload.header.totals.exemptAmount', posted: '4736', computed: '0' },
        { path: 'payload.header.totals.taxAmount', posted: '0', computed: '756' }
      ]
    })
  })
})

describe('notes that credit a document in parts', () => {
  const sale = (quantity: number, unitPrice: number) => ({
    ...factura(), details: [{ itemName: 'Tuerca', quantity, unitPrice }]
  })
  const back = (about: About, quantity: number, unitPrice: number) => ({
    ...credit(about), details: [{ itemName: 'Tuerca', quantity, unitPrice }]
  })

  it.each([
    [4, 103, 4, 'rounds its VAT up each time'], [3, 0.5, 3, 'rounds its price up each time']
  ])('%d units at %d: may take off %d, where each %s', async (quantity, unitPrice, times) => {
    const about = await settled(sale(quantity, unitPrice))
    for (let note = 0; note < times; note++) expect((await andes.save(back(about, 1, unitPrice))).status).toBe(200)

    expect((await refused(back(about, 1, unitPrice))).code).toBe('REFERENCE_AMOUNT_EXCEEDED')
  })

  it('exceed it by no more than rounding', async () => {
    const about = await settled(sale(4, 103))
    for (let note = 0; note < 3; note++) expect((await andes.save(back(about, 1, 103))).status).toBe(200)

    expect((await refused(back(about, 1, 104))).code).toBe('REFERENCE_AMOUNT_EXCEEDED')
    expect((await refused(back(await settled(sale(4, 103)), 1, 413))).code).toBe('REFERENCE_AMOUNT_EXCEEDED')
  })
})

describe('notes for notes for purchases', () => {
  const purchase = {
    header: { documentId: { documentType: '46' }, receiver: note('61', { folio: '', date: '' }).header.receiver },
    details: [{ itemName: 'Fruta', quantity: 1, unitPrice: 10_000, taxes: [{ taxCode: '15' }] }]
  }
  const about = (documentType: '56' | '61', changed: '46' | '56' | '61', { folio, date }: About) => ({
    ...purchase, header: { ...purchase.header, documentId: { documentType } },
    references: [{ documentType: changed, folio, date, code: '1' }]
  })

  it('withhold VAT like those, with the same total', async () => {
    const buyer = await program.tenant({ folios: [46, 56, 61] })
    const bought = await settled(purchase, 'accepted', buyer)
    const credited = await settled(about('61', '46', bought), 'accepted', buyer)
    const debited = await settled(about('56', '61', credited), 'accepted', buyer)
    const { totals } = await buyer.get(debited.correlationId)
    const again = await buyer.save(about('61', '56', debited))

    expect(totals).toMatchObject({ taxes: [{ taxCode: '15', taxAmount: 1900 }], totalAmount: 10_000 })
    expect(again.body.result).toMatchObject({ statusText: 'Issued', totalAmount: 10_000 })
    expect((await buyer.save(about('56', '61', { ...credited, folio: '999' }))).body.errorCode).toBe(
      'TAX_CODE_NOT_ALLOWED'
    )
  })
})

describe('credit notes never exceed the document', () => {
  it('one after the other', async () => {
    const about = await settled(factura(10))
    expect((await andes.save(credit(about, { total: 13_685 }))).status).toBe(200)
    expect((await andes.save(credit(about, { total: 9996 }))).status).toBe(200)

    expect(await refused(credit(about, { total: 2380 }))).toMatchObject({
      code: 'REFERENCE_AMOUNT_EXCEEDED',
      problems: [{ path: 'payload.references[0].folio', posted: '2380', computed: '0' }]
    })
  })

  it('with a debit note that adds to it', async () => {
    const about = await settled()
    expect((await andes.save(note('56', about))).status).toBe(200)

    expect((await andes.save(credit(about, { total: 4736 }))).status).toBe(200)
    expect((await refused(credit(about, { total: 119 }))).problems[0]).toMatchObject({ posted: '119', computed: '0' })
  })

  it('and a debit note for a credit note restores its amount', async () => {
    const about = await settled()
    const first = await settled(credit(about, { total: 2368 }))
    const giveBack = note('56', first)
    expect(
      (await andes.save({
        ...giveBack, details: [{ itemName: 'Devuelve', quantity: 1, unitPrice: 1000 }],
        references: [{ ...giveBack.references[0], documentType: '61' }]
      })).status
    ).toBe(200)

    expect((await refused(credit(about, { total: 1309 }))).problems[0]).toMatchObject({
      posted: '1309', computed: '1190'
    })
    expect((await andes.save(credit(about, { total: 1190 }))).status).toBe(200)
  })

  it('also when 20 arrive at once', async () => {
    const about = await settled(factura(10))
    const answers = await Promise.all(Array.from({ length: 20 }, () => andes.save(credit(about, { total: 2368 }))))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.errorCode === 'REFERENCE_AMOUNT_EXCEEDED')).toHaveLength(10)
  })

  it('from several documents together', async () => {
    const [one, two] = [await settled(), await settled()] as const
    const payload = credit(one, { total: 4736 })
    const both = {
      ...payload, references: [payload.references[0], { ...payload.references[0], lineNumber: 2, folio: two.folio }]
    }
    expect((await andes.save(both)).status).toBe(200)

    expect((await refused({ ...both, details: [{ itemName: 'Rebaja', quantity: 1, unitPrice: 1 }] })).code).toBe(
      'REFERENCE_AMOUNT_EXCEEDED'
    )
  })
})
