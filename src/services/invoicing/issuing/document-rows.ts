import type { IssuedDocument } from '../../../dte/signing/issue.ts'
import { statuses } from '../../../model/document-states.ts'
import type { NewReason } from '../../../model/reasons.ts'
import type { Receipt } from '../../../model/receipt.ts'
import type { NewInvoice } from '../../../repositories/invoicing/documents/invoices.ts'
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

function waitingRow (one: WaitingDraft, { environment, at }: Moment): NewInvoice {
  const { id, document, payload, channelType, actor } = one.draft
  return {
    id, environment, channelType, documentType: document.documentType, ...columnsOf(document),
    externalId: externalIdOf(payload) ?? null, createdById: actor.id,
    createdAt: at, payload, document, status: statuses.Waiting, reason: waitingReason(one), folio: null,
    folioBlockId: null, signatureValue: null, issuedAt: null, xml: null
  }
}
