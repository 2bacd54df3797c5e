import { readFileSync } from 'node:fs'
import { between, pick, type Random } from '../../random.ts'
import { fifty, requests, variationsPerAttack, type Attack, type Stage } from '../attack.ts'
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

/** The hostile text where the invoice stands, beside keys. */
function withKeys (keys: object, index: number, random: Random): { name: string, body: Buffer } {
  const head = Buffer.from(`${JSON.stringify(keys).slice(0, -1)},"payload":`)
  const { name, text } = hostileJson(index, random, largest - head.length - 1)
  return { name, body: Buffer.concat([head, Buffer.from(text as string), Buffer.from('}')]) }
}

const wrongKeys = {
  tenantCode: 'hostil', accessKey: 'ak_test_xxxxxxxxxxxxxxxxxxxxxxxx',
  secretKey: 'sk_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
}

/** Operations of the contract that take JSON. */
function operations (isWanted: (path: string) => boolean): { method: string, path: string }[] {
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>>
  }
  return Object.entries(paths).filter(([path]) => isWanted(path)).flatMap(([path, methods]) => Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'] !== undefined)
    .map(([method]) => ({ method: method.toUpperCase(), path }))
  )
}

// What would take the account from its own attacks.
const isHarmless = (path: string): boolean =>
  !/Webhook\/Save|Auth\/|RevokeKey|User\/Delete|BulkInvoice\/Create/.test(path)
const isForAnyone = (path: string): boolean => /Auth\/|KeyValidation/.test(path)

function toOperations (name: string, isWanted: (path: string) => boolean, isSignedIn: boolean): Attack {
  const all = operations(isWanted)
  return bodies(name, ({ token }, index, random) => {
    const { method, path } = all[index % all.length] ?? { method: 'POST', path: save }
    const { name: shape, text } = hostileJson(between(random, 0, 49), random)
    return [
      `${path}: ${shape}`, requestBytes({ method, path, token: isSignedIn ? token : undefined, body: jsonText(text) })
    ]
  })
}

const elementsOf = (index: number, random: Random): { name: string, text: Buffer } => {
  const invoice =
    '{"header":{"documentId":{"documentType":"39","paymentMedia":2}},"details":[{"itemName":"x","quantity":1,"unitPrice":1}]}'
  const [name, element, bytes] = pick<readonly [string, string, number]>(random, [
    ['invoices', invoice, 1_200_000],
    ['more invoices than are taken', invoice, 3_000_000],
    ['empty objects', '{}', 2_000_000],
    ['numbers', '0', 2_000_000],
    ['nulls', 'null', 2_000_000],
    ['arrays', '[[[[]]]]', 1_000_000],
    ['strings', '"x"', 2_000_000],
    ['an element of a megabyte', `{"a":"${'x'.repeat(1_000_000)}"}`, 4_000_000],
    ['mistakes', '{"header":1,"details":{}}', 1_500_000],
    ['other members', '{"a":1,"b":2,"c":3,"d":4}', 2_000_000]
  ])
  const list = Array.from({ length: Math.max(1, Math.floor(bytes * random() / element.length)) }, () => element).join(
    ','
  )
  const { name: shape, text } = hostileJson(index, random, 900_000)
  return index % 2 === 0
    ? { name, text: Buffer.from(`{"invoices":[${list}]}`) }
    : {
        name: `an element: ${shape}`,
        text: Buffer.concat([Buffer.from('{"invoices":['), Buffer.from(text as string), Buffer.from(']}')])
      }
}

// Sixty lines are what an invoice may have.
const largeInvoice = (random: Random, lines = between(random, 30, 60)): object => ({
  header: {
    documentId: { documentType: '33', paymentMethod: 1 },
    receiver: {
      taxNumber: '88888888-8', businessName: 'Obras S.A.', businessActivity: 'Obras', address: 'Camino 1',
      municipality: 'Maipú', city: 'Santiago'
    }
  },
  details: Array.from(
    { length: lines },
    (_, line) => ({
      itemName: `Cañería ${line}`, itemDescription: 'x'.repeat(between(random, 0, 900)),
      quantity: between(random, 1, 99) / 10, unitPrice: 1990, discountPercentage: 10
    })
  )
})

/** The hostile tenant's own invoices, as fast as they are answered. */
const lawful: Attack = {
  kind: 'bodies',
  name: 'lawful Saves, 20 connections',
  lanes: 20,
  prepare: ({ keys }, random) => fifty((index) => {
    const body = json({
      ...keys,
      payload: {
        header: { documentId: { documentType: '39', paymentMedia: 2 } },
        details: Array.from(
          { length: 1 + index % 10 },
          (_, line) => ({ itemName: `Clavo ${line}`, quantity: between(random, 1, 99), unitPrice: 990 })
        )
      }
    })
    const request = requestBytes({ path: save, body, keepAlive: true })
    return {
      name: `${1 + index % 10} lines`, run: (hand) => hand.sendInTurn(Array.from({ length: 20 }, () => request))
    }
  })
}

const dryRuns: Attack = bodies(
  'dry runs of large invoices',
  (
    { keys }, _index, random
  ) => [
    'dry run',
    requestBytes({
      path: save, headers: ['X-Dry-Run: true'],
      body: json({ ...keys, payload: largeInvoice(random, between(random, 40, 1200)) })
    })
  ],
  8
)

const oneKey: Attack = bodies(
  'one Idempotency-Key',
  (
    { keys }, index, random
  ) => [
    `key ${index % 3}`,
    requestBytes({
      path: save, headers: [`Idempotency-Key: k${index % 3}`],
      body: json({ ...keys, payload: largeInvoice(random, 50) })
    })
  ],
  12
)

const searches: Attack = bodies('lists and searches', ({ token }, _index, random) => {
  const search = encodeURIComponent(
    pick(random, ['a', '%', '_', '%_%_%_%', 'ñ', '1', '\\', 'x'.repeat(100), '%'.repeat(100), 'Ingeniería'])
  )
  const path = pick(random, [
    `/api/Webhook/GetWebhooks?pageSize=100&page=${between(random, 1, 100_000)}&search=${search}`,
    `/api/Webhook/GetWebhooks?pageSize=100&startDate=1900-01-01&endDate=2999-12-31&search=${search}`,
    `/api/Webhook/GetWebhooks?pageSize=1000000&page=-1&${'search=a&'.repeat(between(random, 1, 300))}`,
    `/api/AuditLogs/List?pageSize=100&page=${between(random, 1, 100_000)}`,
    `/api/BulkInvoice/List?pageSize=100&page=${between(random, 1, 10_000)}`,
    '/api/User/GetUsers',
    '/api/Folio/List',
    '/api/Role/GetClaims',
    '/api/Tenant/GetTenant',
    '/api/Notification/Deliveries?pageSize=100'
  ])
  return [path.slice(0, 60), requestBytes({ method: 'GET', path, token })]
}, 10)

const reports: Attack = bodies('reports', ({ token }, _index, random) => {
  const year = between(random, 2025, 2026)
  const path = `/api/Reports/${
    pick(random, ['GetChannelDataReport', 'OverviewDataReport'])
  }?startDate=${year}-01-01&endDate=${year}-12-31`
  return [path, requestBytes({ method: 'GET', path, token })]
}, 10)

const drawings: Attack = bodies('PDF, XML, results, templates', ({ token, correlationId, bulkId }, _index, random) => {
  const path = pick(random, [
    `/api/Webhook/GetPdf?correlationId=${correlationId}&cedible=true`,
    `/api/Webhook/GetPdf?correlationId=${correlationId}&format=80mm`,
    `/api/Webhook/GetXml?correlationId=${correlationId}`,
    `/api/BulkInvoice/GetResult?id=${bulkId}&format=xlsx`,
    `/api/BulkInvoice/GetTemplate?documentType=${pick(random, ['33', '110', '43'])}&format=xlsx`
  ])
  return [path.slice(0, 40), requestBytes({ method: 'GET', path, token })]
}, 10)

const previews: Attack = bodies('previews, lawful', ({ token }, _index, random) => {
  const body = {
    kind: 'settings', documentType: pick(random, [33, 52, 110]), sample: pick(random, ['long', 'full', 'ordinary']),
    cedible: true
  }
  return [body.sample, requestBytes({ path: '/api/PdfTemplate/Preview', token, body: json(body) })]
}, 6)

const tokens: Attack = bodies('tokens', ({ token }, index, random) => {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const forged = pick(random, [
    `${head}.${claims}.`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
    `${head}.${claims}.${signature.slice(1)}x`,
    'x'.repeat(between(random, 1, 15_000)),
    '.'.repeat(between(random, 1, 15_000)),
    `${head}.${Buffer.from(`{"a":${'['.repeat(8000)}`).toString('base64url')}.${signature}`,
    ''
  ])
  return [String(index), requestBytes({ method: 'GET', path: '/api/Tenant/GetTenant', token: forged })]
}, 10)

export const bodyAttacks: readonly Attack[] = [
  bodies('JSON to Save, no keys', (_stage, index, random) => {
    const { name, text } = hostileJson(index, random)
    return [name, requestBytes({ path: save, body: jsonText(text) })]
  }),
  bodies('JSON to Save, wrong keys', (_stage, index, random) => {
    const { name, body } = withKeys(
      { ...wrongKeys, tenantCode: pick(random, ['hostil', 'buena', `x${index}`]) }, index, random
    )
    return [name, requestBytes({ path: save, body: jsonText(body) })]
  }),
  bodies('JSON to Save, right keys', ({ keys }, index, random) => {
    const { name, body } = withKeys(keys, index, random)
    return [
      name, requestBytes({ path: save, headers: index % 2 === 0 ? [] : ['X-Dry-Run: true'], body: jsonText(body) })
    ]
  }),
  toOperations('JSON to all operations, signed in', isHarmless, true),
  toOperations('JSON to all operations, no token', () => true, false),
  toOperations('JSON to public operations', isForAnyone, false),
  bodies('bulk JSON', ({ token }, index, random) => {
    const { name, text } = elementsOf(index, random)
    return [name, requestBytes({ path: '/api/BulkInvoice/Create', token, body: jsonText(text) })]
  }, 2),
  lawful,
  bodies(
    'lawful Saves of large invoices',
    (
      { keys }, _index, random
    ) => ['large', requestBytes({ path: save, body: json({ ...keys, payload: largeInvoice(random) }) })],
    10
  ),
  dryRuns,
  oneKey,
  searches,
  reports,
  drawings,
  previews,
  tokens
]
