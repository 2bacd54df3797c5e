import { describe, expect, it } from 'vitest'
import { documentBody } from '../../src/dte/xml/xml.ts'
import { caseNames, prepareCase, readCase } from '../support/document-cases.ts'
import { defined } from '../support/expecting.ts'

const folio = 1042

describe('valid documents', () => {
  it.each(caseNames('valid'))('%s', (name) => {
    const { document, totals, violations, notices } = prepareCase('valid', name)
    const expectedNotices = JSON.parse(readCase('valid', name, 'expected-notices.json') ?? '[]')
    const expectedXml = readCase('valid', name, 'expected.xml')

    expect(violations).toEqual([])
    expect(notices.map(({ code, path, rule }) => ({ code, path, rule }))).toEqual(expectedNotices)
    expect(document?.notices ?? []).toEqual(notices)
    expect(totals).toEqual(JSON.parse(readCase('valid', name, 'expected.json') ?? ''))
    expect(document?.totals).toEqual(totals)
    if (expectedXml !== undefined) expect(documentBody(defined(document), folio)).toBe(expectedXml)
  })
})

describe('invalid documents', () => {
  it.each(caseNames('invalid'))('%s', (name) => {
    const { document, violations } = prepareCase('invalid', name)

    expect(document).toBeUndefined()
    expect(
      violations.map(({ rule, path, posted, computed }) => ({
        rule, path, ...(posted !== undefined && { posted }), ...(computed !== undefined && { computed })
      }))
    )
      .toEqual(JSON.parse(readCase('invalid', name, 'expected-errors.json') ?? ''))
  })

  it.each(caseNames('invalid'))('%s: says so in two languages, with nothing left to fill in', (name) => {
    for (const { message } of prepareCase('invalid', name).violations) {
      expect(message.en).not.toMatch(/[{}]|undefined/)
      expect(message.es).not.toMatch(/[{}]|undefined/)
      expect(message.en).not.toBe(message.es)
    }
  })
})
