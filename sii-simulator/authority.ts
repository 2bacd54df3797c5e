import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { issueCaf, type FolioRange } from './cafs.ts'
import { createCertificateAuthority, issuePkcs12, type CertificateAuthority } from './certificates.ts'
import { generateKey, type MakeKey } from './keys.ts'
import type { Store } from './store.ts'
import { type Clock, dayMs } from './time.ts'

export interface CertificateOrder {
  company: string
  holderName: string
  holderTaxNumber: string
  password: string
  /** Defaults: from yesterday, for three years. */
  validFrom?: Date | undefined
  validTo?: Date | undefined
}

/** Issues certificates and CAFs, as a certification authority and the SII's site do, and knows whom to trust. */
export async function createAuthority (
  { store, clock, makeKey = generateKey }: { store: Store, clock: Clock, makeKey?: MakeKey | undefined }
) {
  const ca = await loadOrCreateCertificateAuthority(store, clock, makeKey)
  const cafKeyPem = await loadOrCreateKey(store, 'caf-key-999.pem', makeKey)
  const cafPublicKey = createPublicKey(createPrivateKey(cafKeyPem))
  const trusted: X509Certificate[] = [new X509Certificate(ca.certificatePem)]
  let issuedByTrusted = new WeakMap<X509Certificate, boolean>()

  function isTrusted (certificate: X509Certificate): boolean {
    const isIssued = issuedByTrusted.get(certificate) ??
      trusted.some((issuer) => isIssuedBy(certificate, issuer))
    issuedByTrusted.set(certificate, isIssued)
    return isIssued
  }

  return {
    certificatePem: ca.certificatePem,
    cafPublicKey,
    cafPublicKeyPem: cafPublicKey.export({ type: 'spki', format: 'pem' }).toString(),
    issueCaf: async (range: FolioRange): Promise<Buffer> => issueCaf(cafKeyPem, await makeKey(512, 3), range),
    issueCertificate: async (order: CertificateOrder): Promise<Buffer> => {
      const now = clock().getTime()
      const validFrom = order.validFrom ?? new Date(now - dayMs)
      const validTo = order.validTo ?? new Date(now + 3 * 365 * dayMs)
      return issuePkcs12(ca, await makeKey(2048), { ...order, validFrom, validTo }, order.password)
    },
    /** Adds a certification authority whose certificates are accepted as well. */
    trust: (certificatePem: string): void => {
      trusted.push(new X509Certificate(certificatePem))
      issuedByTrusted = new WeakMap()
    },
    isTrusted
  }
}

export type Authority = Awaited<ReturnType<typeof createAuthority>>

function isIssuedBy (certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

export function isWithinValidity (certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}

export function publicKeyFromComponents (modulus: Buffer, exponent: Buffer): KeyObject {
  const withoutLeadingZeros = (bytes: Buffer) => bytes.subarray(Math.max(0, bytes.findIndex((byte) => byte !== 0)))
  const encoded = (bytes: Buffer) => withoutLeadingZeros(bytes).toString('base64url')
  return createPublicKey({ key: { kty: 'RSA', n: encoded(modulus), e: encoded(exponent) }, format: 'jwk' })
}

async function loadOrCreateCertificateAuthority (
  store: Store, clock: Clock, makeKey: MakeKey
): Promise<CertificateAuthority> {
  const keyPem = await store.readKey('ca-key.pem')
  const certificatePem = await store.readKey('ca-certificate.pem')
  if (keyPem && certificatePem) return { keyPem, certificatePem }
  const created = createCertificateAuthority(await makeKey(2048), clock())
  await store.writeKey('ca-key.pem', created.keyPem)
  await store.writeKey('ca-certificate.pem', created.certificatePem)
  return created
}

/** A key as the SII's own for CAFs: RSA of 512 bits, exponent 65537. */
async function loadOrCreateKey (store: Store, name: string, makeKey: MakeKey): Promise<string> {
  const stored = await store.readKey(name)
  if (stored) return stored
  const created = (await makeKey(512)).export({ type: 'pkcs8', format: 'pem' }).toString()
  await store.writeKey(name, created)
  return created
}
