/** @module-tag slow */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client, createClient as CreateClient } from '../clients/typescript/client.ts'
import { createSimulator } from '../sii-simulator/index.ts'
import { withoutFixesSince } from '../src/program/startup/node-support.ts'
import { builtFile } from './support/built-program.ts'
import { freshDatabase } from './support/database.ts'
import { factura } from './support/documents.ts'
import { defined } from './support/expecting.ts'
import { startMailCatcher } from './support/mail-catcher.ts'
import { keySource } from './support/rsa-keys.ts'
import { patience } from './support/patience.ts'

// What a client that knows only the package and a server does, from nothing to the audit log.
const folder = mkdtempSync(join(tmpdir(), 'timbre-journey-'))
const run = promisify(execFile)
const types = ['33', '34', '39', '41', '43', '46', '52', '56', '61', '110', '111', '112'] as const
const [taxNumber, businessName] = ['77777777-7', 'Comercial Andes SpA']
const closing: (() => unknown)[] = []
let createClient: typeof CreateClient
let baseUrl: string
const startLines: string[] = []
let mails: { to: string[], source: string }[]
let order: (path: string, body: object) => Promise<Blob>
let timbre: Client
let keys: { tenantCode: string, accessKey: string, secretKey: string }

/** Runs a program where .env lies, without any setting in its environment. */
const environment = { PATH: process.env['PATH'] ?? '' }

beforeAll(async () => {
  const database = await freshDatabase()
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  const simulatorUrl = await simulator.listen()
  const catcher = await startMailCatcher()
  closing.push(() => database.drop(), () => simulator.close(), () => catcher.close())
  mails = catcher.mails
  order = async (path, body) => {
    const answer = await fetch(`${simulatorUrl}/simulator${path}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
    })
    return answer.blob()
  }
  const secret = () => `k1:${randomBytes(32).toString('base64')}`
  writeFileSync(join(folder, '.env'), Object.entries({
    NODE_ENV: 'production', SHUTDOWN_DELAY_SECONDS: '0', REGISTRATION: 'closed', PORT: '0', METRICS_PORT: '0', DATA_DIR: folder,
    DATABASE_URL: database.url, MASTER_KEY: secret(), JWT_KEYS: secret(),
    KEY_PEPPER: randomBytes(32).toString('base64'), SII_SIMULATOR_URL: simulatorUrl, SII_FIRST_POLL_SECONDS: '0.05',
    WORKER_POLL_MS: '200', SMTP_URL: catcher.url, MAIL_FROM: '"Timbre <timbre@andes.example>"'
  }).map(([name, value]) => `${name}=${value}`).join('\n'))
  createClient = await installedClient()
  const server = spawn(process.execPath, [builtFile('src/server.ts')], { cwd: folder, env: environment })
  closing.push(() => ended(server))
  baseUrl = await readyAt(server, startLines)
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** The client as another project has it: packed here, installed there. */
async function installedClient (): Promise<typeof CreateClient> {
  const npm = (...args: string[]) => run('npm', args, { cwd: folder })
  const { stdout } = await npm('pack', '--json', '--foreground-scripts=false', resolve('clients/typescript'))
  const [{ filename, files }] = JSON.parse(stdout)
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'LICENSE', 'README.md', ...['answer', 'client', 'error', 'index', 'repeated'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    'dist/schema.d.ts', ...['timbre', 'webhook'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    'package.json'
  ])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await npm('install', '--offline', '--no-audit', '--no-fund', `./${filename}`)
  return (await import(pathToFileURL(join(folder, 'node_modules/timbre-client/dist/index.js')).href)).createClient
}

async function readyAt (server: ChildProcess, lines: string[]): Promise<string> {
  defined(server.stderr).on('data', (text: Buffer) => lines.push(text.toString()))
  for await (const line of createInterface(defined(server.stdout))) {
    lines.push(line)
    if (line.includes('Timbre is ready')) {
      defined(server.stdout).resume()
      return JSON.parse(line).url
    }
  }
  throw new Error(lines.join('\n'))
}

async function ended (server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
}

async function until (what: string, question: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patience.timeout
  while (!await question()) {
    if (performance.now() > deadline) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, patience.interval))
  }
}

describe('with the installed client, a server that .env starts in production, and registration closed', () => {
  it('the start says once if this Node.js gets no more security fixes', () => {
    const warnings = startLines.filter((line) => line.includes('this Node.js gets no more security fixes; use Node.js 24'))

    expect(warnings).toHaveLength(withoutFixesSince(process.versions.node, new Date()) === undefined ? 0 : 1)
  })

  it('the operator creates a tenant, and its administrator signs in', async () => {
    await expect(createClient({ baseUrl }).post('/api/Auth/Register', {
      body: { email: 'ana@andes.example', password: 'correo-tinta-lluvia', fullName: 'Ana', companyTitle: businessName, taxNumber }
    })).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' })
    const { stdout } = await run(process.execPath, [
      builtFile('src/cli/timbre.ts'), 'tenant', 'create', '--code', 'andes', '--tax-number', taxNumber, '--name', businessName,
      '--email', 'ana@andes.example', '--full-name', 'Ana Fuentes', '--simulator'
    ], { cwd: folder, env: environment })
    const member = (name: string): string => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(stdout)?.[1] ?? ''
    keys = { tenantCode: 'andes', accessKey: member('Access key'), secretKey: member('Secret key') }

    const { accessToken } = await createClient({ baseUrl }).post('/api/Auth/Login', {
      body: { email: 'ana@andes.example', password: member('Password') }
    })
    timbre = createClient({ baseUrl, token: accessToken, language: 'es' })
    await timbre.put('/api/Tenant/Update', {
      body: {
        businessActivity: 'Ferretería', activityCodes: [475_201], address: 'Calle Larga 100', municipality: 'Ñuñoa',
        city: 'Santiago', mailReceivers: true
      }
    })
  })

  it('it uploads the certificate, and folios of every type', async () => {
    const File = await order('/certificates', {
      taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: 'clave'
    })
    await timbre.post('/api/Tenant/Certificate', { body: { Password: 'clave', File } })
    for (const documentType of types) {
      const caf = await order('/cafs', { taxNumber, businessName, documentType: Number(documentType), from: 1, to: 100 })
      const { id } = await timbre.post('/api/Folio/Upload', { body: { File: caf } })
      await timbre.put('/api/Folio/Activate', { body: { id } })
    }

    expect((await timbre.get('/api/Folio/List')).map(({ documentType }) => String(documentType)).sort()).toEqual([...types].sort())
    expect((await timbre.get('/api/Tenant/GetTenant')).readiness).toMatchObject({ ready: true })
  })

  it('it issues a factura and its note, and the receiver gets a mail', async () => {
    const posted = factura()
    const payload = {
      ...posted, header: { ...posted.header, receiver: { ...posted.header.receiver, email: 'compras@cliente.example' } }
    }
    const save = (body: object) => timbre.post('/api/Webhook/Save', {
      body: { ...keys, payload: body } as never, headers: { 'Idempotency-Key': randomUUID() }
    })
    const issued = await save(payload)
    const accepted = async (correlationId: string) =>
      (await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })).statusText === 'Accepted'
    await until('the factura is accepted', () => accepted(issued.correlationId))
    // The day of Chile, which is not UTC's in the evening.
    const { issueDate: date } = await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId: issued.correlationId } })
    const { header } = payload
    const credited = await save({
      ...payload, header: { ...header, documentId: { documentType: '61' } },
      references: [{ documentType: '33', folio: issued.invoiceNumber, date, code: '1', reason: 'Anula' }]
    })
    await until('the note is accepted', () => accepted(credited.correlationId))
    await until('the receiver has mails', async () => mails.length >= 2)

    expect(mails.map(({ to }) => to)).toContainEqual(['compras@cliente.example'])
    const pdf = await timbre.get('/api/Webhook/GetPdf', { query: { correlationId: issued.correlationId } })
    expect(Buffer.from(await pdf.arrayBuffer()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('it submits the twelve types in bulk, corrects a mistake, and follows them to their verdicts', async () => {
    const submitted: string[] = []
    for (const documentType of types) {
      const File = await timbre.get('/api/BulkInvoice/GetTemplate', { query: { documentType, format: 'csv' } })
      const wrong = new Blob([(await File.text()).replace(/(?<=^[^;]+;)\d+/m, '99')])
      const first = await timbre.post('/api/BulkInvoice/Create', { body: { File: documentType === '33' ? wrong : File } })
      const { id, counters } = documentType === '33'
        ? await timbre.post('/api/BulkInvoice/Create', { body: { File }, query: { replacesId: first.id } })
        : first
      if (documentType === '33') {
        expect([first.counters.invalid, first.counters.ready]).toEqual([1, 1])
        expect((await timbre.get('/api/BulkInvoice/Get', { query: { id: first.id } })).statusText).toBe('Cancelled')
      }
      expect(counters).toMatchObject({ invalid: 0, ready: counters.documents })
      await timbre.put('/api/BulkInvoice/Process', { body: { id } })
      submitted.push(id)
    }
    for (const id of submitted) {
      for await (const { event, data } of await timbre.events('/api/BulkInvoice/Get', { query: { id } })) {
        if (event === 'done') expect(data).toMatchObject({ statusText: 'Completed', counters: { failed: 0 } })
      }
      await until('its documents are accepted', async () => {
        const { counters } = await timbre.get('/api/BulkInvoice/Get', { query: { id } })
        return counters.accepted === counters.documents
      })
    }
  })

  it('reports and the audit log show all of it', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const report = await timbre.get('/api/Reports/OverviewDataReport', { query: { startDate: yesterday, endDate: today } })
    expect(report.types.map(({ documentType }) => String(documentType)).sort()).toEqual([...types].sort())

    const actions = new Set<string>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, totalPage } = await timbre.get('/api/AuditLogs/List', { query: { page, pageSize: 100 } })
      for (const { action } of data) actions.add(action)
      pages = totalPage
    }
    expect(Array.from(actions)).toEqual(expect.arrayContaining([
      'tenant.update', 'tenant.uploadCertificate', 'folio.activate', 'invoice.issue', 'envelope.verdict',
      'invoice.mailReceiver', 'bulkInvoice.cancel', 'bulkInvoice.complete'
    ]))
  })
})
