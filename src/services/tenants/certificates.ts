import { LRUCache } from 'lru-cache'
import { type Credential, credentialOf, type OpenedCertificate } from '../../dte/signing/certificate.ts'
import type { Rut } from '../../dte/values/rut.ts'
import type { Caller } from '../../repositories/access/callers.ts'
import type { CertificateRow } from '../../repositories/tenants/certificates.ts'
import type { Store } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createExpiringCache } from '../../shared/caches.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { publicRefusal } from './file-refusal.ts'
import { mustRehearse } from './simulator-only.ts'
import type { Clock, KeyStores, OpenCertificate } from '../ports.ts'
import type { SealedRowKey, Sealing } from '../secrets/sealing.ts'
import { wakeAll } from './waking.ts'

export interface CertificateView {
  id: string
  holderTaxNumber: string
  holderName: string
  issuerName: string
  serialNumber: string
  notBefore: Date
  notAfter: Date
  uploadedAt: Date
  /** Whole days until it ends; 0 on its last day and after. */
  daysLeft: number
}

/** What a file holds before it is kept. */
type FileContents = Omit<CertificateView, 'id' | 'uploadedAt'>

export interface CertificatesDependencies {
  store: Store
  sealing: Sealing
  keyStores: KeyStores
  clock: Clock
  /** The moment up to which every change was heard of. */
  heardUntilMs?: (() => number) | undefined
  onWork: () => void
}

type Validity = Pick<CertificateRow, 'notBefore' | 'notAfter'>

const currentMaxAgeMs = 5000

// An open certificate with its key takes 15 KB: 60 MB in all. With more tenants at work, a key is opened for nearly
// every document, which costs as much as three signatures.
const openMost = 4000

/** How long before its end a certificate's tenant is warned: the first time early enough to buy the next one. */
export const warningDays = [30, 14, 7, 1] as const

export function createCertificates (
  { store, sealing, keyStores, clock, heardUntilMs, onWork }: CertificatesDependencies
) {
  const current = createExpiringCache<CertificateRow | null>({
    maxAgeMs: currentMaxAgeMs, maxEntries: 5000, clock, heardUntilMs
  })
  // A certificate never changes, and opening its key costs more than signing with it.
  const opened = new LRUCache<string, OpenCertificate, CertificateRow>({
    max: openMost, memoMethod: (_id, _none, { context: row }) => open(sealing, row)
  })

  const findCurrent = (tenantId: string) => current.get(tenantId, () =>
    store.asTenant(tenantId, ({ certificates }) => certificates.findCurrent()))

  /**
   * What the tenant signs with at a moment; undefined when it has no certificate, or none that is valid then. Throws
   * SealingError.
   */
  async function certificateOf (tenantId: string, at: Date): Promise<OpenCertificate | undefined> {
    const row = await findCurrent(tenantId)
    return row && isValidOn(row, at) ? opened.memo(row.id, { context: row }) : undefined
  }

  async function read (
    { tenantId, signal }: Actor, { file, password }: { file: Buffer, password: string }, at: Date
  ): Promise<OpenedCertificate> {
    return keyStores.open(file, password, { tenantId, signal, at }).catch((error: unknown) => {
      throw publicRefusal(error)
    })
  }

  return {
    /**
     * Whose certificate a .p12 file holds, and until when: what upload would keep. Nothing is kept. Throws as upload
     * does.
     */
    async check (actor: Actor, upload: { file: Buffer, password: string }): Promise<FileContents> {
      const at = clock()
      const certificate = await read(actor, upload, at)
      certificate.privateKeyDer.fill(0)
      mustBeValid(certificate, at)
      const { holderTaxNumber, holderName, issuerName, serialNumber, notBefore, notAfter } = certificate
      return {
        holderTaxNumber, holderName, issuerName, serialNumber, notBefore, notAfter, daysLeft: daysLeft(certificate, at)
      }
    },

    /**
     * Keeps the key and the certificate of a .p12 file, the key sealed; the file and its password are not kept. It
     * takes the place of the one before, and documents that waited for a certificate are woken. Throws ServiceError
     * with the CERTIFICATE_… code of what is wrong, OVERLOADED while too many files wait to be opened, and
     * SIMULATOR_ONLY for a rehearsal's certificate where the simulator is not the authority.
     */
    async upload (
      actor: Actor, { file, password, isRehearsal = false }: { file: Buffer, password: string, isRehearsal?: boolean }
    ): Promise<CertificateView> {
      const { tenantId } = actor
      const at = clock()
      const certificate = await read(actor, { file, password }, at)
      const row = newRow(sealing, tenantId, { certificate, at })
      await store.asTenant(tenantId, async ({ tenant, certificates, tasks, auditLog }) => {
        await tenant.lock()
        if (isRehearsal) mustRehearse(await tenant.get())
        await certificates.replace(row, at)
        await tenant.announceChange()
        await wakeAll(tasks)
        const { holderTaxNumber, serialNumber, notAfter } = certificate
        const details = {
          holderTaxNumber, serialNumber, notAfter: notAfter.toISOString(), ...(isRehearsal && { isRehearsal })
        }
        auditLog.add([{
          actor: audited(actor), action: 'tenant.uploadCertificate', entity: 'certificate', entityId: row.id, details
        }], at)
      })
      current.invalidate(tenantId)
      onWork()
      return viewOf(row, at)
    },

    /** The certificate in use, valid or not. Throws ServiceError CERTIFICATE_NOT_FOUND. */
    async current ({ tenantId }: Actor): Promise<CertificateView> {
      const row = await store.asTenant(tenantId, ({ certificates }) => certificates.findCurrent())
      if (!row) throw new ServiceError('CERTIFICATE_NOT_FOUND')
      return viewOf(row, clock())
    },

    certificateOf,

    credentialOf: async (tenantId: string, at: Date): Promise<Credential | undefined> =>
      (await certificateOf(tenantId, at))?.credential,

    /** For a read that brings the certificate in use. */
    expect (): (caller: Caller) => void {
      const keep = current.expect()
      return ({ tenant, certificate }) => { keep(tenant.tenantId, certificate) }
    },

    /** Reads the tenant's certificate from the database again at its next use in this instance. */
    invalidate: (tenantId: string): void => { current.invalidate(tenantId) },
    invalidateAll: (): void => { current.invalidateAll() }
  }
}

export type Certificates = ReturnType<typeof createCertificates>

export function isValidOn ({ notBefore, notAfter }: Validity, at: Date): boolean {
  return notBefore <= at && at <= notAfter
}

function mustBeValid (certificate: Validity, at: Date): void {
  if (!isValidOn(certificate, at)) throw new ServiceError('CERTIFICATE_EXPIRED')
}

/** Whole days until it ends; 0 on its last day and after. */
export function daysLeft ({ notAfter }: Pick<CertificateRow, 'notAfter'>, at: Date): number {
  return Math.max(0, Math.floor((notAfter.getTime() - at.getTime()) / dayMs))
}

/** Within the time in which its tenant is warned. */
export function endsSoon ({ notAfter }: Pick<CertificateRow, 'notAfter'>, at: Date): boolean {
  return notAfter.getTime() - at.getTime() <= warningDays[0] * dayMs
}

/** Where a certificate's private key is sealed. */
export function certificateKeyPlace (tenantId: string, rowId: string): SealedRowKey {
  return { tenantId, kind: 'certificateKey', rowId }
}

/** The row of a certificate that is valid. The key that came with it is wiped. */
function newRow (
  sealing: Sealing, tenantId: string, { certificate, at }: { certificate: OpenedCertificate, at: Date }
) {
  const { privateKeyDer, certificateDer, ...facts } = certificate
  try {
    mustBeValid(certificate, at)
    const id = newId()
    const sealedKey = sealing.seal(privateKeyDer, certificateKeyPlace(tenantId, id))
    return { id, ...facts, certificateDer, sealedKey, uploadedAt: at }
  } finally {
    privateKeyDer.fill(0)
  }
}

function open (sealing: Sealing, row: CertificateRow): OpenCertificate {
  const der = sealing.open(row.sealedKey, certificateKeyPlace(row.tenantId, row.id))
  const { certificateDer, holderTaxNumber } = row
  const credential = credentialOf({ privateKeyDer: der, certificateDer, holderTaxNumber: holderTaxNumber as Rut })
  der.fill(0)
  return { certificateId: row.id, credential }
}

function viewOf (row: Omit<CertificateView, 'daysLeft'>, at: Date): CertificateView {
  const { id, holderTaxNumber, holderName, issuerName, serialNumber, notBefore, notAfter, uploadedAt } = row
  return {
    id, holderTaxNumber, holderName, issuerName, serialNumber, notBefore, notAfter, uploadedAt,
    daysLeft: daysLeft(row, at)
  }
}
