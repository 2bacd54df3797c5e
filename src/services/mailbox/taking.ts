import type { MailReason, TakenFile } from '../../model/mail-states.ts'
import { isMailReason, mailStates } from '../../model/mail-states.ts'
import type { MailMessageRow, SettledMail } from '../../repositories/mail/mail-messages.ts'
import type { Store } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { type Actor, serviceActor } from '../actor.ts'
import type { UploadResults } from '../invoicing/upload-results.ts'
import type { MailFile, MailFileKind, MailHeaders, MailReader, TakeResult, TakeVerdict } from '../mail-ports.ts'
import type { Clock } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { takeAnswer } from './answers.ts'
import { senderProblem } from './sender-proof.ts'

export interface MailTakingDependencies {
  store: Store
  reader: MailReader
  uploadResults: Pick<UploadResults, 'take'>
  /** Of a book. */
  takeBookResult: TakeResult
  takeVerdict: TakeVerdict
  clock: Clock
}

type Taken = Pick<TakenFile, 'reason'> & Partial<Pick<TakenFile, 'documents'>>

// A result may come before the verdicts of its documents are known here.
const patienceMs = 3 * dayMs
const retry = { first: 300, longest: 6 * hourSeconds }
const waitingReasons: ReadonlySet<string> = new Set(['VERDICT_PENDING', 'RESULT_TRACK_ID_UNKNOWN'])
const mostFailures = 5
const kindsOfSii: ReadonlySet<MailFileKind> = new Set(['siiResult', 'bookResult', 'certificationVerdict'])

/** Takes stored mails apart and does what they bring. A mail that fails again and again is put aside and stops none. */
export function createMailTaking (
  { store, reader, uploadResults, takeBookResult, takeVerdict, clock }: MailTakingDependencies
) {
  async function outcomeOf (task: LeasedTask, mail: MailMessageRow): Promise<SettledMail> {
    if (!mail.isWhole) return aside(mail.size === 0 ? 'NOT_GIVEN' : 'TOO_LARGE', await headersOf(task, mail))
    const read = await readerOf(task, mail)
    if (read.kind === 'unreadable') return aside('UNREADABLE')
    const files: TakenFile[] = []
    for (const file of read.files) files.push(await takeFile(task, mail, { file, headers: read.headers }))
    return { ...storedOf(read.headers), ...stateOf(files), files }
  }

  function readerOf (task: LeasedTask, mail: MailMessageRow) {
    const load = (): Promise<Buffer> => store.asTenant(task.tenantId, async ({ mailMessages }) =>
      await mailMessages.findRaw(mail.id) ?? Buffer.alloc(0))
    return reader.read(load, mail.receivedAt ?? mail.storedAt, { tenantId: task.tenantId })
  }

  /** Of a mail that is not whole, as far as its beginning tells. */
  async function headersOf (task: LeasedTask, mail: MailMessageRow): Promise<Partial<SettledMail>> {
    const read = await readerOf(task, mail)
    if (read.kind === 'unreadable') return {}
    return storedOf(read.headers)
  }

  async function takeFile (
    task: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<TakenFile> {
    const { name, size, sha256, kind } = file
    const { reason, documents = [] } = file.unread ? { reason: file.unread } : await take(task, mail, { file, headers })
    return { name, size, sha256, kind, taken: reason === null, reason, documents }
  }

  async function take (
    task: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<Taken> {
    const problem = kindsOfSii.has(file.kind) ? await senderProblemOf(task, mail, headers) : undefined
    return problem ? { reason: problem } : process(task, mail, file)
  }

  function process (task: LeasedTask, mail: MailMessageRow, file: MailFile): Promise<Taken> | Taken {
    switch (file.kind) {
      case 'answer': return answered(task, mail, file)
      case 'siiResult': return result(documentsOf, task, file)
      case 'certificationVerdict': return verdict(task, file)
      case 'bookResult': return result(takeBookResult, task, file)
      case 'document': return { reason: 'RECEIVED_DOCUMENT' }
      case 'boletas': return { reason: 'BOLETAS' }
      case 'other': return { reason: 'UNKNOWN_FILE' }
    }
  }

  async function senderProblemOf (
    { tenantId }: LeasedTask, { senderTrusted }: MailMessageRow, headers: MailHeaders
  ): Promise<MailReason | undefined> {
    if (senderTrusted) return undefined
    const mailbox = await store.asTenant(tenantId, ({ mailboxes }) => mailboxes.find())
    return senderProblem(headers, mailbox ?? { host: '', authenticationServer: null })
  }

  async function answered (task: LeasedTask, mail: MailMessageRow, { answer, sha256 }: MailFile): Promise<Taken> {
    if (!answer) return { reason: 'ANSWER_MALFORMED' }
    if ('problem' in answer) return { reason: answer.problem }
    return store.asTenant(task.tenantId, (repositories) => takeAnswer(repositories, answer, {
      messageId: mail.id, fileSha256: sha256, receivedAt: mail.receivedAt ?? mail.storedAt
    }))
  }

  async function documentsOf (actor: Actor, bytes: Buffer): Promise<{ pending: boolean }> {
    return { pending: (await uploadResults.take(actor, bytes)).pending > 0 }
  }

  async function result (
    takeResult: TakeResult, task: LeasedTask, { bytes = Buffer.alloc(0) }: MailFile
  ): Promise<Taken> {
    try {
      const { pending } = await takeResult(serviceActor(task.tenantId), bytes)
      return { reason: pending ? 'VERDICT_PENDING' : null }
    } catch (error) {
      if (error instanceof ServiceError && isMailReason(error.code)) return { reason: error.code }
      throw error
    }
  }

  async function verdict (task: LeasedTask, { bytes = Buffer.alloc(0) }: MailFile): Promise<Taken> {
    return { reason: await takeVerdict(serviceActor(task.tenantId), bytes) }
  }

  /** Whether the mail is to be taken up again. */
  function waits (mail: MailMessageRow, { files }: SettledMail): boolean {
    return files.some(({ reason }) => waitingReasons.has(reason ?? '')) &&
      clock().getTime() - mail.storedAt.getTime() < patienceMs
  }

  async function settle (task: LeasedTask, mail: MailMessageRow, outcome: SettledMail): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      if (waits(mail, outcome)) {
        const reason = outcome.files.find((file) => waitingReasons.has(file.reason ?? ''))?.reason ?? 'VERDICT_PENDING'
        await repositories.mailMessages.settle(mail.id, { ...outcome, state: mailStates.Stored, reason }, at)
        return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), reason)
      }
      await repositories.mailMessages.settle(mail.id, outcome, at)
      repositories.auditLog.add([{
        actor: service, action: 'mailbox.message', entity: 'mailMessage', entityId: mail.id, details: toldOf(outcome)
      }], at)
      await finishTask(repositories, task)
    })
  }

  return {
    /** Handles a `takeMail` task. May run twice: whatever it stores is stored once. */
    async take (task: LeasedTask): Promise<void> {
      const mail = await store.asTenant(task.tenantId, ({ mailMessages }) => mailMessages.find(task.subject))
      if (!mail) return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      if (task.attempts >= mostFailures && mail.reason === null) {
        return settle(task, mail, { state: mailStates.Failed, reason: 'PROCESSING_FAILED', files: [] })
      }
      return settle(task, mail, await outcomeOf(task, mail))
    }
  }
}

function aside (reason: MailReason, headers: Partial<SettledMail> = {}): SettledMail {
  return { ...headers, state: mailStates.Aside, reason, files: [] }
}

function stateOf (files: TakenFile[]): Pick<SettledMail, 'state' | 'reason'> {
  if (files.some(({ taken }) => taken)) return { state: mailStates.Processed, reason: null }
  // A file of ours tells more than the picture beside it.
  const reason = files.find(({ reason: one }) => one !== 'UNKNOWN_FILE')?.reason ?? files[0]?.reason ?? 'NO_FILES'
  return { state: mailStates.Aside, reason }
}

function storedOf ({ senders: _senders, authentication: _authentication, ...headers }: MailHeaders) {
  return headers
}

function toldOf ({ state, reason, files }: SettledMail): Record<string, unknown> {
  const documents = files.flatMap((file) => file.documents)
  return {
    state, ...reason !== null && { reason }, files: files.length,
    ...documents.length > 0 && {
      documents: documents.slice(0, 50).map(({ correlationId, documentType, folio, kind, code, reason: why }) =>
        ({ correlationId, documentType, folio, kind, code, ...why !== null && { reason: why } }))
    }
  }
}
