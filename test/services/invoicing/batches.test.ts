import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import type { BatchedDocument } from '../../../src/repositories/issuing/batch-types.ts'
import { arrayText } from '../../../src/repositories/issuing/array-text.ts'
import { newId } from '../../../src/shared/ids.ts'
import { contentOf } from '../../support/contents.ts'
import { boleta, factura } from '../../support/documents.ts'
import { defined, first } from '../../support/expecting.ts'
import { brokenAuditRows } from '../../support/oracles.ts'
import type { ProgramTenant } from '../../support/program.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

let other: pg.Client
const program = sharedProgram({ working: false, settings: { LOG_LEVEL: 'info' } })
const andes = sharedTenant(program, { folios: [33, 39] })
const boreal = sharedTenant(program, { folios: [33, 39] })

beforeAll(async () => {
  other = new pg.Client(program.database.ownerUrl)
  await other.connect()
})
afterAll(async () => { await other.end() })

const idOf = async ({ code }: ProgramTenant): Promise<string> =>
  (await program.rows('select tenant_id from tenants where code = $1', [code]))[0].tenant_id
const nextOf = async (tenant: ProgramTenant, documentType = 33): Promise<number> =>
  (await program.rows('select next::int from folio_blocks where tenant_id = $1 and document_type = $2', [
    await idOf(tenant), documentType
  ]))[0].next
const at = new Date()
// The folios that the program's simulator hands out are of this day.
const today = santiagoDate(at)
const failedBatches = (): { level: string, msg: string, documents: number, err?: { code: string } }[] =>
  program.logs.map((line) => JSON.parse(line)).filter(({ msg }) => /^a batch of documents/.test(msg))

/** A batch that took one folio of each tenant, and a document of each under it. */
async function oneFolioOf (...tenants: ProgramTenant[]) {
  const ids = (await Promise.all(tenants.map(idOf))).sort()
  const batch = await program.composition.store.batches!.begin({
    wishes: ids.map((tenantId) => (
      { tenantId, environment: 'certification', documentType: 33, count: 1, issueDate: today }
    )),
    keys: [],
    contents: [],
    recentAfter: at,
    today
  })
  const issuers = await program.rows<{ id: string, issuer: string }>('select tenant_id as id, tax_number as issuer from tenants')
  const documents = batch.grants.map(({ tenantId, first, blockId }): BatchedDocument => ({
    tenantId,
    row: {
      id: newId(), environment: 'certification', channelType: 1, status: 2, documentType: 33, folio: first,
      folioBlockId: blockId, issuerTaxNumber: defined(issuers.find(({ id }) => id === tenantId)).issuer,
      receiverTaxNumber: '88888888-8', receiverName: 'Ñandú "A" \\ B', issueDate: today, currency: 'PESO CL',
      netAmount: '1000', exemptAmount: '0', taxAmount: '190', totalAmount: '1190', signatureValue: 'x', externalId: null,
      searchText: null, customerState: null,
      createdById: null, createdAt: at, issuedAt: at, payload: {} as never, document: {} as never,
      xml: Buffer.from(`<DTE>${tenantId}</DTE>`)
    },
    content: undefined
  }))
  const store = (changed: BatchedDocument[]) =>
    batch.store({ documents: changed, tasks: [], unused: [], audit: [], at })
  return { documents, document: first(documents), store }
}

it('one transaction stores documents of several tenants, each with its own tenant', async () => {
  const before = [await nextOf(andes), await nextOf(boreal)]
  const { documents, store } = await oneFolioOf(andes, boreal)
  await store(documents)

  expect([await nextOf(andes), await nextOf(boreal)]).toEqual(before.map((next) => next + 1))
  const rows = await program.rows(`
    select id, xmin::text as transaction, tenant_id, receiver_name from invoices where id = any($1) order by tenant_id`, [
    documents.map(({ row }) => row.id)
  ])
  for (const { id, tenant_id: tenantId } of rows) {
    expect((await contentOf(program, id)).xml.toString()).toBe(`<DTE>${tenantId}</DTE>`)
  }
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1)
  expect(rows[0].receiver_name).toBe('Ñandú "A" \\ B')
})

it('a burst of two tenants takes fewer transactions than documents, and each audit chain holds', async () => {
  const answers = await Promise.all([andes, boreal].flatMap((tenant) => [
    ...Array.from({ length: 10 }, (_, index) => tenant.save(factura(index + 1))), tenant.save(boleta())
  ]))
  const ids = answers.map(({ body }) => body.result.correlationId)
  const [{ transactions }] = await program.rows(
    'select count(distinct xmin::text)::int as transactions from invoices where id = any($1)', [ids]
  )

  expect(answers.map(({ status }) => status)).toEqual(Array(22).fill(200))
  expect(transactions).toBeLessThan(22)
  expect(await brokenAuditRows(program)).toEqual([])
  expect(
    await program.rows("select tenant_id, topic, subject from outbox_tasks where topic = 'packEnvelope' order by 1, 3")
  ).toEqual((await Promise.all([idOf(andes), idOf(boreal)])).sort().flatMap((id) => [
    { tenant_id: id, topic: 'packEnvelope', subject: 'BOLETA' }, { tenant_id: id, topic: 'packEnvelope', subject: 'DTE' }
  ]))
})

it('a key posted again is answered in its batch, takes no folio, and leaves no gap beside it', async () => {
  const key = { 'idempotency-key': 'caja 1' }
  const [first] = await Promise.all([andes.save(factura(50), key), boreal.save(factura(50), key)])
  const before = await nextOf(andes)
  const answers = await Promise.all([
    andes.save(factura(50), key), andes.save(factura(51)), andes.save(factura(52), key), boreal.save(factura(53)),
    andes.save(factura(54))
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 200])
  expect(answers[0]?.body.result).toEqual(first?.body.result)
  expect([1, 4].map((index) => Number(answers[index]?.body.result.invoiceNumber)).sort()).toEqual([before, before + 1])
  expect(await nextOf(andes)).toBe(before + 2)
})

it('the database refuses rows of a tenant outside of the batch', async () => {
  const client = new pg.Client(program.database.url)
  await client.connect()
  try {
    const refused = (sql: string) => expect(client.query(sql, [stranger])).rejects.toMatchObject({ code: '42501' })
    const [named, stranger] = [await idOf(andes), await idOf(boreal)]
    for (
      const sql of [
        "insert into invoice_contents (tenant_id, invoice_id, payload, document) values ($1, gen_random_uuid(), '{}', '{}')",
        'insert into invoice_moves (tenant_id, invoice_id, sequence, status, at) values ($1, gen_random_uuid(), 1, 2, now())',
        "insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at) values ($1, gen_random_uuid(), 'x', 'x', now(), now())"
      ]
    ) {
      await client.query('begin')
      await client.query("select set_config('app.tenants', $1, true)", [named])
      await refused(sql)
      await client.query('rollback')
    }
  } finally {
    await client.end()
  }
})

it.each([
  ['of another issuer', { issuerTaxNumber: '11111111-1' }],
  ['under a folio that was not taken', { folio: 999 }],
  ['of another type', { documentType: 39 }],
  ['under the block of another tenant', { folioBlockId: '00000000-0000-7000-8000-000000000001' }]
])('the database refuses a document %s', async (_what, change) => {
  const before = await nextOf(andes)
  const { document, store } = await oneFolioOf(andes)

  await expect(store([{ ...document, row: { ...document.row, ...change } }])).rejects.toMatchObject({ code: '22012' })
  expect(await nextOf(andes)).toBe(before)
})

it('shows only the tenants of the batch', async () => {
  const client = new pg.Client(program.database.url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('app.tenants', $1, true)", [await idOf(andes)])
    for (const table of ['folio_blocks', 'invoices', 'audit_heads', 'outbox_tasks', 'idempotency_keys']) {
      const { rows } = await client.query<{ tenant_id: string }>(`select distinct tenant_id from ${table}`)
      expect(rows.every(({ tenant_id: id }) => id !== undefined)).toBe(true)
      expect(rows.filter(({ tenant_id: id }) => id !== rows[0]?.tenant_id)).toEqual([])
    }
    for (const table of ['tenants', 'users', 'certificates', 'invoice_contents', 'people']) {
      expect((await client.query(`select 1 from ${table}`)).rows).toEqual([])
    }
  } finally {
    await client.end()
  }
})

it('a tenant whose folios another transaction has locked waits alone', async () => {
  await other.query('begin')
  await other.query('select 1 from folio_blocks where tenant_id = $1 for update', [await idOf(andes)])
  let answered = false
  const waiting = andes.save(factura()).then((answer) => {
    answered = true
    return answer
  })
  const neighbours = await Promise.all(Array.from({ length: 5 }, () => boreal.save(factura())))

  expect(neighbours.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(answered).toBe(false)
  await other.query('rollback')
  expect((await waiting).status).toBe(200)
})

it('a tenant whose audit chain another transaction has locked waits alone', async () => {
  await other.query('begin')
  await other.query('select 1 from audit_heads where tenant_id = $1 for update', [await idOf(andes)])
  let answered = false
  const waiting = andes.save(factura()).then((answer) => {
    answered = true
    return answer
  })
  const neighbours = await Promise.all(Array.from({ length: 5 }, () => boreal.save(factura())))

  expect(neighbours.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(answered).toBe(false)
  await program.until('a batch gave the lock up', async () => failedBatches().length > 0)
  await other.query('rollback')
  expect((await waiting).status).toBe(200)
  expect(await brokenAuditRows(program)).toEqual([])
})

it('a document that cannot be stored fails alone, and its tenant is issued individually for a while', async () => {
  await other.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin if new.receiver_name = 'Veneno SpA' then raise exception 'poison'; end if; return new; end $$;
    create trigger poison before insert on invoices for each row execute function refuse_poison()`)
  const poison = factura()
  poison.header.receiver = { ...poison.header.receiver, businessName: 'Veneno SpA' }
  const before = await nextOf(andes)
  const [bad, ...good] = await Promise.all([
    andes.save(poison), andes.save(factura()), ...Array.from({ length: 5 }, () => boreal.save(factura()))
  ])

  expect(bad?.status).toBe(500)
  expect(good.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await nextOf(andes)).toBe(before + 1)
  // Again, should the machine have taken longer than the while.
  for (let failures = -1; failures !== failedBatches().length;) {
    failures = failedBatches().length
    const later = await Promise.all([andes.save(poison), boreal.save(factura())])
    expect(later.map(({ status }) => status)).toEqual([500, 200])
  }
  await other.query('drop trigger poison on invoices')
})

it('texts of every kind reach PostgreSQL unchanged', async () => {
  const texts = ['', 'NULL', 'null', '{}', '"', '\\', '\\"', ',', '{"a,b"}', 'Ñandú "A" \\ B', '\n\t', "'; --", '\\x41', '€ 😀', ' ']
  const { rows: [row] } = await other.query<{ texts: (string | null)[] }>('select $1::text[] as texts', [
    arrayText([...texts, null])
  ])

  expect(row?.texts).toEqual([...texts, null])
})

it('a batch that waited for a lock logs no warning, and batches fail only for the bad document', () => {
  const kinds = failedBatches().map(({ level, msg, err }) =>
    msg.includes('waited too long for a lock') ? `${level}: lock` : `${level}: ${err?.code}`)

  expect(kinds).toContain('info: lock')
  expect(kinds.filter((kind) => !['info: lock', 'warn: P0001'].includes(kind))).toEqual([])
})

it('a metric counts the documents whose batch failed', async () => {
  const documents = failedBatches().map((line) => line.documents)
  const metrics = await program.composition.app.metrics.metrics()

  expect(documents.length).toBeGreaterThan(0)
  expect(metrics).toContain(`\ntimbre_failed_batch_documents_total ${documents.reduce((sum, count) => sum + count, 0)}\n`)
})
