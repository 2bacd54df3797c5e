import { isAnswered } from '../../dte/exchange/answer.ts'
import { envelopeStates, receptionStates, resultStates } from '../../dte/exchange/responses.ts'
import type { ReceivedFile } from '../../dte/receiving/read-received.ts'
import { isClaim } from '../../dte/registry/events.ts'
import { type AnsweredRow, answerStates, confirmations } from '../../model/received.ts'
import type { ClaimedAction } from '../../model/received-claims.ts'
import type { AuditActor } from '../../repositories/audit/audit-log.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { SupplierAnswerRow } from '../../repositories/receiving/supplier-answers.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { groupBy } from '../../shared/group-by.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import { documentsInAudit } from '../audit/documents-in-audit.ts'
import { service } from '../tasks/task-lease.ts'

/** What is answered to the suppliers of documents. */
export type Answering =
  /** ResultadoDTE. Without a comment it has the official words. */
  | { kind: 'result', code: keyof typeof resultStates, comment?: string | undefined }
  /** EnvioRecibos; `place`: where goods or services were received. */
  | { kind: 'receipt', place: string }

/** Why the supplier gets no receipt of a document; undefined if it can be given. */
export async function receiptRefusal (
  repositories: TenantRepositories, document: ReceivedDocumentRow
): Promise<ErrorCode | undefined> {
  const { fileId, id: documentId } = document
  const given = await repositories.supplierAnswers.list({ fileId, documentId })
  return refusalOf(document, { kind: 'receipt', place: '' }, { tenant: await repositories.tenant.get(), given })
}

export type AnswerOutcome =
  | { id: string, outcome: 'queued', answerId: string }
  | { id: string, outcome: 'refused', reason: ErrorCode }

/** `actor`: the person, or the service where a rule acts. */
interface AnsweredBy { actor: AuditActor, at: Date }

/** A document of a file that came, and whether this file brought it first. */
export interface KeptDocument { row: ReceivedDocumentRow, isNew: boolean }

/**
 * Answers documents by their ids, those of one supplier and file together. A lock serialises the tenant's answers, so
 * that none is given twice.
 */
export async function giveAnswers (
  repositories: TenantRepositories, ids: readonly string[], answering: Answering, by: AnsweredBy
): Promise<AnswerOutcome[]> {
  const { receivedDocuments, supplierAnswers } = repositories
  const tenant = await repositories.tenant.get()
  await supplierAnswers.lock()
  const outcomes = new Map<string, AnswerOutcome>()
  const answered: ReceivedDocumentRow[] = []
  for (const id of new Set(ids)) {
    const row = await receivedDocuments.find(id)
    const given = row ? await supplierAnswers.list({ fileId: row.fileId, documentId: id }) : []
    const reason = refusalOf(row, answering, { tenant, given })
    if (!row || reason) outcomes.set(id, { id, outcome: 'refused', reason: reason ?? 'RECEIVED_DOCUMENT_NOT_FOUND' })
    else answered.push(row)
  }
  for (const rows of groupBy(answered, ({ fileId, issuer }) => `${fileId}:${issuer}`).values()) {
    const answerId = await addAnswer(repositories, rows, answering, by)
    for (const { id } of rows) outcomes.set(id, { id, outcome: 'queued', answerId })
  }
  return ids.flatMap((id) => outcomes.get(id) ?? [])
}

/**
 * Tells the supplier what the registry was told: an acceptance as ResultadoDTE 0, a receipt as Recibo, a claim as
 * ResultadoDTE 2. Gives the id of the answer; undefined if the document has that answer already or can have none.
 */
export async function answerFor (
  repositories: TenantRepositories, { documentId, action, reason, place, actor = service, at }:
  {
    documentId: string, action: ClaimedAction, reason?: string | null | undefined, place?: string | null | undefined
    actor?: AuditActor, at: Date
  }
): Promise<string | undefined> {
  const answering = action === 'ERM' || action === 'receipt'
    ? { kind: 'receipt', place: place || placeOf(await repositories.tenant.get()) } as const
    : isClaim(action)
      ? { kind: 'result', code: 2, comment: reason ? `DTE Rechazado (Ley 19.983): ${reason}` : undefined } as const
      : { kind: 'result', code: 0 } as const
  const [outcome] = await giveAnswers(repositories, [documentId], answering, { actor, at })
  return outcome?.outcome === 'queued' ? outcome.answerId : undefined
}

/** Answers an EnvioDTE that came, if the tenant wants that and the file is of its environment. */
export async function answerReception (
  repositories: TenantRepositories, file: ReceivedFile, kept: readonly KeptDocument[],
  { fileId, at, tenant: { taxNumber } }: { fileId: string, at: Date, tenant: TenantRow }
): Promise<void> {
  const { issuer, checks, state } = file
  const isOfOtherEnvironment = checks.some(({ check, outcome }) => check === 'environment' && outcome === 'failed')
  if (file.kind !== 'EnvioDTE' || issuer === null || isOfOtherEnvironment) return
  if (issuer === taxNumber || !(await repositories.receivingRules.get()).answerReception) return
  await addReception(repositories, {
    fileId, recipient: issuer, code: state, documentIds: kept.map(({ row }) => row.id),
    documents: kept.filter(({ row }) => isAnswered(row.documentType)).map(receptionOf)
  }, at)
}

/** Says once that a mail brought a file that another had brought before, whose reception was answered. */
export async function answerRepeated (
  repositories: TenantRepositories, { fileId, messageId }: { fileId: string, messageId: string | null }, at: Date
): Promise<void> {
  const file = messageId === null ? undefined : await repositories.receivedFiles.find(fileId)
  if (!file || file.messageId === null || file.messageId === messageId) return
  const receptions = (await repositories.supplierAnswers.list({ fileId })).filter(({ kind }) => kind === 'reception')
  const [first] = receptions
  if (!first || receptions.length > 1) return
  await addReception(repositories, {
    fileId, recipient: first.recipient, code: repeatedFile, documentIds: first.documentIds, documents: []
  }, at)
}

const repeatedFile = 90
const repeatedDocument = 4

function refusalOf (
  row: ReceivedDocumentRow | undefined, answering: Answering,
  { tenant: { taxNumber, environment }, given }: { tenant: TenantRow, given: readonly SupplierAnswerRow[] }
): ErrorCode | undefined {
  if (row?.environment !== environment) return 'RECEIVED_DOCUMENT_NOT_FOUND'
  if (!isAnswered(row.documentType)) return 'ANSWER_TYPE_UNKNOWN'
  const unacceptable = isRefusal(answering) ? undefined : unacceptableReason(row, taxNumber)
  if (unacceptable) return unacceptable
  if (answering.kind === 'receipt' && !isSigned(row)) return 'RECEIPT_UNVERIFIED'
  return isGiven(answering, given) ? 'ANSWER_GIVEN' : undefined
}

/** Why a document can only be rejected. */
function unacceptableReason (
  { receiver, confirmation }: ReceivedDocumentRow, taxNumber: string
): ErrorCode | undefined {
  if (receiver !== taxNumber) return 'ANSWER_FOR_OTHER'
  return confirmation === confirmations.Contradicted ? 'CLAIM_CONTRADICTED' : undefined
}

/** A result may be followed by another one; a receipt is given once. */
function isGiven (answering: Answering, given: readonly SupplierAnswerRow[]): boolean {
  const last = given.findLast(({ kind }) => kind === answering.kind)
  return last !== undefined && (answering.kind === 'receipt' || last.code === answering.code)
}

function isRefusal (answering: Answering): boolean {
  return answering.kind === 'result' && answering.code === 2
}

function isSigned ({ checks }: ReceivedDocumentRow): boolean {
  return checks.some(({ check, outcome }) => check === 'signature' && outcome === 'passed')
}

async function addAnswer (
  repositories: TenantRepositories, rows: readonly ReceivedDocumentRow[], answering: Answering,
  { actor, at }: AnsweredBy
): Promise<string> {
  const [{ fileId, issuer } = { fileId: '', issuer: '' }] = rows
  const said = answering.kind === 'result'
    ? { code: answering.code, comment: answering.comment || resultStates[answering.code] }
    : { code: null, comment: answering.place }
  const ids = rows.map(({ id }) => id)
  const id = await add(repositories, {
    kind: answering.kind, fileId, recipient: issuer, ...said, documentIds: ids,
    documents: rows.map((row) => ({ ...answered(row), state: said.code ?? 0 }))
  }, at)
  await repositories.receivedDocuments.note(ids, { at: at.toISOString(), event: 'answered', detail: id })
  repositories.auditLog.add([{
    actor, action: 'received.answer', entity: 'supplierAnswer', entityId: id,
    details: { kind: answering.kind, ...said, recipient: issuer, ...documentsInAudit(ids) }
  }], at)
  return id
}

type NewReception = Pick<SupplierAnswerRow, 'fileId' | 'recipient' | 'documentIds' | 'documents'> & { code: number }

async function addReception (repositories: TenantRepositories, reception: NewReception, at: Date): Promise<void> {
  const { code } = reception
  await add(repositories, { ...reception, kind: 'reception', comment: wordsOf(envelopeStates, code) }, at)
}

type NewAnswer = Pick<
  SupplierAnswerRow, 'kind' | 'fileId' | 'recipient' | 'code' | 'comment' | 'documentIds' | 'documents'
>

async function add ({ supplierAnswers, tasks }: TenantRepositories, answer: NewAnswer, at: Date): Promise<string> {
  const id = newId()
  await supplierAnswers.add({
    ...answer, id, number: answer.kind === 'receipt' ? null : await supplierAnswers.takeNumber(), address: null,
    state: answerStates.Queued, failure: null, createdAt: at, sentAt: null
  })
  await tasks.schedule('sendAnswer', [id])
  return id
}

function answered ({ documentType, folio, issueDate, issuer, receiver, totalAmount: total }: ReceivedDocumentRow) {
  return { documentType, folio, issueDate, issuer, receiver, total }
}

function receptionOf ({ row, isNew }: KeptDocument): AnsweredRow {
  const state = row.state === 0 && !isNew ? repeatedDocument : row.state
  // Of the checks, that of the stamp alone has no state of its own.
  const comment = wordsOf(receptionStates, state) + (state === 99 ? ': el timbre no es valido' : '')
  return { ...answered(row), state, comment }
}

function wordsOf (words: Readonly<Record<number, string>>, state: number): string {
  return words[state] ?? words[99] ?? ''
}

/** Recinto: where the company receives what it buys. */
function placeOf ({ address, municipality }: TenantRow): string {
  return [address, municipality].filter((part) => part !== null && part !== '').join(', ') || '-'
}
