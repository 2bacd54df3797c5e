import type { AuditRecord } from '../../repositories/audit/audit-log.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { Sentence } from '../../shared/errors.ts'
import { bulkStatuses } from '../../model/bulk-states.ts'
import { envelopeKindOf } from '../invoicing/channels.ts'
import { unconfirmedPackSubject, packSubject } from '../invoicing/delivery/pack.ts'
import { restorer } from './folio-skips.ts'

/** Documents and submissions that may have advanced after the backup was made. */
export interface UnconfirmedUploads { envelopes: number, documents: number, waiting: number, submissions: number }

const mayBeIssued = 'MAY_BE_ISSUED'
const explanation: Sentence = {
  en:
    'The database was restored from a backup: the document may have been issued in the time that is lost. Look for it at the SII and at the receiver; if neither has it, retry.',
  es:
    'La base de datos se restauró de un respaldo: el documento puede haberse emitido en el tiempo perdido. Búsquelo en el SII y con el receptor; si no existe, reintente.'
}

// A transaction may last twenty seconds.
const atATime = 500

/**
 * Envelopes without an answer, and issued documents in no envelope: the SII is asked about each before it is sent.
 */
export async function markUnsentUnconfirmed (
  { doubts, tasks, auditLog }: TenantRepositories, tenantId: string, at: Date
): Promise<Pick<UnconfirmedUploads, 'envelopes' | 'documents'>> {
  const envelopes = await doubts.markEnvelopesUnconfirmed(at)
  if (envelopes.length > 0) await tasks.schedule('uploadEnvelope', envelopes)
  const unpacked = await doubts.listUnpacked()
  for (const part of parts(unpacked)) {
    await doubts.sendAlone(part.map(({ id }) => id), at)
    await tasks.remove(
      'packEnvelope', part.map(({ id, documentType }) => packSubject(envelopeKindOf(documentType), id))
    )
    await tasks.schedule(
      'packEnvelope', part.map(({ id, documentType }) => unconfirmedPackSubject(envelopeKindOf(documentType), id))
    )
  }
  const done = { envelopes: envelopes.length, documents: unpacked.length }
  const record: AuditRecord = {
    actor: restorer, action: 'envelope.doubt', entity: 'tenant', entityId: tenantId, details: done
  }
  auditLog.add(done.envelopes + done.documents > 0 ? [record] : [], at)
  return done
}

/** Waiting documents may have been issued since, under folios that this backup does not know: each needs a decision. */
export async function cancelWaiting ({ invoices, doubts, auditLog }: TenantRepositories, at: Date): Promise<number> {
  const waiting = await doubts.listWaiting()
  const reason = { code: mayBeIssued, reasons: [{ code: mayBeIssued, description: '', explanation }] }
  for (const invoiceIds of parts(waiting)) {
    await invoices.move({ invoiceIds, move: 'failWaiting', detail: reason, at }, { reason })
  }
  auditLog.add(
    waiting.map((id): AuditRecord => ({
      actor: restorer, action: 'invoice.fail', entity: 'invoice', entityId: id, details: { code: mayBeIssued }
    })),
    at
  )
  return waiting.length
}

/** Rows of bulk submissions may have been issued since, too. */
export async function cancelSubmissions (
  { bulkInvoices, bulkRows, auditLog }: TenantRepositories, at: Date
): Promise<number> {
  const { rows } = await bulkInvoices.paginate({ status: bulkStatuses.Processing }, 1, atATime)
  const records: AuditRecord[] = []
  for (const { id } of rows) {
    const documents = await bulkRows.cancelReady(id, at)
    await bulkInvoices.update(id, { status: bulkStatuses.Cancelled, paused: {}, finishedAt: at })
    records.push({
      actor: restorer, action: 'bulkInvoice.cancel', entity: 'bulkInvoice', entityId: id, details: { documents }
    })
  }
  auditLog.add(records, at)
  return rows.length
}

function parts<Item> (items: Item[]): Item[][] {
  return Array.from(
    { length: Math.ceil(items.length / atATime) }, (_, index) => items.slice(index * atATime, (index + 1) * atATime)
  )
}
