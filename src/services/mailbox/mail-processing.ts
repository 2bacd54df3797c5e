import type { Recipient } from '../../dte/receiving/read-received.ts'
import type { MailReason, ProcessedFile } from '../../model/mail-states.ts'
import { isMailReason, mailStates } from '../../model/mail-states.ts'
import type { MailMessageRow, SettledMail } from '../../repositories/mail/mail-messages.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { type Actor, serviceActor } from '../actor.ts'
import { documentsInAudit } from '../audit/documents-in-audit.ts'
import type { UploadResults } from '../invoicing/delivery/upload-results.ts'
import type { Receiving } from '../receiving/receiving.ts'
import { storeReceived } from '../receiving/storing.ts'
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
  receiving: Pick<Receiving, 'recipientOf'>
  /** Of a book. */
  processBookResult: ProcessResult
  processVerdict: ProcessVerdict
  clock: Clock
}

/** A mail, the mailbox in which it lay, and for whom the documents in it should be. */
interface Arrival {
  tenantId: string
  mail: MailMessageRow
  mailbox: ReceivingMailbox
  recipient: Recipient
}

interface FileOfMail { file: MailFile, headers: MailHeaders }

type FileOutcome = Pick<ProcessedFile, 'reason'> & Partial<Pick<ProcessedFile, 'documents'>>

/** Stores what a file brought. */
type Storing = (repositories: TenantRepositories) => Promise<FileOutcome>

/** Gives the outcome of a mail, and stores what is not stored yet. */
type Settling = (repositories: TenantRepositories) => Promise<SettledMail>

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
  async function outcomeOf (arrival: Arrival): Promise<Settling> {
    const { mail } = arrival
    if (!mail.isWhole) {
      return settlingAs(skipped(mail.size === 0 ? 'NOT_GIVEN' : 'TOO_LARGE', await headersOf(arrival)))
    }
    const read = await readerOf(arrival)
    return read.kind === 'unreadable' ? settlingAs(skipped('UNREADABLE')) : processFiles(arrival, read)
  }

  /**
   * Most mails bring one file: what the last one brought is stored in the transaction that settles the mail. The others
   * have a transaction each, so that none takes too long.
   */
  async function processFiles (
    arrival: Arrival, { files, headers }: { files: MailFile[], headers: MailHeaders }
  ): Promise<Settling> {
    const results: { file: MailFile, outcome: FileOutcome | Storing }[] = []
    for (const file of files) results.push({ file, outcome: await processFile(arrival, { file, headers }) })
    const last = results.findLast(({ outcome }) => isStoring(outcome))
    for (const result of results) {
      if (result !== last && isStoring(result.outcome)) {
        result.outcome = await store.asTenant(arrival.tenantId, result.outcome)
      }
    }
    return async (repositories) => {
      const processed: ProcessedFile[] = []
      for (const { file, outcome } of results) {
        processed.push(processedFile(file, isStoring(outcome) ? await outcome(repositories) : outcome))
      }
      return { ...storedOf(headers), ...stateOf(processed), files: processed }
    }
  }

  async function readerOf ({ tenantId, mail, recipient }: Arrival): Promise<ReadMail> {
    const load = (): Promise<Buffer> => store.asTenant(tenantId, async ({ mailMessages }) =>
      await mailMessages.findRaw(mail.id) ?? Buffer.alloc(0))
    return reader.read(load, mail.receivedAt ?? mail.storedAt, { tenantId, recipient })
  }

  /** The headers of an incomplete mail, as far as it has them. */
  async function headersOf (arrival: Arrival): Promise<Partial<SettledMail>> {
    const read = await readerOf(arrival)
    if (read.kind === 'unreadable') return {}
    return storedOf(read.headers)
  }

  async function processFile (arrival: Arrival, { file, headers }: FileOfMail): Promise<FileOutcome | Storing> {
    if (file.unread) return { reason: file.unread }
    const { mail, mailbox } = arrival
    const isTrusted = mail.senderTrusted || !kindsOfSii.has(file.kind)
    const problem = isTrusted ? undefined : senderProblem(headers, mailbox)
    return problem ? { reason: problem } : processContent(arrival, { file, headers })
  }

  function processContent (
    arrival: Arrival, { file, headers }: FileOfMail
  ): Promise<FileOutcome> | FileOutcome | Storing {
    switch (file.kind) {
      case 'answer': return answered(arrival, file)
      case 'siiResult': return resultOf(documentsOf, arrival, file)
      case 'certificationVerdict': return verdict(arrival, file)
      case 'bookResult': return resultOf(processBookResult, arrival, file)
      case 'document': return received(arrival, { file, headers })
      case 'boletas': return { reason: 'BOLETAS' }
      case 'other': return { reason: 'UNKNOWN_FILE' }
    }
  }

  function answered ({ mail }: Arrival, { answer, sha256 }: MailFile): FileOutcome | Storing {
    if (!answer) return { reason: 'ANSWER_MALFORMED' }
    if ('problem' in answer) return { reason: answer.problem }
    return (repositories) => processAnswer(repositories, answer, {
      messageId: mail.id, fileSha256: sha256, receivedAt: mail.receivedAt ?? mail.storedAt
    })
  }

  function received ({ mail, mailbox }: Arrival, { file, headers }: FileOfMail): FileOutcome | Storing {
    const { name, sha256, received: read, bytes } = file
    if (!read || !bytes || 'problem' in read) return { reason: read && 'problem' in read ? read.problem : 'UNKNOWN_FILE' }
    return async (repositories) => {
      const { documents } = await storeReceived(repositories, read, {
        name, sha256, bytes, source: 'mail', messageId: mail.id, arrivedAt: mail.receivedAt ?? mail.storedAt, actor: service,
        replyTo: provenAddress(headers, mailbox, mail.senderTrusted) ?? null
      }, clock())
      const named = documents.map(({ documentType, folio }) =>
        ({ documentType, folio, correlationId: null, kind: 'received', code: null, reason: null }))
      return { reason: null, documents: named }
    }
  }

  async function documentsOf (actor: Actor, bytes: Buffer): Promise<{ pending: boolean }> {
    return { pending: (await uploadResults.take(actor, bytes)).pending > 0 }
  }

  async function resultOf (
    processResult: ProcessResult, { tenantId }: Arrival, { bytes = Buffer.alloc(0) }: MailFile
  ): Promise<FileOutcome> {
    try {
      const { pending } = await processResult(serviceActor(tenantId), bytes)
      return { reason: pending ? 'VERDICT_PENDING' : null }
    } catch (error) {
      if (error instanceof ServiceError && isMailReason(error.code)) return { reason: error.code }
      throw error
    }
  }

  async function verdict ({ tenantId }: Arrival, { bytes = Buffer.alloc(0) }: MailFile): Promise<FileOutcome> {
    return { reason: await processVerdict(serviceActor(tenantId), bytes) }
  }

  /** Whether the mail is processed again later. */
  function isRetried (mail: MailMessageRow, { files }: SettledMail): boolean {
    return files.some(({ reason }) => waitingReasons.has(reason ?? '')) &&
      clock().getTime() - mail.storedAt.getTime() < waitLimitMs
  }

  async function settle (task: LeasedTask, mail: MailMessageRow, settling: Settling): Promise<void> {
    await store.asTenant(task.tenantId, async (repositories) => {
      const outcome = await settling(repositories)
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
      const { tenantId } = task
      const [mail, mailbox, row] = await store.asTenant(tenantId, ({ mailMessages, mailboxes, tenant }) =>
        Promise.all([mailMessages.find(task.subject), mailboxes.find(), tenant.get()]))
      if (!mail) return store.asTenant(tenantId, (repositories) => finishTask(repositories, task))
      if (task.attempts >= mostFailures && mail.reason === null) {
        return settle(task, mail, settlingAs({ state: mailStates.Failed, reason: 'PROCESSING_FAILED', files: [] }))
      }
      const arrival = { tenantId, mail, mailbox: mailbox ?? noMailbox, recipient: await receiving.recipientOf(row) }
      return settle(task, mail, await outcomeOf(arrival))
    }
  }
}

const noMailbox: ReceivingMailbox = { host: '', authenticationServer: null }

const settlingAs = (outcome: SettledMail): Settling => async () => outcome

const isStoring = (outcome: FileOutcome | Storing): outcome is Storing => typeof outcome === 'function'

function processedFile (
  { name, size, sha256, kind }: MailFile, { reason, documents = [] }: FileOutcome
): ProcessedFile {
  return { name, size, sha256, kind, taken: reason === null, reason, documents }
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
