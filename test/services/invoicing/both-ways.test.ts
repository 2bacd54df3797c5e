import { afterAll, beforeAll, expect, it } from 'vitest'
import { santiagoDate } from '../../../src/dte/values/calendar.ts'
import { statuses } from '../../../src/model/document-states.ts'
import { contentOf } from '../../support/contents.ts'
import { boleta, factura, note } from '../../support/documents.ts'
import { brokenAuditRows, unaccountedFolios } from '../../support/oracles.ts'
import { type Program, type ProgramTenant, startProgram } from '../../support/program.ts'

/** A request under a name; `about`: the name of the document that a note is about. */
interface Planned { name: string, headers?: Record<string, string>, payload: unknown, about?: string, code?: '1' | '3' }

let together: Program
let alone: Program
beforeAll(async () => {
  together = await startProgram({ working: false })
  alone = await startProgram({ working: false, distributed: true })
})
afterAll(async () => {
  await together.close()
  await alone.close()
})

function randomOf (seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 2 ** 32 * below)
  }
}

function named (payload: ReturnType<typeof factura>, externalId: string) {
  const { header } = payload
  return { ...payload, header: { ...header, documentId: { ...header.documentId, externalId } } }
}

/** Rounds of requests: those of one round arrive at once. No two of them that are told apart depend on their order. */
function planOf (seed: number): Planned[][] {
  const below = randomOf(seed)
  const fresh: Planned[] = []
  const annulled = new Set<string>()
  let count = 0
  const next = (): string => `${seed}-${++count}`
  const kinds: (() => Planned[])[] = [
    () => [{ name: next(), payload: factura(++count) }],
    () => [{ name: next(), payload: factura(++count) }],
    () => [{ name: next(), payload: boleta(1000 + ++count) }],
    () => [{ name: next(), payload: factura(++count), headers: { 'idempotency-key': `key ${next()}` } }],
    () => [{ name: next(), payload: named(factura(++count), `sale ${next()}`) }],
    () => [{
      name: next(), payload: named(factura(++count), `sale ${next()}`), headers: { 'idempotency-key': `key ${next()}` }
    }],
    // At once: one of both is issued, whichever.
    () => {
      const twin = {
        name: next(), payload: named(factura(++count), `sale ${next()}`), headers: { 'idempotency-key': `key ${next()}` }
      }
      return [twin, twin]
    },
    () => {
      const earlier = fresh[below(fresh.length)]
      return earlier ? [{ ...earlier, name: next() }] : []
    },
    () => {
      const earlier = fresh.find(({ headers }) => headers && !annulled.has(headers['idempotency-key'] ?? ''))
      return earlier?.headers ? [{ name: next(), payload: factura(++count), headers: earlier.headers }] : []
    },
    () => {
      const target = fresh.find(({ name, payload }) =>
        !annulled.has(name) && (payload as ReturnType<typeof factura>).header.documentId.documentType === '33')
      if (!target) return []
      annulled.add(target.name)
      return [{ name: next(), payload: {}, about: target.name, code: below(2) === 0 ? '1' : '3' }]
    }
  ]
  return Array.from({ length: 30 }, (_, index) => {
    // The folios end in rounds of one request: which of several gets the last one is open.
    const size = index < 7 ? 1 + below(5) : 1
    const round = Array.from({ length: size }, () => kinds[below(kinds.length)]!()).flat()
    const contents = new Set<string>()
    const apart = round.filter((one, index) => {
      const text = JSON.stringify([one.payload, one.about])
      const isTwin = round[index - 1] === one
      const key = one.headers?.['idempotency-key']
      const seen = !isTwin && (contents.has(text) || (key !== undefined && contents.has(key)))
      contents.add(text).add(key ?? text)
      return !seen
    })
    fresh.push(...apart.filter(({ about }) => about === undefined))
    return apart
  })
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What stands in the database of a tenant, with the plan's names in place of ids, and without folios and moments. */
async function storedOf (program: Program, { code }: ProgramTenant, names: ReadonlyMap<string, string>) {
  const said = (value: unknown): unknown => JSON.parse(
    (JSON.stringify(value) ?? 'null').replace(uuid, (id) => names.get(id) ?? 'an id')
      .replace(/,?"requestId":"[^"]*"/g, '').replace(/"(invoiceNumber|folio|issuedAt|computed)":("[^"]+"|\d+)/g, '"$1":"some"')
      .replace(/folio \d+/g, 'folio some').replace(/("search_text":")\d+/, '$1some').replace(/ak_test_[\w-]+/g, 'a key').replace(/20\d\d-\d\d-\d\dT[\d:.+Z]+/g, 'a moment')
  )
  const of = async (sql: string): Promise<string[]> => {
    const rows = await program.rows(`select found.* from tenants t cross join lateral (${sql}) found where t.code = $1`, [code])
    return rows.map((row) => JSON.stringify(said(row))).sort()
  }
  const ids = await program.rows(
    'select i.id from invoices i join tenants t using (tenant_id) where t.code = $1 and folio is not null', [code])
  const contents = await Promise.all(ids.map(async ({ id }) => {
    const { payload, document } = await contentOf(program, id)
    return JSON.stringify(said({ id, payload, document }))
  }))
  return {
    contents: contents.sort(),
    documents: await of(`
      select id, environment, channel_type, status, coalesce(reason, '{}') as reason, document_type, folio is null as waits,
        folio_block_id is null as no_block, issuer_tax_number, receiver_tax_number, receiver_name, issue_date::text, currency,
        net_amount, exempt_amount, tax_amount, total_amount, signature_value is null as unsigned, envelope_id, track_id, verdict,
        external_id, search_text, created_by_id, issued_at is null as unissued, created_at = updated_at as unchanged, customer_state
      from invoices i where i.tenant_id = t.tenant_id`),
    moves: await of('select invoice_id, sequence, status, detail from invoice_moves m where m.tenant_id = t.tenant_id'),
    references: await of(`
      select r.invoice_id, r.line, r.environment, r.document_type, d.id as target, r.code, r.taken from invoice_references r
      left join invoices d on d.tenant_id = r.tenant_id and d.document_type = r.document_type and d.folio = r.folio
      where r.tenant_id = t.tenant_id`),
    keys: await of(`
      select operation, key, request_hash::text, invoice_id, answer, expires_at from idempotency_keys k
      where k.tenant_id = t.tenant_id`),
    recent: await of('select content::text, invoice_id from recent_documents r where r.tenant_id = t.tenant_id'),
    // Documents that were issued together share a row.
    audit: await of(`
      select a.action, a.entity, coalesce(one ->> 'id', a.entity_id) as id, coalesce(one, a.details) - 'id' as details,
        a.actor_id, a.actor_name, a.address from audit_entries a
      left join lateral jsonb_array_elements(a.details -> 'documents') one on true
      where a.tenant_id = t.tenant_id and a.action like 'invoice.%'`),
    tasks: await of("select topic, case when topic <> 'notify' then subject end as subject from outbox_tasks o where o.tenant_id = t.tenant_id"),
    notifications: await of("select event, invoice_id, data, state, endpoint_id = '00000000-0000-0000-0000-000000000000' as first from notification_deliveries n where n.tenant_id = t.tenant_id"),
    folios: await of('select document_type, next from folio_blocks b where b.tenant_id = t.tenant_id')
  }
}

/** Posts the plan. Gives what stands in the database then, and what the requests were answered. */
async function run (program: Program, update: object, plan: Planned[][]) {
  const tenant = await program.tenant({ folios: [33, 39, 61], to: 22, update })
  await program.call('PUT', '/Notification/Update', {
    token: tenant.token, body: { url: 'https://erp.example/timbre', enabled: true }
  })
  await program.call('POST', '/NotificationEndpoint/Create', {
    token: tenant.token, body: { url: 'https://crm.example/timbre', enabled: true, events: ['document.issued'] }
  })
  const names = new Map<string, string>()
  const folios = new Map<string, string>()
  const answers: string[][] = []
  const date = santiagoDate(new Date())
  for (const [index, round] of plan.entries()) {
    // Of the earlier documents, half have their verdict: notes about the others wait.
    const ids = [...names.keys()].filter((_, place) => index === 7 && place % 2 === 0)
    await program.rows(
      'update invoices set status = $1 where id = any($2) and folio is not null', [statuses.Accepted, ids])
    const answered = await Promise.all(round.map(async ({ name, payload, headers, about, code }) => {
      const folio = folios.get(about ?? '') ?? '900'
      const posted = about === undefined ? payload : note('61', { folio, date }, code)
      const { status, body } = await tenant.save(posted, headers)
      return { name, status, code: body.errorCode, result: body.result }
    }))
    for (const { name, result } of answered) {
      if (result?.correlationId && !names.has(result.correlationId)) names.set(result.correlationId, name)
      if (result?.invoiceNumber) folios.set(name, result.invoiceNumber)
    }
    answers.push(answered.map(({ name, status, code, result }) =>
      `${name}: ${status} ${code} ${names.get(result?.correlationId)} ${result?.waitingFor ?? ''}`))
  }
  return { answers, stored: await storedOf(program, tenant, names) }
}

it.each([1, 2, 3, 4, 5, 6])('what is stored of a document does not depend on the documents that it is issued with (plan %i)', async (seed) => {
  const plan = planOf(seed)
  const update = seed % 3 === 0 ? { strictFormat: true } : seed % 3 === 1 ? { refuseWhenNotReady: true } : {}
  const [one, other] = await Promise.all([run(together, update, plan), run(alone, update, plan)])

  expect(one.answers).toEqual(other.answers)
  expect(one.stored).toEqual(other.stored)
  for (const program of [together, alone]) {
    expect(await unaccountedFolios(program)).toEqual([])
    expect(await brokenAuditRows(program)).toEqual([])
  }
})
