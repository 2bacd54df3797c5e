import { createHash, verify, X509Certificate } from 'node:crypto'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { certificateFacts, credentialOf } from '../../../src/dte/signing/certificate.ts'
import { signSeed } from '../../../src/dte/signing/seed.ts'
import { createAuthority } from '../../support/authority.ts'

const certificate = createAuthority().certificate()
const credential = credentialOf({ ...certificate, ...certificateFacts(certificate.certificateDer) })
const prefixes = { d: 'http://www.w3.org/2000/09/xmldsig#' }

describe('signSeed', () => {
  it('carries the seed under a signature over the whole document', () => {
    const xml = signSeed('030530912644', credential)

    const document = XmlDocument.fromString(xml)
    const text = (path: string) => (document.get(path, prefixes) as XmlElement).content.replace(/\s/g, '')
    const unsigned = document.root.canonicalizeToString().replace(/<Signature.*<\/Signature>/s, '')
    const signedInfo = (document.get('//d:SignedInfo', prefixes) as XmlElement).canonicalizeToString()
    const signatureValue = Buffer.from(text('//d:SignatureValue'), 'base64')
    const reference = document.get('//d:Reference', prefixes) as XmlElement

    expect(unsigned).toBe('<getToken><item><Semilla>030530912644</Semilla></item></getToken>')
    expect(reference.attr('URI')?.value).toBe('')
    expect(createHash('sha1').update(unsigned).digest('base64')).toBe(text('//d:DigestValue'))
    expect(
      verify('sha1', Buffer.from(signedInfo), new X509Certificate(certificate.certificateDer).publicKey, signatureValue)
    ).toBe(true)
    document.dispose()
  })
})
