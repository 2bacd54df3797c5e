import type { ReviewReason } from '../../model/certification.ts'
import type { NewMailFacts } from '../../model/mails.ts'
import type { JourneyRow } from '../../repositories/tenants/certification.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { isEmail } from '../../dte/values/email.ts'
import { post } from '../../services/mail/post.ts'
import { mailAdministrators, notifyOf } from '../../services/warnings.ts'
import { type Item, pageNameOf } from './items.ts'

const worthSendingMs = 7 * dayMs

/** Queues a mail to the address of the journey, or to each administrator where it has none. */
export async function mailJourney (
  repositories: TenantRepositories, { email }: JourneyRow, mail: NewMailFacts,
  times: { about: string, at: Date, endsAt: Date }
): Promise<void> {
  if (email === null || !isEmail(email)) return mailAdministrators(repositories, mail, times)
  const { about, at, endsAt } = times
  await post(repositories, [{ ...mail, id: newId(), about, recipient: email, language: 'es', createdAt: at, endsAt }])
}

export interface ReviewedAttempt {
  journey: JourneyRow
  item: Item
  attempt: { id: string, number: number }
  outcome: 'approved' | 'notApproved'
  reasons: readonly ReviewReason[]
}

/** Announces the SII's review of a set, by mail and notification. */
export async function announceReview (
  repositories: TenantRepositories, { journey, item, attempt, outcome, reasons }: ReviewedAttempt, at: Date
): Promise<void> {
  const { businessName, taxNumber } = await repositories.tenant.get()
  const name = pageNameOf(item)
  await mailJourney(repositories, journey, {
    kind: 'certificationVerdict',
    facts: {
      businessName, taxNumber, item: name, attempt: attempt.number, approved: outcome === 'approved', reasons: reasons.length
    }
  }, { about: `${attempt.id} ${outcome}`, at, endsAt: new Date(at.getTime() + worthSendingMs) })
  await notifyOf(repositories, 'certification.verdict', {
    at,
    data: {
      kind: journey.kind, name, attentionNumber: item.attentionNumber, attempt: attempt.number,
      outcome: outcome === 'approved' ? 'Approved' : 'NotApproved',
      reasons: reasons.map(({ text, ...about }) => ({ ...about, message: text }))
    }
  })
}
