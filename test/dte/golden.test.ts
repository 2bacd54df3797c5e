import { describe, expect, it } from 'vitest'
import { buildEnvelope } from '../../src/dte/signing/envelope.ts'
import type { Rut } from '../../src/dte/values/rut.ts'
import { signSeed } from '../../src/dte/signing/seed.ts'
import { cover, createSigning } from '../support/signing.ts'
import { type IssuedType, issuedTypes, sampleDocument } from '../support/tax-documents.ts'

// A number made of one digit, as examples use them.
const sender = '88888888-8' as Rut
const signing = createSigning({ taxNumber: sender })

function issueSample (documentType: IssuedType) {
  const document = sampleDocument(documentType)
  return signing.issue({ ...document, sender: { ...document.sender, taxNumber: sender } })
}

/** The text of a file with what depends on the keys of this run left out. */
function withoutKeys (xml: Buffer | string): string {
  return xml.toString('latin1').replace(
    /<(DigestValue|SignatureValue|Modulus|X509Certificate|M|FRMA|FRMT)((?: [^>]*)?)>[^<]*<\/\1>/g,
    '<$1$2>(of this run)</$1>'
  )
}

// Byte for byte what is sent, but for the keys: a change of these files is a change of what the SII receives.
describe('the XML that is sent', () => {
  it.each(issuedTypes)('equals the stored document of type %i', async (documentType) => {
    const { xml } = await issueSample(documentType)

    await expect(withoutKeys(xml)).toMatchFileSnapshot(`golden/dte-${documentType}.xml`)
  })

  it.each([['DTE', [33, 61]], ['BOLETA', [39, 41]]] as const)(
    'equals the stored envelope (%s)',
    async (kind, types) => {
      const documents = await Promise.all(types.map(issueSample))

      const envelope = await buildEnvelope({
        kind, cover: { ...cover, issuer: sender }, documents, credential: signing.credential
      })

      await expect(withoutKeys(envelope)).toMatchFileSnapshot(`golden/envio-${kind.toLowerCase()}.xml`)
    })

  it('equals the stored answer to a seed', async () => {
    await expect(withoutKeys(signSeed('030530912644', signing.credential))).toMatchFileSnapshot('golden/get-token.xml')
  })
})
