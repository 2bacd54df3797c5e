import { createHash } from 'node:crypto'
import { newId } from '../../src/shared/ids.ts'
import type { World } from './world.ts'

/** An envelope of facturas on its way, with its task; `state` as in model/envelopes.ts, `sender` its RutEnvia. */
export async function storedEnvelope (
  world: World, { state, documents, sender }: { state: 'ready' | 'sent', documents: number, sender?: string }
): Promise<{ id: string, folios: number[] }> {
  const { tenantId, taxNumber } = world.andes
  const id = newId()
  const at = world.clock()
  const start = sender === undefined ? Buffer.from([1]) : Buffer.from(`<Caratula><RutEnvia>${sender}</RutEnvia>`)
  await world.store.asTenant(tenantId, async ({ envelopes, tasks }) => {
    await envelopes.create({
      id,
      kind: 'DTE',
      environment: 'certification',
      taxAuthority: 2,
      state: 'ready',
      issuerTaxNumber: taxNumber,
      certificateId: newId(),
      fileName: 'x.xml',
      frame: { start, end: Buffer.alloc(0) },
      documents: [],
      sha256: createHash('sha256').update(start).digest(),
      documentCount: documents,
      createdAt: at,
      updatedAt: at
    })
    if (state === 'sent') await envelopes.settle(id, 'sent', null, at, '1234567')
    await tasks.schedule(state === 'sent' ? 'followEnvelope' : 'uploadEnvelope', [id])
  })
  const rows = await world.rows<{ folio: string }>(`
    insert into invoices (tenant_id, id, environment, channel_type, status, document_type, folio, issuer_tax_number, receiver_tax_number,
      receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, envelope_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'certification', 1, $2, 33, (select coalesce(max(folio), 0) from invoices) + n, $3, $3, 'x', now(), 1, 0, 0, 1, $4, now(), now()
    from generate_series(1, $5) n returning folio`, [tenantId, state === 'sent' ? 4 : 3, taxNumber, id, documents])
  return { id, folios: rows.map(({ folio }) => Number(folio)).sort((a, b) => a - b) }
}
