import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Caf, cafExpiry, type CafKeys, isSameCaf, readCaf, restoreCaf } from '../../dte/signing/caf.ts'
import { addDays, santiagoDate } from '../../dte/values/calendar.ts'
import { siiKeys } from '../../dte/signing/sii-keys.ts'
import { readStoredKey } from '../../dte/signing/stored-key.ts'
import type { FolioBlockRow, FolioRange, SealedCaf } from '../../repositories/tenants/folio-blocks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { refusingFiles } from './file-refusal.ts'
import { viewBlocks } from './folio-supply.ts'
import { type FolioBlockView, isExpired } from './folio-views.ts'
import { mustRehearse } from './simulator-only.ts'
import type { Clock } from '../ports.ts'
import type { SealedRowKey, Sealing } from '../secrets/sealing.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'

export interface FoliosDependencies {
  store: Store
  sealing: Sealing
  clock: Clock
  /**
   * Public keys (PEM) that sign CAFs beside the SII's own: the simulator's. Trusted only for tenants of the simulator.
   */
  trustedCafKeys: () => Promise<readonly { id: number, publicKey: string }[]>
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

// An open CAF with its key takes a few KB: about 40 MB in all.
const openMost = 10_000

export function createFolios ({ store, sealing, clock, trustedCafKeys, onWork }: FoliosDependencies) {
  // A block's CAF never changes, and opening its key costs more than stamping with it.
  const opened = new LRUCache<string, Caf, SealedCaf>({
    max: openMost, memoMethod: (_name, _none, { context: block }) => open(sealing, block)
  })

  async function read (file: Buffer, tenant: TenantRow, at: Date): Promise<Caf> {
    const extraKeys = tenant.taxAuthority === simulatorAuthority ? cafKeys(await trustedCafKeys()) : {}
    const caf = refusingFiles(() => readCaf(file, { today: santiagoDate(at), extraKeys }))
    if (caf.issuer !== tenant.taxNumber) throw new ServiceError('FOLIO_ISSUER_MISMATCH')
    if (!isForTenant(caf, tenant)) throw new ServiceError('FOLIO_ENVIRONMENT_MISMATCH')
    return caf
  }

  /** Stores the block, or gives the id of the one that the same CAF made before. */
  const keep = (
    actor: Actor, caf: Caf,
    { file, tenant, at, isRehearsal }: { file: Buffer, tenant: TenantRow, at: Date, isRehearsal: boolean }
  ): Promise<string> =>
    store.asPlatform(async ({ folioRanges, tenant: tenantOf }) => {
      const { tenant: settings, folioBlocks, auditLog } = tenantOf(actor.tenantId)
      const fileHash = createHash('sha256').update(file).digest()
      const scope = { environment: tenant.environment, documentType: caf.documentType }
      await mustBeUnchanged(settings, tenant)
      await folioRanges.lock(caf.issuer, caf.documentType)
      const known = await folioBlocks.findByRange(scope, caf.from)
      if (known && isSameCaf(known.cafXml, caf.xml)) {
        return renewKey(known, { caf, actor, at, repositories: tenantOf(actor.tenantId) })
      }
      if (await folioRanges.overlaps(caf.issuer, scope, caf)) throw new ServiceError('FOLIO_BLOCK_OVERLAPS')
      const row = newRow(sealing, caf, { tenant, fileHash, at })
      await folioBlocks.create(row)
      const details = {
        documentType: caf.documentType, rangeFrom: caf.from, rangeTo: caf.to, environment: tenant.environment,
        ...(isRehearsal && { isRehearsal })
      }
      auditLog.add([{
        actor: audited(actor), action: 'folio.upload', entity: 'folioBlock', entityId: row.id, details
      }], at)
      return row.id
    })

  /** Repairs a block whose key cannot be opened any more: its file holds the key. */
  async function renewKey (
    block: FolioBlockRow,
    { caf, actor, at, repositories: { folioBlocks, auditLog } }: {
      caf: Caf, actor: Actor, at: Date, repositories: TenantRepositories
    }
  ): Promise<string> {
    const place = cafKeyContext(actor.tenantId, block.id)
    if (!sealing.opens(block.sealedKey, place)) {
      await folioBlocks.replaceKey(block.id, sealing.seal(derOf(caf), place))
      auditLog.add([{
        actor: audited(actor), action: 'folio.renewKey', entity: 'folioBlock', entityId: block.id,
        details: rangeOf(block)
      }], at)
    }
    return block.id
  }

  return {
    /**
     * Checks a CAF file and stores it as a block of folios [S3]. The same CAF gives the same id, however its file was
     * saved, and restores a key that could not be opened. Throws ServiceError with the FOLIO_… code of the problem.
     */
    async upload (
      actor: Actor, file: Buffer, { isRehearsal = false }: { isRehearsal?: boolean } = {}
    ): Promise<{ id: string }> {
      const at = clock()
      const tenant = await store.asTenant(actor.tenantId, ({ tenant }) => tenant.get())
      if (isRehearsal) mustRehearse(tenant)
      const caf = await read(file, tenant, at)
      return { id: await keep(actor, caf, { file, tenant, at, isRehearsal }) }
    },

    /** The blocks of the tenant's present environment, by type and range. */
    list: ({ tenantId }: Actor): Promise<FolioBlockView[]> =>
      store.asTenant(tenantId, async ({ tenant, folioBlocks }) => {
        const owner = await tenant.get()
        return viewBlocks({ folioBlocks }, await folioBlocks.list(owner.environment), clock())
      }),

    /**
     * Puts a block at the end of its type's queue and wakes the documents that wait for folios. `next` marks the folios
     * before it as used by another program. In a block as `list` answered it (`isAnswered`), the block's own next folio
     * is not such a mark. Throws ServiceError FOLIO_BLOCK_NOT_FOUND, FOLIO_BLOCK_EXPIRED, FOLIO_NEXT_INVALID,
     * FOLIO_BLOCK_STOPPED for a stopped block without `next`, and FOLIO_BLOCK_STATE for an active one that would not
     * move.
     */
    async activate (
      actor: Actor, id: string,
      { next: posted, isAnswered = false }: { next?: number | undefined, isAnswered?: boolean } = {}
    ): Promise<void> {
      const at = clock()
      await store.asTenant(actor.tenantId, async ({ tenant, folioBlocks, tasks, auditLog }) => {
        await tenant.lock()
        const block = found(await folioBlocks.find(id), await tenant.get())
        if (isExpired(block, santiagoDate(at))) throw new ServiceError('FOLIO_BLOCK_EXPIRED')
        const next = isAnswered && posted === Number(block.next) ? undefined : posted
        mustBeLeft(block, next)
        if (!await folioBlocks.activate(id, next ?? null, at)) throw new ServiceError('FOLIO_BLOCK_STATE')
        await tasks.schedule('issueWaiting', [String(block.documentType)])
        auditLog.add([{
          actor: audited(actor), action: 'folio.activate', entity: 'folioBlock', entityId: id,
          details: { ...rangeOf(block), ...usedBefore(block, next) }
        }], at)
      })
      onWork()
    },

    /** Removes a block of which no folio was taken. Throws ServiceError FOLIO_BLOCK_NOT_FOUND or FOLIO_BLOCK_IN_USE. */
    async delete (actor: Actor, id: string): Promise<void> {
      await store.asTenant(actor.tenantId, async ({ tenant, folioBlocks, auditLog }) => {
        const block = found(await folioBlocks.find(id), await tenant.get())
        if (!await folioBlocks.deleteUntouched(id)) throw new ServiceError('FOLIO_BLOCK_IN_USE')
        auditLog.add([{
          actor: audited(actor), action: 'folio.delete', entity: 'folioBlock', entityId: id, details: rangeOf(block)
        }], clock())
      })
      opened.delete(nameOf(actor.tenantId, id))
    },

    /** The CAF of a block with its key, ready to stamp. Throws SealingError. */
    openCaf: (block: SealedCaf): Caf => opened.memo(nameOf(block.tenantId, block.id), { context: block }),

    /** The same, if it is open already. */
    findOpenCaf: (tenantId: string, blockId: string): Caf | undefined => opened.get(nameOf(tenantId, blockId))
  }
}

export type Folios = ReturnType<typeof createFolios>

function cafKeys (keys: readonly { id: number, publicKey: string }[]): CafKeys {
  return Object.fromEntries(keys.map(({ id, publicKey }) => [id, publicKey]))
}

/** The SII has a key for each environment; the simulator accepts only its own CAFs. */
export function isForTenant (
  { keyId }: Pick<Caf, 'keyId'>, { taxAuthority, environment }: Pick<TenantRow, 'taxAuthority' | 'environment'>
): boolean {
  const signedFor = siiKeys[keyId]?.environment
  return taxAuthority === simulatorAuthority ? signedFor === undefined : signedFor === environment
}

/** The file was checked against the tenant's settings before; they must not have changed on the way. */
async function mustBeUnchanged (
  settings: { lock: () => Promise<void>, get: () => Promise<TenantRow> }, before: TenantRow
): Promise<void> {
  await settings.lock()
  const now = await settings.get()
  if (now.taxNumber !== before.taxNumber) throw new ServiceError('FOLIO_ISSUER_MISMATCH')
  if (now.environment !== before.environment || now.taxAuthority !== before.taxAuthority) {
    throw new ServiceError('FOLIO_ENVIRONMENT_MISMATCH')
  }
}

function newRow (
  sealing: Sealing, caf: Caf,
  { tenant, fileHash, at }: { tenant: TenantRow, fileHash: Buffer, at: Date }
) {
  const id = newId()
  const expiry = cafExpiry(caf.documentType, caf.authorisedOn)
  return {
    id,
    environment: tenant.environment,
    issuerTaxNumber: caf.issuer,
    documentType: caf.documentType,
    rangeFrom: caf.from,
    rangeTo: caf.to,
    next: caf.from,
    authorisedOn: caf.authorisedOn,
    expiresOn: expiry === undefined ? null : addDays(expiry, -1),
    keyId: caf.keyId,
    cafXml: caf.xml,
    sealedKey: sealing.seal(derOf(caf), cafKeyContext(tenant.tenantId, id)),
    fileHash,
    uploadedAt: at
  }
}

function derOf ({ privateKey }: Caf): Buffer {
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

function found (block: FolioBlockRow | null, { environment }: TenantRow): FolioBlockRow {
  if (block?.environment !== environment) throw new ServiceError('FOLIO_BLOCK_NOT_FOUND')
  return block
}

function mustBeLeft (block: FolioBlockRow, next: number | undefined): void {
  if (next === undefined) {
    if (block.stoppedAt !== null) throw new ServiceError('FOLIO_BLOCK_STOPPED')
    return
  }
  if (next >= block.next && next <= block.rangeTo) return
  const [from, to] = [Number(block.next), Number(block.rangeTo)]
  throw new ServiceError('FOLIO_NEXT_INVALID', {
    problems: [problemAt('next', from > to
      ? { en: 'no folio of the block is left', es: 'no queda ningún folio del rango' }
      : { en: `must be from ${from} to ${to}`, es: `debe estar entre ${from} y ${to}` })]
  })
}

/** Which folios a person says that another program used. */
function usedBefore ({ next: first }: FolioBlockRow, next: number | undefined): { usedElsewhere?: FolioRange } {
  return next === undefined || next <= first ? {} : { usedElsewhere: { from: Number(first), to: next - 1 } }
}

function open (sealing: Sealing, block: SealedCaf): Caf {
  const der = sealing.open(block.sealedKey, cafKeyContext(block.tenantId, block.id))
  const { privateKey } = readStoredKey(der)
  der.fill(0)
  return restoreCaf(block.cafXml, privateKey)
}

/** Where a block's private key is sealed. */
export function cafKeyContext (tenantId: string, rowId: string): SealedRowKey {
  return { tenantId, kind: 'cafKey', rowId }
}

function nameOf (tenantId: string, blockId: string): string {
  return `${tenantId} ${blockId}`
}

function rangeOf ({ documentType, rangeFrom, rangeTo }: FolioBlockRow): Record<string, number> {
  return { documentType, rangeFrom: Number(rangeFrom), rangeTo: Number(rangeTo) }
}
