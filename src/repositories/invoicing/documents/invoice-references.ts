import type { TaxDocument } from '../../../dte/document.ts'
import type { TakenLine } from '../../../dte/notes/figures.ts'
import type { Invoice } from '../../../generated/prisma/client.ts'
import { readStatus, type Status, statuses } from '../../../model/document-states.ts'
import { referencePending } from '../../../model/reasons.ts'
import { documentOf, unpackContents } from '../../contents/contents.ts'
import { json, type Transaction } from '../../postgres/transaction.ts'

/** One of the tenant's documents, by its number. */
export interface DocumentName { documentType: number, folio: number }

/** What a note does (CodRef) to one of the tenant's documents, in one of its lines. */
export interface Change extends DocumentName { line: number, code: string | undefined }

/** A change to be stored; `taken`: what a note of Webhook/Correct takes of the document's lines. */
export interface StoredChange extends Change { taken?: readonly TakenLine[] | undefined }

/** What is known of a number: the document that has it, if any, and whether the tenant can still assign it. */
export interface NamedDocument extends DocumentName {
  /** Null, like the members below, when no document has the number now. */
  id: string | null
  status: Status | null
  /** YYYY-MM-DD */
  issueDate: string | null
  /** A document had the number until the SII refused it. */
  isSpent: boolean
  /**
   * In one of the tenant's blocks, and not assigned yet. A number that was assigned and has no document belongs to a
   * document that was lost (docs/restoring.md).
   */
  isToCome: boolean
}

/** A note, and what it changes. */
export interface NoteRow {
  id: string
  documentType: number
  /** Null while it waits. */
  folio: number | null
  changes: Omit<StoredChange, 'line'>[]
}

/** A note that annuls a document (CodRef 1). */
export interface AnnullingNote extends DocumentName { id: string }

/** A document as it is looked up; one without a folio has no note. */
type Annullable = Pick<Invoice, 'id' | 'environment' | 'documentType' | 'folio'>

/** A document that a note changes, or a note that changes a document. */
export interface RelatedDocument {
  /** Null, like the status, where no document has the number: an earlier system issued it. */
  id: string | null
  documentType: number
  /** Null while it waits. */
  folio: number | null
  /** CodRef. */
  code: string | null
  status: Status | null
}

type RelatedRow = Omit<RelatedDocument, 'folio' | 'status'> & { folio: bigint | null, status: number | null }

interface NoteLine {
  id: string
  documentType: number
  folio: bigint | null
  targetType: number
  targetFolio: bigint
  code: string | null
  taken: TakenLine[] | null
}

// Notes that the SII refused, or that failed, change nothing; they are checked again before they are retried.
const statesInForce = [
  statuses.Waiting, statuses.Issued, statuses.Sending, statuses.Sent, statuses.Accepted, statuses.AcceptedWithObjections
]

const mostRelated = 100

const issuedStates = statesInForce.filter((status) => status !== statuses.Waiting)

export const invoiceReferenceRepository = (tx: Transaction, tenantId: string) => ({
  async addAll ({ id: invoiceId, environment }: Pick<Invoice, 'id' | 'environment'>, changes: StoredChange[]): Promise<void> {
    await tx.invoiceReference.createMany({
      data: changes.map(({ code, taken, ...row }) =>
        ({ ...row, code: code ?? null, ...taken && { taken: json(taken) }, tenantId, invoiceId, environment }))
    })
  },

  /** What a note takes of its document's lines, where Webhook/Correct made it. */
  async readTaken (invoiceId: string): Promise<TakenLine[] | undefined> {
    const rows = await tx.invoiceReference.findMany({ where: { tenantId, invoiceId }, select: { taken: true } })
    return rows.map(({ taken }) => taken as TakenLine[] | null).find((taken) => taken !== null) ?? undefined
  },

  async deleteOf (invoiceId: string): Promise<void> {
    await tx.invoiceReference.deleteMany({ where: { tenantId, invoiceId } })
  },

  /**
   * Locks these documents against other notes about them and changes of their states until the transaction ends. Locks
   * their names as well as their rows, because documents of an earlier system have no row.
   */
  async lock (environment: string, names: DocumentName[]): Promise<void> {
    const keys = names.map(({ documentType, folio }) => `change ${tenantId} ${environment} ${documentType} ${folio}`)
      .sort()
    await tx
      .$queryRaw`select pg_advisory_xact_lock(hashtextextended(key, 0))::text from unnest(${keys}::text[]) as keys (key)`
    await tx.$queryRaw`
      select i.id from invoices i
      join unnest(${names.map(({ documentType }) => documentType)}::int[], ${
      names.map(({ folio }) => String(folio))
    }::bigint[])
        as named (document_type, folio) on i.document_type = named.document_type and i.folio = named.folio
      where i.tenant_id = ${tenantId}::uuid and i.environment = ${environment}
      order by i.issued_at, i.id for update of i`
  },

  async find (environment: string, names: DocumentName[]): Promise<NamedDocument[]> {
    const rows = await tx.$queryRaw<(Omit<NamedDocument, 'folio'> & { folio: bigint })[]>`
      select named.document_type as "documentType", named.folio, i.id, i.status, i.issue_date::text as "issueDate",
        s.folio is not null as "isSpent",
        exists (
          select 1 from folio_blocks b
          where b.tenant_id = ${tenantId}::uuid and b.environment = ${environment} and b.document_type = named.document_type
            and named.folio between b.next and b.range_to
        ) as "isToCome"
      from unnest(${names.map(({ documentType }) => documentType)}::int[], ${
      names.map(({ folio }) => String(folio))
    }::bigint[])
        as named (document_type, folio)
      left join invoices i on i.tenant_id = ${tenantId}::uuid and i.environment = ${environment}
        and i.document_type = named.document_type and i.folio = named.folio
      left join spent_folios s on s.tenant_id = ${tenantId}::uuid and s.environment = ${environment}
        and s.document_type = named.document_type and s.folio = named.folio`
    return rows.map(({ status, ...row }) => ({
      ...row, folio: Number(row.folio), status: status === null ? null : readStatus(status)
    }))
  },

  /** The documents that have these numbers now. */
  async listIssued (environment: string, names: DocumentName[]): Promise<(DocumentName & { document: TaxDocument })[]> {
    const rows = await tx.invoice.findMany({
      where: { tenantId, environment, OR: names.map(({ documentType, folio }) => ({ documentType, folio })) },
      select: { id: true, documentType: true, folio: true }
    })
    const documents = await this.readDocuments(rows.map(({ id }) => id))
    return rows.flatMap(({ id, documentType, folio }) => {
      const document = documents.get(id)
      return document ? [{ documentType, folio: Number(folio), document }] : []
    })
  },

  /** The documents by their ids. */
  async readDocuments (ids: string[]): Promise<Map<string, TaxDocument>> {
    if (ids.length === 0) return new Map()
    const contents = await tx.invoiceContent.findMany({ where: { tenantId, invoiceId: { in: ids } } })
    const read = await unpackContents(tx, tenantId, contents)
    return new Map(read.map(({ row, parts }) => [row.invoiceId, documentOf(parts)]))
  },

  /** The notes in force, or waiting, that change the documents, those that change these notes, and so on. */
  async listNotes (environment: string, names: DocumentName[]): Promise<NoteRow[]> {
    const lines = await tx.$queryRaw<NoteLine[]>`
      with recursive about as (
        select r.invoice_id from invoice_references r
        join unnest(${names.map(({ documentType }) => documentType)}::int[], ${
      names.map(({ folio }) => String(folio))
    }::bigint[])
          as named (document_type, folio) on r.document_type = named.document_type and r.folio = named.folio
        where r.tenant_id = ${tenantId}::uuid and r.environment = ${environment}
        union
        select r.invoice_id from about
        join invoices n on n.tenant_id = ${tenantId}::uuid and n.id = about.invoice_id
        join invoice_references r on r.tenant_id = ${tenantId}::uuid and r.environment = n.environment
          and r.document_type = n.document_type and r.folio = n.folio
      )
      select n.id, n.document_type as "documentType", n.folio, r.document_type as "targetType", r.folio as "targetFolio", r.code, r.taken
      from about
      join invoices n on n.tenant_id = ${tenantId}::uuid and n.id = about.invoice_id
      join invoice_references r on r.tenant_id = ${tenantId}::uuid and r.invoice_id = n.id
      where n.status = any(${statesInForce}::int[])
      order by n.id, r.line`
    return gather(lines)
  },

  /** What a note changes, in the order of its lines. */
  async listChangedBy (invoiceId: string): Promise<RelatedDocument[]> {
    const rows = await tx.$queryRaw<RelatedRow[]>`
      select d.id, r.document_type as "documentType", r.folio, r.code, d.status
      from invoice_references r
      left join invoices d on d.tenant_id = ${tenantId}::uuid and d.environment = r.environment
        and d.document_type = r.document_type and d.folio = r.folio
      where r.tenant_id = ${tenantId}::uuid and r.invoice_id = ${invoiceId}::uuid
      order by r.line`
    return rows.map(relatedOf)
  },

  /** The first notes that change a document, whatever their outcome, in the order of their arrival. */
  async listChanging (environment: string, { documentType, folio }: DocumentName): Promise<RelatedDocument[]> {
    const rows = await tx.$queryRaw<RelatedRow[]>`
      select n.id, n.document_type as "documentType", n.folio, r.code, n.status
      from invoice_references r
      join invoices n on n.tenant_id = ${tenantId}::uuid and n.id = r.invoice_id
      where r.tenant_id = ${tenantId}::uuid and r.environment = ${environment} and r.document_type = ${documentType}
        and r.folio = ${folio}
      order by n.id, r.line limit ${mostRelated}`
    return rows.map(relatedOf)
  },

  /** Of these documents, by id, those that an issued note annuls, with that note; no other note annuls it in turn. */
  async listAnnulled (documents: readonly Annullable[]): Promise<Map<string, AnnullingNote>> {
    const named = documents.filter(({ folio }) => folio !== null)
    if (named.length === 0) return new Map()
    const rows = await tx.$queryRaw<(Annullable & { folio: bigint, annulled: string })[]>`
      select named.id as annulled, n.id, n.environment, n.document_type as "documentType", n.folio
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ environment }) => environment)}::text[],
        ${named.map(({ documentType }) => documentType)}::int[], ${named.map(({ folio }) => String(folio))}::bigint[])
        as named (id, environment, document_type, folio)
      join invoice_references r on r.tenant_id = ${tenantId}::uuid and r.environment = named.environment
        and r.document_type = named.document_type and r.folio = named.folio and r.code = '1'
      join invoices n on n.tenant_id = ${tenantId}::uuid and n.id = r.invoice_id
      where n.status = any(${issuedStates}::int[]) and n.folio is not null
      order by n.id`
    const annulledNotes = await this.listAnnulled(rows)
    const inForce = rows.filter(({ id }) => !annulledNotes.has(id))
    return new Map(inForce.toReversed().map(({ annulled, id, documentType, folio }) =>
      [annulled, { id, documentType, folio: Number(folio) }]))
  },

  /** Of these documents, by id, those that an issued note refers to. */
  async listWithNotes (documents: readonly Annullable[]): Promise<Set<string>> {
    const named = documents.filter(({ folio }) => folio !== null)
    if (named.length === 0) return new Set()
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select named.id
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ environment }) => environment)}::text[],
        ${named.map(({ documentType }) => documentType)}::int[], ${named.map(({ folio }) => String(folio))}::bigint[])
        as named (id, environment, document_type, folio)
      where exists (
        select 1 from invoice_references r
        join invoices n on n.tenant_id = ${tenantId}::uuid and n.id = r.invoice_id
        where r.tenant_id = ${tenantId}::uuid and r.environment = named.environment
          and r.document_type = named.document_type and r.folio = named.folio
          and n.status = any(${issuedStates}::int[]) and n.folio is not null
      )`
    return new Set(rows.map(({ id }) => id))
  },

  /** Clears the reason of notes that wait for these documents, so that they are checked again. Gives their types. */
  async release (invoiceIds: string[], at: Date): Promise<number[]> {
    const released = await tx.$queryRaw<{ documentType: number }[]>`
      update invoices n set reason = '{}', updated_at = ${at}
      from (
        select distinct r.invoice_id from invoices d
        join invoice_references r on r.tenant_id = ${tenantId}::uuid and r.environment = d.environment
          and r.document_type = d.document_type and r.folio = d.folio
        where d.tenant_id = ${tenantId}::uuid and d.id = any(${invoiceIds}::uuid[])
      ) about
      where n.tenant_id = ${tenantId}::uuid and n.id = about.invoice_id and n.status = ${statuses.Waiting} and n.reason ->> 'code' = ${referencePending}
      returning n.document_type as "documentType"`
    return Array.from(new Set(released.map(({ documentType }) => documentType)))
  }
})

function relatedOf ({ folio, status, ...row }: RelatedRow): RelatedDocument {
  return {
    ...row, folio: folio === null ? null : Number(folio), status: status === null ? null : readStatus(status)
  }
}

function gather (lines: NoteLine[]): NoteRow[] {
  const notes = new Map<string, NoteRow>()
  for (const { id, documentType, folio, targetType, targetFolio, code, taken } of lines) {
    const note = notes.get(id) ?? { id, documentType, folio: folio === null ? null : Number(folio), changes: [] }
    note.changes.push({
      documentType: targetType, folio: Number(targetFolio), code: code ?? undefined, ...taken && { taken }
    })
    notes.set(id, note)
  }
  return Array.from(notes.values())
}
