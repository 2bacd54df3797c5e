import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cafExpiry, readCaf, restoreCaf, verifyCafSignature } from '../../../src/dte/signing/caf.ts'
import { CafError } from '../../../src/dte/signing/file-errors.ts'
import { siiKeys } from '../../../src/dte/signing/sii-keys.ts'
import { type CafRequest, createAuthority } from '../../support/authority.ts'
import { defined } from '../../support/expecting.ts'
import { anyCharacter } from '../../support/texts.ts'

const authority = createAuthority()
const { extraKeys } = authority
const today = '2026-11-20'

const read = (file: Buffer, keys = extraKeys) => readCaf(file, { today, extraKeys: keys })
const issue = (request?: CafRequest) => authority.caf(request)
const edited = (file: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1')

const byteOrderMark = Buffer.from('EFBBBF', 'hex')
const declared = (file: Buffer, encoding: string) =>
  edited(file, 'version="1.0"?>', `version="1.0" encoding="${encoding}"?>`)

function refusal (file: Buffer, keys = extraKeys): string {
  try {
    read(file, keys)
  } catch (error) {
    if (error instanceof CafError) return error.code
    throw error
  }
  return 'accepted'
}

describe('readCaf', () => {
  it('reads what the SII authorised', () => {
    const caf = read(issue({ documentType: 39, from: 501, to: 9_999_999_999 }))

    expect(caf).toMatchObject({
      issuer: '99999999-9',
      issuerName: 'COMERCIAL LOS ÑIRES SPA',
      documentType: 39,
      from: 501,
      to: 9_999_999_999,
      authorisedOn: '2026-11-02',
      keyId: 999
    })
    expect(caf.privateKey.asymmetricKeyDetails).toEqual({ modulusLength: 512, publicExponent: 3n })
  })

  it('keeps the CAF node as the SII wrote it, without white space between tags', () => {
    const file = issue({ businessName: 'O&apos;HIGGINS &amp; C&#xCD;A  LTDA' })

    const { xml, issuerName } = read(file)

    expect(xml).toMatch(
      /^<CAF version="1\.0"><DA><RE>99999999-9<\/RE><RS>O&apos;HIGGINS &amp; C&#xCD;A {2}LTDA<\/RS><TD>33<\/TD><RNG><D>1<\/D>/
    )
    expect(xml).not.toMatch(/>\s+</)
    expect(issuerName).toBe("O'HIGGINS & CÍA  LTDA")
  })

  it.each([
    ['CR LF line ends', (file: Buffer) => edited(file, /\n/g, '\r\n')],
    ['no prolog', (file: Buffer) => edited(file, /^<\?xml.*?>\n/, '')],
    [
      'a prolog that claims UTF-8 over ISO-8859-1 bytes',
      (file: Buffer) => edited(file, 'version="1.0"?>', 'version="1.0" encoding="UTF-8"?>')
    ],
    ['tabs and blanks between tags', (file: Buffer) => edited(file, /></g, '>\t  \n<')],
    ['a comment', (file: Buffer) => edited(file, '<RSASK>', '<!-- folios de -\u00f1- --><RSASK>')],
    ['a comment in what is signed', (file: Buffer) => edited(file, '<TD>', '<!-- > --><TD>')],
    ['a byte-order mark', (file: Buffer) => Buffer.concat([byteOrderMark, file])],
    ['UTF-8', (file: Buffer) => Buffer.from(file.toString('latin1'))],
    ['UTF-8 that claims ISO-8859-1', (file: Buffer) => declared(Buffer.from(file.toString('latin1')), 'ISO-8859-1')],
    [
      'UTF-8 and a byte-order mark',
      (file: Buffer) => declared(Buffer.concat([byteOrderMark, Buffer.from(file.toString('latin1'))]), 'UTF-8')
    ],
    ['UTF-16', (file: Buffer) => Buffer.from(`\uFEFF${file.toString('latin1')}`, 'utf16le')],
    ['references resolved', (file: Buffer) => edited(file, /&apos;/g, "'")],
    ['references for letters', (file: Buffer) => edited(file, '\u00d1', '&#209;')],
    ['every text on a line of its own', (file: Buffer) => edited(file, /<(\w+)>([^<>]+)<\/\1>/g, '<$1>\n    $2\n  </$1>')],
    ['keys on one line', (file: Buffer) => edited(file, /\n(?=[^<])/g, ' ')]
  ])('reads a file with %s as the SII signed it', (_name, change) => {
    const file = issue({ businessName: 'O&apos;HIGGINS \u00d1UBLE' })

    expect(change(file).equals(file)).toBe(false)
    expect(read(change(file)).xml).toBe(read(file).xml)
    expect(verifyCafSignature(read(change(file)).xml, extraKeys)).toBe(true)
  })

  it.each([
    [
      'a DOCTYPE', '<AUTORIZACION>', '<!DOCTYPE AUTORIZACION [<!ENTITY x SYSTEM "file:///etc/passwd">]><AUTORIZACION>',
      'FOLIO_FILE_DOCTYPE'
    ],
    [
      'an entity declaration in any case of letters', '<AUTORIZACION>', '<!entity a "b"><AUTORIZACION>',
      'FOLIO_FILE_DOCTYPE'
    ],
    ['another root', /AUTORIZACION>/g, 'AUTHORIZATION>', 'FOLIO_FILE_MALFORMED'],
    ['another version', '<CAF version="1.0">', '<CAF version="2.0">', 'FOLIO_FILE_MALFORMED'],
    ['a missing element', /<FA>.*<\/FA>/, '', 'FOLIO_FILE_MALFORMED'],
    ['a second CAF', '<RSASK>', '<CAF version="1.0"></CAF><RSASK>', 'FOLIO_FILE_MALFORMED'],
    ['something after its end', '</AUTORIZACION>', '</AUTORIZACION><more/>', 'FOLIO_FILE_MALFORMED'],
    ['a comment without end', '<RSASK>', '<!-- <RSASK>', 'FOLIO_FILE_MALFORMED'],
    ['letters that were lost', '\u00d1', '?', 'FOLIO_SIGNATURE_INVALID'],
    ['a control character', 'COMERCIAL', 'COMER\u0000CIAL', 'FOLIO_FILE_MALFORMED'],
    ['a wrong check digit', '99999999-9', '99999999-8', 'FOLIO_FILE_MALFORMED'],
    ['an IDK that is no number', '<IDK>999', '<IDK>constructor', 'FOLIO_FILE_MALFORMED'],
    ['a private key that is none', /<RSASK>[^<]*/, '<RSASK>none', 'FOLIO_FILE_MALFORMED'],
    ['a public key that is none', /<RSAPUBK>[^<]*/, '<RSAPUBK>none', 'FOLIO_FILE_MALFORMED'],
    ['a type that does not exist', '<TD>33', '<TD>35', 'FOLIO_TYPE_UNSUPPORTED'],
    ['a type that is an invoice on paper', '<TD>33', '<TD>30', 'FOLIO_TYPE_UNSUPPORTED'],
    ['a type written oddly', '<TD>33', '<TD>3.3e1', 'FOLIO_TYPE_UNSUPPORTED'],
    ['a range that runs backwards', '<D>1<', '<D>1001<', 'FOLIO_RANGE_INVALID'],
    ['a range from zero', '<D>1<', '<D>0<', 'FOLIO_RANGE_INVALID'],
    ['a folio of eleven digits', '<H>1000<', '<H>10000000000<', 'FOLIO_RANGE_INVALID'],
    ['a date of tomorrow', '2026-11-02', '2026-11-21', 'FOLIO_DATE_INVALID'],
    ['a date that no calendar has', '2026-11-02', '2026-02-30', 'FOLIO_DATE_INVALID'],
    ['a date written otherwise', '2026-11-02', '02-11-2026', 'FOLIO_DATE_INVALID'],
    ['a range widened afterwards', '<H>1000<', '<H>1001<', 'FOLIO_SIGNATURE_INVALID'],
    ['a key of the SII that did not sign it', '<IDK>999', '<IDK>100', 'FOLIO_SIGNATURE_INVALID'],
    ['a key that nobody trusts', '<IDK>999', '<IDK>200', 'FOLIO_SIGNATURE_INVALID'],
    ['a signature that is no base64', /(<FRMA [^>]*>)[^<]*/, '$1!', 'FOLIO_SIGNATURE_INVALID']
  ])('refuses %s', (_name, from, to, code) => {
    const file = issue()

    expect(refusal(file)).toBe('accepted')
    expect(refusal(edited(file, from, to))).toBe(code)
  })

  it('refuses a file of more than 64 kB before reading it', () => {
    expect(refusal(Buffer.concat([issue(), Buffer.alloc(64 * 1024, ' ')]))).toBe('FOLIO_FILE_MALFORMED')
  })

  it('refuses the keys of another CAF, and mismatched key pairs', () => {
    const file = issue()
    const other = issue().toString('latin1')
    const otherPrivate = /<RSASK>[^<]*/.exec(other)?.[0] ?? ''
    const otherPublic = /<RSAPUBK>[^<]*/.exec(other)?.[0] ?? ''

    expect(refusal(edited(file, /<RSASK>[^<]*/, otherPrivate))).toBe('FOLIO_KEY_MISMATCH')
    expect(refusal(edited(file, /<RSAPUBK>[^<]*/, otherPublic))).toBe('FOLIO_KEY_MISMATCH')
    expect(refusal(edited(edited(file, /<RSASK>[^<]*/, otherPrivate), /<RSAPUBK>[^<]*/, otherPublic))).toBe(
      'FOLIO_KEY_MISMATCH'
    )
  })

  it('refuses keys that are not RSA', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const ecPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

    expect(refusal(edited(issue(), /<RSASK>[^<]*/, `<RSASK>${ecPem}`))).toBe('FOLIO_KEY_MISMATCH')
  })

  it('trusts the test key only if configured', () => {
    expect(refusal(issue(), {})).toBe('FOLIO_ENVIRONMENT_MISMATCH')
  })

  it('refuses any damaged input with a code', () => {
    const file = issue().toString('latin1')
    fc.assert(
      fc.property(
        fc.nat(file.length),
        fc.string({ maxLength: 20, unit: anyCharacter }),
        fc.nat(200),
        (at, garbage, removed) => {
          const damaged = Buffer.from(file.slice(0, at) + garbage + file.slice(at + removed), 'latin1')
          expect(refusal(damaged)).toMatch(/^(FOLIO_[A-Z_]+|accepted)$/)
        }
      ),
      { numRuns: 300 }
    )
  })
})

describe('restoreCaf', () => {
  it('restores what was read', () => {
    const caf = read(issue())

    expect(restoreCaf(caf.xml, caf.privateKey)).toEqual(caf)
  })

  it('accepts only a CAF node', () => {
    const { privateKey, xml } = read(issue())

    expect(() => restoreCaf(`${xml} `, privateKey)).toThrow(CafError)
  })
})

describe('the keys of the SII', () => {
  // SHA-256 over the SubjectPublicKeyInfo of the published certificates [S15].
  it.each([
    [100, '38b4822e1fe38064bbb1787822c50220f852ef0cfa426e4c69452228d41c2dbd'],
    [300, '4e43de28f817c53239a53f67ed488302862b9dde356937b7c04f081da6999f92']
  ])('have the fingerprints of the published ones (IDK %i)', (keyId, fingerprint) => {
    const bytes = createPublicKey(defined(siiKeys[keyId]).publicKey).export({ type: 'spki', format: 'der' })

    expect(createHash('sha256').update(bytes).digest('hex')).toBe(fingerprint)
  })

  const certificates = {
    100: new URL('../../../../shared/sii/keys/sii-caf-100-certificacion.cer', import.meta.url),
    300: new URL('../../../../shared/sii/keys/sii-caf-300-produccion.cer', import.meta.url)
  }

  it.skipIf(!existsSync(certificates[100])).each([100, 300] as const)(
    'are those of the certificate that the SII publishes (IDK %i)',
    (keyId) => {
      const published = new X509Certificate(readFileSync(certificates[keyId])).publicKey

      expect(createPublicKey(siiKeys[keyId]?.publicKey ?? '').equals(published)).toBe(true)
    })

  it('cannot be replaced', () => {
    const file = issue({ keyId: 300 })

    expect(verifyCafSignature(read(issue()).xml, extraKeys)).toBe(true)
    expect(refusal(file, { 300: extraKeys[999] ?? '' })).toBe('FOLIO_SIGNATURE_INVALID')
  })
})

describe('cafExpiry', () => {
  it.each([
    [33, '2026-11-02', '2027-05-01'],
    [43, '2026-08-31', '2027-02-27'],
    [46, '2027-09-01', '2028-02-28'],
    [56, '2026-01-01', '2026-06-30'],
    [61, '2026-03-01', '2026-08-28']
  ] as const)('lets folios of type %i, authorised on %s, expire on %s', (documentType, authorisedOn, expiry) => {
    expect(cafExpiry(documentType, authorisedOn)).toBe(expiry)
  })

  it.each([34, 39, 41, 52, 110, 111, 112] as const)('lets folios of type %i never expire', (documentType) => {
    expect(cafExpiry(documentType, '2018-07-01')).toBeUndefined()
  })

  it('is never later than six months, on any day', () => {
    const day = fc.date({ min: new Date('2018-07-01'), max: new Date('2050-12-31'), noInvalidDate: true })
    fc.assert(fc.property(day, (authorised) => {
      const sixMonths = new Date(authorised)
      sixMonths.setUTCDate(1)
      sixMonths.setUTCMonth(sixMonths.getUTCMonth() + 6)
      const lastDay = new Date(Date.UTC(sixMonths.getUTCFullYear(), sixMonths.getUTCMonth() + 1, 0)).getUTCDate()
      sixMonths.setUTCDate(Math.min(authorised.getUTCDate(), lastDay))

      expect((cafExpiry(33, authorised.toISOString().slice(0, 10)) ?? '') < sixMonths.toISOString().slice(0, 10)).toBe(
        true
      )
    }))
  })
})
