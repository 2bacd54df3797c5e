import { type CheckedAnswer, createSimulator, type DocumentOrder } from '../../sii-simulator/index.ts'
import { createStore } from '../../src/repositories/store.ts'
import { freshDatabase } from './database.ts'
import { importDirectory } from './directory-files.ts'
import { resultOf } from './expecting.ts'
import { patience } from './patience.ts'
import { startProgram } from './program.ts'
import { keySource } from './rsa-keys.ts'
import { worldPepper } from './world.ts'

const authenticationServer = 'mx.buyer.example'

/** What a supplier issued: how many mails it sent, and the file, in base64. */
interface Issued { mails: number, folios: [number, ...number[]], file: string }

/** A program whose mails go to the simulator, with suppliers there. */
export async function startExchange () {
  const database = await freshDatabase()
  const simulator = await createSimulator({ secondsPerState: 0.01, makeKey: keySource() })
  const simulatorUrl = await simulator.listen()
  const leave = async (): Promise<void> => {
    clearInterval(days)
    await simulator.close()
    await database.drop()
  }
  const order = async (method: 'GET' | 'POST', path: string, body?: object): Promise<any> => {
    const response = await fetch(`${simulatorUrl}/simulator${path}`, {
      method, ...body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const address = 'dte@buyer.example'
  const { smtpPort, imapPort } = await order('POST', '/mailboxes', { address, password: 'clave' })
  const program = await startProgram({
    over: { database, simulatorUrl, leave },
    settings: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`, NOTIFICATIONS_ALLOW_PRIVATE: 'true' }
  })
  // A company on trial may send few mails a day: here, days are short.
  const days = setInterval(() => { program.rows('delete from mail_allowances').catch(() => {}) }, 100)
  const pending = async (topics: string): Promise<number> =>
    (await program.rows(`select count(*)::int as n from outbox_tasks where topic in (${topics})`))[0].n

  return {
    program,
    address,
    authenticationServer,
    /** How the SII answers; may be changed. */
    siiAnswers: simulator.answers,
    supplier: (taxNumber: string, mailbox: string, name = 'PROVEEDOR SPA') =>
      order('POST', '/suppliers', { taxNumber, address: mailbox, name }),
    issue: (taxNumber: string, document: Partial<DocumentOrder> & { receivers: string[] }): Promise<Issued> =>
      order('POST', `/suppliers/${taxNumber}/documents`, { to: address, provenBy: authenticationServer, ...document }),
    send: (taxNumber: string, file: string) =>
      order('POST', `/suppliers/${taxNumber}/mails`, { to: address, file, provenBy: authenticationServer }),
    authorityPem: async (): Promise<string> => (await order('GET', '/keys')).certificateAuthorityPem,
    answers: (): Promise<CheckedAnswer[]> => order('GET', '/answers'),

    /** Reads the mailbox of the tenant from the simulator from now on. */
    async setMailbox (token: string): Promise<void> {
      resultOf(await program.api({ token }).put('Mailbox/Set', {
        host: 'localhost', port: imapPort, security: 'none', userName: address, authenticationServer,
        secret: { kind: 'password', password: 'clave' }
      }))
    },

    /** Imports a directory of electronic taxpayers with these lines. */
    async setDirectory (lines: readonly string[]): Promise<void> {
      const store = createStore({
        databaseUrl: database.url, pepper: worldPepper, poolSize: 1, giveUpAfterMs: patience.timeout
      })
      await importDirectory(store, lines)
      await store.close()
    },

    async setPolicies (token: string, policies: object[]): Promise<void> {
      resultOf(await program.api({ token }).put('Received/SetPolicies', { policies }))
    },

    /** Until `count` mails are read, and what they caused is done. */
    async read (count: number): Promise<void> {
      await program.until('stored', async () => {
        await program.rows("update outbox_tasks set due_at = now() where topic = 'readMailbox' and lease_until is null")
        return (await program.rows('select count(*)::int as n from mail_messages'))[0].n >= count
      })
      await program.until('taken', async () => await pending("'takeMail'") === 0)
      await program.until('answered', async () => await pending("'sendAnswer', 'sendMail'") === 0)
    }
  }
}
