import { mailReasons, mailStates, isMailReason } from '../../model/mail-states.ts'
import type { MailFilter, MailMessageRow } from '../../repositories/mail/mail-messages.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError, type Sentence } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'

/** A mail as clients see it. */
export interface MailView extends Omit<MailMessageRow, 'tenantId' | 'sha256' | 'uid' | 'uidValidity' | 'isWhole'> {
  sha256: string
  stateText: string
  explanation: Sentence | null
}

/** The mails of a tenant's mailbox with their outcomes. */
export function createMailMessages (
  { store, clock, onWork }: { store: Store, clock: Clock, onWork: () => void }
) {
  return {
    async paginate (
      { tenantId }: Actor, filter: MailFilter, { page, pageSize }: { page: number, pageSize: number }
    ): Promise<{ data: MailView[], totalRecords: number, totalIsEstimate: boolean }> {
      const { rows, totalRecords } = await store.asTenant(tenantId, ({ mailMessages }) =>
        mailMessages.paginate(filter, page, pageSize))
      return { data: rows.map(viewOf), totalRecords, totalIsEstimate: false }
    },

    /** Throws ServiceError MAIL_NOT_FOUND. */
    get: ({ tenantId }: Actor, id: string): Promise<MailView> => store.asTenant(tenantId, async ({ mailMessages }) =>
      viewOf(found(await mailMessages.find(id)))),

    /**
     * Processes a mail once more, in the background. With `trustSender` what it says counts as the SII's, because the
     * actor says so. Throws ServiceError MAIL_NOT_FOUND.
     */
    async reprocess (
      actor: Actor, { id, trustSender = false }: { id: string, trustSender?: boolean }
    ): Promise<MailView> {
      const mail = await store.asTenant(actor.tenantId, async ({ mailMessages, tasks, auditLog }) => {
        const { files, ...known } = found(await mailMessages.find(id))
        const waiting = { ...known, files, state: mailStates.Stored, reason: null }
        await mailMessages.settle(id, { state: waiting.state, reason: null, files }, clock())
        if (trustSender) await mailMessages.trustSender(id)
        await tasks.schedule('takeMail', [id])
        auditLog.add([{
          actor: audited(actor), action: 'mailbox.reprocess', entity: 'mailMessage', entityId: id, details: trustSender ? { trustSender } : {}
        }], clock())
        return waiting
      })
      onWork()
      return viewOf(mail)
    }
  }
}

export type MailMessages = ReturnType<typeof createMailMessages>

function found (mail: MailMessageRow | null): MailMessageRow {
  if (!mail) throw new ServiceError('MAIL_NOT_FOUND')
  return mail
}

function viewOf (
  { tenantId: _tenant, uid: _uid, uidValidity: _uidValidity, isWhole: _whole, sha256, ...mail }: MailMessageRow
): MailView {
  const { state, reason } = mail
  const [stateText = ''] = Object.entries(mailStates).find(([, value]) => value === state) ?? []
  return { ...mail, sha256: sha256.toString('hex'), stateText, explanation: explain(reason) }
}

function explain (reason: string | null): Sentence | null {
  return reason !== null && isMailReason(reason) ? mailReasons[reason] : null
}
