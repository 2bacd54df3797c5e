import { request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spreadsheets } from '../../src/adapters/spreadsheet/index.ts'
import { writeTemplate } from '../../src/services/bulk/template.ts'
import { type Child, sharedSettings, startChild } from '../support/child.ts'
import { boleta } from '../support/documents.ts'
import { sharedProgram, sharedTenant } from '../support/shared.ts'

const settings = sharedSettings()

let child: Child
let childEnded = false

const program = sharedProgram({ working: false, settings })
const tenant = sharedTenant(program, { folios: [39] })

beforeAll(async () => {
  child = await startChild(program, { ...settings, ROLE: 'api' })
  child.exited.then(() => { childEnded = true }, () => {})
})
afterAll(async () => { await child?.end('SIGKILL') })

interface Answer { status: number, code: string }

/** Sends bytes over a connection of its own; undefined when it ended without an answer. */
async function post (path: string, headers: Record<string, string>, body: Buffer): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sending = request(`${child.url}/api${path}`, {
      method: 'POST', headers: { ...headers, 'content-length': String(body.length) }, agent: false
    }, (response) => {
      text(response).then((json) => {
        resolve({ status: response.statusCode ?? 0, code: (JSON.parse(json) as { errorCode: string }).errorCode })
      }, () => {
        resolve(undefined)
      })
    })
    sending.on('error', () => { resolve(undefined) })
    sending.end(body)
  })
}

async function create (file: Buffer): Promise<Answer | undefined> {
  const form = new FormData()
  form.append('File', new Blob([new Uint8Array(file)]), 'facturas.xlsx')
  const encoded = new Response(form)
  return post('/BulkInvoice/Create', {
    authorization: `Bearer ${tenant.token}`, 'content-type': encoded.headers.get('content-type') ?? ''
  }, Buffer.from(await encoded.arrayBuffer()))
}

it('a workbook with a damaged byte answers 400 each time, and documents are still saved', async () => {
  const whole = await buffer(
    writeTemplate({ documentType: 39, format: 'xlsx', at: new Date('2026-11-20T12:00:00Z') }, spreadsheets)
  )
  const sheet = whole.indexOf('xl/worksheets/sheet1.xml') + 100
  const answers: (Answer | undefined)[] = []
  for (let at = 0; at < 24; at++) {
    const damaged = Buffer.from(whole)
    const place = sheet + at * 40
    damaged.writeUInt8(damaged.readUInt8(place) ^ 4, place)
    answers.push(await create(damaged))
  }

  expect(new Set(answers.map((answer) => `${answer?.status} ${answer?.code}`))).toEqual(
    new Set(['400 BULK_FILE_MALFORMED'])
  )
  expect(await create(whole)).toEqual({ status: 200, code: '' })
  expect(
    await post(
      '/Webhook/Save', { 'content-type': 'application/json' },
      Buffer.from(JSON.stringify({ ...tenant.keys, payload: boleta() }))
    )
  ).toEqual({ status: 200, code: '' })
  expect(childEnded).toBe(false)
})
