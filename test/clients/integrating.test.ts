/** @module-tag slow */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/database/postgres-server.ts'
import { defined, first } from '../support/expecting.ts'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'
import { languages } from './drivers/languages.ts'

// The page as it is read: its blocks are the files of a project in which the clients are installed.
const page = readFileSync('docs/integrating.md', 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, named]) => named === language).map(([, , code = '']) => code)
const folder = mkdtempSync(join(tmpdir(), 'timbre-integrating-'))
const typescript = ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]

let program: Program
let tenant: ProgramTenant
let message: Awaited<ReturnType<typeof startReceiver>>
let secret: string
let environment: Record<string, string>
beforeAll(async () => {
  message = await startReceiver()
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
  tenant = await program.tenant({ folios: [33] })
  const notify = (method: 'PUT' | 'POST', path: string, body: object = {}) =>
    program.call(method, path, { token: tenant.token, body })
  const url = `http://localhost:${message.port}/`
  secret = (await notify('PUT', '/Notification/Update', { url, enabled: true, events: ['folios.stopped'] })).body.result.secret
  await notify('POST', '/Notification/Test')
  environment = {
    PATH: process.env['PATH'] ?? '',
    PYTHONPATH: resolve('clients/python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    TIMBRE_URL: await program.app.listen({ host: '127.0.0.1', port: 0 }),
    TIMBRE_TENANT_CODE: tenant.keys.tenantCode,
    TIMBRE_ACCESS_KEY: tenant.keys.accessKey,
    TIMBRE_SECRET_KEY: tenant.keys.secretKey,
    TIMBRE_WEBHOOK_SECRET: secret
  }
  install()
})
afterAll(async () => {
  await program.close()
  await message.close()
  rmSync(folder, { recursive: true })
})

/** The files of the page, and the clients where each language looks for them. */
function install (): void {
  const files = {
    'package.json': '{ "type": "module" }',
    'node_modules/timbre-client/package.json': '{ "type": "module", "exports": "./index.ts" }',
    'node_modules/timbre-client/index.ts': `export * from ${JSON.stringify(resolve('clients/typescript/index.ts'))}\n`,
    'vendor/autoload.php': `<?php spl_autoload_register(fn ($class) => require ${
      JSON.stringify(resolve('clients/php/src'))} . '/' . str_replace(['Timbre\\\\', '\\\\'], ['', '/'], $class) . '.php');`,
    'invoice.json': first(blocks('json')),
    'issue.sh': defined(blocks('sh').find((block) => block.startsWith('save ()'))),
    'issue.ts': first(blocks('ts')),
    'issue.py': first(blocks('python')),
    'issue.php': first(blocks('php')),
    'webhook.ts': defined(blocks('ts')[1]),
    'webhook.py': defined(blocks('python')[1]),
    'webhook.php': defined(blocks('php')[1])
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

type Name = 'curl' | 'TypeScript' | 'Python' | 'PHP'
type Command = [string, ...string[]]

const commands: Record<Name, { issue: Command, receive: ((port: number) => Command) | undefined }> = {
  curl: { issue: ['sh', 'issue.sh'], receive: undefined },
  TypeScript: { issue: ['node', ...typescript, 'issue.ts'], receive: () => ['node', ...typescript, 'webhook.ts'] },
  Python: { issue: ['python3', 'issue.py'], receive: () => ['python3', 'webhook.py'] },
  PHP: { issue: ['php', 'issue.php'], receive: (port: number) => ['php', '-S', `127.0.0.1:${port}`, 'webhook.php'] }
}

/** What a command prints, with its status of exit before it. */
function exited ([command, ...args]: Command, settings: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env: { ...environment, ...settings } }, (error, stdout, stderr) => {
      resolve(`${error?.code ?? 0} ${stdout}${error ? stderr : ''}`.trim())
    })
  })
}

const left = languages.filter(({ missing }) => missing === '').map(({ language }) => language)
const here = (['curl', ...left] as const) as readonly Name[]

describe('the examples of docs/integrating.md', () => {
  it.each(here)('issue the sale in %s once, and wait until it is accepted', async (language) => {
    expect(await exited(commands[language].issue)).toBe('0 1 Accepted')
    expect(readFileSync(join(folder, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    rmSync(join(folder, 'invoice.pdf'))
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual([{ n: 1 }])
  })

  it.each(here)('show in %s why a call is refused', async (language) => {
    expect(await exited(commands[language].issue, { TIMBRE_SECRET_KEY: 'wrong' })).toMatch(/^1 [\s\S]*TENANT_KEYS_INVALID/)
  })

  it.each(here.filter((language) => commands[language].receive))('receive a notification in %s', async (language) => {
    await program.until('the message arrives', async () => message.received.length > 0)
    const { body, headers: sent } = first(message.received)
    const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => name.startsWith('webhook-')))
    const port = await freePort()
    const [command, ...args] = defined(commands[language].receive)(port)
    const child = spawn(command, args, {
      cwd: folder, env: { ...environment, PORT: String(port) }, stdio: 'pipe'
    })
    const printed: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => printed.push(text.toString()))
    const post = async (body: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}/timbre`, {
      method: 'POST', headers: headers as Record<string, string>, body
    })).status
    try {
      await program.until('the receiver listens', () => post(body).then(() => true, () => child.exitCode !== null))

      expect([await post(body), await post(`${body} `)]).toEqual([204, 400])
      expect(printed.join('')).toContain(`${String(headers['webhook-id'])} notification.test`)
    } finally {
      child.kill()
    }
    await once(child, 'exit')
  })
})
