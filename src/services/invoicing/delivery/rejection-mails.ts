import { statuses } from '../../../model/document-states.ts'
import { eachReason } from '../../../model/reasons.ts'
import type { InvoiceRow } from '../../../repositories/invoicing/documents/invoices.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { hourSeconds } from '../../../shared/durations.ts'
import { worthSendingMs } from '../../mail/post.ts'
import type { Clock } from '../../ports.ts'
import type { LeasedTask } from '../../tasks/task-list.ts'
import { mailWhoWants } from '../../warnings.ts'
import { reasonSentence } from '../document-texts.ts'

// A mail of thousands of lines helps nobody: the console lists them all.
const mostListed = 50

/**
 * Documents that were rejected are mailed an hour later, with those of that hour: each is a task of its own, and the
 * first that is due takes them all.
 */
export async function mailRejectionsLater ({ tasks }: Pick<TenantRepositories, 'tasks'>, ids: string[]): Promise<void> {
  if (ids.length > 0) await tasks.schedule('mailRejections', ids, hourSeconds)
}

/** Mails what the SII rejected. */
export function createRejectionMails ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /** Handles a `mailRejections` task: one that another worker took is gone, and there is nothing to mail. */
    mail: ({ tenantId }: LeasedTask): Promise<void> => store.asTenant(tenantId, async (repositories) => {
      const ids = await repositories.tasks.takeAll('mailRejections')
      const rejected = (await repositories.invoices.findAll(ids)).filter(({ status }) => status === statuses.Rejected)
      if (rejected.length === 0) return
      const { businessName, taxNumber } = await repositories.tenant.get()
      const at = clock()
      await mailWhoWants(repositories, 'rejected', {
        kind: 'documentsRejected',
        facts: { businessName, taxNumber, count: rejected.length, documents: rejected.slice(0, mostListed).map(listed) }
      }, { about: at.toISOString(), at, endsAt: new Date(at.getTime() + worthSendingMs) })
    })
  }
}

function listed ({ documentType, folio, receiverName, receiverTaxNumber, currency, totalAmount, reason }: InvoiceRow) {
  return {
    documentType, folio: Number(folio), receiverName, receiverTaxNumber, currency, totalAmount: totalAmount.toFixed(),
    reasons: reason === null ? [] : eachReason(reason).map(reasonSentence)
  }
}
