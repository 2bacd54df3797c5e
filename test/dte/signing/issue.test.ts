import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issueDocument } from '../../../src/dte/signing/issue.ts'
import { prepareCase } from '../../support/document-cases.ts'
import { defined } from '../../support/expecting.ts'
import { createSigning, signedAt } from '../../support/signing.ts'
import { anyDocument, issuedTypes, sampleDocument } from '../../support/tax-documents.ts'
import { verifySignatures } from '../../support/verification.ts'

const signing = createSigning()
const right = { digestIsRight: true, signatureIsRight: true }

describe('issueDocument', () => {
  it.each(issuedTypes)('signs a document of type %i', async (documentType) => {
    const { xml, id } = await signing.issue(sampleDocument(documentType), 61)

    expect(id).toBe(`F61T${documentType}`)
    expect(verifySignatures(xml)).toEqual([{ uri: `#${id}`, ...right }])
  })

  it('writes and declares ISO-8859-1, and keeps every line short', async () => {
    const { xml } = await signing.issue(sampleDocument(33))

    expect(xml.toString('latin1')).toMatch(
      /^<\?xml version="1\.0" encoding="ISO-8859-1"\?>\n<DTE xmlns="http:\/\/www\.sii\.cl\/SiiDte" [^>]*><Documento ID="F60T33"><Encabezado>/
    )
    expect(xml.includes(Buffer.from('COMERCIAL LOS \xd1IRES SPA', 'latin1'))).toBe(true)
    expect(Math.max(...xml.toString('latin1').split('\n').map((line) => line.length))).toBeLessThan(4000)
  })

  it('returns the stamp and the signature value as they are in the XML', async () => {
    const { xml, ted, signatureValue } = await signing.issue(sampleDocument(33))
    const text = xml.toString('latin1')

    expect(text).toContain(`${ted}\n<TmstFirma>${signedAt}</TmstFirma></Documento><Signature`)
    expect(/<SignatureValue>([^<]*)/.exec(text)?.[1]?.replace(/\s/g, '')).toBe(signatureValue)
    expect(ted).toContain('<F>60</F>')
    expect(ted).toContain('<MNT>14280</MNT>')
  })

  it.each([
    ['110-freight-and-insurance-in-francs', '69963.75'], ['110-less-than-a-dollar', '0.0313'],
    ['110-of-fourteen-digits', '12343263114152.4158'], ['110-in-pesos-of-fourteen-digits', '99999999000000'],
    ['112-annuls', '9826.8'], ['110-without-payment', '0']
  ])('stamps %s with its total, %s, decimals included', async (name, total) => {
    const { document } = prepareCase('valid', name)
    const { xml, ted } = await signing.issue(defined(document))

    expect(ted).toContain(`<MNT>${total}</MNT>`)
    expect(xml.toString('latin1')).toContain(`<MntTotal>${total}</MntTotal>`)
  })

  it('produces the same bytes for the same data', async () => {
    const [once, again] = await Promise.all([signing.issue(sampleDocument(33)), signing.issue(sampleDocument(33))])

    expect(once.xml.equals(again.xml)).toBe(true)
  })

  it('signs over a CAF with character references', async () => {
    const peculiar = createSigning({ keyBits: 1024, businessName: 'O&apos;HIGGINS &quot;&#209;&quot; &amp; &#xCD;' })

    const { xml } = await peculiar.issue(sampleDocument(33))

    expect(xml.toString('latin1')).toContain('<RS>O&apos;HIGGINS &quot;&#209;&quot; &amp; &#xCD;</RS>')
    expect(verifySignatures(xml)).toEqual([{ uri: '#F60T33', ...right }])
  })

  it('signs the canonical form of libxml2, for any text', { tags: 'slow' }, async () => {
    await fc.assert(fc.asyncProperty(anyDocument(), async (document) => {
      const { xml, id } = await signing.issue(document)

      expect(verifySignatures(xml)).toEqual([{ uri: `#${id}`, ...right }])
    }), { numRuns: 300 })
  })

  it('is invalidated by any change to the signed text', async () => {
    const { xml } = await signing.issue(sampleDocument(33))
    const tampered = Buffer.from(xml.toString('latin1').replace('<MntTotal>14280', '<MntTotal>14281'), 'latin1')

    expect(verifySignatures(tampered)).toEqual([{ uri: '#F60T33', digestIsRight: false, signatureIsRight: true }])
  })

  it.each(
    [
      ['a folio below the range', 33, 0], ['a folio above the range', 33, 100_001], ['another type', 34, 60]
    ] as const
  )('refuses a CAF that does not cover %s', async (_name, cafType, folio) => {
    const issuing = issueDocument(sampleDocument(33), {
      folio, caf: signing.cafOf(cafType), credential: signing.credential, signedAt
    })

    await expect(issuing).rejects.toThrow(RangeError)
  })

  it('refuses the CAF of another company', async () => {
    const document = defined(sampleDocument(33))
    const caf = { ...signing.cafOf(33), issuer: document.receiver.taxNumber }

    await expect(issueDocument(document, { folio: 60, caf, credential: signing.credential, signedAt })).rejects.toThrow(
      RangeError
    )
  })
})
