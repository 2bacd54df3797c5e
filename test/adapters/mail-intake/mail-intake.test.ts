import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createMailIntake, createMailIntakeFor, createSessionProcesses, intakeLimits, type MailIntakeOptions
} from '../../../src/adapters/mail-intake/mail-intake.ts'
import type { FetchedMail, MailAccount, MailPosition, MailTurn } from '../../../src/services/mail-ports.ts'
import { createMailStore, type ImapServer, type MailStore, startImapServer } from '../../../sii-simulator/index.ts'
import { defined } from '../../support/expecting.ts'
import { startReceiver } from '../../support/receiver.ts'
import { certificateFor } from '../../support/tls-certificate.ts'

const now = new Date('2026-11-20T12:00:00Z')
const since = new Date('2026-11-13T00:00:00Z')
const address = 'dte@andes.example'
const account: MailAccount = {
  host: 'imap.andes.example', port: 0, security: 'none', userName: address, folder: 'INBOX',
  secret: { kind: 'password', password: 'a "word" {3}' }
}
const start: MailPosition = { uidValidity: null, lastUid: 0, since }
// Starting one takes longer than most tests.
const processes = createSessionProcesses()
const open = { processes, resolve: async () => ['127.0.0.1'], isAllowed: (one: string) => one === '127.0.0.1' }

let store: MailStore
let server: ImapServer
const closing: (() => Promise<unknown> | unknown)[] = []

beforeEach(async () => {
  store = createMailStore({ now: () => now })
  store.open(address, { password: 'a "word" {3}', accessToken: 'at-1' })
  server = await startImapServer({ store })
  closing.push(server.close)
})
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.()
})

interface Reading { turn: MailTurn, mails: FetchedMail[], renewed: string[] }

async function readWith (
  { account: changes, position = start, options, signal, keep }: {
    account?: Partial<MailAccount>, position?: MailPosition, options?: Partial<MailIntakeOptions>, signal?: AbortSignal,
    keep?: (mail: FetchedMail) => void
  } = {}
): Promise<Reading> {
  const [mails, renewed]: [FetchedMail[], string[]] = [[], []]
  const intake = createMailIntake({ ...intakeLimits, ...open, ...options })
  const turn = await intake.read({ ...account, port: server.port, ...changes }, position, {
    tenantId: 'andes',
    signal: signal ?? new AbortController().signal,
    renewed: async (token) => { renewed.push(token) },
    keep: async (mail) => {
      keep?.(mail)
      mails.push(mail)
    }
  })
  return { turn, mails, renewed }
}

const deliver = (count: number, text = 'mail') => {
  for (let number = 0; number < count; number++) store.deliver(address, Buffer.from(`Subject: ${text} ${number}\r\n\r\nñ`))
}
const uidValidity = () => BigInt(defined(store.find(address)).uidValidity)

describe('a turn', () => {
  it('reads each new mail byte for byte, in the order of UIDs, and marks none as read', { tags: 'slow' }, async () => {
    deliver(3)

    const { turn, mails } = await readWith()

    expect(turn).toEqual({ kind: 'read', uidValidity: uidValidity(), lastUid: 3, more: false })
    expect(mails).toMatchObject([0, 1, 2].map((number) => ({
      uid: number + 1, raw: Buffer.from(`Subject: mail ${number}\r\n\r\nñ`), isWhole: true, receivedAt: now
    })))
    expect(defined(store.find(address)).mails.every(({ flags }) => flags.size === 0)).toBe(true)
    expect(server.seen.commands).not.toContain('SELECT')
    await until(() => server.open() === 0)
  })

  it('continues after the last mail, and finds nothing when there is nothing new', { tags: 'slow' }, async () => {
    deliver(3)
    const position = { ...start, uidValidity: uidValidity(), lastUid: 2 }

    expect((await readWith({ position })).mails.map(({ uid }) => uid)).toEqual([3])
    const again = await readWith({ position: { ...position, lastUid: 3 } })
    expect(again).toMatchObject({ mails: [], turn: { kind: 'read', lastUid: 3, more: false } })
  })

  it('starts again when UIDVALIDITY changes', async () => {
    deliver(2)
    const position = { ...start, uidValidity: uidValidity(), lastUid: 2 }
    store.renumber(address)

    const { turn, mails } = await readWith({ position })

    expect(mails.map(({ uid }) => uid)).toEqual([1, 2])
    expect(turn).toMatchObject({ uidValidity: position.uidValidity + 1n, lastUid: 2 })
  })

  it('ignores mails older than the set-up of the mailbox', async () => {
    store.deliver(address, Buffer.from('old'), new Date('2026-10-01T00:00:00Z'))
    deliver(1)

    expect((await readWith()).mails.map(({ uid }) => uid)).toEqual([2])
  })

  it('reads a limited number of mails and bytes', { tags: 'slow' }, async () => {
    deliver(5)

    expect((await readWith({ options: { mostMails: 2 } })).turn).toMatchObject({ lastUid: 2, more: true })
    expect((await readWith({ options: { turnBytes: 1 } })).turn).toMatchObject({ lastUid: 1, more: true })
  })

  it('keeps the beginning of a mail that is too large', async () => {
    store.deliver(address, Buffer.from(`Subject: large\r\n\r\n${'x'.repeat(5000)}`))
    deliver(1)

    const { mails } = await readWith({ options: { maxMailBytes: 1000, beginningBytes: 100 } })

    expect(mails).toMatchObject([{ uid: 1, isWhole: false, size: 5018 }, { uid: 2, isWhole: true }])
    expect(mails[0]?.raw?.length).toBe(100)
  })

  it('skips a mail that the server cannot deliver, and one that was deleted', async () => {
    deliver(4)
    server.faults.refusedUid = 2
    const { mails } = await readWith({
      keep: ({ uid }) => { if (uid === 2) defined(store.find(address)).mails.splice(2, 1) }
    })

    expect(mails.map(({ uid, raw }) => [uid, raw === null])).toEqual([[1, false], [2, true], [4, false]])
  })

  it('ends with the error of the code that stores the mails', async () => {
    deliver(2)
    const lost = new Error('lease lost')

    await expect(readWith({ keep: () => { throw lost } })).rejects.toBe(lost)
    await until(() => server.open() === 0)
  })

  it('ends at once when it is stopped, and keeps no resource', async () => {
    deliver(3)
    const stop = new AbortController()
    server.faults.silentTo = 'UID FETCH'
    const reading = readWith({ signal: stop.signal })
    await until(() => server.seen.commands.includes('UID FETCH'))
    stop.abort(new Error('stopped'))

    await expect(reading).rejects.toThrow('stopped')
    await until(() => server.open() === 0)
  })

  it('keeps the mails read before its time ran out', async () => {
    deliver(3)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const reading = readWith({ keep: () => { server.faults.silentTo = 'UID FETCH' } })
    await until(() => server.seen.commands.filter((command) => command === 'UID FETCH').length === 2)
    const [timeIsUp] = defined(timers.mock.calls.find(([, ms]) => ms === intakeLimits.reading.turnMs))
    timers.mockRestore()
    timeIsUp()
    const { turn } = await reading

    expect(turn).toMatchObject({ kind: 'read', lastUid: 1, more: true })
  })
})

describe('a mailbox that cannot be used', () => {
  it.each([
    ['SIGN_IN_REFUSED', { secret: { kind: 'password' as const, password: 'wrong' } }, {}],
    ['FOLDER_MISSING', { folder: 'Facturas' }, {}],
    ['CONNECTION_FAILED', { port: 1 }, {}],
    ['NAME_NOT_FOUND', {}, { resolve: async () => [] }],
    ['ADDRESS_NOT_ALLOWED', {}, { resolve: async () => ['127.0.0.1', '10.0.0.1'] }],
    ['ENCRYPTION_MISSING', { security: 'starttls' as const }, {}]
  ])('says why: %s', async (problem, changes, options) => {
    expect((await readWith({ account: changes, options })).turn).toEqual({ kind: 'failed', problem })
  })

  it("is not contacted in the server's own network", async () => {
    const intake = createMailIntakeFor({ allowPrivate: false })
    const turn = { tenantId: 'andes', signal: new AbortController().signal, renewed: async () => {} }

    for (const host of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1']) {
      expect(await intake.test({ ...account, host, port: server.port }, turn)).toEqual({
        kind: 'failed', problem: 'ADDRESS_NOT_ALLOWED'
      })
    }
    expect(server.seen.connections).toBe(0)
  })
})

describe('a connection', () => {
  const tls = certificateFor('imap.andes.example')

  it('verifies the certificate by name, though it connects to an address', async () => {
    const secure = await startImapServer({ store, tls })
    closing.push(secure.close)
    deliver(1)
    const over = { port: secure.port, security: 'tls' as const }

    expect((await readWith({ account: over, options: { authorities: tls.cert } })).mails).toHaveLength(1)
    expect((await readWith({ account: over })).turn).toEqual({ kind: 'failed', problem: 'CERTIFICATE_REFUSED' })
    const elsewhere = { ...over, host: 'imap.other.example' }
    expect((await readWith({ account: elsewhere, options: { authorities: tls.cert } })).turn)
      .toEqual({ kind: 'failed', problem: 'CERTIFICATE_REFUSED' })
  })
})

describe('signing in with OAuth', () => {
  const oauth = (port: number) => ({
    kind: 'oauth' as const, tokenUrl: `http://login.example:${port}/token`, clientId: 'app', clientSecret: 's',
    refreshToken: 'rt-1' as string | null, scope: 'imap'
  })
  let provider: Awaited<ReturnType<typeof startReceiver>>
  beforeEach(async () => {
    provider = await startReceiver()
    closing.push(provider.close)
    deliver(1)
  })
  const answerWith = (status: number, answer: object) => {
    provider.answer((_received, response) => { response.writeHead(status).end(JSON.stringify(answer)) })
  }

  it('requests an access token each time, and passes on a refresh token that replaced the last one', async () => {
    answerWith(200, { access_token: 'at-1', refresh_token: 'rt-2' })

    const { mails, renewed } = await readWith({ account: { secret: oauth(provider.port) } })

    expect(mails).toHaveLength(1)
    expect(renewed).toEqual(['rt-2'])
    expect(provider.received[0]?.body).toBe(
      'grant_type=refresh_token&client_id=app&client_secret=s&refresh_token=rt-1&scope=imap')
  })

  it('uses client credentials when there is no refresh token', async () => {
    answerWith(200, { access_token: 'at-1' })
    const { mails, renewed } = await readWith({ account: { secret: { ...oauth(provider.port), refreshToken: null } } })

    expect(mails).toHaveLength(1)
    expect(renewed).toEqual([])
    expect(provider.received[0]?.body).toMatch(/^grant_type=client_credentials&/)
  })

  it.each([
    ['no token', 400, { error: 'invalid_grant' }, 'TOKEN_REFUSED'], ['nonsense', 200, { token: 1 }, 'TOKEN_REFUSED'],
    ['a token that the server refuses', 200, { access_token: 'at-9' }, 'SIGN_IN_REFUSED']
  ])('fails with %s', async (_what, status, answer, problem) => {
    answerWith(status, answer)

    expect((await readWith({ account: { secret: oauth(provider.port) } })).turn).toEqual({ kind: 'failed', problem })
  })
})

describe('a trial', () => {
  it('counts the mails of the folder', async () => {
    deliver(2)
    const trial = await createMailIntake({ ...intakeLimits, ...open }).test(
      { ...account, port: server.port }, { tenantId: 'andes', signal: new AbortController().signal, renewed: async () => {} })

    expect(trial).toEqual({ kind: 'works', messages: 2 })
  })
})

async function until (isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => { setTimeout(resolve, 5) })
}

afterAll(() => { expect(closing).toEqual([]) })
