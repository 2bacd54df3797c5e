/** @module-tag slow */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyWebhook } from '../../clients/typescript/webhook.ts'
import { version } from '../../src/shared/version.ts'
import { builtFile } from '../support/built-program.ts'
import { timbreHere } from '../support/command.ts'
import { factura } from '../support/documents.ts'
import { openDoor, type Door } from '../support/door.ts'
import { defined } from '../support/expecting.ts'
import { startProgram, type Program, type ProgramTenant } from '../support/program.ts'
import { startReceiver } from '../support/receiver.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

let program: Program
let andes: ProgramTenant
let server: Door
let own: Receiver
let laptop: Receiver
let secret: string
const children: ChildProcess[] = []
beforeAll(async () => {
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
  andes = await program.tenant({ folios: [33] })
  server = await openDoor(program)
  ;[own, laptop] = [await startReceiver(), await startReceiver()]
  const { body } = await program.call('PUT', '/Notification/Update', {
    token: andes.token, body: { url: `http://localhost:${own.port}/in`, enabled: true }
  })
  secret = body.result.secret
})
afterAll(async () => {
  await server.slam()
  await Promise.all([program.close(), own.close(), laptop.close()])
})
beforeEach(() => {
  laptop.received.length = 0
  laptop.answer((_received, response) => { response.writeHead(204).end() })
})
afterEach(() => { for (const child of children.splice(0)) child.kill() })

const signedIn = (code = andes.code) => ({
  PATH: process.env['PATH'] ?? '', TIMBRE_URL: server.url, TIMBRE_EMAIL: `admin@${code}.example`,
  TIMBRE_PASSWORD: 'correo-tinta-lluvia'
})

/** `timbre listen` as a developer runs it, once it forwards. */
async function startListening (args: string[] = [], env: Record<string, string> = {}) {
  const forward = `http://127.0.0.1:${laptop.port}/hook`
  const child = spawn(process.execPath, [builtFile('src/cli/timbre.ts'), 'listen', '--forward', forward, ...args], {
    cwd: tmpdir(), env: { ...signedIn(), ...env }
  })
  children.push(child)
  const told = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => { told.stdout += text.toString() })
  child.stderr.on('data', (text: Buffer) => { told.stderr += text.toString() })
  await program.until('it forwards', async () => told.stderr.includes('Ctrl-C ends it'))
  return {
    told,
    end: async () => {
      child.kill('SIGINT')
      const [code] = await once(child, 'close')
      return { code: code as number, ...told }
    }
  }
}

async function sendTest (): Promise<string> {
  const { body } = await program.call('POST', '/Notification/Test', { token: andes.token })
  return body.result.id
}

const arrived = (id: string) => laptop.received.some(({ headers }) => headers['webhook-id'] === id)
const untilArrived = (id: string) => program.until(`message ${id} arrives`, async () => arrived(id))

it('forwards each message of a document with the body and the id of the service, signed with the given secret', async () => {
  const before = await sendTest()
  await program.until('listed', async () => own.received.some(({ headers }) => headers['webhook-id'] === before))
  const listening = await startListening([], { TIMBRE_WEBHOOK_SECRET: secret })
  const { correlationId } = (await andes.save(factura())).body.result
  const ofDocument = ({ received }: Receiver) => new Map(received.filter(({ body }) => body.includes(correlationId))
    .map(({ headers, body }) => [String(headers['webhook-id']), body]))
  await program.until('the verdict arrives', async () =>
    [...ofDocument(laptop).values()].some((body) => body.includes('document.accepted')))
  await program.until('all arrive', async () => ofDocument(laptop).size >= 4 && ofDocument(own).size >= 4)

  expect(ofDocument(laptop)).toEqual(ofDocument(own))
  for (const { path, body, headers } of laptop.received) {
    expect(path).toBe('/hook')
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id: headers['webhook-id'] })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': `Timbre/${version}` })
  }
  const { code, stdout, stderr } = await listening.end()
  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(laptop.received.length)
  expect(stdout).toMatch(/^[\d-]+T[\d:.]+Z {2}document\.accepted {2}[\da-f-]{36} {2}204 \(\d+ ms\)$/m)
  expect(stderr).toContain('Not taken by your program: 0.')
  expect(stdout + stderr).not.toContain(secret)
  expect(arrived(before), 'what was stored before').toBe(false)
})

it('continues when the program refuses or hangs up, and while the server is away', async () => {
  const listening = await startListening()
  laptop.answer((_received, response) => { response.writeHead(500).end() })
  const refused = await sendTest()
  await untilArrived(refused)
  laptop.answer((_received, response) => { response.destroy() })
  const cut = await sendTest()
  await untilArrived(cut)
  laptop.answer((_received, response) => { response.writeHead(204).end() })
  await server.slam()
  await program.until('it says so', async () => listening.told.stderr.includes('trying again'))
  await server.reopen()
  const taken = await sendTest()
  await untilArrived(taken)
  await program.until('it is told', async () => listening.told.stdout.includes(taken))

  const { code, stdout, stderr } = await listening.end()
  expect(code).toBe(0)
  expect(stdout).toMatch(new RegExp(`${refused} {2}500 `))
  expect(stdout).toMatch(new RegExp(`${cut} {2}\\S`))
  expect(stderr).toContain('Forwarded: 1. Not taken by your program: 2.')
  expect(laptop.received.filter(({ headers }) => headers['webhook-id'] === refused)).toHaveLength(1)
})

it('signs with a secret that it shows where none is given, and forwards the messages since a moment', async () => {
  const id = await sendTest()
  const listening = await startListening(['--since', '2020-01-01'])
  await untilArrived(id)

  const { stderr, code } = await listening.end()
  const [, shown = ''] = /(whsec_\S+)/.exec(stderr) ?? []
  const { body, headers } = defined(laptop.received.find((one) => one.headers['webhook-id'] === id))
  expect(await verifyWebhook(body, headers, shown)).toMatchObject({ type: 'notification.test' })
  expect([code, shown === secret]).toEqual([0, false])
})

it('ends with Ctrl-C also while the server is away', async () => {
  const listening = await startListening()
  await server.slam()
  await program.until('it says so', async () => listening.told.stderr.includes('trying again'))

  expect((await listening.end()).code).toBe(0)
  await server.reopen()
})

it.each([
  ['no address of a program', [], 2, /--forward http/],
  ['an invalid address', ['--forward', 'localhost:3000'], 2, /Invalid address/],
  ['an invalid secret', ['--forward', 'http://localhost:3000', '--secret', 'whsec_x'], 2, /begins with whsec_/]
])('refuses %s', async (_what, args, code, sentence) => {
  expect(await timbreHere(['listen', ...args], signedIn())).toMatchObject({
    code, stderr: expect.stringMatching(sentence) as string
  })
})

it('says what to do where the tenant has no notification address', async () => {
  const boreal = await program.tenant()

  expect(await timbreHere(['listen', '--forward', 'http://localhost:3000'], signedIn(boreal.code))).toMatchObject({
    code: 1, stderr: expect.stringContaining('Set one with Notification/Update') as string
  })
  const body = { url: 'https://listen.invalid/', enabled: true }
  expect((await program.call('PUT', '/Notification/Update', { token: boreal.token, body })).status).toBe(200)
})
