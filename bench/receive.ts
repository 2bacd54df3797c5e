/**
 * Measures what a received document costs the worker, from its mail to the list: reading the mailbox, every check, and
 * storing; then with the answer that it came, signed.
 *
 *   npm run bench:receive -- [--documents 300] [--no-build]      (Linux: it reads /proc)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { jsonOf, signIn } from './call.ts'
import { childrenOf, cpuSecondsOf } from './proc.ts'
import { type Ground, run } from './run.ts'
import { layFoundation } from './save/foundation.ts'
import { startService } from './save/programs.ts'
import { password } from './save/tenants.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '300' }, 'no-build': { type: 'boolean' } }
})
const documents = Number(values.documents)
const supplier = '76999999-K'
const address = 'dte@buyer.example'

await run({ name: 'receive', build: !values['no-build'] }, bench)

async function bench ({ dir, closers }: Ground): Promise<string[]> {
  const { env, database, tenants: [tenant] } = await layFoundation({ dir, count: 1, keep: undefined }, closers)
  if (!tenant) throw new Error('no tenant')
  const place = { dir, env: { ...env, NOTIFICATIONS_ALLOW_PRIVATE: 'true', WORKER_POLL_MS: '200' } }
  const api = await startService(place)
  closers.push(api.stop)
  const simulated = (path: string, body: object) => jsonOf(`${env['SII_SIMULATOR_URL']}/simulator${path}`, { body })
  const { imapPort } = await simulated('/mailboxes', { address, password: 'clave' })
  await simulated('/suppliers', { taxNumber: supplier, address: 'dte@supplier.example' })
  await jsonOf(`${api.url}/api/Mailbox/Set`, {
    method: 'PUT', headers: await signIn(api.url, { email: tenant.email, password }),
    body: {
      host: 'localhost', port: imapPort, security: 'none', userName: address,
      secret: { kind: 'password', password: 'clave' }
    }
  })
  const worker = await startService({ ...place, role: 'worker' })
  closers.push(worker.stop)
  const cpu = (): number => [worker.pid, ...childrenOf(worker.pid)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  const count = async (sql: string): Promise<number> =>
    (await database.owner.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0
  let mails = 0

  /** The CPU seconds of so many documents; another few come before, until the compiler has optimised it. */
  async function receive (number: number): Promise<number> {
    for (let done = 0; done < number; done++) {
      await simulated(`/suppliers/${supplier}/documents`, { receivers: [tenant!.taxNumber], to: address })
    }
    mails += number
    const before = cpu()
    // A reading starts a process: in production once a minute or so, not for each mail.
    for (let looks = 0; await count('mail_messages where state <> 1') < mails ||
      await count('supplier_answers where state = 1') > 0; looks++) {
      if (looks % 25 === 0) {
        await database.owner.query("update outbox_tasks set due_at = now() where topic = 'readMailbox' and lease_until is null")
      }
      await sleep(200)
    }
    return cpu() - before
  }

  for (const answers of [false, true]) {
    await database.owner.query(
      `insert into receiving_rules (tenant_id, answer_reception, policies, updated_at) values ($1, $2, '[]', now())
      on conflict (tenant_id) do update set answer_reception = $2`, [tenant.id, answers])
    await receive(50)
    const begun = performance.now()
    const seconds = await receive(documents)
    console.log(`${answers ? 'with' : 'without'} answers: ${(seconds / documents * 1000).toFixed(1)} ms of CPU a document, ` +
      `${documents} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  return []
}
