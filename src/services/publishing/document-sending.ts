import { aboutSending } from '../../model/mails.ts'
import type { NewMail } from '../../repositories/mail/mails.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { looksLikeAddress } from '../../shared/names.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { mustBeInForce } from '../invoicing/notes/in-force.ts'
import { mailOf, type ReceiverMail } from '../invoicing/documents/records.ts'
import type { Clock, MailWatcher } from '../ports.ts'
import { type Allowances, isTrying, type UsedUp } from '../mail/allowances.ts'
import { isEmail } from '../../dte/values/email.ts'
import { normaliseEmail } from '../mail/emails.ts'
import { post, worthSendingMs } from '../mail/post.ts'

export interface DocumentSendingDependencies {
  store: Store
  allowances: Pick<Allowances, 'takeSending'>
  /** Whether this server is set up to send mail. */
  canMail: boolean
  clock: Clock
  onMail: MailWatcher
  onWork: () => void
}

export interface SendRequest {
  correlationId: string
  to: string[]
  /** The sender's own words. */
  message?: string | undefined
  /** To the actor's address too. */
  copyToMe?: boolean | undefined
}

/** Of one request. */
export const mostRecipients = 10

/** Mails documents to the addresses that a user names. */
export function createDocumentSending (
  { store, allowances, canMail, clock, onMail, onWork }: DocumentSendingDependencies
) {
  async function takeAllowance (
    repositories: TenantRepositories, tenantId: string, recipients: Recipient[]
  ): Promise<void> {
    // In one order, and one request of a tenant at a time: two that count the same mailboxes must not wait in a circle.
    await repositories.tenant.lock()
    for (const { path, address } of recipients.toSorted((one, other) => one.address < other.address ? -1 : 1)) {
      const refusal = await allowances.takeSending(repositories, { tenantId, recipient: address })
      if (!refusal) continue
      onMail('documentSent', 'refused')
      throw new ServiceError('RATE_LIMITED', {
        problems: [problemAt(path, usedUp[refusal.whose](refusal.most))], retryAfterSeconds: refusal.waitSeconds
      })
    }
  }

  return {
    /**
     * Queues a mail with the PDF and the XML for each address. Throws ServiceError MAIL_UNAVAILABLE,
     * DOCUMENT_NOT_FOUND, DOCUMENT_NOT_ISSUED, DOCUMENT_NOT_IN_FORCE, VALIDATION_FAILED, or RATE_LIMITED; then it
     * sends to none of them.
     */
    async send (actor: Actor, { correlationId, to, message, copyToMe = false }: SendRequest): Promise<ReceiverMail[]> {
      if (!canMail) throw new ServiceError('MAIL_UNAVAILABLE')
      const recipients = recipientsOf(actor, to, copyToMe)
      const queued = await store.asTenant(actor.tenantId, async (repositories) => {
        const invoice = await repositories.invoices.find(correlationId)
        if (!invoice) throw new ServiceError('DOCUMENT_NOT_FOUND')
        mustBeInForce(invoice)
        if (message !== undefined && looksLikeAddress(message) && await isTrying(repositories)) throw linkRefused()
        await takeAllowance(repositories, actor.tenantId, recipients)
        const at = clock()
        const mails = recipients.map(({ address }) => sending(correlationId, address, { message, at }))
        await post(repositories, mails)
        repositories.auditLog.add([{
          actor: audited(actor), action: 'invoice.send', entity: 'invoice', entityId: correlationId,
          details: { recipients: recipients.map(({ address }) => address) }
        }], at)
        return mails.map((mail) => mailOf({ ...mail, sentAt: null, failure: null }))
      })
      onWork()
      return queued
    }
  }
}

export type DocumentSending = ReturnType<typeof createDocumentSending>

/** `path`: where the request names the address. */
interface Recipient { path: string, address: string }

/** Each address once. Throws VALIDATION_FAILED. */
function recipientsOf (actor: Actor, to: string[], copyToMe: boolean): Recipient[] {
  const named = to.map((email, index) => ({ path: `to[${index}]`, address: email }))
  const all = copyToMe ? [...named, { path: 'copyToMe', address: actor.email }] : named
  const wrong = all.filter(({ address }) => !isEmail(address))
  if (wrong.length > 0) {
    throw new ServiceError('VALIDATION_FAILED', { problems: wrong.map(({ path }) => problemAt(path, noAddress)) })
  }
  const names = all.map(({ address }) => normaliseEmail(address))
  return all.filter((_one, index) => names.indexOf(names[index] ?? '') === index)
}

function sending (
  correlationId: string, recipient: string, { message, at }: { message: string | undefined, at: Date }
): NewMail {
  const mailId = newId()
  return {
    id: mailId, kind: 'documentSent', about: aboutSending(correlationId, mailId), recipient, language: 'es',
    facts: { message }, createdAt: at, endsAt: new Date(at.getTime() + worthSendingMs)
  }
}

const noAddress = { en: 'is not an email address', es: 'no es una dirección de correo' }

const usedUp: Record<UsedUp['whose'], (most: number) => { en: string, es: string }> = {
  receiver: (most) => ({ en: `was sent ${most} documents within a day`, es: `ya recibió ${most} documentos en un día` }),
  tenant: (most) => ({
    en: `the tenant sent ${most} documents within a day`, es: `la empresa ya envió ${most} documentos en un día`
  })
}

/** Anybody can try Timbre: a message to strangers must not lead them anywhere. */
function linkRefused (): ServiceError {
  return new ServiceError('VALIDATION_FAILED', {
    problems: [problemAt('message', {
      en: 'must not contain addresses, links or phone numbers while the tenant uses the simulator',
      es: 'no debe contener direcciones, enlaces ni teléfonos mientras la empresa usa el simulador'
    })]
  })
}
