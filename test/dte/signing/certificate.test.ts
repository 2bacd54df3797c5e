import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import forge from 'node-forge'
import { describe, expect, it } from 'vitest'
import { certificateFacts, openPkcs12 } from '../../../src/dte/signing/certificate.ts'
import { CertificateError } from '../../../src/dte/signing/file-errors.ts'
import { createAuthority, type TestCertificate } from '../../support/authority.ts'
import { defined, first } from '../../support/expecting.ts'
import { hasTool, run, withFiles } from '../../support/tools.ts'

const authority = createAuthority()
const rosa = authority.certificate()
const rosaKey = rosa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

function refusal (bytes: Buffer, password = 'clave'): string {
  return errorOf(bytes, password)?.code ?? 'accepted'
}

function errorOf (bytes: Buffer, password: string): CertificateError | undefined {
  try {
    openPkcs12(bytes, password)
  } catch (error) {
    if (error instanceof CertificateError) return error
    throw error
  }
  return undefined
}

/** What the first wrong password gets whose padding is right by chance, as that of one in 256 is. */
function refusalByChance (bytes: Buffer): string {
  for (let attempt = 1; attempt <= 20_000; attempt++) {
    const error = errorOf(bytes, `falsa ${attempt}`)
    if (error?.message !== 'The password decrypts nothing') return error?.code ?? 'accepted'
  }
  return 'never by chance'
}

/** A .p12 by OpenSSL, which writes what node-forge cannot. */
function opensslPkcs12 (
  password: string, options: string[], { key = rosaKey, certificate = rosa.certificatePem } = {}
): Buffer {
  return withFiles({ 'key.pem': key, 'certificate.pem': certificate, 'ca.pem': authority.caPem }, (path) => {
    run('openssl', [
      'pkcs12', '-export', '-inkey', path('key.pem'), '-in', path('certificate.pem'), '-certfile', path('ca.pem'),
      '-passout', `pass:${password}`, '-name', 'Rosa', '-out', path('out.p12'), ...options
    ])
    return readFileSync(path('out.p12'))
  })
}

/** A .p12 of several keys, each with its certificate. */
function storeOf (pairs: TestCertificate[]): Buffer {
  const bags = pairs.map(({ privateKey, certificatePem }) => forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    [forge.pki.certificateFromPem(certificatePem)], 'clave', { useMac: false }
  ))
  const all = bags.map((pfx) => safesOf(pfx))
  const { safes, octets } = first(all)
  safes.value = all.flatMap(({ safes: { value } }) => value as forge.asn1.Asn1[])
  octets.value = forge.asn1.toDer(safes).getBytes()
  return Buffer.from(forge.asn1.toDer(first(bags)).getBytes(), 'latin1')
}

/** The AuthenticatedSafe of a PFX and the octets that carry it. */
function safesOf (pfx: forge.asn1.Asn1): { safes: forge.asn1.Asn1, octets: forge.asn1.Asn1 } {
  const at = (node: forge.asn1.Asn1, index: number) => defined((node.value as forge.asn1.Asn1[])[index])
  const octets = at(at(at(pfx, 1), 1), 0)
  return { safes: forge.asn1.fromDer(octets.value as string), octets }
}

function expectRosa (bytes: Buffer, password: string): void {
  const opened = openPkcs12(bytes, password)
  const privateKey = createPrivateKey({ key: opened.privateKeyDer, format: 'der', type: 'pkcs8' })
  expect(privateKey.equals(rosa.privateKey)).toBe(true)
  expect(opened.certificateDer.equals(rosa.certificateDer)).toBe(true)
}

describe('openPkcs12', () => {
  it('reads the holder and the validity of the certificate', () => {
    expect(openPkcs12(rosa.pkcs12('clave'), 'clave')).toMatchObject({
      holderTaxNumber: '11111111-1',
      holderName: 'Rosa Núñez Soto',
      issuerName: 'Autoridad de Prueba',
      serialNumber: '4A3B2C1D',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2029-01-01T00:00:00Z')
    })
  })

  it.each([
    ['modern', 'clave123', 'aes256'],
    ['legacy 3DES', 'clave123', '3des'],
    ['legacy 3DES with an accented password', 'contraseña', '3des'],
    ['modern with an empty password', '', 'aes256']
  ] as const)('opens a %s file', (_name, password, encryption) => {
    expectRosa(rosa.pkcs12(password, encryption), password)
  })

  const legacy = hasTool('openssl', 'version') && !run('openssl', ['version']).startsWith('OpenSSL 1')
    ? ['-legacy']
    : []
  describe.skipIf(!hasTool('openssl', 'version'))('from OpenSSL', () => {
    it.each([
      ['AES-256 with SHA-256', 'clave123', []],
      ['AES-256 with an accented password', 'contraseña', []],
      ['AES-128, MAC of SHA-512', 'clave123', [
        '-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha512'
      ]],
      ['RC2-40 and 3DES, as Windows wrote them', 'clave123', legacy],
      ['RC2-40 with an accented password', 'contraseña', legacy],
      ['3DES throughout', 'clave123', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
      ['the certificates not encrypted', 'clave123', ['-certpbe', 'NONE']],
      ['neither key nor certificates encrypted', 'clave123', ['-keypbe', 'NONE', '-certpbe', 'NONE']],
      ['no MAC', 'clave123', ['-nomac']],
      ['a MAC of SHA-224', 'clave123', ['-macalg', 'sha224']],
      ['a MAC of MD5', 'clave123', ['-macalg', 'md5']],
      ['six hundred thousand iterations', 'clave123', ['-iter', '600000']]
    ])('opens a file with %s', (_name, password, options) => {
      const file = opensslPkcs12(password, options)

      expectRosa(file, password)
    })

    it.each([
      ['modern', []],
      ['legacy', legacy],
      ['without MAC', ['-nomac']]
    ])('distinguishes a wrong password from a damaged file (%s)', (_name, options) => {
      const file = opensslPkcs12('contraseña', options)

      expect(refusal(file, 'contrasena')).toBe('CERTIFICATE_PASSWORD_WRONG')
      expect(refusal(file, '')).toBe('CERTIFICATE_PASSWORD_WRONG')
    })

    it('detects a wrong password by undecipherable certificates', () => {
      const file = opensslPkcs12('clave', ['-iter', '1', '-nomac', '-certpbe', 'AES-256-CBC'])

      expectRosa(file, 'clave')
      expect(refusalByChance(file)).toBe('CERTIFICATE_PASSWORD_WRONG')
    })

    it("opens a file whose program encoded the password's bytes as characters", () => {
      const bytesAsCharacters = Buffer.from('contraseña').toString('latin1')

      expectRosa(
        opensslPkcs12(bytesAsCharacters, ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES']), 'contraseña'
      )
    })

    it.each([
      'PBE-SHA1-RC4-40', 'PBE-SHA1-RC4-128', 'PBE-SHA1-RC2-40', 'PBE-SHA1-RC2-128', 'PBE-SHA1-2DES', 'PBE-SHA1-3DES',
      'PBE-MD5-DES', 'PBE-SHA1-DES', 'PBE-MD5-RC2-64', 'PBE-SHA1-RC2-64', 'RC2-CBC', 'RC2-40-CBC', 'RC2-64-CBC',
      'DES-CBC', 'DES-EDE3-CBC', 'AES-192-CBC', 'CAMELLIA-256-CBC'
    ])('opens a file with %s throughout', (name) => {
      const options = [...legacy, '-keypbe', name, '-certpbe', name]

      expectRosa(opensslPkcs12('contraseña', options), 'contraseña')
      expectRosa(opensslPkcs12('clave', [...options, '-nomac']), 'clave')
    })

    it.each([
      ['composed', 'decomposed', []], ['decomposed', 'composed', []], ['composed', 'decomposed', ['-nomac']]
    ])('opens a file whose password is %s with the same one %s %j', (form, other, options) => {
      const written = { composed: 'contrase\u00f1a', decomposed: 'contrasen\u0303a' } as Record<string, string>

      expectRosa(opensslPkcs12(defined(written[form]), options), defined(written[other]))
    })

    it.each(['SEED-CBC', 'BF-CBC', 'CAST5-CBC', 'ARIA-256-CBC'])('refuses %s by its name', (cipher) => {
      const file = opensslPkcs12('clave', [...legacy, '-keypbe', cipher, '-certpbe', cipher])

      expect(errorOf(file, 'clave')).toMatchObject({
        code: 'CERTIFICATE_ENCRYPTION_UNSUPPORTED', encryption: cipher
      })
    })

    it.each([['sound one first', 0], ['sound one last', 1]])('uses the valid pair that may sign: %s', (_name, at) => {
      const others = [
        authority.certificate({ keyBits: 1024, notAfter: new Date('2026-06-01T00:00:00Z') }),
        authority.certificate({ keyBits: 1024, keyUsage: { keyEncipherment: true } })
      ]
      for (const other of others) {
        const pairs = at === 0 ? [rosa, other] : [other, rosa]
        const keyStore = storeOf(pairs)

        expect(openPkcs12(keyStore, 'clave', new Date('2026-11-02T12:00:00Z')).certificateDer.equals(rosa.certificateDer))
          .toBe(true)
      }
    })

    it('refuses a file without a private key', () => {
      const file = opensslPkcs12('clave', ['-nokeys'])

      expect(refusal(file)).toBe('CERTIFICATE_KEY_MISSING')
    })

    it('refuses a key on an elliptic curve', () => {
      const files = withFiles({}, (path) => {
        run('openssl', [
          'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj',
          '/CN=Rosa/serialNumber=11111111-1', '-keyout', path('k.pem'), '-out', path('c.pem')
        ])
        return { key: readFileSync(path('k.pem'), 'utf8'), certificate: readFileSync(path('c.pem'), 'utf8') }
      })

      expect(refusal(opensslPkcs12('clave', [], files))).toBe('CERTIFICATE_KEY_UNSUPPORTED')
    })

    it('refuses too many iterations, naming the limit', { tags: 'slow' }, () => {
      const file = opensslPkcs12('clave', ['-iter', '1500000'])

      expect(errorOf(file, 'clave')).toMatchObject({
        code: 'CERTIFICATE_ENCRYPTION_UNSUPPORTED', encryption: 'more than 3,000,000 iterations'
      })
    })
  })

  it('refuses a wrong password', () => {
    expect(refusal(rosa.pkcs12('clave'), 'Clave')).toBe('CERTIFICATE_PASSWORD_WRONG')
    expect(refusal(rosa.pkcs12('clave', '3des'), 'clavé')).toBe('CERTIFICATE_PASSWORD_WRONG')
  })

  it.each(['aes256', '3des'] as const)('detects a wrong password by an undecipherable key, without a MAC (%s)', (algorithm) => {
    const key = forge.pki.privateKeyFromPem(rosa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
    const certificate = forge.pki.certificateFromPem(rosa.certificatePem)
    const file = forge.asn1.toDer(
      forge.pkcs12.toPkcs12Asn1(key, [certificate], 'clave', { algorithm, count: 1, useMac: false })
    ).getBytes()
    const bytes = Buffer.from(file, 'latin1')

    expectRosa(bytes, 'clave')
    expect(refusalByChance(bytes)).toBe('CERTIFICATE_PASSWORD_WRONG')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('-----BEGIN CERTIFICATE-----')],
    ['a certificate on its own', rosa.certificateDer],
    ['half a file', rosa.pkcs12('clave').subarray(0, 900)],
    ['a file of more than 64 kB', Buffer.concat([rosa.pkcs12('clave'), Buffer.alloc(64 * 1024)])]
  ])('refuses %s', (_name, bytes) => {
    expect(refusal(bytes)).toBe('CERTIFICATE_FILE_MALFORMED')
  })

  it('refuses the certificate of another key', () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const certificate = forge.pki.certificateFromPem(rosa.certificatePem)
    const key = forge.pki.privateKeyFromPem(stranger.export({ type: 'pkcs1', format: 'pem' }).toString())
    const file = forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, [certificate], 'clave', { generateLocalKeyId: false }))
      .getBytes()

    expect(refusal(Buffer.from(file, 'latin1'))).toBe('CERTIFICATE_KEY_MISSING')
  })

  it('refuses a certificate whose keyUsage allows no signatures', () => {
    const usage = (keyUsage: Record<string, boolean>) =>
      refusal(authority.certificate({ keyBits: 1024, keyUsage }).pkcs12('clave'))

    expect(usage({ keyEncipherment: true, keyAgreement: true })).toBe('CERTIFICATE_NOT_FOR_SIGNING')
    expect(usage({ keyCertSign: true })).toBe('CERTIFICATE_NOT_FOR_SIGNING')
    expect(usage({ digitalSignature: true })).toBe('accepted')
    expect(usage({ nonRepudiation: true, keyEncipherment: true })).toBe('accepted')
    expect(usage({ critical: true, nonRepudiation: true })).toBe('accepted')
    expect(usage({ critical: true, dataEncipherment: true })).toBe('CERTIFICATE_NOT_FOR_SIGNING')
  })

  it('accepts keys of 1024 bits and refuses shorter ones', () => {
    expect(refusal(authority.certificate({ keyBits: 1024 }).pkcs12('clave'))).toBe('accepted')
    expect(refusal(authority.certificate({ keyBits: 768 }).pkcs12('clave'))).toBe('CERTIFICATE_KEY_UNSUPPORTED')
  })

  it('refuses a key so long that signing would take seconds', () => {
    const longNumber = (bits: number) => Buffer.alloc(bits / 8, 0xc5).toString('base64url')
    const half = longNumber(4096)
    const longKey = createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'RSA', e: 'AQAB', n: longNumber(8192), d: longNumber(8192), p: half, q: half, dp: half, dq: half, qi: half
      }
    })
    const key = forge.pki.privateKeyFromPem(longKey.export({ type: 'pkcs1', format: 'pem' }).toString())
    const certificate = forge.pki.certificateFromPem(rosa.certificatePem)
    const file = forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, [certificate], 'clave', { generateLocalKeyId: false }))
      .getBytes()

    expect(refusal(Buffer.from(file, 'latin1'))).toBe('CERTIFICATE_KEY_UNSUPPORTED')
  })

  it('refuses any damage with a code', () => {
    const file = rosa.pkcs12('clave')
    fc.assert(fc.property(fc.nat(file.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Buffer.from(file)
      damaged[at] = byte
      expect(refusal(damaged)).toMatch(/^(CERTIFICATE_[A-Z_]+|accepted)$/)
    }), { numRuns: 30 })
  })
})

describe('the holder', () => {
  it.each([
    ['the alternative name', ['alternativeName'] as const],
    ['the serial number of the subject', ['serialNumber'] as const]
  ])('is read from %s', (_name, rutIn) => {
    const { certificateDer } = authority.certificate({
      holderTaxNumber: '12345670-k', rutIn: [...rutIn], keyBits: 1024
    })

    expect(certificateFacts(certificateDer).holderTaxNumber).toBe('12345670-K')
  })

  it('is not the authority, whose own RUT is also in the certificate', () => {
    const { certificateDer } = authority.certificate({ rutIn: [], keyBits: 1024 })

    expect(new X509Certificate(certificateDer).raw.includes('96900000-7')).toBe(true)
    expect(() => certificateFacts(certificateDer)).toThrow(
      expect.objectContaining({ code: 'CERTIFICATE_HOLDER_UNKNOWN' })
    )
  })
})
