import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { buildEnvelope } from '../../src/dte/signing/envelope.ts'
import { signSeed } from '../../src/dte/signing/seed.ts'
import { cover, createSigning } from '../support/signing.ts'
import { issuedTypes, sampleDocument } from '../support/tax-documents.ts'
import { hasTool, run, withFiles } from '../support/tools.ts'

const schemas = fileURLToPath(new URL('../../../shared/sii/xsd/', import.meta.url))
const hasXmlsec = hasTool('xmlsec1', '--version')
const hasXmllint = hasTool('xmllint', '--version') && existsSync(schemas)

const signing = createSigning()
const { credential, caPem } = signing

async function envelopeOf (kind: 'DTE' | 'BOLETA'): Promise<Buffer> {
  const types = kind === 'DTE' ? [33, 34, 43, 46, 52, 56, 61, 110, 111, 112] as const : [39, 41] as const
  const documents = await Promise.all(
    types.map((documentType, index) => signing.issue(sampleDocument(documentType), index + 1))
  )
  return buildEnvelope({ kind, cover, documents, credential })
}

/** What xmlsec1 says of the signature at a position, trusting the certificate that the authority vouches for. */
function xmlsec (xml: Buffer | string, position = 1): string {
  return withFiles(
    { 'file.xml': xml, 'ca.pem': caPem },
    (path) => run('sh', [
      '-c',
      'exec xmlsec1 "$@" 2>&1',
      'xmlsec1',
      '--verify',
      '--id-attr:ID',
      'http://www.sii.cl/SiiDte:Documento',
      '--id-attr:ID',
      'http://www.sii.cl/SiiDte:Liquidacion',
      '--id-attr:ID',
      'http://www.sii.cl/SiiDte:Exportaciones',
      '--id-attr:ID',
      'http://www.sii.cl/SiiDte:SetDTE',
      '--trusted-pem',
      path('ca.pem'),
      '--enabled-key-data',
      'x509',
      '--verification-gmt-time',
      '2026-12-01 00:00:00',
      '--node-xpath',
        `(//*[local-name()='Signature'])[${position}]`,
        path('file.xml')
    ])
  )
}

function validate (schema: string, xml: Buffer): string {
  return withFiles(
    { 'file.xml': xml },
    (path) => run('sh', [
      '-c',
      'exec xmllint "$@" 2>&1',
      'xmllint',
      '--noout',
      '--nonet',
      '--schema',
        `${schemas}${schema}`,
        path('file.xml')
    ])
  )
}

describe.skipIf(!hasXmlsec)('xmlsec1', () => {
  it.each(issuedTypes)('verifies a document of type %i on its own', async (documentType) => {
    const { xml } = await signing.issue(sampleDocument(documentType))

    expect(xmlsec(xml)).toMatch(/^OK|SUCCEEDED/m)
  })

  it.each([['DTE', 11], ['BOLETA', 3]] as const)(
    'verifies every signature of an envelope in its place (%s)', { tags: 'slow' },
    async (kind, signatures) => {
      const envelope = await envelopeOf(kind)

      for (let position = 1; position <= signatures; position++) {
        expect(xmlsec(envelope, position)).toMatch(/^OK|SUCCEEDED/m)
      }
    }
  )

  it('verifies the answer to a seed', () => {
    expect(xmlsec(signSeed('030530912644', credential))).toMatch(/^OK|SUCCEEDED/m)
  })

  it('refuses altered documents', async () => {
    const { xml } = await signing.issue(sampleDocument(33))
    const tampered = Buffer.from(xml.toString('latin1').replace('<MntTotal>14280', '<MntTotal>14281'), 'latin1')

    expect(() => xmlsec(tampered)).toThrow()
    expect(() => xmlsec(signSeed('030530912644', credential).replace('030530912644', '030530912645'))).toThrow()
  })
})

describe.skipIf(!hasXmllint)('xmllint with the schemas of the SII', () => {
  // A boleta on its own has no schema: EnvioBOLETA_v11.xsd defines it inside the envelope.
  it.each([33, 34, 43, 46, 52, 56, 61, 110, 111, 112] as const)(
    'accepts a document of type %i',
    async (documentType) => {
      const { xml } = await signing.issue(sampleDocument(documentType))

      expect(validate('DTE_v10.xsd', xml)).toMatch(/file\.xml validates/)
    })

  it.each([['DTE', 'EnvioDTE_v10.xsd'], ['BOLETA', 'EnvioBOLETA_v11.xsd']] as const)(
    'accepts an envelope (%s)',
    async (kind, schema) => {
      expect(validate(schema, await envelopeOf(kind))).toMatch(/file\.xml validates/)
    }
  )

  it('refuses an element that the schema does not know', async () => {
    const { xml } = await signing.issue(sampleDocument(33))

    expect(() =>
      validate('DTE_v10.xsd', Buffer.from(xml.toString('latin1').replace('<Folio>', '<Otro/><Folio>'), 'latin1'))
    ).toThrow()
  })
})
