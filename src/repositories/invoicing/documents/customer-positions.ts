import { z } from 'zod'
import type { RegistryEvent } from '../../../dte/registry/events.ts'
import { type CustomerState, customerStates } from '../../../model/customer-states.ts'
import { statuses } from '../../../model/document-states.ts'
import { json, readRow, type Transaction } from '../../postgres/transaction.ts'

/** What the registry of acceptance and claims said last of an issued document. */
export interface CustomerPositionRow {
  invoiceId: string
  /** When the SII received the document; null until it says. */
  receivedAt: Date | null
  events: RegistryEvent[]
  assignableCode: number | null
  assignableText: string | null
  askedAt: Date
}

const events = z.array(z.object({
  code: z.string(), description: z.string(), responsible: z.string(), at: z.coerce.date()
}))

export const customerPositionRepository = (tx: Transaction, tenantId: string) => ({
  async list (invoiceIds: string[]): Promise<CustomerPositionRow[]> {
    if (invoiceIds.length === 0) return []
    const rows = await tx.customerPosition.findMany({ where: { tenantId, invoiceId: { in: invoiceIds } } })
    return rows.map((row) => ({ ...readRow(row), events: events.parse(row.events) }))
  },

  /** In place of what it said before. */
  async store ({ invoiceId, events, ...position }: CustomerPositionRow): Promise<void> {
    const said = { ...position, events: json(events) }
    await tx.customerPosition.upsert({
      where: { tenantId_invoiceId: { tenantId, invoiceId } }, create: { ...said, tenantId, invoiceId }, update: said
    })
  },

  /** Those of these documents that customers can still claim. */
  async listOpen (invoiceIds: string[]): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select id from invoices
      where tenant_id = ${tenantId}::uuid and id = any(${invoiceIds}::uuid[]) and customer_state = ${customerStates.Pending}::int`
    return rows.map(({ id }) => id)
  },

  /** False where the document has the state already, or is not accepted any more. */
  async changeState (
    invoiceId: string, state: CustomerState, { at, from }: { at: Date, from?: CustomerState }
  ): Promise<boolean> {
    const count = await tx.$executeRaw`
      update invoices set customer_state = ${state}::int, updated_at = ${at}
      where tenant_id = ${tenantId}::uuid and id = ${invoiceId}::uuid and customer_state <> ${state}::int
        and customer_state = coalesce(${from ?? null}::int, customer_state)
        and status in (${statuses.Accepted}, ${statuses.AcceptedWithObjections})`
    return count === 1
  }
})
