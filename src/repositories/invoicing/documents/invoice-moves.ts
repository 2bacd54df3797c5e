import { Prisma } from '../../../generated/prisma/client.ts'
import { type Status, statusText } from '../../../model/document-states.ts'
import { eventOfStatus } from '../../../model/notification-events.ts'
import { notificationData } from '../../mail/notification-data.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** A document changed its state; `detail` says why. */
export interface RecordedMove { id: string, status: Status, detail: unknown, at: Date }

/** Documents that change their state alike; `change` sets further columns. */
export interface JointMove {
  invoiceIds: string[], from: readonly Status[], to: Status, detail: unknown, at: Date, change: Prisma.Sql[]
}

/**
 * Moves documents and records it, in one statement: locks them in the order in which all code locks several, changes
 * those that are in a state of `from`, and adds the move to their histories, with notifications. Gives those changed.
 */
export async function moveTogether (
  tx: Transaction, tenantId: string, { invoiceIds, from, to, detail, at, change }: JointMove
): Promise<{ id: string, documentType: number }[]> {
  const changes = Prisma.join([Prisma.sql`status = ${to}::int`, Prisma.sql`updated_at = ${at}::timestamptz`, ...change])
  const data = JSON.stringify(detail) as string | undefined ?? null
  return tx.$queryRaw`
    with locked as materialized (
      select id from invoices where tenant_id = ${tenantId}::uuid and id = any(${invoiceIds}::uuid[])
      order by issued_at, id for update
    ), changed as (
      update invoices i set ${changes} from locked
      where i.tenant_id = ${tenantId}::uuid and i.id = locked.id and i.status = any(${[...from]}::int[])
      returning i.*
    ), recorded as (
      insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at)
      select ${tenantId}::uuid, changed.id, 1 + (
          select coalesce(max(m.sequence), 0) from invoice_moves m where m.tenant_id = ${tenantId}::uuid and m.invoice_id = changed.id
        ), ${to}::int, ${data}::jsonb, ${at}::timestamptz
      from changed
      returning invoice_id, sequence, status, detail, at
    ), ${notifying(
      tenantId,
      Prisma.sql`
        select changed.*, recorded.sequence, recorded.detail, recorded.at as moved_at, recorded.status as moved_to,
          ${statusText(to)}::text as text, ${eventOfStatus[to]}::text as event
        from recorded join changed on changed.id = recorded.invoice_id`
    )}
    select id, document_type as "documentType" from changed`
}

/**
 * Adds moves to the documents' histories and, in the same statement, notifications of them if the tenant wants any: one
 * delivery and one task for each move and endpoint. A tenant without endpoints costs no further query.
 */
export async function recordMoves (tx: Transaction, tenantId: string, moves: RecordedMove[]): Promise<void> {
  if (moves.length === 0) return
  const rows = JSON.stringify(moves.map((move) => ({
    ...move, text: statusText(move.status), event: eventOfStatus[move.status]
  })))
  await tx.$executeRaw`
    with moves as (
      select * from jsonb_to_recordset(${rows}::jsonb) as move (id uuid, status int, text text, event text, detail jsonb, at timestamptz)
    ), recorded as (
      insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at)
      select ${tenantId}::uuid, move.id, 1 + (
          select coalesce(max(m.sequence), 0) from invoice_moves m where m.tenant_id = ${tenantId}::uuid and m.invoice_id = move.id
        ), move.status, move.detail, move.at
      from moves move
      returning invoice_id, sequence
    ), ${notifying(
      tenantId,
      Prisma.sql`
        select i.*, recorded.sequence, move.detail, move.at as moved_at, move.status as moved_to, move.text, move.event
        from recorded join moves move on move.id = recorded.invoice_id
        join invoices i on i.tenant_id = ${tenantId}::uuid and i.id = recorded.invoice_id`
    )}
    select 1`
}

const data = Prisma.raw(notificationData('i', {
  sequence: 'i.sequence', status: 'i.moved_to', text: 'i.text', trackId: 'i.track_id', detail: 'i.detail'
}))

/**
 * Deliveries and tasks about `moved`: documents as they are now, each with sequence, detail, moved_at, moved_to, text
 * and event of its move.
 */
function notifying (tenantId: string, moved: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`notified as (
      insert into notification_deliveries (tenant_id, id, endpoint_id, event, invoice_id, data, at, next_attempt)
      select ${tenantId}::uuid, gen_random_uuid(), e.id, i.event, i.id, ${data}, i.moved_at, i.moved_at
      from notification_endpoints e
      join (${moved}) as i on cardinality(e.events) = 0 or i.event = any(e.events)
      where e.tenant_id = ${tenantId}::uuid and e.enabled
      returning id
    ), tasks as (
      insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
      select ${tenantId}::uuid, gen_random_uuid(), 'notify', notified.id::text, date_trunc('milliseconds', now()), now() from notified
    )`
}
