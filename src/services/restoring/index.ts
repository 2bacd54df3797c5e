import { setTimeout } from 'node:timers/promises'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { SiiGateway, SiiTarget } from '../ports.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'
import { cancelSubmissions, type UnconfirmedUploads, markUnsentUnconfirmed, cancelWaiting } from './unconfirmed-uploads.ts'
import { type FolioSkip, isMarginReserved, planSkip, storeSkip } from './folio-skips.ts'
import { createReceivedFolios, type RetryLimits } from './received-folios.ts'

export interface AfterRestoreDependencies extends TargetDependencies {
  store: Store
  gateway: SiiGateway
  retryLimits: RetryLimits
  /** Under which this command's own connections are known to PostgreSQL. */
  applicationName: string
}

export interface RestoreOrders {
  /** Folios that are skipped beyond the last one that the SII has. */
  margin: number
  /** Everything is rolled back. */
  dryRun: boolean
  /** Skips the margin without asking the SII. */
  unasked: boolean
  /** Waiting documents and bulk submissions continue by themselves. */
  keepWaiting: boolean
}

export interface TenantOutcome extends UnconfirmedUploads {
  skips: FolioSkip[]
  /** Why the SII was not asked. */
  notAsked: 'told' | 'noCertificate' | undefined
}

/** Other programs use the database, so the findings could be outdated at once. */
export class DatabaseInUse extends Error {}

/**
 * Prepares a database restored from a backup: skips folios that were used since, and marks what may have been sent
 * since as unconfirmed.
 */
export function createAfterRestore (
  { store, gateway, certificateOf, clock, retryLimits, applicationName }: AfterRestoreDependencies
) {
  const receivedFolios = createReceivedFolios({ gateway, clock, retryLimits })

  /** Retries, since PostgreSQL still shows the connections of a program that was just stopped. */
  async function ensureExclusive (): Promise<void> {
    for (let tried = 1; ; tried++) {
      const others = await store.asPlatform(({ connections }) => connections.countOthers(applicationName))
      if (others === 0) return
      if (tried >= retryLimits.tries) {
        throw new DatabaseInUse(
          `${others} other connections are open to this database: stop every instance, poolers too`
        )
      }
      await setTimeout(retryLimits.waitMs)
    }
  }

  async function planSkips (
    tenant: TenantRow, orders: RestoreOrders
  ): Promise<Pick<TenantOutcome, 'skips' | 'notAsked'>> {
    const { tenantId } = tenant
    const at = clock()
    const blocks = await store.asTenant(tenantId, async (repositories) => {
      const left = await repositories.folioBlocks.listLeft(santiagoDate(at))
      const withMargins: { block: FolioBlockRow, isMarginReserved: boolean }[] = []
      for (const block of left) {
        withMargins.push({ block, isMarginReserved: await isMarginReserved(repositories, block, at) })
      }
      return withMargins
    })
    const certificate = await certificateOf(tenantId, at)
    const skips: FolioSkip[] = []
    for (const { block, isMarginReserved } of blocks) {
      const target: SiiTarget | undefined = orders.unasked
        ? undefined
        : certificate && targetOf(tenant, block, certificate.credential)
      const held = target ? await receivedFolios(target, block, orders.margin) : []
      skips.push(planSkip(block, { held, margin: orders.margin, isMarginReserved }))
    }
    return { skips, notAsked: notAskedOf(orders, certificate !== undefined) }
  }

  /** In a transaction, which a dry run rolls back. */
  async function write<Outcome> (
    tenantId: string, { dryRun }: RestoreOrders, work: (repositories: TenantRepositories, at: Date) => Promise<Outcome>
  ): Promise<Outcome> {
    let outcome: { is: Outcome } | undefined
    try {
      return await store.asTenant(tenantId, async (repositories) => {
        outcome = { is: await work(repositories, clock()) }
        if (dryRun) throw new RolledBack()
        return outcome.is
      })
    } catch (error) {
      if (error instanceof RolledBack && outcome) return outcome.is
      throw error
    }
  }

  async function skip (orders: RestoreOrders, plan: FolioSkip): Promise<void> {
    if (plan.to === plan.from) return
    const isMoved = await write(plan.block.tenantId, orders, (repositories, at) => storeSkip(repositories, plan, at))
    if (!isMoved) throw new DatabaseInUse(`Folios of block ${plan.block.id} were taken meanwhile`)
  }

  return {
    /** Throws DatabaseInUse. */
    ensureExclusive,

    tenants: (): Promise<string[]> => store.asPlatform(({ auditedTenants }) => auditedTenants.list()),

    find: (tenantId: string): Promise<TenantRow | null> => store.asTenant(tenantId, ({ tenant }) => tenant.find()),

    /**
     * Does everything for one tenant; repeating it is harmless. Throws DatabaseInUse, and SiiUnavailable, after which
     * nothing of the tenant has changed.
     */
    async settle (tenant: TenantRow, orders: RestoreOrders): Promise<TenantOutcome> {
      const { tenantId } = tenant
      const { skips, notAsked } = await planSkips(tenant, orders)
      await ensureExclusive()
      for (const plan of skips) await skip(orders, plan)
      const unsent = await write(tenantId, orders, (repositories, at) =>
        markUnsentUnconfirmed(repositories, tenantId, at))
      const waiting = orders.keepWaiting ? 0 : await write(tenantId, orders, cancelWaiting)
      const submissions = orders.keepWaiting ? 0 : await write(tenantId, orders, cancelSubmissions)
      return { skips, notAsked, ...unsent, waiting, submissions }
    }
  }
}

class RolledBack extends Error {}

function notAskedOf ({ unasked }: RestoreOrders, hasCertificate: boolean): TenantOutcome['notAsked'] {
  if (unasked) return 'told'
  return hasCertificate ? undefined : 'noCertificate'
}

function targetOf (
  { taxAuthority }: TenantRow, { environment }: FolioBlockRow, credential: SiiTarget['credential']
): SiiTarget {
  return {
    authority: taxAuthority === simulatorAuthority ? 'simulator' : 'sii', environment,
    credential
  }
}
