import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEnvelope, type EnvelopeDocument } from '../../../src/dte/signing/envelope.ts'
import { cover, createSigning } from '../../support/signing.ts'
import { anyDocument, sampleDocument } from '../../support/tax-documents.ts'
import { verifySignatures } from '../../support/verification.ts'

const signing = createSigning({ keyBits: 1024 })
const { credential } = signing

const build = (documents: EnvelopeDocument[], kind: 'DTE' | 'BOLETA' = 'DTE') =>
  buildEnvelope({ kind, cover, documents, credential })
const allRight = (xml: Buffer) =>
  verifySignatures(xml).every(({ digestIsRight, signatureIsRight }) => digestIsRight && signatureIsRight)
const declaration = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n')

/** The documents of an envelope, cut out as they stand. */
function cutOut (envelope: Buffer): Buffer[] {
  return (envelope.toString('latin1').match(/<DTE .*?<\/DTE>/gs) ?? []).map((text) =>
    Buffer.concat([declaration, Buffer.from(text, 'latin1')])
  )
}

describe('buildEnvelope', () => {
  it('states sender, receiver and content in its cover sheet', async () => {
    const documents = await Promise.all([
      signing.issue(sampleDocument(33), 1), signing.issue(sampleDocument(61), 7), signing.issue(sampleDocument(33), 2)
    ])

    const text = (await build(documents)).toString('latin1')

    expect(text).toContain(
      '<SetDTE ID="SetDoc">\n<Caratula version="1.0"><RutEmisor>99999999-9</RutEmisor><RutEnvia>11111111-1</RutEnvia>' +
        '<RutReceptor>60803000-K</RutReceptor><FchResol>2026-03-02</FchResol><NroResol>0</NroResol><TmstFirmaEnv>2026-11-20T07:30:00</TmstFirmaEnv>' +
        '<SubTotDTE><TpoDTE>33</TpoDTE><NroDTE>2</NroDTE></SubTotDTE><SubTotDTE><TpoDTE>61</TpoDTE><NroDTE>1</NroDTE></SubTotDTE></Caratula>'
    )
  })

  it.each(
    [
      [
        'DTE', 33,
        /^<\?xml version="1\.0" encoding="ISO-8859-1"\?>\n<EnvioDTE [^>]*xsi:schemaLocation="http:\/\/www\.sii\.cl\/SiiDte EnvioDTE_v10\.xsd" version="1\.0"><SetDTE .*<\/EnvioDTE>$/s
      ],
      [
        'BOLETA', 39,
        /^<\?xml version="1\.0" encoding="ISO-8859-1"\?>\n<EnvioBOLETA [^>]*xsi:schemaLocation="http:\/\/www\.sii\.cl\/SiiDte EnvioBOLETA_v11\.xsd" version="1\.0"><SetDTE .*<\/EnvioBOLETA>$/s
      ]
    ] as const
  )('names its schema (%s)', async (kind, documentType, shape) => {
    const envelope = await build([await signing.issue(sampleDocument(documentType))], kind)

    expect(envelope.toString('latin1')).toMatch(shape)
  })

  it('contains the documents byte for byte', async () => {
    const documents = await Promise.all([1, 2, 3].map((folio) => signing.issue(sampleDocument(33), folio)))

    const envelope = await build(documents)

    expect(cutOut(envelope)).toEqual(documents.map(({ xml }) => xml))
  })

  it('keeps every signature valid in place and extracted, for any text', { tags: 'slow' }, async () => {
    const someDocuments = fc.array(anyDocument(), { minLength: 5, maxLength: 5 })
    await fc.assert(fc.asyncProperty(someDocuments, async (contents) => {
      const documents = await Promise.all(contents.map((document, index) => signing.issue(document, index + 1)))

      const envelope = await build(documents)

      expect(verifySignatures(envelope)).toHaveLength(6)
      expect(allRight(envelope)).toBe(true)
      expect(cutOut(envelope).map(allRight)).toEqual(contents.map(() => true))
    }), { numRuns: 30 })
  })

  it('stays valid around a CAF with character references', async () => {
    const peculiar = createSigning({ keyBits: 1024, businessName: 'O&apos;HIGGINS &#209;' })
    const documents = [await peculiar.issue(sampleDocument(33))]

    const envelope = await buildEnvelope({ kind: 'DTE', cover, documents, credential })

    expect(allRight(envelope)).toBe(true)
  })

  it('is invalidated by an added or removed document', async () => {
    const documents = await Promise.all([1, 2].map((folio) => signing.issue(sampleDocument(33), folio)))
    const text = (await build(documents)).toString('latin1')
    const shortened = Buffer.from(text.replace(/<DTE .*?<\/DTE>\n/s, ''), 'latin1')

    expect(verifySignatures(shortened).map(({ digestIsRight }) => digestIsRight)).toEqual([true, false])
  })

  it('refuses to be empty, or larger than the schemas allow', async () => {
    const boleta = await signing.issue(sampleDocument(39))
    const invoice = await signing.issue(sampleDocument(33))

    await expect(build([])).rejects.toThrow(RangeError)
    await expect(build(Array(501).fill(boleta), 'BOLETA')).rejects.toThrow(RangeError)
    await expect(build(Array(2001).fill(invoice))).rejects.toThrow(RangeError)
    await expect(build(Array(500).fill(boleta), 'BOLETA')).resolves.toBeInstanceOf(Buffer)
  })

  it('refuses a document in another notation', async () => {
    const xml = Buffer.from('<DTE version="1.0"><Documento ID="F1T33"></Documento></DTE>')

    await expect(build([{ documentType: 33, xml }])).rejects.toThrow(RangeError)
  })
})
