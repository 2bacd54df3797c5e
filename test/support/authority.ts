/**
 * What the SII and a certification authority hand out, made anew in every test run: CAFs of IDK 999 and certificates
 * whose holder's RUT stands where Chilean authorities write it. None of these keys is ever kept.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'
import { signCertificate } from '../../sii-simulator/index.ts'
import { keySource } from './rsa-keys.ts'

/** The IDK of keys that no SII ever had. */
export const testKeyId = 999

export interface CafRequest {
  taxNumber?: string
  /** As XML text, so that a test decides how it is escaped. */
  businessName?: string
  documentType?: number
  from?: number
  to?: number
  authorisedOn?: string
  keyId?: number
}

export interface CertificateRequest {
  holderTaxNumber?: string
  holderName?: string
  /** Where the RUT stands: both by default. */
  rutIn?: Array<'alternativeName' | 'serialNumber'>
  keyBits?: number
  notAfter?: Date
  /** The keyUsage of the certificate; none by default. */
  keyUsage?: Record<string, boolean>
}

export interface TestCertificate {
  privateKey: KeyObject
  privateKeyDer: Buffer
  certificateDer: Buffer
  certificatePem: string
  /** A .p12 by node-forge: PBES2 with AES-256, or the 3DES of old files. */
  pkcs12: (password: string, encryption?: 'aes256' | '3des') => Buffer
}

let certificationAuthority: { caKey: KeyObject, ca: forge.pki.Certificate } | undefined

function makeCertificationAuthority () {
  const caKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return {
    caKey,
    ca: signedCertificate({
      subject: caName, issuer: caName, key: caKey, signer: caKey,
      extensions: [{ name: 'basicConstraints', cA: true }]
    })
  }
}

/** All certificates are of one authority, whose key takes long to make, unless it `isStrange`. */
export function createAuthority ({ isStrange = false } = {}) {
  const siiKeys = generateKeyPairSync('rsa', { modulusLength: 512 })
  const { caKey, ca } = isStrange
    ? makeCertificationAuthority()
    : certificationAuthority ??= makeCertificationAuthority()
  const nextKey = keySource()
  return {
    /** To be passed to readCaf. */
    extraKeys: { [testKeyId]: pem(siiKeys.publicKey) } as Record<number, string>,
    caPem: forge.pki.certificateToPem(ca),

    /** A CAF file of the SII, with a key of 512 bits and exponent 3 as the real ones have. */
    caf (request: CafRequest = {}): Buffer {
      const privateKey = nextKey(512, 3)
      const publicKey = createPublicKey(privateKey)
      const authorisation = authorisationXml(request, publicKey)
      const signature = sign('sha1', Buffer.from(authorisation, 'latin1'), siiKeys.privateKey).toString('base64')
      return Buffer.from('<?xml version="1.0"?>\n<AUTORIZACION>\n<CAF version="1.0">\n' +
        `${authorisation.replace('<RNG>', '\n<RNG>')}\n<FRMA algoritmo="SHA1withRSA">${signature}</FRMA>\n</CAF>\n` +
        `<RSASK>${pkcs1(privateKey)}</RSASK>\n\n<RSAPUBK>${pem(publicKey)}</RSAPUBK>\n</AUTORIZACION>\n`, 'latin1')
    },

    certificate (request: CertificateRequest = {}): TestCertificate {
      const privateKey = nextKey(request.keyBits ?? 2048)
      const { notAfter, keyUsage } = request
      const { subject, extensions } = holderOf(request)
      const certificate = signedCertificate({
        subject, issuer: caName, key: privateKey, signer: caKey, notAfter,
        extensions: [...extensions, ...keyUsage ? [{ name: 'keyUsage', ...keyUsage }] : []]
      })
      return {
        privateKey,
        privateKeyDer: privateKey.export({ type: 'pkcs8', format: 'der' }),
        certificateDer: Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1'),
        certificatePem: forge.pki.certificateToPem(certificate),
        pkcs12: (password, encryption = 'aes256') =>
          pkcs12Of(forge.pkcs12.toPkcs12Asn1(
            forge.pki.privateKeyFromPem(pkcs1(privateKey)), [certificate, ca], password, { algorithm: encryption }
          ))
      }
    }
  }
}

function authorisationXml (request: CafRequest, publicKey: KeyObject): string {
  const {
    taxNumber = '99999999-9', businessName = 'COMERCIAL LOS ÑIRES SPA', documentType = 33,
    from = 1, to = 1000, authorisedOn = '2026-11-02', keyId = testKeyId
  } = request
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return `<DA><RE>${taxNumber}</RE><RS>${businessName}</RS><TD>${documentType}</TD><RNG><D>${from}</D><H>${to}</H></RNG>` +
    `<FA>${authorisedOn}</FA><RSAPK><M>${base64(n)}</M><E>${base64(e)}</E></RSAPK><IDK>${keyId}</IDK></DA>`
}

function pem (publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

function pkcs1 (privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

const caName = [{ name: 'countryName', value: 'CL' }, { name: 'organizationName', value: 'Autoridad de Prueba' }, {
  name: 'commonName', value: 'Autoridad de Prueba'
}]

// Writes the characters as UTF8String; without it node-forge cuts each to one byte.
const utf8 = forge.asn1.Type.UTF8 as unknown as forge.asn1.Class

function holderOf (
  { holderTaxNumber = '11111111-1', holderName = 'Rosa Núñez Soto', rutIn = ['alternativeName', 'serialNumber'] }:
  CertificateRequest
) {
  const subject: forge.pki.CertificateField[] = [
    { name: 'countryName', value: 'CL' },
    { name: 'commonName', value: holderName, valueTagClass: utf8 }
  ]
  if (rutIn.includes('serialNumber')) subject.push({ type: '2.5.4.5', value: holderTaxNumber })
  const issuerRut = { id: '2.5.29.18', value: otherName('1.3.6.1.4.1.8321.2', '96900000-7') }
  const holderRut = { id: '2.5.29.17', value: otherName('1.3.6.1.4.1.8321.1', holderTaxNumber) }
  return { subject, extensions: rutIn.includes('alternativeName') ? [issuerRut, holderRut] : [issuerRut] }
}

/** GeneralNames with one otherName that holds an IA5String. */
function otherName (oid: string, text: string): forge.asn1.Asn1 {
  const { create, Class, Type } = forge.asn1
  const context = Class.CONTEXT_SPECIFIC
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, [create(context, 0, true, [
    create(Class.UNIVERSAL, Type.OID, false, forge.asn1.oidToDer(oid).getBytes()),
    create(context, 0, true, [create(Class.UNIVERSAL, Type.IA5STRING, false, text)])
  ])])
}

interface CertificateParts {
  subject: forge.pki.CertificateField[]
  issuer: forge.pki.CertificateField[]
  key: KeyObject
  signer: KeyObject
  extensions: object[]
  notAfter?: Date | undefined
}

function signedCertificate (
  { subject, issuer, key, signer, extensions, notAfter }: CertificateParts
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pem(createPublicKey(key)))
  certificate.serialNumber = '4a3b2c1d'
  certificate.validity.notBefore = new Date('2026-01-01T00:00:00Z')
  certificate.validity.notAfter = notAfter ?? new Date('2029-01-01T00:00:00Z')
  certificate.setSubject(subject)
  certificate.setIssuer(issuer)
  certificate.setExtensions(extensions)
  signCertificate(certificate, signer)
  return certificate
}

function pkcs12Of (asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1')
}
