/**
 * Runs the newest migrations on a database with two million documents while four connections go on storing documents,
 * and ends with 1 if any of them had to wait for more than 200 ms longer than without. Arguments: ROWS.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connected } from '../src/database/connected.ts'
import { startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { fill } from './reads/fill.ts'

// What is measured begins after this one; the rows of reads/fill.ts fit its tables.
const base = '20261122210000_warnings'
const limitMs = 200
const calmSeconds = 10
const issuers = 4

const rows = Number(process.argv[2] ?? 2_000_000)
const ours = fileURLToPath(new URL('../prisma/migrations/', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'timbre-migrations-'))
const folder = join(dir, 'migrations')
const embedded = await startEmbedded({ dir: join(dir, 'database') })
try {
  const names = readdirSync(ours).sort()
  for (const name of names.filter((one) => one <= base || one.endsWith('.toml'))) add(name)
  await migrate(embedded.url, folder)
  await connected(embedded.ownerUrl, (superuser) => fill(superuser, rows))
  const work = startIssuing()
  await wait(calmSeconds * 1000)
  const calm = work.longest()
  console.log(`\n${calm.toFixed(0).padStart(6)} ms at most for a document, without a migration`)
  let worst = 0
  for (const name of names.filter((one) => one > base && !one.endsWith('.toml'))) {
    add(name)
    const start = performance.now()
    await migrate(embedded.url, folder)
    const seconds = (performance.now() - start) / 1000
    await wait(500)
    const longest = work.longest()
    worst = Math.max(worst, longest)
    console.log(`${longest.toFixed(0).padStart(6)} ms at most during ${name} (${seconds.toFixed(1)} s)`)
  }
  const { stored, refused } = await work.stop()
  const isGood = refused.length === 0 && worst <= calm + limitMs
  console.log(`\n${stored} documents stored, ${refused.length} refused${refused.length > 0 ? `: ${refused[0]}` : ''}`)
  console.log(isGood ? 'None had to wait.' : `Above the limit of ${limitMs} ms.`)
  process.exitCode = isGood ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}

function add (name: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(ours, name), join(folder, name), { recursive: true })
}

/** Stores documents until it is stopped, as issuing does it, in statements that fit the tables before and after. */
function startIssuing () {
  const state = { longestMs: 0, stored: 0, isStopped: false }
  const refused: string[] = []

  async function issue (tenant: number): Promise<void> {
    const client = new pg.Client(embedded.url)
    await client.connect()
    await client.query("select set_config('app.tenant', $1, false)", [tenantId(tenant)])
    while (!state.isStopped) {
      const start = performance.now()
      try {
        await store(client, tenantId(tenant))
        state.stored++
      } catch (error) {
        refused.push(String(error))
        await client.query('rollback')
      }
      state.longestMs = Math.max(state.longestMs, performance.now() - start)
    }
    await client.end()
  }

  const running = Promise.all(Array.from({ length: issuers }, (_, place) => issue(place + 1)))
  return {
    /** In milliseconds, since it was last asked for. */
    longest (): number {
      const ms = state.longestMs
      state.longestMs = 0
      return ms
    },

    async stop (): Promise<{ stored: number, refused: string[] }> {
      state.isStopped = true
      await running
      return { stored: state.stored, refused }
    }
  }
}

function tenantId (number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

async function store (client: pg.Client, tenant: string): Promise<void> {
  await client.query('begin')
  const { rows: [block] } = await client.query<{ folio: string }>(`
    update folio_blocks set next = next + 1
    where tenant_id = $1 and id = (
      select id from folio_blocks where tenant_id = $1 and document_type = 33 and next <= range_to order by range_from limit 1)
    returning next - 1 as folio`, [tenant])
  const { rows: [document] } = await client.query<{ id: string }>(`
    insert into invoices (tenant_id, id, environment, channel_type, status, document_type, folio, issuer_tax_number,
      receiver_tax_number, receiver_name, issue_date, net_amount, exempt_amount, tax_amount, total_amount, created_at, issued_at, updated_at)
    values ($1, gen_random_uuid(), 'production', 1, 2, 33, $2, '76000001-0', '70000001-1', 'Comercial', now(), 1000, 0, 190, 1190,
      now(), now(), now()) returning id`, [tenant, block?.folio ?? String(Date.now())])
  await client.query(`
    insert into invoice_contents (tenant_id, invoice_id, payload, document, xml) values ($1, $2, '{}', '{}', $3)`,
  [tenant, document?.id, Buffer.alloc(5000)])
  await client.query(
    'insert into invoice_moves (tenant_id, invoice_id, sequence, status, at) values ($1, $2, 1, 2, now())',
    [tenant, document?.id]
  )
  await client.query(`
    insert into outbox_tasks (tenant_id, id, topic, subject, due_at, created_at)
    values ($1, gen_random_uuid(), 'packEnvelope', 'DTE', now(), now()) on conflict (tenant_id, topic, subject) do update set asked = outbox_tasks.asked + 1`,
  [tenant])
  await client.query(`
    insert into audit_entries (tenant_id, sequence, id, at, actor_name, action, entity, entity_id, details, hash)
    select $1, max(sequence) + 1, gen_random_uuid(), now(), 'bench', 'invoice.issue', 'invoice', $2, '{}', '' from audit_entries where tenant_id = $1`,
  [tenant, document?.id])
  await client.query('commit')
}
