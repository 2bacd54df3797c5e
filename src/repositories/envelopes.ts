import type { Envelope } from '../generated/prisma/client.ts'
import type { NoteChange } from '../model/changes.ts'
import { type EnvelopeKind, envelopeKind, type EnvelopeState, envelopeState } from '../model/envelopes.ts'
import { type Environment, environment } from '../model/tax-authorities.ts'
import { bufferOf, bytes, json, type Transaction } from './transaction.ts'

type StoredEnvelope = Omit<Envelope, 'bytes' | 'sha256' | 'answer'>

export interface EnvelopeRow extends StoredEnvelope {
  kind: EnvelopeKind
  environment: Environment
  state: EnvelopeState
}

export type NewEnvelope =
  & Omit<EnvelopeRow, 'tenantId' | 'uploadAttempts' | 'lastAttemptAt' | 'trackId' | 'sentAt'>
  & { bytes: Buffer, sha256: Buffer }

const omit = { bytes: true, sha256: true, answer: true } as const

function envelopeOf (row: StoredEnvelope): EnvelopeRow {
  return {
    ...row, kind: envelopeKind.parse(row.kind), environment: environment.parse(row.environment),
    state: envelopeState.parse(row.state)
  }
}

export const envelopeRepository = (tx: Transaction, tenantId: string, note: NoteChange = () => {}) => ({
  async create (row: NewEnvelope): Promise<void> {
    await tx.envelope.create({ data: { ...row, bytes: bytes(row.bytes), sha256: bytes(row.sha256), tenantId } })
  },

  async find (id: string): Promise<EnvelopeRow | null> {
    const row = await tx.envelope.findUnique({ where: { tenantId_id: { tenantId, id } }, omit })
    return row && envelopeOf(row)
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

  async getBytes (id: string): Promise<Buffer> {
    const row = await tx.envelope.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } }, select: { bytes: true }
    })
    return bufferOf(row.bytes)
  },

  /** Commit this before the first byte is sent: the outcome is unknown until an answer is stored. */
  async markAttempt (id: string, at: Date): Promise<void> {
    await tx.$executeRaw`
      update envelopes
      set state = 'unknown', upload_attempts = upload_attempts + 1, last_attempt_at = ${at}, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** The attempt did not arrive: the envelope is again as it was before it. */
  async withdrawAttempt ({ id, state, lastAttemptAt }: EnvelopeRow, answer: unknown, at: Date): Promise<void> {
    await tx.envelope.update({
      where: { tenantId_id: { tenantId, id } }, data: { state, lastAttemptAt, answer: json(answer), updatedAt: at }
    })
  },

  async settle (id: string, state: EnvelopeState, answer: unknown, at: Date, trackId?: string): Promise<void> {
    const settled = await tx.envelope.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        state,
        answer: json(answer),
        updatedAt: at,
        ...(trackId === undefined ? {} : { trackId, sentAt: at })
      },
      select: { trackId: true, documentCount: true }
    })
    note({ kind: 'envelope', envelopeId: id, state, trackId: settled.trackId, documents: settled.documentCount })
  }
})
