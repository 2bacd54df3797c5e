import { newId } from '../../src/shared/ids.ts'
import type { Program } from './program.ts'

/** Adds a set of these issued documents to the journey under way of a tenant, approved by the SII. */
export async function approveSet (program: Program, code: string, correlationIds: string[]): Promise<void> {
  const [item, attempt] = [newId(), newId()]
  await program.rows(
    `insert into certification_items (tenant_id, id, journey_id, position, kind, name, created_at)
     select tenant_id, $2, id, 1, 'documents', '', now() from certification_journeys
     where ended_at is null and kind = 'DTE' and tenant_id = (select tenant_id from tenants where code = $1)`, [code, item])
  await program.rows(
    `insert into certification_attempts (tenant_id, id, item_id, number, outcome, created_at)
     select tenant_id, $2, id, 1, 'approved', now() from certification_items where id = $1`, [item, attempt])
  for (const [index, id] of correlationIds.entries()) {
    await program.rows(
      `insert into certification_documents (tenant_id, attempt_id, position, invoice_id, document_type, folio)
       select tenant_id, $2, $3, id, document_type, folio from invoices where id = $1`, [id, attempt, index + 1])
  }
}
