import { readFileSync } from 'node:fs'
import { between, pick, type Random } from '../../random.ts'
import { requests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
import { hostileJson } from '../files/json-texts.ts'
import { json, jsonText, requestBytes } from '../wire.ts'

const save = '/api/Webhook/Save'
const largest = 1024 * 1024

type Make = (stage: Stage, index: number, random: Random) => readonly [name: string, bytes: Buffer]

function bodies (name: string, make: Make, lanes = 4): Attack {
  return {
    kind: 'bodies',
    name,
    lanes,
    prepare: (stage, random) =>
      requests(Array.from({ length: variationsPerAttack }, (_, index) => make(stage, index, random)))
  }
}

/** The hostile text alone, or as the invoice beside wrong keys or right ones. */
const toSave: Make = ({ keys }, index, random) => {
  const beside = [undefined, { ...keys, secretKey: `${keys.secretKey.slice(0, -1)}x` }, keys][index % 3]
  const head = beside === undefined ? '' : `${JSON.stringify(beside).slice(0, -1)},"payload":`
  const { name, text } = hostileJson(between(random, 0, 999), random, largest - head.length - 1)
  const parts = [head, text, head === '' ? '' : '}'].map((part) => Buffer.from(part as string))
  return [name, requestBytes({
    path: save, headers: index % 2 === 0 ? [] : ['X-Dry-Run: true'], body: jsonText(Buffer.concat(parts))
  })]
}

/** Operations of the contract that take JSON. */
function operations (): { method: string, path: string }[] {
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'] !== undefined)
    .map(([method]) => ({ method: method.toUpperCase(), path }))
  )
}

// What would take the account from its own attacks.
const isHarmless = ({ path }: { path: string }): boolean =>
  !/Webhook\/Save|Auth\/|RevokeKey|User\/Delete|BulkInvoice\/Create/.test(path)

/** With the hostile tenant's token, or with none. */
function toOperations (): Attack {
  const all = operations()
  const harmless = all.filter(isHarmless)
  return bodies('JSON to all operations', ({ token }, index, random) => {
    const isSignedIn = index % 2 === 0
    const { method, path } = pick(random, (isSignedIn ? harmless : all) as [typeof all[0], ...typeof all])
    const { name, text } = hostileJson(between(random, 0, 999), random)
    return [
      `${path}: ${name}`, requestBytes({ method, path, token: isSignedIn ? token : undefined, body: jsonText(text) })
    ]
  })
}

const invoice =
  '{"header":{"documentId":{"documentType":"39","paymentMedia":2}},"details":[{"itemName":"x","quantity":1,"unitPrice":1}]}'
const elements: readonly [[string, string, number], ...[string, string, number][]] = [
  ['invoices', invoice, 1_200_000], ['more invoices than are taken', invoice, 3_000_000],
  ['empty objects', '{}', 2_000_000], ['numbers', '0', 2_000_000], ['arrays', '[[[[]]]]', 1_000_000],
  ['an element of a megabyte', `{"a":"${'x'.repeat(1_000_000)}"}`, 4_000_000],
  ['mistakes', '{"header":1,"details":{}}', 1_500_000], ['other members', '{"a":1,"b":2,"c":3,"d":4}', 2_000_000]
]

/** Very many elements, or one hostile text as the only one. */
const bulk: Make = ({ token }, index, random) => {
  const [kind, element, bytes] = pick(random, elements)
  const { name, text } = index % 2 === 0
    ? { name: kind, text: Array.from({ length: Math.max(1, bytes * random() / element.length) }, () => element).join(',') }
    : hostileJson(between(random, 0, 999), random, 900_000)
  const body = Buffer.concat(['{"invoices":[', text, ']}'].map((part) => Buffer.from(part as string)))
  return [name, requestBytes({ path: '/api/BulkInvoice/Create', token, body: jsonText(body) })]
}

// Sixty lines are what an invoice may have.
const largeInvoice = (random: Random, lines: number): object => ({
  header: {
    documentId: { documentType: '33', paymentMethod: 1 },
    receiver: {
      taxNumber: '88888888-8', businessName: 'Obras S.A.', businessActivity: 'Obras', address: 'Camino 1',
      municipality: 'Maipú', city: 'Santiago'
    }
  },
  details: Array.from({ length: lines }, (_, line) => ({
    itemName: `Cañería ${line}`, itemDescription: 'x'.repeat(between(random, 0, 900)),
    quantity: between(random, 1, 99) / 10, unitPrice: 1990, discountPercentage: 10
  }))
})

const dryRun: Make = ({ keys }, _index, random) => ['dry run', requestBytes({
  path: save, headers: ['X-Dry-Run: true'], body: json({ ...keys, payload: largeInvoice(random, between(random, 40, 1200)) })
})]

const oneKey: Make = ({ keys }, index, random) => [`key ${index % 3}`, requestBytes({
  path: save, headers: [`Idempotency-Key: k${index % 3}`], body: json({ ...keys, payload: largeInvoice(random, 50) })
})]

const reads: Make = ({ token }, _index, random) => {
  const search = encodeURIComponent(
    pick(random, ['a', '%', '_', '%_%_%_%', 'ñ', '1', '\\', 'x'.repeat(100), '%'.repeat(100), 'Ingeniería']))
  const year = between(random, 2025, 2026)
  const path = pick(random, [
    `/api/Webhook/GetWebhooks?pageSize=100&page=${between(random, 1, 100_000)}&search=${search}`,
    `/api/Webhook/GetWebhooks?pageSize=100&startDate=1900-01-01&endDate=2999-12-31&search=${search}`,
    `/api/Webhook/GetWebhooks?pageSize=1000000&page=-1&${'search=a&'.repeat(between(random, 1, 300))}`,
    `/api/AuditLogs/List?pageSize=100&page=${between(random, 1, 100_000)}`,
    `/api/BulkInvoice/List?pageSize=100&page=${between(random, 1, 10_000)}`, '/api/User/GetUsers', '/api/Folio/List',
    '/api/Notification/Deliveries?pageSize=100',
    `/api/Reports/GetChannelDataReport?startDate=${year}-01-01&endDate=${year}-12-31`,
    `/api/Reports/OverviewDataReport?startDate=${year}-01-01&endDate=${year}-12-31`
  ])
  return [path.slice(0, 60), requestBytes({ method: 'GET', path, token })]
}

const files: Make = ({ token, correlationId, bulkId }, index, random) => {
  if (index % 3 === 0) {
    const body = { kind: 'settings', documentType: pick(random, [33, 52, 110]), sample: pick(random, ['long', 'full']), cedible: true }
    return [`preview, ${body.sample}`, requestBytes({ path: '/api/PdfTemplate/Preview', token, body: json(body) })]
  }
  const path = pick(random, [
    `/api/Webhook/GetPdf?correlationId=${correlationId}&cedible=true`,
    `/api/Webhook/GetPdf?correlationId=${correlationId}&format=80mm`, `/api/Webhook/GetXml?correlationId=${correlationId}`,
    `/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`,
    `/api/BulkInvoice/GetTemplate?documentType=${pick(random, ['33', '110', '43'])}&format=xlsx`
  ])
  return [path.slice(0, 40), requestBytes({ method: 'GET', path, token })]
}

export const bodyAttacks: readonly Attack[] = [
  bodies('JSON to Save', toSave),
  toOperations(),
  bodies('bulk JSON', bulk, 2),
  bodies('dry runs of large invoices', dryRun, 8),
  bodies('one Idempotency-Key', oneKey, 12),
  bodies('lists, searches, reports', reads, 10),
  bodies('PDF, XML, results, templates, previews', files, 10)
]
