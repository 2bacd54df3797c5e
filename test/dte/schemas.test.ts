import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxDocument } from '../../src/dte/document.ts'
import { documentTypes } from '../../src/dte/values/document-types.ts'
import { invoicePayload } from '../../src/dte/fields/payload.ts'
import { parseXml, schemaProblems } from '../../sii-simulator/index.ts'
import { caseNames, casePayload, prepareCase, preparePayload } from '../support/document-cases.ts'
import { defined } from '../support/expecting.ts'
import { createSchemas, envelopeWith, schemasFolder } from '../support/schemas.ts'
import { createSigning } from '../support/signing.ts'
import { anyCharacter, latin1Text } from '../support/texts.ts'

const hasSchemas = existsSync(fileURLToPath(schemasFolder))

const signing = createSigning({ keyBits: 1024 })

/** As posted, unless its very shape is refused. */
function prepareShaped (payload: unknown) {
  return invoicePayload.safeParse(payload).success ? preparePayload(payload) : { document: undefined }
}

/**
 * An example document with one to three of its texts or numbers replaced by others, and sometimes under another type.
 */
const altered = fc.record({
  name: fc.constantFrom(...caseNames('valid')),
  asType: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...Object.keys(documentTypes))),
  changes: fc.array(
    fc.record({
      at: fc.nat(), text: fc.oneof(latin1Text(), fc.string({ unit: anyCharacter, maxLength: 30 })),
      number: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.double({ min: 0, max: 1e6, noNaN: true }))
    }),
    { minLength: 1, maxLength: 3 }
  )
}).map(({ name, asType, changes }) => {
  const payload = casePayload('valid', name)
  const leaves = leavesOf(payload)
  for (const { at, text, number } of changes) {
    const { parent, key } = defined(leaves[at % leaves.length])
    if (key !== 'documentType' && typeof parent[key] === 'string') parent[key] = text
    if (typeof parent[key] === 'number') parent[key] = number
  }
  const { header } = payload as { header: { documentId: { documentType: string }, totals?: object } }
  header.documentId.documentType = asType ?? header.documentId.documentType
  forgetComputed(header)
  return payload
})

/** Leaves of the totals only what is told and not computed, which alterations of the rest do not falsify. */
function forgetComputed (header: { totals?: object }): void {
  const told = ['currency', 'previousBalance', 'amountToPay']
  header.totals = Object.fromEntries(Object.entries(header.totals ?? {}).filter(([member]) => told.includes(member)))
}

function leavesOf (value: unknown): { parent: Record<string, unknown>, key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) =>
    typeof parent[key] === 'object' ? leavesOf(parent[key]) : [{ parent, key }]
  )
}

type Complaints = (document: TaxDocument) => Promise<string[]>

/** What must hold of whatever judges an envelope: a schema of the SII, or the simulator's tables of it. */
function accepts (complaintsOf: Complaints, numRuns: number): void {
  it.each(caseNames('valid'))('accept %s', async (name) => {
    const { document } = prepareCase('valid', name)

    expect(await complaintsOf(defined(document))).toEqual([])
  })

  it('accept every document of prepareDocument, from randomly altered examples', { tags: 'slow' }, async () => {
    let accepted = 0
    await fc.assert(fc.asyncProperty(altered, async (payload) => {
      const { document } = prepareShaped(payload)
      if (!document) return
      accepted++

      expect(await complaintsOf(document)).toEqual([])
    }), { numRuns })
    expect(accepted).toBeGreaterThan(numRuns / 10)
  })
}

/** An envelope whose FmaPago stands at the end of its block. */
async function misplaced (): Promise<Buffer> {
  const { document } = prepareCase('valid', '033-every-member')
  const xml = (await envelopeWith(defined(document), signing)).toString('latin1').replace(
    /(<FmaPago>2<\/FmaPago>)(.*)<\/IdDoc>/, '$2$1</IdDoc>'
  )
  return Buffer.from(xml, 'latin1')
}

describe("the simulator's tables of the schemas", () => {
  const complaints = (xml: Buffer): string[] => {
    const { root, dispose } = parseXml(xml)
    try {
      return schemaProblems(root)
    } finally {
      dispose()
    }
  }

  accepts(async (document) => complaints(await envelopeWith(document, signing)), 150)

  it('refuse an envelope with an element out of place', async () => {
    expect(complaints(await misplaced())).not.toEqual([])
  })
})

describe.skipIf(!hasSchemas)('the schemas of the SII', () => {
  const schemas = hasSchemas ? createSchemas() : undefined

  accepts((document) => defined(schemas).complaintsOf(document, signing), 500)

  it('refuse an envelope with an element out of place', async () => {
    expect(defined(schemas).complaints('DTE', await misplaced())).not.toEqual([])
  })
})
