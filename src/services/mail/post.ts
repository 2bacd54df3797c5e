import { isExchanged } from '../../dte/exchange/exchanged.ts'
import type { NewMail } from '../../repositories/mail/mails.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { dayMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { numberOf } from '../directory/directory.ts'
import { mailableIn } from './emails.ts'
import { mailboxesOf } from './exchange-mailboxes.ts'

/** A receiver's mail server may be away over a long weekend. */
export const worthSendingMs = 7 * dayMs

/** Queues mails within the caller's transaction; those that were queued before stay as they are. */
export async function post (
  { mails, tasks }: Pick<TenantRepositories, 'mails' | 'tasks'>, letters: NewMail[]
): Promise<void> {
  if (letters.length === 0) return
  const added = await mails.addAll(letters)
  if (added.length > 0) await tasks.schedule('sendMail', added)
}

/**
 * Queues the mails that bring accepted documents to their receivers, if the tenant wants that, each once ever: to the
 * address in the document, and to the receiver's mailbox for exchange where the SII's directory has another one.
 */
export async function postToReceivers (
  repositories: TenantRepositories, invoiceIds: string[], at: Date
): Promise<void> {
  if (invoiceIds.length === 0) return
  const receivers = await repositories.mails.receiversOf(invoiceIds)
  if (receivers.length === 0) return
  const mailboxes = await mailboxesOf(
    repositories, await repositories.tenant.get(), receivers.map(({ taxNumber }) => taxNumber)
  )
  const letterTo = (kind: 'documentAccepted' | 'documentExchange', about: string, recipient: string): NewMail => ({
    id: newId(), kind, about, recipient, language: 'es', facts: {}, createdAt: at,
    endsAt: new Date(at.getTime() + worthSendingMs)
  })
  await post(repositories, receivers.flatMap(({ invoiceId, taxNumber, documentType, email }) => {
    const mailbox = isExchanged(documentType, taxNumber) ? mailboxes.get(numberOf(taxNumber)) : undefined
    const addresses = mailableIn(email)
    return [
      // One mail to all of them, so that each sees who else has it.
      ...addresses.length > 0 ? [letterTo('documentAccepted', invoiceId, addresses.join(', '))] : [],
      ...mailbox !== undefined && !addresses.some((one) => one.toLowerCase() === mailbox)
        ? [letterTo('documentExchange', invoiceId, mailbox)]
        : []
    ]
  }))
}
