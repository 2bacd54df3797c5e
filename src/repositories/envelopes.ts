import type { Envelope, Prisma } from '../generated/prisma/client.ts'
import { json, type Transaction } from './transaction.ts'

/** ready: to be uploaded · unknown: may or may not be at the SII · sent: has a track id · the rest are final. */
export type EnvelopeState = 'ready' | 'unknown' | 'sent' | 'processed' | 'refused' | 'failed'
export type EnvelopeRow = Omit<Envelope, 'bytes'>

export const envelopeRepository = (tx: Transaction, tenantId: string) => ({
  async create (row: Omit<Prisma.EnvelopeUncheckedCreateInput, 'tenantId'>): Promise<void> {
    await tx.envelope.create({ data: { ...row, tenantId } })
  },

  find: (id: string): Promise<EnvelopeRow | null> =>
    tx.envelope.findUnique({ where: { tenantId_id: { tenantId, id } }, omit: { bytes: true } }),

  /**
   * `trackId` without leading zeros, which some of the SII's answers have. The SII counts the tracks of its
   * environments apart.
   */
  findByTrackId: (environment: string, trackId: string): Promise<EnvelopeRow | null> =>
    tx.envelope.findFirst({
      where: {
        tenantId, environment, trackId: { in: [trackId, trackId.padStart(10, '0'), trackId.padStart(15, '0')] }
      },
      omit: { bytes: true },
      orderBy: { id: 'desc' }
    }),

  async getBytes (id: string): Promise<Buffer> {
    const { bytes } = await tx.envelope.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } }, select: { bytes: true }
    })
    return Buffer.from(bytes)
  },

  /** Written and committed before the bytes go out: from here on the outcome is unknown until an answer is stored. */
  async markAttempt (id: string, at: Date): Promise<void> {
    await tx.$executeRaw`
      update envelopes
      set state = 'unknown', upload_attempts = upload_attempts + 1, last_attempt_at = ${at}, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`
  },

  /** The attempt is known not to have arrived: what is in doubt is what was in doubt before it. */
  async withdrawAttempt ({ id, state, lastAttemptAt }: EnvelopeRow, answer: unknown, at: Date): Promise<void> {
    await tx.envelope.update({
      where: { tenantId_id: { tenantId, id } }, data: { state, lastAttemptAt, answer: json(answer), updatedAt: at }
    })
  },

  async settle (id: string, state: EnvelopeState, answer: unknown, at: Date, trackId?: string): Promise<void> {
    await tx.envelope.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        state,
        answer: json(answer),
        updatedAt: at,
        ...(trackId === undefined ? {} : { trackId, sentAt: at })
      }
    })
  }
})
