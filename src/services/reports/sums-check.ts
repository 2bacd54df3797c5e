import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { minuteMs } from '../../shared/durations.ts'
import { isMaintenanceWindow, maintenanceWindowMs } from '../maintenance-window.ts'
import type { Clock } from '../ports.ts'

export interface SumsCheckDependencies {
  store: Store
  clock: Clock
  /** Sums of a tenant that were complete once differed from its documents, and were corrected. */
  onDifference: (tenantId: string, sums: number) => void
}

type SumsCheck = TenantRepositories['sumsChecks']

// A tenant with ten million documents takes half a minute.
const timeoutMs = 30 * minuteMs
// Corrections commit by so many, since those who settle documents wait for the sums that a transaction changes.
const atATime = 500
const receiversAtATime = 2000

/** Holds the sums behind reports, totals and searches against the documents, and corrects them. */
export function createSumsCheck ({ store, clock, onDifference }: SumsCheckDependencies) {
  const on = <T>(tenantId: string, work: (sums: SumsCheck) => Promise<T>): Promise<T> =>
    store.asTenant(tenantId, ({ sumsChecks }) => work(sumsChecks), timeoutMs)

  async function correct (
    tenantId: string, differences: string[], add: (sums: SumsCheck, differences: string[]) => Promise<void>
  ): Promise<number> {
    for (let done = 0; done < differences.length; done += atATime) {
      await on(tenantId, (sums) => add(sums, differences.slice(done, done + atATime)))
    }
    return differences.length
  }

  async function checkReceivers (tenantId: string): Promise<number> {
    let found = 0
    for (let after = ''; ;) {
      const { last, differences } = await on(tenantId, async (sums) => {
        const last = await sums.receiverAfter(after, receiversAtATime)
        return { last, differences: await sums.receivers(after, last) }
      })
      found += await correct(tenantId, differences, (sums, rows) => sums.correctReceivers(rows))
      if (last === null) return found
      after = last
    }
  }

  async function check (tenantId: string): Promise<void> {
    const days = await on(tenantId, (sums) => sums.days())
    const codes = await on(tenantId, (sums) => sums.codes())
    const found = await correct(tenantId, days, (sums, rows) => sums.correctDays(rows)) +
      await correct(tenantId, codes, (sums, rows) => sums.correctCodes(rows)) +
      await checkReceivers(tenantId)
    const wereComplete = await on(tenantId, (sums) => sums.recordCheck(clock()))
    if (wereComplete && found > 0) onDifference(tenantId, found)
  }

  return {
    /**
     * Computes missing sums of tenants and, at night in Chile, checks every tenant once. After an interruption it
     * continues with the others.
     */
    async checkAll (): Promise<void> {
      const at = clock()
      const before = isMaintenanceWindow(at) ? new Date(at.getTime() - maintenanceWindowMs) : null
      const tenants = await store.asPlatform(({ uncheckedTenants }) => uncheckedTenants.listUnchecked(before))
      for (const tenantId of tenants) await check(tenantId)
    }
  }
}
