import { createPrivateKey, createPublicKey, type KeyObject, privateEncrypt, randomBytes, type X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { dayMs } from './time.ts'

// Where Chilean certification authorities write the holder's RUT, and the object identifier of a subject's serial
// number.
const holderRutOid = '1.3.6.1.4.1.8321.1'
const issuerRutOid = '1.3.6.1.4.1.8321.2'
const serialNumberOid = '2.5.4.5'

/** A certification authority of the simulator's own: its key as PKCS#8 PEM and its certificate as PEM. */
export interface CertificateAuthority { keyPem: string, certificatePem: string }

export function createCertificateAuthority (key: KeyObject, now: Date): CertificateAuthority {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKeyOf(key)
  certificate.serialNumber = serialNumber()
  certificate.validity.notBefore = new Date(now.getTime() - dayMs)
  certificate.validity.notAfter = new Date(now.getTime() + 20 * 365 * dayMs)
  const name = [
    { name: 'countryName', value: 'CL' },
    { name: 'organizationName', value: 'Timbre SII simulator' },
    { name: 'commonName', value: 'Timbre SII simulator CA' },
  ]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
  ])
  signCertificate(certificate, key)
  return { keyPem: pkcs8(key), certificatePem: forge.pki.certificateToPem(certificate) }
}

export interface Holder { holderName: string, holderTaxNumber: string, company: string, validFrom: Date, validTo: Date }

/**
 * A PKCS#12 file with a key, a certificate that names its holder's RUT in both usual places, and the authority's.
 * Sealed with 3DES, as Chilean authorities still do, which every reader opens whatever the password's characters.
 */
export function issuePkcs12 (
  authority: CertificateAuthority, key: KeyObject, holder: Holder, password: string
): Buffer {
  const issuer = forge.pki.certificateFromPem(authority.certificatePem)
  const certificate = holderCertificate(holder, publicKeyOf(key), issuer)
  signCertificate(certificate, createPrivateKey(authority.keyPem))
  const p12 = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(pkcs8(key)), [certificate, issuer], password, {
    algorithm: '3des', friendlyName: holder.holderTaxNumber,
  })
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary')
}

function holderCertificate (holder: Holder, publicKey: forge.pki.PublicKey, issuer: forge.pki.Certificate) {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = serialNumber()
  certificate.validity.notBefore = holder.validFrom
  certificate.validity.notAfter = holder.validTo
  certificate.setSubject([
    { name: 'countryName', value: 'CL' },
    { name: 'organizationName', value: holder.company, valueTagClass: forge.asn1.Type.UTF8 },
    { name: 'commonName', value: holder.holderName, valueTagClass: forge.asn1.Type.UTF8 },
    { type: serialNumberOid, value: holder.holderTaxNumber },
  ] as unknown as forge.pki.CertificateField[])
  certificate.setIssuer(issuer.subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, keyEncipherment: true },
    { id: '2.5.29.17', value: rutAsOtherName(holderRutOid, holder.holderTaxNumber) },
    { id: '2.5.29.18', value: rutAsOtherName(issuerRutOid, '60803000-K') },
  ])
  return certificate
}

/** GeneralNames with one otherName, an IA5String under the given type. */
function rutAsOtherName (oid: string, rut: string): string {
  const { Class, Type, create, oidToDer, toDer } = forge.asn1
  const otherName = create(Class.CONTEXT_SPECIFIC, Type.NONE, true, [
    create(Class.UNIVERSAL, Type.OID, false, oidToDer(oid).getBytes()),
    create(Class.CONTEXT_SPECIFIC, Type.NONE, true, [create(Class.UNIVERSAL, Type.IA5STRING, false, rut)]),
  ])
  return toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, [otherName])).getBytes()
}

/** Sixty bits of chance; the leading 4 keeps the number positive in DER. */
function serialNumber (): string {
  return `4${randomBytes(8).toString('hex').slice(1)}`
}

function pkcs8 (key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function publicKeyOf (key: KeyObject): forge.pki.PublicKey {
  return forge.pki.publicKeyFromPem(createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString())
}

// DER of DigestInfo for SHA-256, before the digest (RFC 8017, 9.2, note 1).
const sha256DigestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Signs as node-forge does, by OpenSSL: its own arithmetic takes ninety times as long. */
export function signCertificate (certificate: forge.pki.Certificate, key: KeyObject): void {
  const signer = {
    sign: (digest: forge.md.MessageDigest) => privateEncrypt(
      key, Buffer.concat([sha256DigestInfo, Buffer.from(digest.digest().getBytes(), 'latin1')])
    ).toString('latin1')
  }
  certificate.sign(signer as forge.pki.rsa.PrivateKey, forge.md.sha256.create())
}

/** The holder's RUT: the alternative name first, the subject's serial number second, as both are seen in real ones. */
export function holderRut (certificate: X509Certificate): string | undefined {
  const inAlternativeName = rutInAlternativeName(certificate.raw)
  if (inAlternativeName) return inAlternativeName
  return /^serialNumber=([0-9]+-[0-9Kk])$/m.exec(certificate.subject)?.[1]?.toUpperCase()
}

function rutInAlternativeName (der: Buffer): string | undefined {
  const oid = Buffer.from('06082b06010401c10101', 'hex')
  const at = der.indexOf(oid)
  if (at < 0) return undefined
  // Explicit tag [0] and its length, then the string's tag and its length; all of them short forms.
  const length = der[at + oid.length + 3] ?? 0
  const start = at + oid.length + 4
  return /^[0-9]+-[0-9K]$/.exec(der.subarray(start, start + length).toString('latin1').trim().toUpperCase())?.[0]
}
