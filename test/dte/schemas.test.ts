import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { XmlDocument, XsdValidator, XmlValidateError } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { describe, expect, it } from 'vitest'
import type { TaxDocument } from '../../src/dte/document.ts'
import { documentTypes } from '../../src/dte/document-types.ts'
import { buildEnvelope } from '../../src/dte/envelope.ts'
import { invoicePayload } from '../../src/dte/payload.ts'
import { caseNames, casePayload, prepareCase, preparePayload } from '../support/document-cases.ts'
import { cover, createSigning } from '../support/signing.ts'
import { latin1Text } from '../support/texts.ts'

const folder = fileURLToPath(new URL('../../../shared/sii/xsd/', import.meta.url))
const hasSchemas = existsSync(folder)

const signing = createSigning({ keyBits: 1024 })

function validatorOf (file: string) {
  xmlRegisterFsInputProviders()
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(folder + file), { url: folder + file }))
}

function complaintsOf (validator: XsdValidator, xml: Buffer): string[] {
  const document = XmlDocument.fromBuffer(xml)
  try {
    validator.validate(document)
    return []
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message)
    throw error
  } finally {
    document.dispose()
  }
}

/** As posted, unless its very shape is refused. */
function prepareShaped (payload: unknown) {
  return invoicePayload.safeParse(payload).success ? preparePayload(payload) : { document: undefined }
}

async function envelopeWith (document: TaxDocument): Promise<Buffer> {
  const { documentType, xml } = await signing.issue(document)
  return buildEnvelope({ kind: documentTypes[document.documentType].envelope, cover, documents: [{ documentType, xml }], credential: signing.credential })
}

/** An example document with one to three of its texts or numbers replaced by others. */
const altered = fc.record({
  name: fc.constantFrom(...caseNames('valid')),
  changes: fc.array(fc.record({ at: fc.nat(), text: fc.oneof(latin1Text(), fc.string({ unit: 'binary', maxLength: 30 })), number: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.double({ min: 0, max: 1e6, noNaN: true })) }), { minLength: 1, maxLength: 3 })
}).map(({ name, changes }) => {
  const payload = casePayload('valid', name)
  const leaves = leavesOf(payload)
  for (const { at, text, number } of changes) {
    const { parent, key } = leaves[at % leaves.length]!
    if (key !== 'documentType' && typeof parent[key] === 'string') parent[key] = text
    if (typeof parent[key] === 'number') parent[key] = number
  }
  delete (payload as { header: { totals?: unknown } }).header.totals
  return payload
})

function leavesOf (value: unknown): { parent: Record<string, unknown>, key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => typeof parent[key] === 'object' ? leavesOf(parent[key]) : [{ parent, key }])
}

describe.skipIf(!hasSchemas)('the schemas of the SII', () => {
  const validators = hasSchemas ? { DTE: validatorOf('EnvioDTE_v10.xsd'), BOLETA: validatorOf('EnvioBOLETA_v11.xsd') } : undefined

  it.each(caseNames('valid'))('accept %s', async (name) => {
    const { document } = prepareCase('valid', name)

    const xml = await envelopeWith(document!)

    expect(complaintsOf(validators![documentTypes[document!.documentType].envelope], xml)).toEqual([])
  })

  it('accept whatever prepareDocument gives, when examples are altered at random', async () => {
    let accepted = 0
    await fc.assert(fc.asyncProperty(altered, async (payload) => {
      const { document } = prepareShaped(payload)
      if (!document) return
      accepted++

      expect(complaintsOf(validators![documentTypes[document.documentType].envelope], await envelopeWith(document))).toEqual([])
    }), { numRuns: 1500 })
    expect(accepted).toBeGreaterThan(150)
  })

  it('refuse an envelope with an element out of place', async () => {
    const { document } = prepareCase('valid', '033-every-member')
    const xml = (await envelopeWith(document!)).toString('latin1').replace(/(<FmaPago>2<\/FmaPago>)(.*)<\/IdDoc>/, '$2$1</IdDoc>')

    expect(complaintsOf(validators!.DTE, Buffer.from(xml, 'latin1'))).not.toEqual([])
  })
})
