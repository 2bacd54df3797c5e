import type { NewMail } from '../../repositories/mails.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { isMailable } from './emails.ts'

// A receiver's mail server may be away over a long weekend.
const worthSendingMs = 7 * dayMs

/** Queues mails within the caller's transaction; those that were queued before stay as they are. */
export async function post (
  { mails, tasks }: Pick<TenantRepositories, 'mails' | 'tasks'>, letters: NewMail[]
): Promise<void> {
  if (letters.length === 0) return
  const added = await mails.addAll(letters)
  if (added.length > 0) await tasks.schedule('sendMail', added)
}

/**
 * Queues a mail to the receiver of each accepted document that names an address, if the tenant wants that: one for each
 * document, ever.
 */
export async function postToReceivers (
  repositories: TenantRepositories, invoiceIds: string[], at: Date
): Promise<void> {
  if (invoiceIds.length === 0) return
  const receivers = (await repositories.mails.receiversOf(invoiceIds)).filter(({ email }) => isMailable(email))
  await post(repositories, receivers.map(({ invoiceId, email }) => ({
    id: newId(),
    kind: 'documentAccepted',
    about: invoiceId,
    recipient: email,
    language: 'es',
    facts: {},
    createdAt: at,
    endsAt: new Date(at.getTime() + worthSendingMs)
  })))
}
