import { registryStates } from '../../dte/registry/events.ts'
import { daysLeft } from '../../dte/registry/rules.ts'
import { santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import type { Clock } from '../ports.ts'
import { mailWhoWants, notifyOf } from '../warnings.ts'

/** What ends soon: the days to claim, or the month that keeps a tax credit. */
interface DueDocument { kind: 'claim' | 'monthEnd', document: ReceivedDocumentRow, endsAt: Date, daysLeft: number }

const aheadMs = 3 * dayMs
const mailedFrom = '08:00'
// A mail of thousands of lines helps nobody: the console lists them all.
const mostListed = 50

/** Tells of documents whose days end soon and of which nothing was said, nor is on its way to the SII. */
export function createReceivedDeadlines ({ store, clock }: { store: Store, clock: Clock }) {
  async function warn (repositories: TenantRepositories, at: Date): Promise<void> {
    const due = await dueIn(repositories, at)
    for (const one of due) await notify(repositories, one, at)
    if (due.length > 0 && santiagoDateTime(at).slice(11) >= mailedFrom) await mail(repositories, due, at)
  }

  return {
    /** Three days and one day before an end, and from 8:00 in Chile by one mail a day; a recurring job. */
    async warnAll (): Promise<void> {
      const at = clock()
      const until = new Date(at.getTime() + aheadMs)
      const tenants = await store.asPlatform(
        ({ allReceivedDocuments }) => allReceivedDocuments.listTenantsDue(at, until)
      )
      for (const tenantId of tenants) await store.asTenant(tenantId, (repositories) => warn(repositories, at))
    }
  }
}

async function dueIn (
  { tenant, receivedDocuments, receivedClaims }: TenantRepositories, at: Date
): Promise<DueDocument[]> {
  const { environment } = await tenant.get()
  const until = new Date(at.getTime() + aheadMs)
  const underWay = await receivedClaims.listUnderWay()
  const documents = await receivedDocuments.listDue(environment, { at, until })
  return documents.filter(({ id }) => !underWay.includes(id)).flatMap((document) => {
    const { registryState, claimBy, receiptBy } = document
    const isClaimable = registryState === registryStates.Open && claimBy && claimBy <= until
    const losesCredit = receiptBy && receiptBy >= at && receiptBy <= until
    return [
      ...isClaimable ? [{ kind: 'claim' as const, endsAt: claimBy }] : [],
      ...losesCredit ? [{ kind: 'monthEnd' as const, endsAt: receiptBy }] : []
    ].map((end) => ({ ...end, document, daysLeft: Math.max(0, daysLeft(at, end.endsAt)) }))
  })
}

/** At three days and at one, each once; of the end of the month, once. */
async function notify (
  repositories: TenantRepositories, { kind, document, endsAt, daysLeft: left }: DueDocument, at: Date
): Promise<void> {
  const { id, documentType, folio, issuer, issuerName, totalAmount } = document
  const about = `${id} ${kind === 'monthEnd' ? 'month' : left <= 1 ? 1 : 3}`
  if (!await repositories.warnings.add('received.deadline', about, at)) return
  await notifyOf(repositories, 'received.deadline', {
    at,
    data: {
      kind, id, invoiceTypeCode: String(documentType), invoiceNumber: String(folio), issuer, issuerName,
      totalAmount: Number(totalAmount), endsAt: endsAt.toISOString(), daysLeft: left
    }
  })
}

async function mail (repositories: TenantRepositories, due: readonly DueDocument[], at: Date): Promise<void> {
  const { businessName, taxNumber } = await repositories.tenant.get()
  const listed = due.toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime()).slice(0, mostListed)
  await mailWhoWants(repositories, 'deadlines', {
    kind: 'receivedDeadlines',
    facts: {
      businessName, taxNumber, count: due.length,
      documents: listed.map(({ kind, document, endsAt }) => {
        const { id, documentType, folio, issuer, issuerName, totalAmount } = document
        return { kind, id, documentType, folio, issuer, issuerName, totalAmount, endsAt: endsAt.toISOString() }
      })
    }
  }, { about: santiagoDate(at), at, endsAt: new Date(at.getTime() + dayMs) })
}
