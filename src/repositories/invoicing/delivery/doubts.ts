import { statuses } from '../../../model/document-states.ts'
import { isOpen } from '../../reports/document-sums.ts'
import type { Transaction } from '../../postgres/transaction.ts'

export interface UnpackedInvoice { id: string, documentType: number }

/** For a database that was restored from a backup: it cannot know which of its documents were sent since. */
export const doubtRepository = (tx: Transaction, tenantId: string) => ({
  /**
   * Marks envelopes without an answer as attempted, so that the SII is asked about them before they are sent. Gives
   * their ids.
   */
  async markEnvelopesUnconfirmed (at: Date): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      update envelopes
      set upload_attempts = case state when 'ready' then greatest(upload_attempts, 1) else upload_attempts end,
          state = 'unknown', last_attempt_at = ${at}, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and state in ('ready', 'unknown')
      returning id`
    return rows.map(({ id }) => id)
  },

  /** Issued invoices in no envelope, but those that were doubted before. */
  listUnpacked: (): Promise<UnpackedInvoice[]> => tx.$queryRaw<UnpackedInvoice[]>`
    select id, document_type as "documentType" from invoices i
    where tenant_id = ${tenantId}::uuid and status = ${statuses.Issued} and ${isOpen} and envelope_id is null and not exists (
      select 1 from outbox_tasks t
      where t.tenant_id = ${tenantId}::uuid and t.topic = 'packEnvelope' and split_part(t.subject, ' ', 2) = i.id::text and split_part(t.subject, ' ', 3) <> ''
    )
    order by issued_at, id`,

  async sendAlone (ids: string[], at: Date): Promise<void> {
    await tx.invoice.updateMany({ where: { tenantId, id: { in: ids } }, data: { sendAlone: true, updatedAt: at } })
  },

  async listWaiting (): Promise<string[]> {
    const rows = await tx.invoice.findMany({
      where: { tenantId, status: statuses.Waiting }, select: { id: true }, orderBy: { id: 'asc' }
    })
    return rows.map(({ id }) => id)
  }
})
