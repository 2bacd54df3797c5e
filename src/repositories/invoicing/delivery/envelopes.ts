import { type Envelope, Prisma } from '../../../generated/prisma/client.ts'
import type { NoteChange } from '../../../model/changes.ts'
import {
  type EnvelopeKind, envelopeKind, type EnvelopePurpose, envelopePurpose, type EnvelopeState, envelopeState
} from '../../../model/envelopes.ts'
import type { DocumentReason } from '../../../model/reasons.ts'
import { type Environment, environment } from '../../../model/tax-authorities.ts'
import { framedColumns, type FramedEnvelope, readEnvelopeBytes } from './envelope-bytes.ts'
import { bytes, json, type Transaction } from '../../postgres/transaction.ts'

const omit = {
  bytes: true, frameStart: true, frameEnd: true, documentIds: true, documentChecks: true, sha256: true, answer: true,
  reasonsRequestedAt: true
} as const

type StoredEnvelope = Omit<Envelope, keyof typeof omit>

export interface EnvelopeRow extends StoredEnvelope {
  kind: EnvelopeKind
  environment: Environment
  state: EnvelopeState
  purpose: EnvelopePurpose | null
}

type Creation = Omit<EnvelopeRow, 'tenantId' | 'uploadAttempts' | 'lastAttemptAt' | 'trackId' | 'sentAt' | 'purpose'>

export type NewEnvelope =
  & Creation
  & { purpose?: EnvelopePurpose }
  & FramedEnvelope

/** A file that is uploaded as it is: a book. */
export type NewFile = Omit<Creation, 'documentCount'> & { purpose: EnvelopePurpose, bytes: Buffer, sha256: Buffer }

function envelopeOf (row: StoredEnvelope): EnvelopeRow {
  return {
    ...row, kind: envelopeKind.parse(row.kind), environment: environment.parse(row.environment),
    state: envelopeState.parse(row.state), purpose: envelopePurpose.nullable().parse(row.purpose)
  }
}

export const envelopeRepository = (tx: Transaction, tenantId: string, note: NoteChange = () => {}) => ({
  async create ({ frame, documents, sha256, ...row }: NewEnvelope): Promise<void> {
    const { frameStart, frameEnd, documentIds, documentChecks } = framedColumns({ frame, documents })
    await tx.$executeRaw`
      insert into envelopes (
        tenant_id, id, kind, environment, tax_authority, purpose, state, issuer_tax_number, certificate_id, file_name,
        frame_start, frame_end, document_ids, document_checks, sha256, document_count, created_at, updated_at)
      values (
        ${tenantId}::uuid, ${row.id}::uuid, ${row.kind}, ${row.environment}, ${row.taxAuthority}, ${row.purpose ?? null},
        ${row.state}, ${row.issuerTaxNumber}, ${row.certificateId}::uuid, ${row.fileName}, ${frameStart}, ${frameEnd},
        ${documentIds}::uuid[], ${documentChecks}, ${sha256}, ${row.documentCount}, ${row.createdAt}, ${row.updatedAt})`
  },

  async createFile ({ bytes: content, sha256, ...row }: NewFile): Promise<void> {
    await tx.envelope.create({
      data: { ...row, tenantId, documentCount: 0, bytes: bytes(content), sha256: bytes(sha256) }, select: { id: true }
    })
  },

  async find (id: string): Promise<EnvelopeRow | null> {
    const [row] = await tx.$queryRaw<StoredEnvelope[]>`
      select tenant_id as "tenantId", id, kind, environment, tax_authority as "taxAuthority", state,
        issuer_tax_number as "issuerTaxNumber", certificate_id as "certificateId", file_name as "fileName",
        document_count as "documentCount", purpose, upload_attempts as "uploadAttempts", last_attempt_at as "lastAttemptAt",
        track_id as "trackId", created_at as "createdAt", sent_at as "sentAt", updated_at as "updatedAt"
      from envelopes where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
    return row ? envelopeOf(row) : null
  },

  /** What the last upload was answered, as it was handed to `settle`. */
  async findAnswer (id: string): Promise<unknown> {
    const row = await tx.envelope.findUnique({ where: { tenantId_id: { tenantId, id } }, select: { answer: true } })
    return row?.answer ?? null
  },

  /** `trackId` without leading zeros, which some of the SII's answers have. Each environment counts its own tracks. */
  async findByTrackId (environment: string, trackId: string): Promise<EnvelopeRow | null> {
    const row = await tx.envelope.findFirst({
      where: {
        tenantId, environment, trackId: { in: [trackId, trackId.padStart(10, '0'), trackId.padStart(15, '0')] }
      },
      omit,
      orderBy: { id: 'desc' }
    })
    return row && envelopeOf(row)
  },

  /** Exactly what was signed and is uploaded. Throws EnvelopeDamaged, ContentDamaged. */
  getBytes: (id: string): Promise<Buffer> => readEnvelopeBytes(tx, tenantId, id),

  /** Commit this before the first byte is sent: the outcome is unknown until an answer is stored. */
  async markAttempt (id: string, at: Date): Promise<void> {
    await tx.$executeRaw`
      update envelopes
      set state = 'unknown', upload_attempts = upload_attempts + 1, last_attempt_at = ${at}, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** Brings an attempt back to now that a worker noted with a clock that runs ahead of PostgreSQL's. */
  async datePastAttempt (id: string): Promise<void> {
    await tx.$executeRaw`
      update envelopes set last_attempt_at = now()
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and last_attempt_at > now()`
  },

  /** The attempt did not arrive: the envelope is again as it was before it. */
  async withdrawAttempt ({ id, state, lastAttemptAt }: EnvelopeRow, answer: unknown, at: Date): Promise<void> {
    await tx.envelope.update({
      where: { tenantId_id: { tenantId, id } }, data: { state, lastAttemptAt, answer: json(answer), updatedAt: at }
    })
  },

  /** Adds the reasons of an answer that is stored. */
  async explain (id: string, reasons: DocumentReason[], at: Date): Promise<void> {
    await tx.$executeRaw`
      update envelopes set answer = coalesce(answer, '{}') || ${JSON.stringify({ reasons })}::jsonb, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** False if the SII was asked since `noneSince`. */
  async noteReasonsRequest (id: string, { at, noneSince }: { at: Date, noneSince: Date }): Promise<boolean> {
    const changed = await tx.$executeRaw`
      update envelopes set reasons_requested_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
        and (reasons_requested_at is null or reasons_requested_at <= ${noneSince})`
    return changed > 0
  },

  async settle (id: string, state: EnvelopeState, answer: unknown, at: Date, trackId?: string): Promise<void> {
    const sent = trackId === undefined
      ? Prisma.empty
      : Prisma.sql`, track_id = ${trackId}, sent_at = ${at}`
    const [settled] = await tx.$queryRaw<{ trackId: string | null, documents: number }[]>`
      update envelopes set state = ${state}, answer = ${JSON.stringify(answer)}::jsonb, updated_at = ${at}${sent}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
      returning track_id as "trackId", document_count as documents`
    if (!settled) throw new Error(`The envelope ${id} is gone`)
    note({ kind: 'envelope', envelopeId: id, state, ...settled })
  }
})
