import type { AuditRecord } from '../audit/audit-log.ts'
import type { PackedContent } from '../contents/contents.ts'
import type { Dictionary } from '../contents/known-dictionaries.ts'
import type { SealedCaf } from '../tenants/folio-blocks.ts'
import type { KnownInvoiceKey } from '../invoicing/documents/idempotency-keys.ts'
import type { NewInvoice } from '../invoicing/documents/new-invoice.ts'
import type { RecentDocument } from '../invoicing/documents/recent-documents.ts'
import type { NewDocument, NewTask } from './new-documents.ts'

/** Folios that a tenant needs for documents of one type; `issueDate` is the earliest of theirs, YYYY-MM-DD. */
export interface FolioRequest {
  tenantId: string, environment: string, documentType: number, count: number, issueDate: string
}

/** `count` folios from `first`; none when another transaction has the block locked. */
export interface FolioGrant { tenantId: string, documentType: number, blockId: string, first: number, count: number }

export interface UnusedFolios { tenantId: string, blockId: string, count: number }

/** What a document of a tenant contains, to be compared with what was stored lately. */
export interface BatchContent { tenantId: string, content: string }

export interface BatchKey { tenantId: string, operation: string, key: string }

/** An issued document with what is stored beside it. */
export type BatchedDocument = NewDocument<
  NewInvoice & { folio: number, folioBlockId: string, signatureValue: string, xml: Buffer }
>

export type BatchedAudit = { tenantId: string } & Required<Pick<AuditRecord, 'actor' | 'entityId' | 'details'>>

/** Tenants are in the same order in all of them, in which locks are taken. */
export interface BatchContents {
  documents: BatchedDocument[]
  tasks: NewTask[]
  /** Folios that were taken and go back: the last ones of their grants. */
  unused: UnusedFolios[]
  /** One for each tenant: what it issued in this batch. */
  audit: BatchedAudit[]
  at: Date
}

export interface BatchStart {
  wishes: FolioRequest[]
  keys: BatchKey[]
  contents: BatchContent[]
  /** Contents are compared with those of documents that were stored after it. */
  recentAfter: Date
  /** The day of stamping, YYYY-MM-DD. */
  today: string
}

export interface AddedDictionary extends Dictionary { tenantId: string, blockId: string }

/** A transaction that has taken folios. */
export interface BegunBatch {
  grants: FolioGrant[]
  known: (KnownInvoiceKey & { tenantId: string })[]
  recent: (RecentDocument & { tenantId: string })[]
  findCafs: (blocks: { tenantId: string, blockId: string }[]) => Promise<SealedCaf[]>
  /** Gives those that the blocks have then. */
  addDictionaries: (dictionaries: AddedDictionary[]) => Promise<AddedDictionary[]>
  /** Sends all that is stored but the commit, which may be sent before these have answered. */
  send: (contents: BatchContents, packed: PackedContent[]) => Promise<unknown>[]
}

// A lock that is held longer belongs to a transaction that hangs; others are not to wait for it.
export const lockMs = 250
