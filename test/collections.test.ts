/** @module-tag slow */
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PostmanCollection } from '../collections/postman.ts'
import { catalogue } from './support/catalogue.ts'
import { violationsOf } from './support/contract.ts'
import { filled, requestsIn, type Answer } from '../collections/http-file.ts'
import { first } from './support/expecting.ts'
import { sendItem } from './support/postman.ts'
import { sharedProgram } from './support/shared.ts'

const folder = new URL('../collections/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.http'))
const collection = files.map((file) => ({ file, requests: requestsIn(readFileSync(new URL(file, folder), 'utf8')) }))

const program = sharedProgram({ settings: { TRUST_PROXY: 'loopback' } })
let environment: Record<string, string>

beforeAll(async () => {
  const tenant = await program.tenant({ folios: [39] })
  const host = await program.app.listen({ host: '127.0.0.1', port: 0 })
  environment = {
    ...tenant.keys,
    host,
    simulator: program.simulatorUrl,
    taxNumber: tenant.taxNumber,
    businessName: `Comercial ${tenant.code} SpA`,
    email: `admin@${tenant.code}.example`,
    password: 'correo-tinta-lluvia'
  }
})

describe.each(collection)('$file', ({ requests }) => {
  const answers: Record<string, Answer> = {}
  const fill = (text: string) => filled(text, environment, answers)

  it.each(requests)('$title', async ({ name, method, url, headers, body, expected }) => {
    const multipart = Object.values(headers).some((value) => value.startsWith('multipart/'))
    const response = await fetch(fill(url), {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)])),
      // Parts of a form are set apart by CR LF (RFC 2046, 5.1.1); a CAF is ISO-8859-1, byte for byte.
      ...(body === undefined
        ? {}
        : { body: multipart ? Buffer.from(fill(body.replaceAll('\n', '\r\n')), 'latin1') : fill(body) })
    })
    const text = Buffer.from(await response.arrayBuffer()).toString(
      response.headers.get('content-type')?.includes('json') ? 'utf8' : 'latin1'
    )
    if (name) answers[name] = { status: response.status, text }

    expect(response.status, text.slice(0, 500)).toBe(expected.status)
    // The simulator's addresses are none of the document's.
    if (url.startsWith('{{host}}')) {
      expect(
        violationsOf({ method, url: fill(url) }, {
          statusCode: response.status, headers: Object.fromEntries(response.headers), body: text
        })
      ).toEqual([])
    }
    if (expected.status !== 200) {
      expect(JSON.parse(text)).toMatchObject({ success: false, errorCode: expected.errorCode })
    }
  })
})

describe('the Postman collection', () => {
  const { item: folders } = JSON.parse(
    readFileSync(new URL('timbre.postman_collection.json', folder), 'utf8')
  ) as PostmanCollection

  // A journey is begun once.
  beforeAll(() => program.rows('update certification_journeys set ended_at = now()'))

  it.each(folders)('answers as expected in the folder $name', async ({ item }) => {
    const variables = { ...environment }
    // An address of their own: those before used up what one may guess in a minute.
    for (const one of item) await sendItem(one, variables, { 'x-forwarded-for': '127.0.0.2' })
  })

  it('uses the values of its environment', () => {
    const { values } = JSON.parse(readFileSync(new URL('timbre.postman_environment.json', folder), 'utf8'))

    expect(values.map(({ key }: { key: string }) => key).sort()).toEqual(Object.keys(environment).sort())
  })
})

it('reads values of named requests in httpYac and in the REST Client alike', async () => {
  const { default: { configureHooks } } = await import('../collections/.httpyac.config.cjs')
  type Replace = (text: unknown, type: string, context: { variables: Record<string, unknown> }) => unknown
  const added: Replace[] = []
  configureHooks({ hooks: { replaceVariable: { addHook: (_id: string, hook: Replace) => added.push(hook) } } })
  const variables = { login: { result: { accessToken: 't' } }, cafResponse: { body: '<CAF/>' } }
  const texts = collection.flatMap(({ requests }) =>
    requests.flatMap(({ url, headers, body = '' }) => [url, ...Object.values(headers), body]))

  expect(first(added)('Bearer {{login.response.body.$.result.accessToken}} {{host}}', '', { variables })).toBe('Bearer t {{host}}')
  expect(first(added)('{{caf.response.body.*}}', '', { variables })).toBe('<CAF/>')
  const known: Record<string, unknown> = new Proxy({}, { get: (_target, key) => typeof key === 'symbol' ? () => 'x' : known })
  expect(texts.map((text) => first(added)(text, '', { variables: known })).join()).not.toContain('.response.')
})

it('has a request for every operation under its current name', () => {
  const sent = new Set(
    collection.flatMap(({ requests }) =>
      requests.map(({ method, url }) => `${method} ${url.replace('{{host}}', '').replace(/\?.*/s, '')}`)
    )
  )

  expect(Object.keys(catalogue).filter((operation) => !sent.has(operation))).toEqual([])
})
