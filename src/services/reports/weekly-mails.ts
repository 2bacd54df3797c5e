import { addDays, santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import { statuses, type Status } from '../../model/document-states.ts'
import type { OverviewRow } from '../../repositories/reports/reports.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { worthSendingMs } from '../mail/post.ts'
import type { Clock } from '../ports.ts'
import { folioSupplies, isLow } from '../tenants/folio-supply.ts'
import { mailWhoWants } from '../warnings.ts'

const mondayAtEight = { weekday: 1, time: '08:00' }

/** Mails the summary of the last week, Monday to Sunday, to each user who wants it. */
export function createWeeklyMails ({ store, clock }: { store: Store, clock: Clock }) {
  async function mail (repositories: TenantRepositories, monday: string, at: Date): Promise<void> {
    const range = { startDate: addDays(monday, -7), endDate: addDays(monday, -1) }
    const rows = await repositories.reports.overview(range)
    if (rows.length === 0) return
    const tenant = await repositories.tenant.get()
    const blocks = await repositories.folioBlocks.list(tenant.environment)
    const low = (await folioSupplies(repositories, blocks, tenant, at)).filter((supply) => isLow(supply, tenant))
    const { businessName, taxNumber } = tenant
    await mailWhoWants(repositories, 'weekly', {
      kind: 'weeklySummary',
      facts: {
        businessName, taxNumber, ...range, types: rows.flatMap(ofType), rejected: countOf(rows, statuses.Rejected),
        waiting: countOf(rows, statuses.Waiting),
        low: low.map(({ documentType, remaining }) => ({ documentType, remaining }))
      }
    }, { about: monday, at, endsAt: new Date(at.getTime() + worthSendingMs) })
  }

  return {
    /**
     * On Mondays from 8:00 in Chile; a recurring job. A user's mail of a week is queued once: its `about` is unique, so
     * those queued before stay as they are.
     */
    async mailAll (): Promise<void> {
      const at = clock()
      const today = santiagoDate(at)
      const { weekday, time } = mondayAtEight
      if (new Date(today).getUTCDay() !== weekday || santiagoDateTime(at).slice(11) < time) return
      for (const tenantId of await store.asPlatform(({ allUsers }) => allUsers.listTenantsWithoutWeekly(today))) {
        await store.asTenant(tenantId, (repositories) => mail(repositories, today, at))
      }
    }
  }
}

function ofType ({ documentType, currency, documents, totalAmount }: OverviewRow) {
  return documentType === null ? [] : [{ documentType, currency, documents, totalAmount }]
}

function countOf (rows: readonly OverviewRow[], wanted: Status): number {
  return rows.reduce((count, { status, documents }) => count + (status === wanted ? documents : 0), 0)
}
