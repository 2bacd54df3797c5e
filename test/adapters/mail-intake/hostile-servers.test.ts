/** @module-tag slow */
import { afterAll, describe, expect, it } from 'vitest'
import { createMailIntake, createSessionProcesses, intakeLimits } from '../../../src/adapters/mail-intake/mail-intake.ts'
import type { MailAccount } from '../../../src/services/mail-ports.ts'
import { createMailStore, startImapServer } from '../../../sii-simulator/index.ts'
import { type HostileServerName, startHostileImap } from '../../support/hostile-imap.ts'
import { watchMainThread } from '../../support/main-thread.ts'
import { patience } from '../../support/patience.ts'

const address = 'dte@andes.example'
const account = (port: number): MailAccount => ({
  host: 'imap.andes.example', port, security: 'none', userName: address, folder: 'INBOX',
  secret: { kind: 'password', password: 'clave' }
})
const costs = { turnMs: patience.timeout, graceMs: 5000, memoryMb: 256, processorSeconds: 1 }
const processes = createSessionProcesses()
const open = { processes, resolve: async () => ['127.0.0.1'], isAllowed: () => true }
const turn = () => ({ tenantId: 'andes', signal: new AbortController().signal, renewed: async () => {} })
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => { for (const close of closing) await close() })

describe('a mail server that sends', () => {
  it.each([
    ['VANISHED of all numbers', 'TOO_MUCH_WORK', {}],
    ['tiny responses without end', 'TOO_MANY_RESPONSES', { processorSeconds: 60 }],
    ['tiny literals without end', 'TOO_MANY_RESPONSES', { processorSeconds: 60 }],
    ['responses of 19,000 flags', 'TOO_MUCH_WORK', {}],
    ['responses of 9,000 parentheses', 'TOO_MUCH_WORK', {}],
    ['a huge literal', 'TOO_MANY_BYTES', {}],
    ['a line without end', 'TOO_MANY_BYTES', {}],
    ['a greeting without end', 'TOO_MANY_RESPONSES', { processorSeconds: 60 }],
    ['silence', 'TIMEOUT', {}],
    ['a slow drip', 'TIMEOUT', { turnMs: 1000 }]
  ] satisfies [HostileServerName, string, object][])('%s ends the session with %s, without delaying others', async (name, problem, more) => {
    const { port, close } = await startHostileImap(name)
    closing.push(close)
    const timeoutMs = problem === 'TIMEOUT' ? 2000 : patience.timeout
    const intake = createMailIntake({ ...intakeLimits, timeoutMs, ...open, trial: { ...costs, ...more } })
    const mainThread = watchMainThread()

    const trial = await intake.test(account(port), turn())

    expect(trial).toEqual({ kind: 'failed', problem })
    expect(mainThread.longestMs()).toBeLessThan(1000)
  })

  it('more bytes than the limit of a session is abandoned, and so is one that takes too much memory', async () => {
    const { port, close } = await startHostileImap('responses of 19,000 flags')
    closing.push(close)
    const few = createMailIntake({ ...intakeLimits, ...open, maxBytes: 100_000 })
    const small = createMailIntake({ ...intakeLimits, ...open, trial: { ...costs, memoryMb: 1 } })

    expect(await few.test(account(port), turn())).toEqual({ kind: 'failed', problem: 'TOO_MANY_BYTES' })
    expect(await small.test(account(port), turn())).toEqual({ kind: 'failed', problem: 'TOO_MUCH_MEMORY' })
  })
})

describe('large mails of many mailboxes', () => {
  it('are held in memory one per session at most, and a tenant has one session', async () => {
    const store = createMailStore({ now: () => new Date() })
    store.open(address, { password: 'clave' })
    for (let count = 0; count < 2; count++) store.deliver(address, Buffer.alloc(7_000_000, `mail ${count}\r\n`))
    const server = await startImapServer({ store })
    closing.push(server.close)
    const counts = new Map<string, () => number>()
    const intake = createMailIntake({
      ...intakeLimits, ...open, countHeld: (what, count) => { counts.set(what, count) }
    })
    let [most, kept] = [0, 0]
    const busy = new Map<string, number>()

    await Promise.all(['andes', 'andes', 'boreal', 'austral'].map((tenantId) =>
      intake.read(account(server.port), { uidValidity: null, lastUid: 0, since: new Date(0) }, {
        ...turn(), tenantId,
        keep: async () => {
          busy.set(tenantId, (busy.get(tenantId) ?? 0) + 1)
          expect(busy.get(tenantId)).toBe(1)
          most = Math.max(most, counts.get('mailbox_bytes')?.() ?? Infinity)
          await new Promise((resolve) => { setTimeout(resolve, 20) })
          busy.set(tenantId, 0)
          kept += 1
        }
      })))

    expect(kept).toBe(8)
    expect(most).toBeLessThanOrEqual(intakeLimits.limit * 7_000_000)
    expect(counts.get('mailbox_bytes')?.()).toBe(0)
  })
})
