import { type Check, checked, documentState } from '../../dte/receiving/checks.ts'
import { deadlineOf, isClaimable } from '../../dte/registry/deadline.ts'
import { registryStates } from '../../dte/registry/events.ts'
import type { ReceivedDocument, ReceivedFile } from '../../dte/receiving/read-received.ts'
import { confirmations, failuresOf } from '../../model/received.ts'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { newId } from '../../shared/ids.ts'
import { documentsInAudit } from '../audit/documents-in-audit.ts'
import { notifyOf } from '../warnings.ts'
import { answerReception, answerRepeated, type KeptDocument } from './answers.ts'
import { unconfirmed } from './confirmation.ts'

/** A file, and where it came from. */
export interface ReceivedSource {
  name: string
  source: 'upload' | 'mail'
  /** The mail that brought it. */
  messageId: string | null
  /** Where its proven sender takes answers. */
  replyTo: string | null
  bytes: Buffer
  /** In hexadecimal. */
  sha256: string
  arrivedAt: Date
  actor: AuditActor
}

/** What became of a document of a file. */
export interface StoredDocument {
  id: string
  documentType: number
  folio: number
  issuer: string
  /** `repeated`: it was stored before. */
  outcome: 'new' | 'repeated'
  /** The checks that failed. */
  failedChecks: string[]
}

export interface StoredFile { fileId: string, outcome: 'new' | 'repeated', state: number, documents: StoredDocument[] }

// FmaPago of a document that is paid at once.
const cash = 1

/** Asks the SII for a document some minutes after it came: it may not have it yet. */
const firstQuestionSeconds = 300

/**
 * Stores a file with its documents, its audit row and the tasks for the SII. The same bytes are stored once; nothing is
 * overwritten by a second content under the same folio, and both say that there are two.
 */
export async function storeReceived (
  repositories: TenantRepositories, file: ReceivedFile, source: ReceivedSource, at: Date
): Promise<StoredFile> {
  const { receivedFiles, auditLog } = repositories
  const sha256 = Buffer.from(source.sha256, 'hex')
  const receptionNumber = await receivedFiles.takeNumber()
  const known = await receivedFiles.findBySha256(sha256)
  if (known !== undefined) {
    await answerRepeated(repositories, { fileId: known, messageId: source.messageId }, at)
    return repeatedFile(repositories, known, file)
  }
  const { documents, kind, setId, digest, issuer, receiver, resolutionNumber, state, checks, unidentified } = file
  const { name, bytes, arrivedAt, messageId, replyTo } = source
  const id = newId()
  await receivedFiles.add({
    id, sha256, size: bytes.length, content: bytes, name, source: source.source, messageId, arrivedAt, kind, setId,
    digest, issuer, receiver, resolutionNumber, state, receptionNumber, checks, unidentified,
    replyTo
  })
  const tenant = await repositories.tenant.get()
  const kept: KeptDocument[] = []
  for (const document of documents) {
    kept.push(await storeDocument(repositories, document, { fileId: id, arrivedAt, at, tenant }))
  }
  await answerReception(repositories, file, kept, { fileId: id, at, tenant })
  const stored = kept.map(({ row, isNew }) => storedOf(row, isNew ? 'new' : 'repeated'))
  auditLog.add([{
    actor: source.actor, action: 'received.file', entity: 'receivedFile', entityId: id,
    details: { source: source.source, name, receptionNumber, state, ...documentsInAudit(stored.map(named)) }
  }], at)
  return { fileId: id, outcome: 'new', state, documents: stored }
}

function named ({ id, documentType, folio, issuer, outcome, failedChecks }: StoredDocument) {
  return { id, documentType, folio, issuer, outcome, ...failedChecks.length > 0 && { failedChecks } }
}

async function repeatedFile (
  { receivedDocuments }: TenantRepositories, fileId: string, { documents, state }: ReceivedFile
): Promise<StoredFile> {
  const stored: StoredDocument[] = []
  for (const document of documents) {
    const same = await receivedDocuments.findSame(document)
    const row = same.find((one) => hasContent(one, document))
    if (row) stored.push(storedOf(row, 'repeated'))
  }
  return { fileId, outcome: 'repeated', state, documents: stored }
}

async function storeDocument (
  repositories: TenantRepositories, document: ReceivedDocument,
  { tenant: { taxNumber, environment }, ...context }: { fileId: string, arrivedAt: Date, at: Date, tenant: TenantRow }
): Promise<KeptDocument> {
  const { receivedDocuments, tasks } = repositories
  const same = await receivedDocuments.findSame(document)
  const known = same.find((one) => hasContent(one, document))
  if (known) return { row: known, isNew: false }
  const row = newRow(document, { ...context, others: same, taxNumber })
  await receivedDocuments.add(row)
  for (const other of same) await alarm(repositories, other, { other: row.id, at: context.at })
  if (document.environment === environment) await tasks.schedule('confirmReceived', [row.id], firstQuestionSeconds)
  await notifyOf(repositories, 'received.document', { at: context.at, data: noticeOf(row) })
  return { row, isNew: true }
}

function noticeOf (row: ReceivedDocumentRow) {
  const { id, documentType, folio, issuer, issuerName, totalAmount, checks, claimBy } = row
  return {
    id, invoiceTypeCode: String(documentType), invoiceNumber: String(folio), issuer, issuerName,
    totalAmount: Number(totalAmount), failedChecks: failuresOf(checks), claimBy: claimBy && claimBy.toISOString()
  }
}

function hasContent ({ contentSha256 }: ReceivedDocumentRow, document: ReceivedDocument): boolean {
  return contentSha256.toString('hex') === document.contentSha256
}

function storedOf (row: ReceivedDocumentRow, outcome: StoredDocument['outcome']): StoredDocument {
  const { id, documentType, folio, issuer, checks } = row
  return { id, documentType, folio, issuer, outcome, failedChecks: failuresOf(checks) }
}

interface RowContext { fileId: string, arrivedAt: Date, at: Date, others: ReceivedDocumentRow[], taxNumber: string }

function newRow (
  { checks: read, contentSha256, printable: _printable, ...document }: ReceivedDocument,
  { fileId, arrivedAt, at, others, taxNumber }: RowContext
): ReceivedDocumentRow {
  const checks = [...withOnlyContent(read, others[0]?.id), unconfirmed]
  const isOurs = isClaimable(document.documentType) && document.receiver === taxNumber
  const deadline = isOurs ? deadlineOf(arrivedAt) : undefined
  return {
    ...document, id: newId(), fileId, contentSha256: Buffer.from(contentSha256, 'hex'), checks,
    failed: failuresOf(checks).length > 0, state: documentState(checks), arrivedAt, updatedAt: at,
    confirmation: confirmations.Pending, siiCode: null, siiGloss: null, siiAskedAt: null,
    claimBy: deadline?.earlier ?? null, claimByLatest: deadline?.later ?? null,
    timeline: [{ at: arrivedAt.toISOString(), event: 'arrived', detail: null }], siiReceivedAt: null,
    registryState: isOurs ? document.paymentMethod === cash ? registryStates.TakesNoEvent : registryStates.Open : null,
    registryEvents: [], registryAskedAt: null, receiptBy: null
  }
}

/** The check stands before that of the stamp, in the order in which they are made. */
function withOnlyContent (checks: readonly Check[], other: string | undefined): Check[] {
  const stamp = checks.findIndex(({ check }) => check === 'stamp')
  return checks.toSpliced(stamp, 0, checked('onlyContent', other && `OTHER_CONTENT: ${other}`))
}

/** Says of an earlier content that another one came under its folio. */
async function alarm (
  { receivedDocuments }: TenantRepositories, { id, checks: before, timeline }: ReceivedDocumentRow,
  { other, at }: { other: string, at: Date }
): Promise<void> {
  const checks = before.map((one) => one.check === 'onlyContent' ? checked('onlyContent', `OTHER_CONTENT: ${other}`) : one)
  await receivedDocuments.change(id, {
    checks, failed: true, state: documentState(checks as Check[]), updatedAt: at,
    timeline: [...timeline, { at: at.toISOString(), event: 'otherContent', detail: other }]
  })
}
