import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { statuses } from '../../../src/model/document-states.ts'
import { drawingTimeoutMs } from '../../../src/http/limits.ts'
import { createLogger } from '../../../src/http/plugins/request-log.ts'
import { defineGroup } from '../../../src/http/operation.ts'
import { envelopedBoolean, fileAnswer, ok } from '../../../src/http/envelope.ts'
import { sendFile } from '../../../src/http/plugins/downloads.ts'
import type { PublicDocument, PublicDocuments } from '../../../src/services/publishing/public-documents.ts'
import { ServiceError } from '../../../src/shared/errors.ts'
import { first } from '../../support/expecting.ts'
import { holdLimits, limitPasses } from '../../support/held-limits.ts'
import { httpApp } from '../../support/http-app.ts'
import { until } from '../../support/raw-connection.ts'

const token = 'Tk3n-of_a-public-link-which-opens-everything'
const found: PublicDocument = {
  address: `https://facturas.example/d/${token}`, issuerName: 'Andes SpA', issuerTaxNumber: '76418930-4',
  typeName: 'Factura Electrónica', folio: 1, issueDate: '2026-11-18', totalAmount: '1190', currency: undefined,
  status: statuses.Accepted, annulledBy: undefined, isTrial: false
}
const file = { bytes: Buffer.from('%PDF-'), fileName: 'Factura 1.pdf' }

let lines: string[]
let calls: { name: string, go: () => void }[]
/** Whether those who read a document wait until they are let go. */
let isHeld: boolean
let world: Awaited<ReturnType<typeof httpApp>>

async function reading<Result> (name: string, given: string, result: Result): Promise<Result | undefined> {
  await new Promise<void>((resolve) => {
    calls.push({ name, go: resolve })
    if (!isHeld) resolve()
  })
  return given === token ? result : undefined
}

const documents: PublicDocuments = {
  find: (given) => reading('find', given, found),
  has: async (given) => await reading('has', given, true) ?? false,
  pdf: (given) => reading('pdf', given, file),
  xml: (given) => reading('xml', given, file)
}
const others = defineGroup('Auth', (operation) => {
  operation({
    method: 'GET', path: '/Knock', rule: { access: 'public' }, summary: 'Knock', answer: envelopedBoolean,
    handler: async () => ok(true)
  })
  operation({
    method: 'GET', path: '/File', rule: { access: 'public' }, summary: 'Draw', timeoutMs: drawingTimeoutMs,
    query: z.object({ code: z.string() }), answer: fileAnswer('A file', ['application/pdf']),
    handler: async ({ query: { code }, reply }) => {
      await reading('file', code, file)
      return sendFile(reply, { ...file, mediaType: 'application/pdf' })
    }
  })
  operation({
    method: 'GET', path: '/Stops', rule: { access: 'public' }, summary: 'Stop', answer: envelopedBoolean,
    handler: async () => { throw new ServiceError('SHUTTING_DOWN') }
  })
})

beforeEach(async () => {
  [lines, calls, isHeld] = [[], [], false]
  world = await httpApp({
    groups: [others], publicDocuments: documents, config: { trustedProxies: ['127.0.0.1'] },
    logger: createLogger({ level: 'debug', destination: { write: (line: string) => { lines.push(line) } } })
  })
})
afterEach(async () => {
  vi.useRealTimers()
  isHeld = false
  for (const { go } of calls) go()
  await world.app.close()
})

// inject() begins once somebody waits for it.
const ask = async (url: string, { method = 'GET', from = '203.0.113.1' } = {}) => world.app.inject({
  method: method as 'GET', url, headers: { 'x-forwarded-for': from }
})
const idle = () => until(() => world.app.inFlightRequests().length === 0)

it.each([
  ['GET', `/d/${token}`, 200], ['GET', `/d/${token}/pdf?${token}`, 200], ['HEAD', `/d/${token}/xml`, 200],
  ['POST', `/d/${token}`, 404], ['PUT', `/d/${token}/pdf`, 404], ['GET', `/d/${token}/pdf/x`, 404],
  ['GET', `/d/${token}/pdff`, 404], ['DELETE', `/${token}`, 404], ['GET', `/d/%20/${token}`, 404],
  ['GET', `/d/${token}%`, 400], ['GET', `/d/${token.repeat(3)}`, 400], ['GET', `/facturas/d/${token}`, 404]
])('the token of a link is in no log: %s %s', async (method, url, status) => {
  expect((await ask(url, { method })).statusCode).toBe(status)
  await idle()

  expect(lines.join('')).not.toContain(token)
})

it.each([`/d/${token}/pdf`, `/api/Auth/File?code=${token}`])('nor in that of a file that comes too late: %s', async (url) => {
  isHeld = true
  holdLimits()
  const asking = ask(url)
  await limitPasses(drawingTimeoutMs, () => calls.length === 1)
  expect((await asking).statusCode).toBe(503)
  vi.useRealTimers()
  first(calls).go()
  await idle()

  expect(lines.join('')).not.toContain(token)
})

it('HEAD reports whether a page or file exists, without drawing it or counting as opened', async () => {
  for (const [rest, type] of [
    ['', 'text/html; charset=utf-8'], ['/pdf', 'application/pdf'], ['/xml', 'application/xml; charset=ISO-8859-1']
  ]) {
    const there = await ask(`/d/${token}${rest}`, { method: 'HEAD' })
    expect(there).toMatchObject({ statusCode: 200, body: '' })
    expect(there.headers).toMatchObject({ 'content-type': type, 'x-robots-tag': 'noindex, nofollow, noarchive' })
    expect((await ask(`/d/x${rest}`, { method: 'HEAD' }))).toMatchObject({ statusCode: 404, body: '' })
  }

  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(['has']))
})

it('concurrent public pages are limited, also per network, and do not delay signed-in users', async () => {
  isHeld = true
  const one = Array.from({ length: 30 }, () => ask(`/d/${token}`))
  const others = Array.from({ length: 30 }, (_, index) => ask(`/d/${token}`, { from: `198.51.100.${index}` }))
  await until(() => calls.length === 8)
  expect((await ask('/api/Auth/Knock')).statusCode).toBe(200)

  expect(calls).toHaveLength(8)
  isHeld = false
  for (const { go } of calls) go()
  const answers = await Promise.all([...one, ...others])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

it('requests refused while stopping are not logged as errors', async () => {
  expect((await ask('/api/Auth/Stops')).statusCode).toBe(503)
  await idle()

  expect(lines.filter((line) => /"level":"(?:error|warn)"/.test(line))).toEqual([])
  expect(lines.join('')).toContain('SHUTTING_DOWN')
})
