import { z } from 'zod'
import type {
  CertificationAttempt, CertificationDocument, CertificationItem, CertificationJourney, CertificationStep
} from '../../generated/prisma/client.ts'
import {
  type AttemptOutcome, attemptOutcome, type ItemKind, itemKind, type JourneyKind, journeyKind, type JourneyOptions,
  readItemContent, readJourneyOptions, type ReviewReason, reviewReasons
} from '../../model/certification.ts'
import { readStatus, type Status } from '../../model/document-states.ts'
import { type EnvelopeState, envelopeState } from '../../model/envelopes.ts'
import { readVerdict, type Verdict } from '../../model/reasons.ts'
import { bytes, dateColumn, json, type Transaction } from '../postgres/transaction.ts'

export interface JourneyRow extends Omit<CertificationJourney, 'kind' | 'options' | 'file' | 'enrolledOn'> {
  kind: JourneyKind
  options: JourneyOptions
  /** YYYY-MM-DD */
  enrolledOn: string
}

export type NewJourney = Pick<JourneyRow, 'id' | 'kind' | 'documentTypes' | 'enrolledOn' | 'email' | 'startedAt'>

export interface ItemRow extends Omit<CertificationItem, 'kind' | 'content'> {
  kind: ItemKind
  content: ReturnType<typeof readItemContent>
}

export type NewItem = Omit<ItemRow, 'tenantId' | 'replacedAt'>

export interface AttemptRow extends Omit<CertificationAttempt, 'outcome' | 'reasons' | 'details' | 'file'> {
  outcome: AttemptOutcome | null
  reasons: ReviewReason[]
  details: unknown
  /** Of its envelope; null without one. */
  envelopeState: EnvelopeState | null
  trackId: string | null
  sentAt: Date | null
  /** What the SII answered about it at last. */
  envelopeAnswer: SiiAnswer | null
}

/** The SII's state of an envelope, and its reasons. */
export type SiiAnswer = z.output<typeof siiAnswer>

const siiAnswer = z.object({
  state: z.string(), reasons: z.array(z.object({ code: z.string(), description: z.string() })).catch([])
})

export type NewAttempt = Pick<CertificationAttempt, 'id' | 'itemId' | 'number' | 'envelopeId' | 'createdAt'> & {
  details?: unknown, file?: Buffer
}

export type NewAttemptDocument = Omit<CertificationDocument, 'tenantId'>

/** A document of an attempt, and how the SII took it. */
export interface AttemptDocument extends NewAttemptDocument { status: Status, verdict: Verdict | null }

export interface StepRow extends Omit<CertificationStep, 'details'> { details: unknown }

const withoutFile = { file: true } as const

const journeyOf = ({ enrolledOn, ...row }: Omit<CertificationJourney, 'file'>): JourneyRow => ({
  ...row, kind: journeyKind.parse(row.kind), options: readJourneyOptions(row.options),
  enrolledOn: enrolledOn.toISOString().slice(0, 10)
})

const itemOf = (row: CertificationItem): ItemRow => ({
  ...row, kind: itemKind.parse(row.kind), content: readItemContent(row.content)
})

type StoredAttempt =
  & Omit<CertificationAttempt, 'file'> & Pick<AttemptRow, 'trackId' | 'sentAt'> & { state: string | null, answer: unknown }

const attemptOf = ({ state, answer, ...row }: StoredAttempt): AttemptRow => ({
  ...row, outcome: row.outcome === null ? null : attemptOutcome.parse(row.outcome),
  reasons: row.reasons === null ? [] : reviewReasons.parse(row.reasons),
  envelopeState: state === null ? null : envelopeState.parse(state),
  envelopeAnswer: siiAnswer.safeParse(answer).data ?? null
})

/** A tenant's journeys through certification, with their items, attempts and steps. */
export const certificationRepository = (tx: Transaction, tenantId: string) => ({
  async addJourney ({ enrolledOn, ...row }: NewJourney): Promise<void> {
    await tx.certificationJourney.create({ data: { ...row, tenantId, enrolledOn: dateColumn(enrolledOn) } })
  },

  /** The journey of a kind that is under way. */
  async findJourney (kind: JourneyKind): Promise<JourneyRow | null> {
    const row = await tx.certificationJourney.findFirst({
      where: { tenantId, kind, endedAt: null }, omit: withoutFile, orderBy: { id: 'desc' }
    })
    return row && journeyOf(row)
  },

  async journeyOf (id: string): Promise<JourneyRow | null> {
    const row = await tx.certificationJourney.findUnique({
      where: { tenantId_id: { tenantId, id } }, omit: withoutFile
    })
    return row && journeyOf(row)
  },

  async listJourneys (): Promise<JourneyRow[]> {
    const rows = await tx.certificationJourney.findMany({
      where: { tenantId }, omit: withoutFile, orderBy: { id: 'asc' }
    })
    return rows.map(journeyOf)
  },

  async changeJourney (
    id: string,
    { options, file, ...change }: Partial<
      Pick<JourneyRow, 'documentTypes' | 'email' | 'fileName' | 'loadedAt' | 'endedAt' | 'options'>
    > & { file?: Buffer }
  ): Promise<void> {
    await tx.certificationJourney.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...change, ...(options && { options: json(options) }), ...(file && { file: bytes(file) }) },
      select: { id: true }
    })
  },

  async addItems (items: NewItem[]): Promise<void> {
    await tx.certificationItem.createMany({
      data: items.map(({ content, ...row }) => ({ ...row, tenantId, ...(content && { content: json(content) }) }))
    })
  },

  /** Those that no later set file replaced, in their order. */
  async listItems (journeyId: string): Promise<ItemRow[]> {
    const rows = await tx.certificationItem.findMany({
      where: { tenantId, journeyId, replacedAt: null }, orderBy: [{ position: 'asc' }, { id: 'asc' }]
    })
    return rows.map(itemOf)
  },

  async findItem (id: string): Promise<ItemRow | null> {
    const row = await tx.certificationItem.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && itemOf(row)
  },

  /** Lets two attempts at an item take turns until the transaction ends. */
  async lockItem (id: string): Promise<ItemRow | null> {
    await tx.$queryRaw`
      select id from certification_items where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for update`
    return this.findItem(id)
  },

  async replaceItems (ids: string[], at: Date): Promise<void> {
    await tx.certificationItem.updateMany({ where: { tenantId, id: { in: ids } }, data: { replacedAt: at } })
  },

  async addAttempt ({ details, file, ...row }: NewAttempt, documents: NewAttemptDocument[]): Promise<void> {
    await tx.certificationAttempt.create({
      data: { ...row, tenantId, details: json(details ?? {}), ...(file && { file: bytes(file) }) }, select: { id: true }
    })
    if (documents.length === 0) return
    await tx.certificationDocument.createMany({ data: documents.map((document) => ({ ...document, tenantId })) })
  },

  /** The attempts at items, in their order, with the states of their envelopes. */
  async listAttempts (itemIds: string[]): Promise<AttemptRow[]> {
    const rows = await tx.$queryRaw<StoredAttempt[]>`
      select a.tenant_id as "tenantId", a.id, a.item_id as "itemId", a.number, a.envelope_id as "envelopeId", a.details,
        a.declared_at as "declaredAt", a.outcome, a.reasons, a.decided_at as "decidedAt", a.created_at as "createdAt",
        e.state, e.track_id as "trackId", e.sent_at as "sentAt", e.answer
      from certification_attempts a
      left join envelopes e on e.tenant_id = ${tenantId}::uuid and e.id = a.envelope_id
      where a.tenant_id = ${tenantId}::uuid and a.item_id = any(${itemIds}::uuid[])
      order by a.item_id, a.number`
    return rows.map(attemptOf)
  },

  async changeAttempt (
    id: string,
    { reasons, details, ...change }: Partial<
      Pick<AttemptRow, 'declaredAt' | 'outcome' | 'decidedAt' | 'reasons' | 'details'>
    >
  ): Promise<void> {
    await tx.certificationAttempt.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...change, ...(reasons && { reasons: json(reasons) }), ...(details !== undefined && { details: json(details) })
      },
      select: { id: true }
    })
  },

  /** What was received for an attempt. */
  async attemptFile (id: string): Promise<Buffer | null> {
    const row = await tx.certificationAttempt.findUnique({
      where: { tenantId_id: { tenantId, id } }, select: { file: true }
    })
    return row?.file ? Buffer.from(row.file) : null
  },

  /** The documents of attempts, in the order of the cases. */
  async listDocuments (attemptIds: string[]): Promise<AttemptDocument[]> {
    const rows = await tx.$queryRaw<(NewAttemptDocument & { status: number, verdict: unknown })[]>`
      select d.attempt_id as "attemptId", d.position, d.invoice_id as "invoiceId", d.document_type as "documentType",
        d.folio, i.status::int as status, i.verdict
      from certification_documents d
      join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = d.invoice_id
      where d.tenant_id = ${tenantId}::uuid and d.attempt_id = any(${attemptIds}::uuid[])
      order by d.attempt_id, d.position`
    return rows.map((row) => ({ ...row, status: readStatus(row.status), verdict: readVerdict(row.verdict) }))
  },

  /** Whether a document belongs to an attempt. */
  holds: async (invoiceId: string): Promise<boolean> =>
    await tx.certificationDocument.findUnique({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, select: { position: true }
    }) !== null,

  async addStep ({ details, ...row }: Omit<StepRow, 'tenantId'>): Promise<void> {
    await tx.certificationStep.create({ data: { ...row, tenantId, details: json(details) } })
  },

  async listSteps (journeyId: string): Promise<StepRow[]> {
    return tx.certificationStep.findMany({ where: { tenantId, journeyId }, orderBy: { id: 'asc' } })
  }
})
