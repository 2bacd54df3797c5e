import type { Credential } from '../../dte/signing/certificate.ts'
import { aboutSending, answerIn } from '../../model/mails.ts'
import { answerStates } from '../../model/received.ts'
import type { MailRow } from '../../repositories/mail/mails.ts'
import type { ReceivedFileRow } from '../../repositories/receiving/received-files.ts'
import { noAddress, type SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { hourSeconds } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { isEmail } from '../../dte/values/email.ts'
import { mailboxOf } from '../mail/exchange-mailboxes.ts'
import { answerFileName, answerLetter } from '../mail/answer-letter.ts'
import { settleAnswer } from '../mail/answer-outcomes.ts'
import type { MailContent } from '../mail/contents.ts'
import { sendingCompany } from '../mail/names.ts'
import { post, worthSendingMs } from '../mail/post.ts'
import type { Clock } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { signedAnswer } from './answer-files.ts'

export interface AnswerSendingDependencies {
  store: Store
  /** The tenant's certificate, opened; undefined without one that is valid at that moment. */
  credentialOf: (tenantId: string, at: Date) => Promise<Credential | undefined>
  clock: Clock
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
}

// Some four days in all.
const retry = { first: 300, longest: 6 * hourSeconds }
const mostAttempts = 20

interface Waiting { answer: SupplierAnswerRow, file: ReceivedFileRow, tenant: TenantRow, content: Buffer | undefined }
type Signed = { content: Buffer, receipts: Buffer[] } | { failure: string, final: boolean }

/** Signs answers to suppliers and mails them. */
export function createAnswerSending ({ store, credentialOf, clock, onWork }: AnswerSendingDependencies) {
  const waitingOf = ({ tenantId, subject }: LeasedTask): Promise<Waiting | undefined> =>
    store.asTenant(tenantId, async ({ supplierAnswers, receivedFiles, tenant }) => {
      const answer = await supplierAnswers.find(subject)
      const file = answer?.state === answerStates.Queued ? await receivedFiles.find(answer.fileId) : undefined
      if (!answer || !file) return undefined
      return { answer, file, tenant: await tenant.get(), content: await supplierAnswers.findContent(subject) }
    })

  async function sign ({ tenantId, attempts }: LeasedTask, { answer, file, tenant }: Waiting): Promise<Signed> {
    const at = clock()
    const credential = await credentialOf(tenantId, at)
    if (!credential) return { failure: 'CERTIFICATE_MISSING', final: attempts >= mostAttempts }
    try {
      return await signedAnswer(answer, { tenant, file, credential, at })
    } catch (error) {
      if (error instanceof RangeError) return { failure: 'ANSWER_UNWRITABLE', final: true }
      throw error
    }
  }

  async function settle (
    task: LeasedTask, { answer, file, tenant, content }: Waiting, signed?: Signed
  ): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      if (signed && 'failure' in signed) {
        if (!signed.final) {
          return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), signed.failure)
        }
        await settleAnswer(repositories, answer, { failure: signed.failure }, at)
        return finishTask(repositories, task)
      }
      const address = answer.address ?? await addressOf(repositories, { answer, file, tenant })
      if (signed) await repositories.supplierAnswers.sign(answer.id, signed)
      if (address === null) await settleAnswer(repositories, answer, { failure: noAddress }, at)
      else await mailTo(repositories, answer, address, at)
      await finishTask(repositories, task)
    })
    if (content !== undefined || signed !== undefined) onWork()
  }

  return {
    /** Handles a `sendAnswer` task. */
    async send (task: LeasedTask): Promise<void> {
      const waiting = await waitingOf(task)
      if (!waiting) return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      await settle(task, waiting, waiting.content ? undefined : await sign(task, waiting))
    },

    /** The mail that brings an answer: its file alone, as it was signed. */
    async mail (mail: MailRow): Promise<MailContent> {
      return store.asTenant(mail.tenantId, async ({ supplierAnswers, tenant }) => {
        const answer = await supplierAnswers.find(answerIn(mail) ?? '')
        const bytes = answer && await supplierAnswers.findContent(answer.id)
        if (!bytes) throw new Error(`The mail ${mail.id} has no answer`)
        const sender = await tenant.get()
        const fileName = answerFileName(answer)
        return {
          letter: answerLetter(answer, sender), attachments: [{ fileName, mediaType: 'application/xml', bytes }],
          ...sendingCompany(sender)
        }
      })
    }
  }
}

/**
 * The supplier's mailbox, or else the proven sender. A file without a signature that holds proves no supplier, so that
 * nobody can have mails sent to a company by naming it.
 */
async function addressOf (
  repositories: TenantRepositories, { answer, file, tenant }: Pick<Waiting, 'answer' | 'file' | 'tenant'>
): Promise<string | null> {
  const isForged = file.checks.some(({ check, outcome }) => check === 'envelopeSignature' && outcome === 'failed')
  const listed = isForged ? undefined : await mailboxOf(repositories, tenant, answer.recipient)
  return listed ?? mailable(file.replyTo)
}

function mailable (address: string | null): string | null {
  return address !== null && isEmail(address) ? address : null
}

async function mailTo (
  repositories: TenantRepositories, { id }: SupplierAnswerRow, recipient: string, at: Date
): Promise<void> {
  await repositories.supplierAnswers.queue(id, recipient)
  const mailId = newId()
  await post(repositories, [{
    id: mailId, kind: 'supplierAnswer', about: aboutSending(id, mailId), recipient, language: 'es', facts: {}, createdAt: at,
    endsAt: new Date(at.getTime() + worthSendingMs)
  }])
}
