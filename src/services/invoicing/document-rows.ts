import type { IssuedDocument } from '../../dte/signing/issue.ts'
import { statuses } from '../../model/document-states.ts'
import type { NewReason } from '../../model/reasons.ts'
import type { Receipt } from '../../model/receipt.ts'
import type { NewInvoice } from '../../repositories/invoices.ts'
import { columnsOf } from './document-columns.ts'
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

export function issuedRow ({ draft, folio, folioBlockId, issued }: SignedDraft, moment: Moment): IssuedRow {
  const { signatureValue, xml } = issued
  return {
    ...commonOf(draft, moment), status: statuses.Issued, folio, folioBlockId, signatureValue, issuedAt: moment.at, xml
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
    ...(one.missing === undefined ? {} : { waitingFor: one.missing })
  })
}

function waitingRow (one: WaitingDraft, moment: Moment): NewInvoice {
  return {
    ...commonOf(one.draft, moment), status: statuses.Waiting, reason: waitingReason(one), folio: null,
    folioBlockId: null, signatureValue: null, issuedAt: null, xml: null
  }
}

function commonOf ({ id, document, payload, channelType, actor }: Fresh, { environment, at }: Moment) {
  return {
    id, environment, channelType, documentType: document.documentType, ...columnsOf(document), createdById: actor.id,
    createdAt: at, payload, document
  }
}
