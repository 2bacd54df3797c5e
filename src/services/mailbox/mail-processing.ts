import type { MailReason, ProcessedFile } from '../../model/mail-states.ts'
import { isMailReason, mailStates } from '../../model/mail-states.ts'
import type { MailMessageRow, SettledMail } from '../../repositories/mail/mail-messages.ts'
import type { Store } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { type Actor, serviceActor } from '../actor.ts'
import { documentsInAudit } from '../audit/documents-in-audit.ts'
import type { UploadResults } from '../invoicing/upload-results.ts'
import type { Receiving } from '../receiving/receiving.ts'
import type {
  MailFile, MailFileKind, MailHeaders, MailReader, ProcessResult, ProcessVerdict, ReadMail, UnreadFile
} from '../mail-ports.ts'
import type { Clock } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask, service } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { processAnswer } from './answers.ts'
import { provenAddress, type ReceivingMailbox, senderProblem } from './sender-proof.ts'

export interface MailProcessorDependencies {
  store: Store
  reader: MailReader
  uploadResults: Pick<UploadResults, 'take'>
  receiving: Pick<Receiving, 'recipientOf' | 'keep'>
  /** Of a book. */
  processBookResult: ProcessResult
  processVerdict: ProcessVerdict
  clock: Clock
}

type FileOutcome = Pick<ProcessedFile, 'reason'> & Partial<Pick<ProcessedFile, 'documents'>>

// A result may come before the verdicts of its documents are known here.
const waitLimitMs = 3 * dayMs
const retry = { first: 300, longest: 6 * hourSeconds }
const waitingReasons: ReadonlySet<string> = new Set(['VERDICT_PENDING', 'RESULT_TRACK_ID_UNKNOWN'])
const mostFailures = 5
const unreadReasons: ReadonlySet<string> = new Set<UnreadFile>([
  'FILE_TOO_LARGE', 'TOO_MANY_FILES', 'NESTED_TOO_DEEP', 'ARCHIVE_DAMAGED'
])
const isPicture = /\.(?:pdf|png|jpe?g|gif)$/i
const kindsOfSii: ReadonlySet<MailFileKind> = new Set(['siiResult', 'bookResult', 'certificationVerdict'])

/** Parses stored mails and processes their files. A mail that keeps failing is marked as failed and delays no other. */
export function createMailProcessor (
  { store, reader, uploadResults, receiving, processBookResult, processVerdict, clock }: MailProcessorDependencies
) {
  async function outcomeOf (task: LeasedTask, mail: MailMessageRow): Promise<SettledMail> {
    if (!mail.isWhole) return skipped(mail.size === 0 ? 'NOT_GIVEN' : 'TOO_LARGE', await headersOf(task, mail))
    const read = await readerOf(task, mail)
    if (read.kind === 'unreadable') return skipped('UNREADABLE')
    const files: ProcessedFile[] = []
    for (const file of read.files) files.push(await processFile(task, mail, { file, headers: read.headers }))
    return { ...storedOf(read.headers), ...stateOf(files), files }
  }

  async function readerOf (task: LeasedTask, mail: MailMessageRow): Promise<ReadMail> {
    const load = (): Promise<Buffer> => store.asTenant(task.tenantId, async ({ mailMessages }) =>
      await mailMessages.findRaw(mail.id) ?? Buffer.alloc(0))
    const recipient = await receiving.recipientOf(task.tenantId)
    return reader.read(load, mail.receivedAt ?? mail.storedAt, { tenantId: task.tenantId, recipient })
  }

  /** The headers of an incomplete mail, as far as it has them. */
  async function headersOf (task: LeasedTask, mail: MailMessageRow): Promise<Partial<SettledMail>> {
    const read = await readerOf(task, mail)
    if (read.kind === 'unreadable') return {}
    return storedOf(read.headers)
  }

  async function processFile (
    task: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<ProcessedFile> {
    const { name, size, sha256, kind } = file
    const { reason, documents = [] } = file.unread
      ? { reason: file.unread }
      : await processTrusted(task, mail, { file, headers })
    return { name, size, sha256, kind, taken: reason === null, reason, documents }
  }

  async function processTrusted (
    task: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<FileOutcome> {
    const problem = kindsOfSii.has(file.kind) ? await senderProblemOf(task, mail, headers) : undefined
    return problem ? { reason: problem } : processContent(task, mail, { file, headers })
  }

  function processContent (
    task: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<FileOutcome> | FileOutcome {
    switch (file.kind) {
      case 'answer': return answered(task, mail, file)
      case 'siiResult': return result(documentsOf, task, file)
      case 'certificationVerdict': return verdict(task, file)
      case 'bookResult': return result(processBookResult, task, file)
      case 'document': return received(task, mail, { file, headers })
      case 'boletas': return { reason: 'BOLETAS' }
      case 'other': return { reason: 'UNKNOWN_FILE' }
    }
  }

  async function senderProblemOf (
    { tenantId }: LeasedTask, { senderTrusted }: MailMessageRow, headers: MailHeaders
  ): Promise<MailReason | undefined> {
    if (senderTrusted) return undefined
    return senderProblem(headers, await mailboxOf(tenantId))
  }

  async function mailboxOf (tenantId: string): Promise<ReceivingMailbox> {
    const mailbox = await store.asTenant(tenantId, ({ mailboxes }) => mailboxes.find())
    return mailbox ?? { host: '', authenticationServer: null }
  }

  async function answered (task: LeasedTask, mail: MailMessageRow, { answer, sha256 }: MailFile): Promise<FileOutcome> {
    if (!answer) return { reason: 'ANSWER_MALFORMED' }
    if ('problem' in answer) return { reason: answer.problem }
    return store.asTenant(task.tenantId, (repositories) => processAnswer(repositories, answer, {
      messageId: mail.id, fileSha256: sha256, receivedAt: mail.receivedAt ?? mail.storedAt
    }))
  }

  async function received (
    { tenantId }: LeasedTask, mail: MailMessageRow, { file, headers }: { file: MailFile, headers: MailHeaders }
  ): Promise<FileOutcome> {
    const { name, sha256, received: read, bytes } = file
    if (!read || !bytes || 'problem' in read) return { reason: read && 'problem' in read ? read.problem : 'UNKNOWN_FILE' }
    const { documents } = await receiving.keep(tenantId, read, {
      name, sha256, bytes, source: 'mail', messageId: mail.id, arrivedAt: mail.receivedAt ?? mail.storedAt, actor: service,
      replyTo: provenAddress(headers, await mailboxOf(tenantId), mail.senderTrusted) ?? null
    })
    const named = documents.map(({ documentType, folio }) =>
      ({ documentType, folio, correlationId: null, kind: 'received', code: null, reason: null }))
    return { reason: null, documents: named }
  }

  async function documentsOf (actor: Actor, bytes: Buffer): Promise<{ pending: boolean }> {
    return { pending: (await uploadResults.take(actor, bytes)).pending > 0 }
  }

  async function result (
    processResult: ProcessResult, task: LeasedTask, { bytes = Buffer.alloc(0) }: MailFile
  ): Promise<FileOutcome> {
    try {
      const { pending } = await processResult(serviceActor(task.tenantId), bytes)
      return { reason: pending ? 'VERDICT_PENDING' : null }
    } catch (error) {
      if (error instanceof ServiceError && isMailReason(error.code)) return { reason: error.code }
      throw error
    }
  }

  async function verdict (task: LeasedTask, { bytes = Buffer.alloc(0) }: MailFile): Promise<FileOutcome> {
    return { reason: await processVerdict(serviceActor(task.tenantId), bytes) }
  }

  /** Whether the mail is processed again later. */
  function isRetried (mail: MailMessageRow, { files }: SettledMail): boolean {
    return files.some(({ reason }) => waitingReasons.has(reason ?? '')) &&
      clock().getTime() - mail.storedAt.getTime() < waitLimitMs
  }

  async function settle (task: LeasedTask, mail: MailMessageRow, outcome: SettledMail): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      const at = clock()
      if (isRetried(mail, outcome)) {
        const reason = outcome.files.find((file) => waitingReasons.has(file.reason ?? ''))?.reason ?? 'VERDICT_PENDING'
        await repositories.mailMessages.settle(mail.id, { ...outcome, state: mailStates.Stored, reason }, at)
        return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), reason)
      }
      await repositories.mailMessages.settle(mail.id, outcome, at)
      repositories.auditLog.add([{
        actor: service, action: 'mailbox.message', entity: 'mailMessage', entityId: mail.id, details: auditDetails(outcome)
      }], at)
      await finishTask(repositories, task)
    })
  }

  return {
    /** Handles a `takeMail` task. May run twice: it stores everything once. */
    async process (task: LeasedTask): Promise<void> {
      const mail = await store.asTenant(task.tenantId, ({ mailMessages }) => mailMessages.find(task.subject))
      if (!mail) return store.asTenant(task.tenantId, (repositories) => finishTask(repositories, task))
      if (task.attempts >= mostFailures && mail.reason === null) {
        return settle(task, mail, { state: mailStates.Failed, reason: 'PROCESSING_FAILED', files: [] })
      }
      return settle(task, mail, await outcomeOf(task, mail))
    }
  }
}

function skipped (reason: MailReason, headers: Partial<SettledMail> = {}): SettledMail {
  return { ...headers, state: mailStates.Aside, reason, files: [] }
}

/** A mail of which something was left out is put aside, so that people find it, whatever else was taken. */
function stateOf (files: ProcessedFile[]): Pick<SettledMail, 'state' | 'reason'> {
  const leftOut = files.find(({ name, reason }) => unreadReasons.has(reason ?? '') && !isPicture.test(name))
  if (leftOut) return { state: mailStates.Aside, reason: leftOut.reason }
  if (files.some(({ taken }) => taken)) return { state: mailStates.Processed, reason: null }
  // The reason of a known file explains more than that of a picture beside it.
  const reason = files.find(({ reason: one }) => one !== 'UNKNOWN_FILE')?.reason ?? files[0]?.reason ?? 'NO_FILES'
  return { state: mailStates.Aside, reason }
}

function storedOf (
  { senders: _senders, replyTo: _replyTo, authentication: _authentication, ...headers }: MailHeaders
) {
  return headers
}

function auditDetails ({ state, reason, files }: SettledMail): Record<string, unknown> {
  const documents = files.flatMap((file) => file.documents).map(
    ({ correlationId, documentType, folio, kind, code, reason: why }) =>
      ({ correlationId, documentType, folio, kind, code, ...why !== null && { reason: why } }))
  return {
    state, ...reason !== null && { reason }, files: files.length,
    ...documents.length > 0 && documentsInAudit(documents)
  }
}
