import type { IssuedDocument } from '../../../dte/signing/issue.ts'
import { statuses } from '../../../model/document-states.ts'
import type { EnvelopeLinger } from '../../../model/envelopes.ts'
import { type NewReason, referencePending } from '../../../model/reasons.ts'
import type { Receipt } from '../../../model/receipt.ts'
import type { NewInvoice } from '../../../repositories/invoicing/documents/new-invoice.ts'
import type { NewDocument, NewTask } from '../../../repositories/issuing/new-documents.ts'
import { envelopeKindOf } from '../channels.ts'
import { changesStored } from '../references/references.ts'
import { columnsOf } from './document-columns.ts'
import { externalIdOf } from './document-keys.ts'
import type { Fresh } from './issue-request.ts'
import { receiptOf } from './receipt.ts'

/** A document with its folio and its signed bytes. */
export interface SignedDraft { draft: Fresh, folio: number, folioBlockId: string, issued: IssuedDocument }

/** A document that is stored without a folio, and why. */
export interface WaitingDraft { draft: Fresh, missing: string, waitsFor?: string[] }

export type IssuedRow = NewInvoice & { folio: number, folioBlockId: string, signatureValue: string, xml: Buffer }

interface Moment { environment: string, at: Date }

export function rowOf (one: SignedDraft | WaitingDraft, moment: Moment): NewInvoice {
  return 'missing' in one ? waitingRow(one, moment) : issuedRow(one, moment)
}

/** Each member by name, as everywhere on the way of a Save: V8 takes microseconds to add members to a spread. */
export function issuedRow (
  { draft, folio, folioBlockId, issued: { signatureValue, xml } }: SignedDraft, { environment, at }: Moment
): IssuedRow {
  const { id, document, payload, channelType, actor } = draft
  const { documentType } = document
  const {
    issuerTaxNumber, receiverTaxNumber, receiverName, issueDate, currency, netAmount, exemptAmount, taxAmount,
    totalAmount, searchText, customerState
  } = columnsOf(document)
  return {
    id, environment, channelType, documentType, issuerTaxNumber, receiverTaxNumber, receiverName, issueDate, currency,
    netAmount, exemptAmount, taxAmount, totalAmount, searchText, customerState,
    externalId: externalIdOf(payload) ?? null, createdById: actor.id,
    createdAt: at, payload, document, status: statuses.Issued, folio, folioBlockId, signatureValue, issuedAt: at, xml
  }
}

/** Why a document waits; a note names the documents that it waits for. */
export function waitingReason (one: { missing: string, waitsFor?: string[] }): NewReason {
  const { missing: code, waitsFor } = one
  return waitsFor
    ? { code, reasons: waitsFor.map((correlationId) => ({ code, description: correlationId })) }
    : { code }
}

/** The answer about a new document. `missing`: why it waits. */
export function receiptFor ({ draft, ...one }: { draft: Fresh, missing?: string }, row: NewInvoice): Receipt {
  return receiptOf(draft.document, {
    correlationId: row.id,
    status: row.status,
    folio: row.folio,
    issuedAt: row.issuedAt,
    externalId: row.externalId,
    ...(one.missing === undefined ? {} : { waitingFor: one.missing })
  })
}

/** A document with its row and the answer about it, as it is stored. */
export interface StoredDraft<Row extends NewInvoice = NewInvoice> { draft: Fresh, row: Row, receipt: Receipt }

export function newDocument<Row extends NewInvoice> ({ draft, row, receipt }: StoredDraft<Row>): NewDocument<Row> {
  const { tenantId, document, correction, keys, content } = draft
  return { tenantId, row, keys, answer: receipt, content, references: changesStored(document, correction?.taken) }
}

/** The work that new documents leave to others, each once. */
export function tasksOf (stored: readonly StoredDraft[], linger: EnvelopeLinger): NewTask[] {
  const tasks = new Map<string, NewTask>()
  for (const { draft: { tenantId }, row } of stored) {
    const task = taskOf(row, linger)
    if (task) tasks.set(`${tenantId} ${task.topic} ${task.subject}`, { tenantId, ...task })
  }
  return [...tasks.values()]
}

/**
 * Also when folios or certificate are missing: what arrives between this check and the commit is then noticed. Notes
 * that wait for another document are scheduled by its verdict.
 */
function taskOf ({ folio, documentType, reason }: NewInvoice, linger: EnvelopeLinger): Omit<NewTask, 'tenantId'> | undefined {
  if (folio === null) {
    return reason?.code === referencePending
      ? undefined
      : { topic: 'issueWaiting', subject: String(documentType), delaySeconds: 0 }
  }
  const kind = envelopeKindOf(documentType)
  return { topic: 'packEnvelope', subject: kind, delaySeconds: linger[kind] }
}

function waitingRow (one: WaitingDraft, { environment, at }: Moment): NewInvoice {
  const { id, document, payload, channelType, actor } = one.draft
  return {
    id, environment, channelType, documentType: document.documentType, ...columnsOf(document),
    externalId: externalIdOf(payload) ?? null, createdById: actor.id,
    createdAt: at, payload, document, status: statuses.Waiting, reason: waitingReason(one), folio: null,
    folioBlockId: null, signatureValue: null, issuedAt: null, xml: null
  }
}
