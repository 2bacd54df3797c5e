import { describe, expect, it } from 'vitest'
import { documentElements } from '../../../src/dte/xml/body-elements.ts'
import type { DescribedElement } from '../../../src/dte/xml/elements.ts'
import type { Branch } from '../../../src/dte/values/branches.ts'
import { invoicePayload } from '../../../src/dte/fields/payload.ts'
import { memberPaths } from '../../support/payload-members.ts'
import { stampElements } from '../../support/document-fields.ts'
import { hasSchemaListings, listedElements } from '../../support/schema-listing.ts'
import { schemaElements } from '../../support/schema-tables.ts'

const branches: Branch[] = ['Documento', 'Liquidacion', 'Exportaciones', 'Boleta']

interface Row {
  path: string
  element: DescribedElement
}

function rowsOf (branch: Branch, elements: readonly DescribedElement[] = documentElements, above = ''): Row[] {
  return elements.filter((one) => one.branches.includes(branch)).flatMap((element) => {
    const path = `${above}${element.name}`
    return [{ path, element }, ...rowsOf(branch, element.children, `${path}/`)]
  })
}

const isStamp = (path: string) =>
  stampElements.some((name) => path === name || path.startsWith(`${name}/`) || path.startsWith(`${name}{`))

describe("the table of elements compared with the simulator's tables of the schemas", () => {
  it.each(branches)('has every element of branch %s in its place, and no other', (branch) => {
    const known = schemaElements(branch).map(({ path }) => path).filter((path) => !isStamp(path))

    expect(rowsOf(branch).map(({ path }) => path)).toEqual(known)
  })

  it.each(branches)('allows texts and numbers no larger than branch %s', (branch) => {
    const known = new Map(schemaElements(branch).map((element) => [element.path, element]))
    for (const { path, element } of rowsOf(branch)) {
      const largest = largestOf(element.limits)
      if (largest !== undefined) expect(known.get(path)?.takes(largest), `${path}: ${element.limits}`).toBe(true)
    }
  })
})

/** The largest value that the documentation of an element allows. */
function largestOf (limits: string): string | undefined {
  const [, kind, whole, decimals = '0'] = /^(text|decimal|integer) (\d+)(?:\.(\d+))?$/.exec(limits) ?? []
  if (kind === undefined) return undefined
  // Percentages, which some elements bound at 100.
  if (limits === 'decimal 3.2') return '100'
  if (kind === 'text') return 'x'.repeat(Number(whole))
  // Numbers have 15 digits at most, so that JSON holds them exactly.
  const digits = '9'.repeat(Math.min(Number(whole), 15 - Number(decimals)))
  return decimals === '0' ? digits : `${digits}.${'9'.repeat(Number(decimals))}`
}

describe.skipIf(!hasSchemaListings)('the table of elements compared with the schemas', () => {
  it.each(branches)('has every element of branch %s in its place, and no other', (branch) => {
    const listed = listedElements(branch).map(({ path }) => path).filter((path) => !isStamp(path))

    expect(rowsOf(branch).map(({ path }) => path)).toEqual(listed)
  })

  it.each(branches)('allows texts and numbers no larger than branch %s', (branch) => {
    const listed = new Map(listedElements(branch).map(({ path, facets }) => [path, facets]))
    for (const { path, element } of rowsOf(branch)) {
      const facets = listed.get(path) ?? ''
      const facet = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(facets)?.[1] ?? NaN)
      const text = /^text (\d+)$/.exec(element.limits)?.[1]
      const [, whole, decimals] = /^decimal (\d+)\.(\d+)$/.exec(element.limits) ?? []
      const integer = /^integer (\d+)$/.exec(element.limits)?.[1]
      const where = `${branch} ${path}: ${element.limits} against ${facets}`

      if (text !== undefined) expect(Number(text), where).toBeLessThanOrEqual(facet('maxLength') || 0)
      if (decimals !== undefined && facets.includes('fractionDigits')) {
        expect(Number(decimals), where).toBeLessThanOrEqual(facet('fractionDigits'))
        expect(Number(whole), where).toBeLessThanOrEqual(facet('totalDigits') - facet('fractionDigits'))
      }
      if (integer !== undefined && facets.includes('totalDigits')) {
        expect(Number(integer), where).toBeLessThanOrEqual(facet('totalDigits'))
      }
    }
  })
})

describe('the table of elements', () => {
  const members = new Set(memberPaths(invoicePayload))
  const every = [
    ...new Map(branches.flatMap((branch) => rowsOf(branch)).map((row) => [`${row.path} ${row.element.filledBy}`, row]))
      .values()
  ]

  it.each(every.map(({ path, element }) => [path, element.filledBy]))('names the correct source of %s: %s', (_, filledBy) => {
    const named =
      filledBy.match(
        /\b(?:header|details|references|globalDiscounts|subtotals|commissions|issueLocation|woodTransport)(?:\.\w+|\[\])*/g
      ) ?? []

    if (named.length === 0) expect(filledBy).toMatch(/^(computed|the service): \w/)
    for (const member of named) expect([...members]).toContain(member)
  })
})
