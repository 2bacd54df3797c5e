import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { boleta, factura } from '../support/documents.ts'
import { brokenAuditRows, doubledAtTheAuthority, unaccountedFolios } from '../support/oracles.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'

const settings = sharedSettings()
const kills = 3
const clients = 8

let program: Program
let andes: ProgramTenant
let server: Promise<Child>

beforeAll(async () => {
  program = await startProgram({ working: false, settings })
  andes = await program.tenant({ folios: [33, 39], to: 10_000 })
})
afterAll(async () => {
  await (await server)?.end('SIGKILL')
  await program.close()
})

interface Entry {
  key: string
  receipt?: any
  attempts: number
}

/** What the clients know: each key that they sent, and the answer that they got for it. */
const journal: Entry[] = []
let acknowledged = 0
let onAcknowledged = (): void => {}

/** Resolves once so many more documents were acknowledged. */
function acknowledgedAgain (count: number): Promise<void> {
  const goal = acknowledged + count
  return new Promise((resolve) => {
    onAcknowledged = () => {
      if (acknowledged >= goal) resolve()
    }
  })
}

/** Posts one sale until there is an answer: a lost one is an unknown outcome, and asked for again. */
async function saveSurely (entry: Entry, payload: object, headers: Record<string, string>): Promise<void> {
  while (entry.receipt === undefined) {
    const { url } = await server
    entry.attempts++
    try {
      const answer = await fetch(`${url}/api/Webhook/Save`, {
        method: 'POST', headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...andes.keys, payload })
      })
      const body: any = await answer.json()
      if (answer.status === 200) {
        entry.receipt = body.result
      } else if (answer.status !== 503) {
        throw new RangeError(`${answer.status} ${JSON.stringify(body)}`)
      }
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
  }
  acknowledged++
  onAcknowledged()
}

async function keepPosting (client: number, isOver: () => boolean): Promise<void> {
  for (let index = 0; !isOver(); index++) {
    const entry = { key: `${client}-${index}`, attempts: 0 }
    journal.push(entry)
    const sale = (client + index) % 2 === 0 ? factura(index + 1) : boleta(1000 + index)
    const isNumbered = index % 3 === 0
    if (isNumbered) Object.assign(sale.header.documentId, { externalId: entry.key })
    await saveSurely(entry, sale, isNumbered ? {} : { 'idempotency-key': entry.key })
  }
}

it(
  'a program killed repeatedly loses and duplicates nothing, and every document is accepted',
  async () => {
    server = startChild(program, settings)
    await server
    let over = false
    const posting = Array.from({ length: clients }, (_, client) => keepPosting(client, () => over))
    for (let kill = 0; kill < kills; kill++) {
      await acknowledgedAgain(20 + Math.floor(Math.random() * 60))
      const killed = await server
      await killed.end('SIGKILL')
      server = startChild(program, settings)
    }
    await acknowledgedAgain(20)
    over = true
    await Promise.all(posting)
    // Once more while only the worker is busy.
    await (await server)?.end('SIGKILL')
    server = startChild(program, settings)
    await server
    await program.until('every document is accepted', async () =>
      (await program.rows('select 1 from invoices where status <> 5 limit 1')).length === 0)

    const stored = new Map((await program.rows(`
    select k.key, i.id, i.folio::text, i.document_type::text as type, i.total_amount::int as total
    from idempotency_keys k join invoices i on i.tenant_id = k.tenant_id and i.id = k.invoice_id`)).map((
      row
    ) => [row.key, row]))
    for (const { key, receipt } of journal) {
      expect(stored.get(key), key).toEqual({
        key, id: receipt.correlationId, folio: receipt.invoiceNumber, type: receipt.documentType,
        total: receipt.totalAmount
      })
    }
    const [{ documents }] = await program.rows('select count(*)::int as documents from invoices')
    expect(documents).toBe(journal.length)
    expect(journal.some(({ attempts }) => attempts > 1
    )).toBe(true)
    expect(await unaccountedFolios(program)).toEqual([])
    expect(await brokenAuditRows(program)).toEqual([])
    expect(
      await program.rows(`
    select i.id from invoices i left join audit_entries a on a.tenant_id = i.tenant_id and a.action = 'invoice.issue'
      and case when a.details ? 'documents' then a.details -> 'documents' @> jsonb_build_array(jsonb_build_object('id', i.id))
        else a.entity_id = i.id::text end
    group by i.id having count(a.id) <> 1`)
    ).toEqual([])
    expect(await doubledAtTheAuthority(program)).toEqual([])
    expect((await program.ledger()).documents.filter(({ outcome }: any) => outcome === 'accepted')).toHaveLength(
      journal.length
    )
  }
)
