import type { TaxDocument } from '../../../dte/document.ts'
import type { TakenLine } from '../../../dte/notes/figures.ts'
import type { InvoicePayload } from '../../../dte/fields/payload.ts'
import type { Credential } from '../../../dte/signing/certificate.ts'
import type { ChannelType } from '../../../model/document-states.ts'
import type { Receipt } from '../../../model/receipt.ts'
import type { AuditActor } from '../../../repositories/audit/audit-log.ts'
import type { DocumentKey } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import type { ServiceError } from '../../../shared/errors.ts'
import type { DocumentRefused } from './refusal.ts'

/** A document that passed every check, to be issued for a tenant. */
export interface IssueRequest {
  tenantId: string
  document: TaxDocument
  /** As it was posted; kept beside the document. */
  payload: InvoicePayload
  channelType: ChannelType
  actor: AuditActor
  /** Under which it is issued once (document-keys.ts). */
  keys: readonly DocumentKey[]
  /** By which it is noticed when it is posted twice without a key (repeated-content.ts). */
  content: string | undefined
  correction?: Correction | undefined
}

/** What a note of Webhook/Correct takes of its document's lines. */
export interface Correction {
  taken: readonly TakenLine[]
  /** The notes about the document when it was computed; among others, it is computed again. */
  after: string
}

export interface Issued { receipt: Receipt, replayed: boolean }

/** What the issuer needs of a tenant: cached, at most seconds old. */
export interface IssuingFacts {
  environment: string
  refuseWhenNotReady: boolean
  /** Notices refuse. */
  strictFormat: boolean
}

/** A tenant's facts at the moment of issuing, with the certificate that is valid then. */
export interface IssuingMoment extends IssuingFacts { credential: Credential | undefined, at: Date }

export type Outcome = Issued | { refused: ServiceError | DocumentRefused }
/** A request that becomes a document under this id. */
export type Fresh = IssueRequest & { id: string }
