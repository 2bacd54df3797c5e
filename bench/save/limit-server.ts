/**
 * The limit L: what a server must do at least for an acknowledged document. It parses the body, makes the two
 * signatures in libuv's threads, and inserts rows of any tenants together; the answer leaves after their commit.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import pg from 'pg'

const rowsAtOnce = 128
const batchesInFlight = 2

interface Body { tenantCode: string, payload: { details: unknown[] } }
interface Row { tenant: string, id: string, folio: number, payload: string, xml: Buffer }
interface Waiting { row: Row, done: () => void, fail: (error: unknown) => void }

const signInThreads = promisify(sign)
const stampKey = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey
const documentKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
// About the length of a DD, and of a SignedInfo.
const signedBytes = 700
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: batchesInFlight })
const filler = Buffer.from(Array.from(
  { length: 400 },
  (_, line) => `<Detalle><NroLinDet>${line}</NroLinDet><NmbItem>Cañería ${line * 7919 % 1000}</NmbItem><QtyItem>${line}</QtyItem></Detalle>`
).join(''), 'latin1')

const waiting: Waiting[] = []
let working = 0
let folio = 0

await pool.query(`create table documents (
  tenant text not null, id uuid not null, folio bigint not null, payload jsonb not null, xml bytea not null,
  at timestamptz not null default now(), primary key (tenant, id)
)`)
const app = fastify({ logger: false })
app.post('/api/Webhook/Save', async (request) => {
  const { tenantCode, payload } = request.body as Body
  const [stamp, signature] = [await signed(stampKey), await signed(documentKey)]
  const text = filler.subarray(0, bytesOf(payload.details.length))
  const row = {
    tenant: tenantCode, id: randomUUID(), folio: ++folio, payload: JSON.stringify(payload),
    xml: Buffer.concat([text, stamp, signature])
  }
  await stored(row)
  return { status: true, result: { correlationId: row.id, folio: row.folio } }
})
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => { process.exit(0) })

/** About as long as a document of so many lines: 6 KB with five. */
function bytesOf (lines: number): number {
  return 5250 + 150 * lines
}

function signed (key: KeyObject): Promise<Buffer> {
  return signInThreads('sha1', filler.subarray(0, signedBytes), key)
}

function stored (row: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ row, done: resolve, fail: reject })
    storeNext()
  })
}

function storeNext (): void {
  while (waiting.length > 0 && working < batchesInFlight) {
    working++
    const batch = waiting.splice(0, rowsAtOnce)
    insert(batch.map(({ row }) => row)).then(
      () => { for (const { done } of batch) done() },
      (error: unknown) => { for (const { fail } of batch) fail(error) }
    ).finally(() => {
      working--
      storeNext()
    })
  }
}

function insert (rows: Row[]): Promise<unknown> {
  return pool.query({
    name: 'insert',
    text: 'insert into documents (tenant, id, folio, payload, xml) select * from unnest($1::text[], $2::uuid[], $3::bigint[], $4::jsonb[], $5::bytea[])',
    values: [
      rows.map(({ tenant }) => tenant), rows.map(({ id }) => id), rows.map(({ folio }) => folio),
      rows.map(({ payload }) => payload), rows.map(({ xml }) => xml)
    ]
  })
}
