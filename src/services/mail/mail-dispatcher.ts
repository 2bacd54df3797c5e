import { answerIn, documentIn, mailOff } from '../../model/mails.ts'
import type { MailRow } from '../../repositories/mail/mails.ts'
import type { LeasedTask } from '../../repositories/tasks/tasks.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { backoffSeconds, finishTask, rescheduleTask, extendLease, service } from '../tasks/task-lease.ts'
import type { Clock, Mailer, MailFate, MailMessage, MailOutcome, MailWatcher } from '../ports.ts'
import type { Allowances } from './allowances.ts'
import { settleAnswer } from './answer-outcomes.ts'
import type { MailContent } from './contents.ts'
import { htmlOf, textOf } from './letter.ts'

/** A mail that could not be sent, for the log: neither its recipient nor its text. */
export interface MailTrouble { tenantId: string, mailId: string, kind: string, cause: string, final: boolean }

export interface MailDispatcherDependencies {
  store: Store
  mailer: Mailer
  contentOf: (mail: MailRow) => Promise<MailContent>
  allowances: Pick<Allowances, 'permits'>
  clock: Clock
  leaseSeconds: number
  onTrouble: (trouble: MailTrouble) => void
  onMail: MailWatcher
}

const limitReached = 'RATE_LIMITED'
const keptMs = 90 * dayMs
const retry = { first: 10, longest: hourSeconds }

/** Sends queued mails, each at least once, and retries until they expire. */
export function createMailDispatcher (
  { store, mailer, contentOf, allowances, clock, leaseSeconds, onTrouble, onMail }: MailDispatcherDependencies
) {
  const report = (mail: MailRow, cause: string, final: boolean): void => {
    onTrouble({ tenantId: mail.tenantId, mailId: mail.id, kind: mail.kind, cause, final })
  }

  /** `missing`: the error code of what the mail needs and is not available yet. */
  async function write (mail: MailRow): Promise<MailMessage | { missing: string }> {
    try {
      return messageOf(mail, await contentOf(mail))
    } catch (error) {
      if (error instanceof ServiceError) return { missing: error.code }
      throw error
    }
  }

  async function outcomeOf (task: LeasedTask, mail: MailRow): Promise<MailOutcome> {
    if (clock() >= mail.endsAt) return { kind: 'refused', cause: 'TOO_LATE' }
    // A rescheduled mail was counted before its first attempt.
    const mayGo = task.attempts > 0 ||
      await allowances.permits({ kind: mail.kind, tenantId: mail.tenantId, recipient: mail.recipient })
    return mayGo ? deliver(task, mail) : { kind: 'refused', cause: limitReached }
  }

  async function deliver (task: LeasedTask, mail: MailRow): Promise<MailOutcome> {
    const message = await write(mail)
    if ('missing' in message) return { kind: 'notSent', cause: message.missing }
    await store.asTenant(task.tenantId, (repositories) => extendLease(repositories, task, leaseSeconds))
    return mailer.send(message)
  }

  async function settle (
    repositories: TenantRepositories, task: LeasedTask, mail: MailRow, outcome: MailOutcome
  ): Promise<void> {
    if (outcome.kind === 'notSent') {
      return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), outcome.cause)
    }
    const at = clock()
    await (outcome.kind === 'sent'
      ? repositories.mails.markSent(mail.id, at)
      : repositories.mails.fail(mail.id, outcome.cause))
    await finishTask(repositories, task)
    const answerId = answerIn(mail)
    const answer = answerId === undefined ? undefined : await repositories.supplierAnswers.find(answerId)
    if (answer) {
      await settleAnswer(repositories, answer, { failure: outcome.kind === 'refused' ? outcome.cause : null }, at)
    }
    const document = documentIn(mail)
    if (document !== undefined) {
      const details = {
        recipient: mail.recipient,
        ...(mail.kind === 'documentExchange' && { isExchangeMailbox: true }),
        ...(outcome.kind === 'refused' && { refused: outcome.cause })
      }
      repositories.auditLog.add([{
        actor: service, action: 'invoice.mailReceiver', entity: 'invoice', entityId: document, details
      }], at)
    }
  }

  return {
    /** Handles a `sendMail` task. May run twice: it begins by reading whether the mail was sent. */
    async send (task: LeasedTask): Promise<void> {
      const mail = await store.asTenant(task.tenantId, ({ mails }) => mails.find(task.subject))
      if (!mail || mail.sentAt !== null || mail.failure !== null) {
        return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      }
      const outcome = await outcomeOf(task, mail)
      await store.asTenant(task.tenantId, (repositories) => settle(repositories, task, mail, outcome))
      onMail(mail.kind, fateOf(outcome))
      if (outcome.kind !== 'sent' && outcome.cause !== mailOff) report(mail, outcome.cause, outcome.kind === 'refused')
    },

    /** Deletes old mails to users; a recurring job. */
    forgetOld: (): Promise<void> =>
      store.asPlatform(({ allMails }) => allMails.forgetBefore(new Date(clock().getTime() - keptMs)))
  }
}

function fateOf (outcome: MailOutcome): MailFate {
  if (outcome.kind !== 'refused') return outcome.kind === 'sent' ? 'sent' : 'deferred'
  return outcome.cause === limitReached || outcome.cause === mailOff ? 'refused' : 'failed'
}

function messageOf (mail: MailRow, { letter, ...content }: MailContent): MailMessage {
  return {
    id: mail.id,
    date: mail.createdAt,
    to: mail.recipient,
    subject: letter.subject,
    text: textOf(letter),
    html: htmlOf(letter, mail.language),
    ...content
  }
}
