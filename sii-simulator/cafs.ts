import { createPublicKey, type KeyObject, sign } from 'node:crypto'

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

/**
 * A folio authorisation as the SII's site hands it out: ISO-8859-1, with a key of 512 bits and exponent 3, DA signed by
 * FRMA.
 */
export function issueCaf (signingKeyPem: string, key: KeyObject, range: FolioRange): Buffer {
  const publicKey = createPublicKey(key)
  const lines = authorisation(range, publicKey)
  const signature = sign('sha1', Buffer.from(lines.join(''), 'latin1'), signingKeyPem).toString('base64')
  const file = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<AUTORIZACION>', '<CAF version="1.0">', ...lines,
    `<FRMA algoritmo="SHA1withRSA">${signature}</FRMA>`, '</CAF>',
    `<RSASK>${key.export({ type: 'pkcs1', format: 'pem' }).toString()}</RSASK>`, '',
    `<RSAPUBK>${publicKey.export({ type: 'spki', format: 'pem' }).toString()}</RSAPUBK>`, '</AUTORIZACION>', '',
  ]
  return Buffer.from(file.join('\n'), 'latin1')
}

function authorisation (range: FolioRange, publicKey: KeyObject): string[] {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
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
