import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XmlDocument, XsdValidator, XmlValidateError } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import type { TaxDocument } from '../../src/dte/document.ts'
import { documentTypes } from '../../src/dte/values/document-types.ts'
import { buildEnvelope } from '../../src/dte/signing/envelope.ts'
import { cover, type createSigning } from './signing.ts'

/** The SII's schemas, read from outside the project; tests that need them skip visibly when they are not there. */
export const schemasFolder = new URL('../../../shared/sii/xsd/', import.meta.url)

type Signing = ReturnType<typeof createSigning>

/** The schemas of the two envelopes, compiled once. */
export function createSchemas () {
  const validators = { DTE: validatorOf('EnvioDTE_v10.xsd'), BOLETA: validatorOf('EnvioBOLETA_v11.xsd') }
  const complaints = (kind: 'DTE' | 'BOLETA', xml: Buffer) => validate(validators[kind], xml)
  return {
    complaints,
    /** What the schemas say against a document, signed and in its envelope. */
    async complaintsOf (document: TaxDocument, signing: Signing): Promise<string[]> {
      const { envelope } = documentTypes[document.documentType]
      return complaints(envelope, await envelopeWith(document, signing))
    }
  }
}

/** What a schema of the SII says against a file. */
export function complaintsOfSchema (schema: string): (xml: Buffer) => string[] {
  const validator = validatorOf(schema)
  return (xml) => validate(validator, xml)
}

/** An envelope with one document. */
export async function envelopeWith (document: TaxDocument, signing: Signing): Promise<Buffer> {
  const { documentType, xml } = await signing.issue(document)
  return buildEnvelope({
    kind: documentTypes[document.documentType].envelope, cover, documents: [{ documentType, xml }],
    credential: signing.credential
  })
}

function validatorOf (file: string) {
  xmlRegisterFsInputProviders()
  const path = fileURLToPath(new URL(file, schemasFolder))
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))
}

function validate (validator: XsdValidator, xml: Buffer): string[] {
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
