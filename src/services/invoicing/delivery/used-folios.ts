import { documentTypes, type DocumentType } from '../../../dte/values/document-types.ts'
import type { FolioBlockRow } from '../../../repositories/tenants/folio-blocks.ts'
import type { UnsentInvoice } from '../../../repositories/invoicing/documents/invoices.ts'
import type { TenantRepositories } from '../../../repositories/store.ts'
import { dayMs } from '../../../shared/durations.ts'
import type { DocumentReason } from '../../../model/reasons.ts'
import { service } from '../../tasks/task-lease.ts'
import { mailWhoWants, notifyOf } from '../../warnings.ts'
import { envelopeKindOf } from '../channels.ts'
import { waitingReason } from '../issuing/document-rows.ts'
import { wakeDependents } from '../references/references.ts'

/** The SII has another document under the folio. */
export const folioUsedCode = 'DTE-3-101'

/** Why a document gave up a folio before it was sent: a code of shared/errors.ts. */
export const blockStopped = 'FOLIO_BLOCK_STOPPED'

const worthSendingMs = 7 * dayMs

export function isFolioUsed (reasons: readonly DocumentReason[]): boolean {
  // Without its level, as the boletas' service gives some [S40].
  return reasons.some(({ code }) => code === folioUsedCode || code === 'DTE-101')
}

/**
 * Stops the blocks of documents whose folios another program used, since the next folios are probably used, too, and
 * notifies the tenant. Unsent documents give up their folios when they would be packed (`failStopped`).
 */
export async function stopUsedBlocks (
  repositories: TenantRepositories, invoiceIds: string[], at: Date
): Promise<void> {
  for (const { blockId, folio } of await repositories.invoices.listUsedElsewhere(invoiceIds)) {
    const block = await repositories.folioBlocks.stop(blockId, folio, at)
    if (block) await notifyStopped(repositories, block, { folio: Number(folio), at })
  }
}

async function notifyStopped (
  repositories: TenantRepositories, block: FolioBlockRow, { folio, at }: { folio: number, at: Date }
): Promise<void> {
  const { id, environment, documentType } = block
  const { typeName, ...range } = { typeName: documentTypes[documentType as DocumentType].name, ...rangeOf(block) }
  const { businessName, taxNumber } = await repositories.tenant.get()
  await repositories.tasks.schedule('packEnvelope', [envelopeKindOf(documentType)])
  await mailWhoWants(repositories, 'foliosLow', {
    kind: 'foliosStopped', facts: { businessName, taxNumber, environment, documentType, typeName, ...range, folio }
  }, { about: `${id} ${at.toISOString()}`, at, endsAt: new Date(at.getTime() + worthSendingMs) })
  await notifyOf(repositories, 'folios.stopped', {
    at, data: { id, invoiceTypeCode: String(documentType), typeName, environment, ...range, folio }
  })
  repositories.auditLog.add([{
    actor: service, action: 'folio.stop', entity: 'folioBlock', entityId: id, details: { documentType, ...range, folio }
  }], at)
}

function rangeOf ({ rangeFrom, rangeTo }: FolioBlockRow): { rangeFrom: number, rangeTo: number } {
  return { rangeFrom: Number(rangeFrom), rangeTo: Number(rangeTo) }
}

/**
 * Sends documents of a stopped block back to Waiting, and gives the others. The SII has seen none of them: one that was
 * in a refused envelope is sent alone. Their folios are never taken again, since a customer may have the paper.
 */
export async function failStopped (
  repositories: TenantRepositories, unsent: UnsentInvoice[], at: Date
): Promise<UnsentInvoice[]> {
  const stopped = unsent.filter(({ isOfStoppedBlock }) => isOfStoppedBlock)
  if (stopped.length > 0) await failDocuments(repositories, stopped, at)
  return unsent.filter(({ isOfStoppedBlock }) => !isOfStoppedBlock)
}

async function failDocuments (repositories: TenantRepositories, stopped: UnsentInvoice[], at: Date): Promise<void> {
  const { invoices, tasks, tenant, auditLog } = repositories
  const { environment } = await tenant.get()
  const ids = stopped.map(({ id }) => id)
  // Notes that wait for the documents refer to the folios that these had.
  await wakeDependents(repositories, ids, at)
  await invoices.spendFolios(stopped.map(({ id, documentType, folio, xml }) => (
    { environment, documentType, folio, invoiceId: id, reason: blockStopped, xml }
  )), at)
  await invoices.giveUpFolios(ids, waitingReason({ missing: 'FOLIOS_MISSING' }), at)
  await tasks.schedule('issueWaiting', [...new Set(stopped.map(({ documentType }) => String(documentType)))])
  auditLog.add(stopped.map(({ id, documentType, folio }) => ({
    actor: service, action: 'invoice.giveUpFolio', entity: 'invoice', entityId: id,
    details: { documentType, folio: Number(folio) }
  })), at)
}
