/** @module-tag slow */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDemoTenant } from '../../../src/program/demo/first-start.ts'
import { boleta } from '../../../src/program/demo/documents.ts'
import { groupsOf } from '../../support/expecting.ts'
import { type Program, startProgram } from '../../support/program.ts'

let program: Program
let url: string
let dataDir: string

async function startNew (): Promise<void> {
  program = await startProgram()
  url = await program.app.listen({ port: 0, host: '127.0.0.1' })
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-first-start-'))
}

async function end (): Promise<void> {
  vi.unstubAllGlobals()
  await program.close()
  rmSync(dataDir, { recursive: true })
}

/** A start of the program, as far as the demo tenant is concerned; gives what it printed. */
async function start (documentTypes = [39]): Promise<string> {
  let printed = ''
  await prepareDemoTenant({
    url, simulatorUrl: program.simulatorUrl, dataDir, documentTypes, say: (text) => { printed += text }
  })
  return printed
}

async function signedIn (printed: string): Promise<string> {
  const [email, password] = groupsOf(printed, /^Sign in +(\S+) +(\S+)$/m, 2)
  const { body } = await program.call('POST', '/Auth/Login', { body: { email, password } })
  return body.result.accessToken
}

/** Issues a boleta with the keys that were printed. */
async function issueWith (printed: string): Promise<number> {
  const [tenantCode, accessKey, secretKey] = groupsOf(printed, /^Keys +(\S+) +(\S+) +(\S+)$/m, 3)
  for (;;) {
    const { status, body } = await program.call('POST', '/Webhook/Save', {
      body: { tenantCode, accessKey, secretKey, payload: boleta }
    })
    if (body.errorCode !== 'OVERLOADED') return body.result?.status === 2 ? status : -status
  }
}

const stepOf = (input: URL | string, init: RequestInit = {}): string => {
  const type = typeof init.body === 'string' ? /"documentType":(\d+)/.exec(init.body)?.[1] ?? '' : ''
  return `${init.method ?? 'GET'} ${String(input).replace(/^http:\/\/[^/]+/, '')} ${type}`
}

describe.each(['before', 'after'] as const)('a start that ends %s a step', (moment) => {
  beforeEach(startNew)
  afterEach(end)

  it('is completed by the next one, whichever step it was', async () => {
    const interrupted = new Set<string>()
    let isDead = false
    const really = fetch
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
      const step = stepOf(input, init)
      if (isDead) throw new Error('the process has ended')
      const isFirst = !interrupted.has(step)
      interrupted.add(step)
      isDead = isFirst
      if (isFirst && moment === 'before') throw new Error('the process ends')
      const response = await really(input, init)
      if (isFirst) throw new Error('the process ends')
      return response
    })

    let printed = ''
    let starts = 0
    do {
      isDead = false
      starts += 1
      printed = await start()
    } while (!printed.includes('Issue a factura') && starts < 100)
    vi.unstubAllGlobals()

    expect(printed).toContain('Issue a factura')
    expect(interrupted.size).toBeGreaterThan(8)
    expect(starts).toBeGreaterThan(interrupted.size - 2)
    expect(await issueWith(printed)).toBe(200)
    expect(await program.rows('select from tenants')).toHaveLength(1)
    expect(await program.rows('select from tenant_keys where revoked_at is null')).not.toHaveLength(0)
    expect(await program.rows('select document_type from folio_blocks where position is not null')).toHaveLength(1)
  })
})

describe('a start on a new database', () => {
  beforeEach(startNew)
  afterEach(end)

  it('makes the tenant, though the sign-in of an old one is still there', async () => {
    const old = { email: 'demo@losandes.example', password: 'demo-otra-cosa', tenantCode: 'losandes', accessKey: 'ak', secretKey: 'sk', complete: true }
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(old))

    const printed = await start()
    expect(await issueWith(printed)).toBe(200)
    expect(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))).toMatchObject({ password: old.password, complete: true })
  })
})

describe('ignores a truncated file', () => {
  let printed: string

  beforeAll(async () => {
    await startNew()
    writeFileSync(join(dataDir, 'demo.json'), '{ "email": "demo')
    printed = await start([33, 39])
  })
  afterAll(end)

  it('is made though its file was cut off', async () => {
    expect(await issueWith(printed)).toBe(200)
  })

  it('issues the factura of the README, which the start prints, with the total that is shown, and its PDF', async () => {
    const [pasted] = groupsOf(printed, /Webhook\/Save .* -d '(.+)'$/m)
    const body = JSON.parse(pasted)
    const { body: { result } } = await program.call('POST', '/Webhook/Save', { body })

    for (const text of ['README.md', 'README.es.md'].map((page) => readFileSync(page, 'utf8'))) {
      const [shown] = groupsOf(text, /Webhook\/Save .* -d '(\{[^']+\})'/)
      expect(JSON.parse(shown).payload).toEqual(body.payload)
      expect(text).toContain(`"totalAmount": ${result.totalAmount}, "issuedAt"`)
    }
    const token = await signedIn(printed)
    expect((await program.call('GET', `/Webhook/GetPdf?correlationId=${result.correlationId}`, { token })).status).toBe(200)
  })

  it('has the same sign-in and keys at a later start', async () => {
    expect(printed).toContain('Issue a factura')
    expect(await start()).toBe(printed)
  })

  it('is reported where its password is lost, and the service runs on', async () => {
    rmSync(join(dataDir, 'demo.json'))

    const printed = await start()
    expect(printed.trimStart()).toMatch(`Console     ${url}/console\nAPI         ${url}\n`)
    expect(printed).toContain(`The demo tenant exists, but ${join(dataDir, 'demo.json')} does not have its password.`)
  })
})
