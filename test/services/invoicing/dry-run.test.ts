/** @module-tag slow */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { documentTypes } from '../../../src/dte/values/document-types.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'
import { anyExample, payloadOf } from '../../support/random-documents.ts'
import { today } from '../../support/sender-facts.ts'
import { everythingStored } from '../../support/webhook.ts'

/* A dry run answers what Save would, whatever the document and whatever the tenant lacks. */

const types = Object.keys(documentTypes).map(Number)
const receiver = factura().header.receiver
const yesterday = '2026-11-19'
const tomorrow = '2026-11-21'

interface About { folio: string, date: string }
interface Condition { name: string, tenant: ProgramTenant, accepted: About, pending: About }

let program: Program
let conditions: Condition[]

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T15:00:00Z`) })
  program = await startProgram({ working: false, settings: { UF_VALUE: '40000' } })
  const wanted = {
    'has everything': { folios: types },
    'is strict about the format': { folios: [33, 39, 61], update: { strictFormat: true } },
    'refuses what is not ready': { folios: [33, 56, 61], update: { refuseWhenNotReady: true } },
    'runs out of folios': { folios: [33, 39, 61], from: 1, to: 6, update: { refuseWhenNotReady: true } },
    'has no folios': { folios: [] },
    'has no folios and refuses': { folios: [], update: { refuseWhenNotReady: true } },
    'has no certificate': { folios: [33, 61], certificate: false },
    'has no certificate and refuses': { folios: [33, 61], certificate: false, update: { refuseWhenNotReady: true } },
    'has neither and refuses': { folios: [], certificate: false, update: { refuseWhenNotReady: true } }
  }
  conditions = []
  for (const [name, options] of Object.entries(wanted)) {
    conditions.push(await conditionOf(name, await program.tenant(options)))
  }
})
afterAll(() => {
  vi.useRealTimers()
  return program.close()
})

/** The tenant, with a factura that the SII accepted and one without a verdict, where it can issue any. */
async function conditionOf (name: string, tenant: ProgramTenant): Promise<Condition> {
  const [accepted, pending] = [await tenant.save(factura()), await tenant.save(factura())]
  const { correlationId, invoiceNumber } = accepted.body.result ?? {}
  if (invoiceNumber) await program.rows('update invoices set status = 5 where id = $1', [correlationId])
  const named = (folio: string | undefined): About => ({ folio: folio || '700001', date: today })
  return { name, tenant, accepted: named(invoiceNumber), pending: named(pending.body.result?.invoiceNumber) }
}

type Payload = { header: { documentId: object, receiver?: object, totals?: object } }

const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** A note about a document of the tenant, right or wrong in some way. */
const notes = fc.record({
  documentType: fc.constantFrom('56' as const, '61' as const),
  target: fc.constantFrom('accepted' as const, 'pending' as const),
  code: fc.constantFrom('1' as const, '3' as const),
  folio: mostly<string | undefined>(undefined, '999', '700002'),
  date: mostly<string | undefined>(undefined, yesterday),
  taxNumber: mostly(receiver.taxNumber, '77777777-7'),
  price: fc.constantFrom(1990, 100, 5000)
})

function noteOf (
  { target, code, folio, date, taxNumber, price, documentType }: DrawnNote, condition: Condition
): Payload {
  const about = { ...condition[target], ...(folio && { folio }), ...(date && { date }) }
  const payload = note(documentType, about, code)
  return {
    ...payload, header: { ...payload.header, receiver: { ...receiver, taxNumber } },
    details: [{ itemName: 'Ajuste', quantity: 1, unitPrice: price }]
  } as Payload
}

type DrawnNote = typeof notes extends fc.Arbitrary<infer Note> ? Note : never

/** What a client might post: documents of every type, notes, and mistakes in either. */
const cases = fc.record({
  condition: fc.nat(),
  drawn: fc.oneof(
    { weight: 2, arbitrary: anyExample.map((example) => () => payloadOf(example) as Payload) },
    { weight: 2, arbitrary: notes.map((drawn) => (condition: Condition) => noteOf(drawn, condition)) },
    { weight: 1, arbitrary: fc.constantFrom(() => factura() as Payload, () => boleta(9_000_000) as Payload) }
  ),
  issueDate: mostly<string | undefined>(undefined, yesterday, tomorrow, '2026-12-24'),
  dueDate: mostly<string | undefined>(undefined, '2026-01-01'),
  totalAmount: mostly<number | undefined>(undefined, 123_456)
})

function withMistakes (
  payload: Payload,
  { issueDate, dueDate, totalAmount }: {
    issueDate: string | undefined, dueDate: string | undefined, totalAmount: number | undefined
  }
): Payload {
  const { documentId, totals } = payload.header
  return {
    ...payload,
    header: {
      ...payload.header,
      documentId: { ...documentId, ...(issueDate && { issueDate }), ...(dueDate && { dueDate }) },
      totals: { ...totals, ...(totalAmount !== undefined && { totalAmount }) }
    }
  }
}

/** A problem as Save writes it. */
function sentenceOf ({ path, message, rule }: { path: string, message: string, rule: string }): string {
  const sentence = path === '' ? message : `${path}: ${message}`
  return rule === '' ? sentence : `${sentence} (${/^[A-Z]{3}-\d/.test(rule) ? `SII ${rule}` : rule})`
}

it('a dry run reports everything that Save refuses, in the same words, and stores nothing', async () => {
  const outcomes = new Map<string, number>()
  const seen = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

  for (const { condition: index, drawn, ...mistakes } of fc.sample(cases, { numRuns: 200, seed: 20_261_122 })) {
    const condition = defined(conditions[index % conditions.length])
    const payload = withMistakes(drawn(condition), mistakes)
    const rehearsed = (await condition.tenant.save(payload, { 'x-dry-run': 'true' })).body.result
    const { status, body } = await condition.tenant.save(payload)
    const context = { condition: condition.name, errors: body.errors, problems: rehearsed.dryRun.problems }

    if (status === 200) {
      const { totalAmount, notices, waitingFor } = body.result
      expect({ ...context, valid: rehearsed.dryRun.valid }).toMatchObject({ valid: true, problems: [] })
      expect(rehearsed).toMatchObject({ totalAmount, notices })
      expect(rehearsed.waitingFor).toBe(waitingFor)
      seen(waitingFor ?? 'Issued')
    } else {
      const problems = rehearsed.dryRun.problems as { code: string, path: string, message: string, rule: string }[]
      const codes = problems.map(({ code }) => code)
      expect({ ...context, valid: rehearsed.dryRun.valid }).toMatchObject({ valid: false })
      expect(problems.map(sentenceOf)).toEqual(expect.arrayContaining(body.errors))
      if (body.errorCode !== 'DOCUMENT_INVALID') expect(codes).toContain(body.errorCode)
      seen(body.errorCode)
    }
  }

  expect(Array.from(outcomes.keys())).toEqual(expect.arrayContaining([
    'Issued', 'FOLIOS_MISSING', 'CERTIFICATE_MISSING', 'REFERENCE_PENDING', 'ISSUE_DATE_BEFORE_FOLIOS',
    'DOCUMENT_INVALID', 'ISSUE_DATE_IN_FUTURE', 'REFERENCE_DATE_MISMATCH'
  ]))
})

it('reports everything that is not ready at once, and takes nothing', async () => {
  const { tenant } = defined(conditions.find(({ name }) => name === 'has neither and refuses'))
  const before = await everythingStored(program)
  const { valid, problems } = (await tenant.save(factura(), { 'x-dry-run': 'true' })).body.result.dryRun

  expect({ valid, codes: problems.map(({ code }: { code: string }) => code) }).toEqual({
    valid: false, codes: ['CERTIFICATE_MISSING', 'FOLIOS_MISSING']
  })
  expect(await everythingStored(program)).toEqual(before)
})

it("names the SII's rule for a date before the folios, and for a pending reference", async () => {
  const { tenant, pending } = defined(conditions.find(({ name }) => name === 'refuses what is not ready'))
  const early = {
    ...factura(), header: { ...factura().header, documentId: { documentType: '33', paymentMethod: 1, issueDate: yesterday } }
  }
  const problemsOf = async (payload: object) =>
    (await tenant.save(payload, { 'x-dry-run': 'true' })).body.result.dryRun.problems

  expect(await problemsOf(early)).toMatchObject([
    { code: 'ISSUE_DATE_BEFORE_FOLIOS', path: 'payload.header.documentId.issueDate', rule: 'HED-3-305' }
  ])
  expect(await problemsOf(note('61', pending))).toMatchObject([{ code: 'REFERENCE_PENDING', rule: 'REF-3-750' }])
})
