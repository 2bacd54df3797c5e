import { Prisma } from '../../../generated/prisma/client.ts'
import { statusText } from '../../../model/document-states.ts'
import { eventOfStatus } from '../../../model/notification-events.ts'
import { newId } from '../../../shared/ids.ts'
import type { JointMove, RecordedMove } from './invoice-moves.ts'
import { findSubscriptions, wants } from '../../mail/notification-subscriptions.ts'
import { each, eachJson, eachMoment } from '../../postgres/new-rows.ts'
import { taskRepository } from '../../tasks/tasks.ts'
import type { Transaction } from '../../postgres/transaction.ts'

/** As `moveTogether`, in statements that change one table each. */
export async function moveApart (
  tx: Transaction, tenantId: string, { invoiceIds, from, to, detail, at, change }: JointMove
): Promise<{ id: string, documentType: number }[]> {
  const changes = Prisma.join([Prisma.sql`status = ${to}::int`, Prisma.sql`updated_at = ${at}::timestamptz`, ...change])
  await tx.$queryRaw`
    select id from invoices where tenant_id = ${tenantId}::uuid and id = any(${invoiceIds}::uuid[]) order by issued_at, id for update`
  const changed = await tx.$queryRaw<{ id: string, documentType: number }[]>`
    update invoices set ${changes}
    where tenant_id = ${tenantId}::uuid and id = any(${invoiceIds}::uuid[]) and status = any(${[...from]}::int[])
    returning id, document_type as "documentType"`
  await recordMovesApart(tx, tenantId, changed.map(({ id }) => ({ id, status: to, detail, at })))
  return changed
}

/**
 * As `recordMoves`, where tenants are spread over machines: these do not take a statement that inserts into several
 * tables. The documents are locked.
 */
export async function recordMovesApart (tx: Transaction, tenantId: string, moves: RecordedMove[]): Promise<void> {
  if (moves.length === 0) return
  const last = await tx.$queryRaw<{ id: string, sequence: number }[]>`
    select invoice_id as id, max(sequence) as sequence from invoice_moves
    where tenant_id = ${tenantId}::uuid and invoice_id = any(${moves.map(({ id }) => id)}::uuid[]) group by invoice_id`
  const sequences = new Map(last.map(({ id, sequence }) => [id, sequence]))
  await addMoves(tx, tenantId, moves.map((move) => ({ ...move, sequence: (sequences.get(move.id) ?? 0) + 1 })))
}

type NumberedMove = RecordedMove & { sequence: number }

async function addMoves (tx: Transaction, tenantId: string, moves: NumberedMove[]): Promise<void> {
  await tx.$executeRaw`
    insert into invoice_moves (tenant_id, invoice_id, sequence, status, detail, at) values (
      ${tenantId}::uuid, ${each('uuid', moves.map(({ id }) => id))}, ${each('int', moves.map(({ sequence }) => sequence))},
      ${each('smallint', moves.map(({ status }) => status))}, ${eachJson(moves.map(({ detail }) => detail))},
      ${eachMoment(moves.map(({ at }) => at))})`
  await notify(tx, tenantId, moves)
}

/** Notifications of moves, to each endpoint that wants to hear of them. */
async function notify (tx: Transaction, tenantId: string, moves: NumberedMove[]): Promise<void> {
  const told = (await findSubscriptions(tx, tenantId)).flatMap((subscription) =>
    moves.filter(({ status }) => wants(subscription, eventOfStatus[status])).map((move) => ({
      ...move, text: statusText(move.status), event: eventOfStatus[move.status], delivery: newId(),
      endpoint: subscription.endpointId
    })))
  if (told.length === 0) return
  await tx.$executeRaw`
    insert into notification_deliveries (tenant_id, id, endpoint_id, event, invoice_id, data, at, next_attempt)
    select i.tenant_id, move.delivery, move.endpoint, move.event, i.id, jsonb_build_object(
        'correlationId', i.id, 'sequence', move.sequence, 'status', move.status, 'statusText', move.text,
        'invoiceTypeCode', i.document_type::text, 'invoiceNumber', coalesce(i.folio::text, ''), 'customerTaxNumber', i.receiver_tax_number, 'issueDate', i.issue_date,
        'currency', i.currency, 'totalAmount', trim_scale(i.total_amount), 'trackId', i.track_id, 'detail', move.detail,
        'externalId', i.external_id
      ), move.at, move.at
    from invoices i
    join jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as move (
      id uuid, status int, text text, event text, detail jsonb, at timestamptz, sequence int, delivery uuid, endpoint uuid)
      on i.id = move.id
    where i.tenant_id = ${tenantId}::uuid`
  await taskRepository(tx, tenantId).schedule('notify', told.map(({ delivery }) => delivery))
}
