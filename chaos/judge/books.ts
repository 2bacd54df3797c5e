import type { Asked, Answered, Entry, Receipt, Wrong } from '../parts/journal.ts'
import type { Arrived } from '../parts/mailboxes.ts'
import type { Ledger } from '../parts/simulator.ts'

export interface StoredDocument {
  tenantId: string
  id: string
  taxNumber: string
  type: number
  folio: string | null
  total: number
  status: number
  blockId: string | null
  envelopeId: string | null
  key: string | null
}

export interface StoredEnvelope {
  id: string
  taxNumber: string
  state: string
  trackId: string | null
  sha256: string
  documentIds: string[]
}

/** A folio that was left for another one when its document was retried. */
export interface SpentFolio { documentId: string, taxNumber: string, type: number, folio: string }

export type Query = (sql: string) => Promise<any[]>

/** What one request came to, as its client knows it. */
export interface Request extends Asked { answers: Answered[], receipts: Receipt[] }

/** The three ledgers. */
export interface Books {
  requests: Request[]
  wrongs: Wrong[]
  documents: StoredDocument[]
  envelopes: StoredEnvelope[]
  /** How often a document was retried, by its id. */
  retries: Map<string, number>
  spent: SpentFolio[]
  mails: readonly Arrived[]
  ledger: Ledger
  query: Query
}

interface Sources { entries: Entry[], query: Query, ledger: Ledger, mails: readonly Arrived[] }

export async function readBooks ({ entries, query, ledger, mails }: Sources): Promise<Books> {
  const requests = new Map<number, Request>()
  const wrongs: Wrong[] = []
  for (const entry of entries) {
    if (entry.kind === 'asked') requests.set(entry.number, { ...entry, answers: [], receipts: [] })
    else if (entry.kind === 'wrong') wrongs.push(entry)
    else {
      requests.get(entry.number)?.answers.push(entry)
      if (entry.receipt) requests.get(entry.number)?.receipts.push(entry.receipt)
    }
  }
  return {
    requests: [...requests.values()], wrongs, ledger, mails, query,
    documents: await query(`
      select i.tenant_id as "tenantId", i.id, i.issuer_tax_number as "taxNumber", i.document_type as type, i.folio::text as folio,
        i.total_amount::float8 as total, i.status, i.folio_block_id as "blockId", i.envelope_id as "envelopeId", k.key
      from invoices i left join idempotency_keys k
        on k.tenant_id = i.tenant_id and k.invoice_id = i.id and k.operation = 'Webhook/Save'`),
    envelopes: await query(`
      select id, issuer_tax_number as "taxNumber", state, track_id as "trackId", encode(sha256, 'hex') as sha256,
        document_ids as "documentIds" from envelopes`),
    retries: new Map((await query(`
      select entity_id as id, count(*)::int as times from audit_entries where action = 'invoice.retry' group by 1`
    )).map(({ id, times }) => [id, times])),
    spent: await query(`
      select s.invoice_id as "documentId", i.issuer_tax_number as "taxNumber", s.document_type as type, s.folio::text as folio
      from spent_folios s join invoices i on i.tenant_id = s.tenant_id and i.id = s.invoice_id`)
  }
}

/** The things of which there are several of one name, with their names. */
export function severalOf<T> (things: T[], nameOf: (thing: T) => string): { name: string, things: T[] }[] {
  const groups = new Map<string, T[]>()
  for (const thing of things) {
    const name = nameOf(thing)
    const group = groups.get(name)
    if (group) group.push(thing)
    else groups.set(name, [thing])
  }
  return [...groups].filter(([, group]) => group.length > 1).map(([name, group]) => ({ name, things: group }))
}

export const amountName = (taxNumber: string, { type, total }: { type: number, total: number }): string =>
  `${taxNumber} type ${type} of ${total} pesos`
