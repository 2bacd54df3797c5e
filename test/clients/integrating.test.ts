/** @module-tag slow */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, type ProgramTenant, startProgram } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'
import { hasTool } from '../support/tools.ts'
import { languages } from './drivers/languages.ts'

// The page as it is read: its commands install the clients in empty folders, and its blocks are the programs there.
const page = readFileSync('docs/integrating.md', 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, named]) => named === language).map(([, , code]) => code!)
const installing = [...page.matchAll(/^\| (\w+)[^|]*\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm)]
  .map(([, language, command, file, run]) => ({ language: language!, command: command!, file: file!, run: run!.split(' ') }))
const folder = mkdtempSync(join(tmpdir(), 'timbre-integrating-'))
const python = join(folder, 'python')

type Name = 'curl' | 'TypeScript' | 'Python' | 'PHP'

const receivers: Partial<Record<Name, { file: string, block: string, command: (port: number) => string[] }>> = {
  TypeScript: { file: 'webhook.mjs', block: 'ts', command: () => ['node', 'webhook.mjs'] },
  Python: { file: 'webhook.py', block: 'python', command: () => ['python3', 'webhook.py'] },
  PHP: { file: 'webhook.php', block: 'php', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'webhook.php'] }
}

const here: Name[] = ['curl', ...languages.filter(({ missing }) => missing === '').map(({ language }) => language)]
  .filter((language): language is Name => language === 'curl' || canInstall(language))

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
    PATH: `${join(python, 'bin')}:${process.env['PATH'] ?? ''}`,
    COMPOSER_ALLOW_SUPERUSER: '1',
    COMPOSER_DISABLE_NETWORK: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    TIMBRE_URL: await program.app.listen({ host: '127.0.0.1', port: 0 }),
    TIMBRE_TENANT_CODE: tenant.keys.tenantCode,
    TIMBRE_ACCESS_KEY: tenant.keys.accessKey,
    TIMBRE_SECRET_KEY: tenant.keys.secretKey,
    TIMBRE_WEBHOOK_SECRET: secret
  }
  symlinkSync(resolve('.'), join(folder, 'timbre'))
  for (const language of here) install(language)
})
afterAll(async () => {
  await program.close()
  await message.close()
  rmSync(folder, { recursive: true })
})

/** Whether this machine has what the page's command of a language needs, a package index included. */
function canInstall (language: string): boolean {
  if (language === 'PHP') return hasTool('composer', '--version')
  if (language !== 'Python') return true
  if (spawnSync('python3', ['-m', 'venv', python]).status !== 0) return false
  const wanted = ['-m', 'pip', 'download', '-q', '--no-deps', '--dest', join(folder, 'wheels'), 'setuptools>=61']
  return spawnSync(join(python, 'bin/python3'), wanted).status === 0
}

/** An empty folder beside a clone, with what the page tells to install and to save there. */
function install (language: Name): void {
  const project = join(folder, language)
  mkdirSync(project)
  const { command, file } = installing.find((row) => row.language === language) ?? { command: undefined, file: 'issue.sh' }
  const receiver = receivers[language]
  writeFileSync(join(project, 'invoice.json'), blocks('json')[0]!)
  writeFileSync(join(project, file), language === 'curl'
    ? blocks('sh').find((block) => block.startsWith('save ()'))!
    : blocks(receiver!.block)[0]!)
  if (receiver) writeFileSync(join(project, receiver.file), blocks(receiver.block)[1]!)
  if (command !== undefined) execFileSync('sh', ['-c', command], { cwd: project, env: { ...process.env, ...environment }, stdio: 'pipe' })
}

const issuing = (language: Name): string[] =>
  language === 'curl' ? ['sh', 'issue.sh'] : installing.find((row) => row.language === language)!.run

/** What a program prints, with its status of exit before it. */
function exited (language: Name, settings: Record<string, string> = {}): Promise<string> {
  const [command, ...args] = issuing(language)
  return new Promise((resolve) => {
    const options = { cwd: join(folder, language), env: { ...environment, ...settings } }
    execFile(command!, args, options, (error, stdout, stderr) => {
      resolve(`${error?.code ?? 0} ${stdout}${error ? stderr : ''}`.trim())
    })
  })
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('the examples of docs/integrating.md', () => {
  it.each(here)('issue the sale in %s once, and wait until it is accepted', async (language) => {
    expect(await exited(language)).toBe('0 1 Accepted')
    expect(readFileSync(join(folder, language, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await program.rows('select count(*)::int as n from invoices')).toEqual([{ n: 1 }])
  })

  it.each(here)('show in %s why a call is refused', async (language) => {
    expect(await exited(language, { TIMBRE_SECRET_KEY: 'wrong' })).toMatch(/^1 [\s\S]*TENANT_KEYS_INVALID/)
  })

  it.each(here.filter((language) => receivers[language]))('receive a notification in %s', async (language) => {
    await program.until('the message arrives', async () => message.received.length > 0)
    const { body, headers: sent } = message.received[0]!
    const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => name.startsWith('webhook-')))
    const port = await freePort()
    const [command, ...args] = receivers[language]!.command(port)
    const child: ChildProcess = spawn(command!, args, {
      cwd: join(folder, language), env: { ...environment, PORT: String(port) }, stdio: 'pipe'
    })
    const printed: string[] = []
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => printed.push(text.toString()))
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
