import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ruleTable, violationOf, type RuleEntry } from '../../src/dte/errors.ts'
import { caseNames, prepareCase, readCase } from '../support/document-cases.ts'

const exampled = new Set([
  ...caseNames('invalid').flatMap((name) =>
    (JSON.parse(readCase('invalid', name, 'expected-errors.json') ?? '') as { rule: string }[]).map(({ rule }) => rule)),
  ...caseNames('valid').flatMap((name) =>
    (JSON.parse(readCase('valid', name, 'expected-notices.json') ?? '[]') as { code: string }[]).map(({ code }) => code))
])

// These look at what the tenant has issued, so their examples are there.
const references = readFileSync(new URL('../services/invoicing/references.test.ts', import.meta.url), 'utf8')
const aboutIssuedDocuments = [
  'REFERENCE_NOT_ISSUED',
  'REFERENCE_REJECTED',
  'REFERENCE_RECEIVER_MISMATCH',
  'REFERENCE_DATE_MISMATCH',
  'REFERENCE_ANNULLED_BEFORE',
  'REFERENCE_AMOUNT_DIFFERS',
  'REFERENCE_PARTS_DIFFER',
  'REFERENCE_AMOUNT_EXCEEDED'
]

// They depend on what is known beside the document, so no example can break them.
const testedApart: Record<string, string> = {
  REFERENCE_TO_TEST_SET: 'reading/test-set-references.test.ts', RECEIVER_NOT_ELECTRONIC: 'reading/receiver-advice.test.ts',
  DUPLICATE_SUSPECTED: '../services/invoicing/repeated-content.test.ts',
  CUSTOMER_UNKNOWN: '../groups/webhook/named-customers.test.ts', CUSTOMER_DIFFERS: '../groups/webhook/named-customers.test.ts',
  REFERENCE_LINE_EXCEEDED: '../services/invoicing/reference-rules.test.ts',
  PRODUCT_UNKNOWN: '../groups/webhook/named-customers.test.ts'
}

describe('the table of rules', () => {
  it.each(Object.entries<RuleEntry>(ruleTable))(
    '%s has a message in English and in Spanish',
    (code, { en, es, source }) => {
      expect(code).toMatch(/^[A-Z0-9]+(_[A-Z0-9]+)+$/)
      expect(en).not.toBe(es)
      expect([...en.matchAll(/\{\w+\}/g)].map(String).sort()).toEqual([...es.matchAll(/\{\w+\}/g)].map(String).sort())
      expect(source).toMatch(/^([A-Z]{3}-(\d-\d{1,3}|\d{5})|F[DB] [A-Z]?\d*|(Ley|Res\.) [\d./]+)?$/)
    }
  )

  it.each(Object.keys(ruleTable))('%s has an example document that breaks it', (code) => {
    const apart = testedApart[code]
    if (apart) expect(readFileSync(new URL(apart, import.meta.url), 'utf8')).toContain(`'${code}'`)
    else if (aboutIssuedDocuments.includes(code)) expect(references).toContain(`'${code}'`)
    else expect(exampled).toContain(code)
  })
})

describe('every violation of the examples', () => {
  it.each(caseNames('invalid'))('says where, and which rule: %s', (name) => {
    for (const { rule, path, source } of prepareCase('invalid', name).violations) {
      expect(path).toMatch(/^payload(\.\w+(\[\d+\])?)+$/)
      const known: RuleEntry = ruleTable[rule]
      expect(source === known.source || /^FD A\d+$/.test(source)).toBe(true)
    }
  })
})

describe('violationOf', () => {
  it("fills in the sentence and keeps both figures and the SII's code", () => {
    expect(violationOf('TOTAL_AMOUNT_MISMATCH', 'payload.header.totals.totalAmount', { posted: '1', computed: '2' }))
      .toEqual({
        rule: 'TOTAL_AMOUNT_MISMATCH', path: 'payload.header.totals.totalAmount',
        message: { en: 'is 1, but the computed total is 2', es: 'es 1, pero el total calculado es 2' }, source: 'HED-2-260',
        posted: '1', computed: '2'
      })
  })

  it('inserts a posted text literally', () => {
    expect(violationOf('RUT_INVALID', 'p', { posted: '$& {limit} $1' }).message.en).toBe(
      '"$& {limit} $1" is not a RUT with a valid check digit'
    )
  })
})
