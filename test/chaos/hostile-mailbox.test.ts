import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailStore, type ImapServer, startImapServer } from '../../sii-simulator/index.ts'
import { factura } from '../support/documents.ts'
import { oddMails } from '../support/odd-mails.ts'
import { allSettled, type Program, type ProgramTenant, startProgram } from '../support/program.ts'

const address = 'dte@andes.example'
const mebibyte = 1024 * 1024

let program: Program
let andes: ProgramTenant
let server: ImapServer
const store = createMailStore({ now: () => new Date() })

beforeAll(async () => {
  program = await startProgram({ settings: { NOTIFICATIONS_ALLOW_PRIVATE: 'true' } })
  andes = await program.tenant()
  store.open(address, { password: 'clave' })
  server = await startImapServer({ store })
})
afterAll(async () => {
  await program.close()
  await server.close()
})

const count = async (condition: string): Promise<number> =>
  (await program.rows(`select count(*)::int as n from mail_messages where ${condition}`))[0].n

describe('a thousand odd mails', () => {
  it('are all stored and processed in bounded memory, while documents are sent', { timeout: 600_000 }, async () => {
    for (const mail of await oddMails(1000)) store.deliver(address, mail)
    const before = process.memoryUsage().rss
    let most = before
    await program.call('PUT', '/Mailbox/Set', {
      token: andes.token,
      body: {
        host: 'localhost', port: server.port, security: 'none', userName: address,
        secret: { kind: 'password', password: 'clave' }
      }
    })
    await andes.save(factura())
    await program.until('settled', () => allSettled(program))
    await program.until('taken', async () => {
      most = Math.max(most, process.memoryUsage().rss)
      return await count('true') === 1000 && await count('state = 1') === 0
    })

    expect(await count('state = 4')).toBe(0)
    expect(await count('reason is null and state <> 2')).toBe(0)
    expect((most - before) / mebibyte).toBeLessThan(700)
  })
})
