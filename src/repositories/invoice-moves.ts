import { type Status, statusText } from '../model/document-states.ts'
import { eventOfStatus } from '../model/notification-events.ts'
import { newId } from '../shared/ids.ts'
import type { Transaction } from './transaction.ts'

/** A document changed its state; `detail` says why. */
export interface RecordedMove { id: string, status: Status, detail: unknown, at: Date }

/**
 * Adds moves to the documents' histories and, in the same statement, notifications of them if the tenant wants any: one
 * delivery and one task for each move. A tenant without an endpoint costs no further query.
 */
export async function recordMoves (tx: Transaction, tenantId: string, moves: RecordedMove[]): Promise<void> {
  if (moves.length === 0) return
  const rows = JSON.stringify(moves.map((move) => ({
    ...move, text: statusText(move.status), event: eventOfStatus[move.status], delivery: newId(), task: newId()
  })))
  await tx.$executeRaw`
    with moves as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as move (id uuid, status int, text text, event text, detail jsonb, at timestamptz, delivery uuid, task uuid)
    ), recorded as (
      insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at)
      select ${tenantId}::uuid, move.id, 1 + (
          select coalesce(max(m.sequence), 0) from invoice_moves m where m.tenant_id = ${tenantId}::uuid and m.invoice_id = move.id
        ), move.status, move.detail, move.at
      from moves move
      returning invoice_id, sequence
    ), notified as (
      insert into notification_deliveries (tenant_id, id, event, invoice_id, data, at, next_attempt)
      select i.tenant_id, move.delivery, move.event, i.id, jsonb_build_object(
          'correlationId', i.id, 'sequence', recorded.sequence, 'status', move.status, 'statusText', move.text,
          'invoiceTypeCode', i.document_type::text, 'invoiceNumber', coalesce(i.folio::text, ''), 'customerTaxNumber', i.receiver_tax_number, 'issueDate', i.issue_date,
          'currency', i.currency, 'totalAmount', trim_scale(i.total_amount), 'trackId', i.track_id, 'detail', move.detail
        ), move.at, move.at
      from notification_endpoints e
      join moves move on cardinality(e.events) = 0 or move.event = any(e.events)
      join recorded on recorded.invoice_id = move.id
      join invoices i on i.tenant_id = e.tenant_id and i.id = move.id
      where e.tenant_id = ${tenantId}::uuid and e.enabled
      returning id
    )
    insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
    select ${tenantId}::uuid, move.task, 'notify', notified.id::text, now(), now()
    from notified join moves move on move.delivery = notified.id`
}
