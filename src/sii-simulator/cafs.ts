import { createPublicKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

/** The simulator's own name for its CAF-signing key; the SII's are 100 (certification) and 300 (production). */
export const simulatorKeyId = '999'

export interface FolioRange {
  taxNumber: string
  businessName: string
  documentType: number
  from: number
  to: number
  /** YYYY-MM-DD */
  authorisedOn: string
}

/** A key as the SII's: RSA of 512 bits, exponent 65537. */
export async function createCafSigningKey (): Promise<string> {
  const { privateKey } = await generate('rsa', {
    modulusLength: 512,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' }
  })
  return privateKey
}

/**
 * A folio authorisation as the SII's site hands it out: ISO-8859-1, a key of 512 bits with exponent 3, DA signed by
 * FRMA.
 */
export async function issueCaf (signingKeyPem: string, range: FolioRange): Promise<Buffer> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 512,
    publicExponent: 3,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const lines = authorisation(range, publicKey)
  const signature = sign('sha1', Buffer.from(lines.join(''), 'latin1'), signingKeyPem).toString('base64')
  const file = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<AUTORIZACION>', '<CAF version="1.0">', ...lines,
    `<FRMA algoritmo="SHA1withRSA">${signature}</FRMA>`, '</CAF>',
    `<RSASK>${privateKey}</RSASK>`, '', `<RSAPUBK>${publicKey}</RSAPUBK>`, '</AUTORIZACION>', '',
  ]
  return Buffer.from(file.join('\n'), 'latin1')
}

function authorisation (range: FolioRange, publicKeyPem: string): string[] {
  const { n = '', e = '' } = createPublicKey(publicKeyPem).export({ format: 'jwk' })
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return [
    '<DA>',
    `<RE>${range.taxNumber}</RE>`,
    `<RS>${escapeText(range.businessName.slice(0, 40))}</RS>`,
    `<TD>${range.documentType}</TD>`,
    `<RNG><D>${range.from}</D><H>${range.to}</H></RNG>`,
    `<FA>${range.authorisedOn}</FA>`,
    `<RSAPK><M>${base64(n)}</M><E>${base64(e)}</E></RSAPK>`,
    `<IDK>${simulatorKeyId}</IDK>`,
    '</DA>',
  ]
}

function escapeText (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
