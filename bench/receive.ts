/**
 * Measures what a received document costs the worker, from its mail to the list: reading the mailbox, every check, and
 * storing; then with the answer that it came, signed.
 *
 *   npm run bench:receive -- [--documents 300] [--no-build]      (Linux: it reads /proc)
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { childrenOf } from './abuse/vitals.ts'
import { cpuSecondsOf } from './bulk/processes.ts'
import { layFoundation } from './save/foundation.ts'
import { startService } from './save/programs.ts'
import { password } from './save/tenants.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '300' }, 'no-build': { type: 'boolean' } }
})
const documents = Number(values.documents)
const supplier = '76999999-K'
const address = 'dte@buyer.example'
const closers: (() => unknown)[] = []

try {
  await bench()
} finally {
  for (const close of closers.reverse()) await close()
}
process.exit(0)

async function bench (): Promise<void> {
  if (!values['no-build']) execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const dir = mkdtempSync(join(tmpdir(), 'timbre-receive-'))
  chmodSync(dir, 0o711)
  closers.push(() => { rmSync(dir, { recursive: true, force: true }) })
  const { env, database, tenants: [tenant] } = await layFoundation({ dir, count: 1, keep: undefined }, closers)
  if (!tenant) throw new Error('no tenant')
  const place = { dir, env: { ...env, NOTIFICATIONS_ALLOW_PRIVATE: 'true', WORKER_POLL_MS: '200' } }
  const api = await startService(place)
  closers.push(api.stop)
  while (!await fetch(`${api.url}/health/ready`).then(({ ok }) => ok, () => false)) await sleep(100)
  const simulated = (path: string, body: object) => sent(`${env['SII_SIMULATOR_URL']}/simulator${path}`, body)
  const { imapPort } = await simulated('/mailboxes', { address, password: 'clave' })
  await simulated('/suppliers', { taxNumber: supplier, address: 'dte@supplier.example' })
  const { result: { accessToken } } = await sent(`${api.url}/api/Auth/Login`, { email: tenant.email, password })
  await sent(`${api.url}/api/Mailbox/Set`, {
    host: 'localhost', port: imapPort, security: 'none', userName: address, secret: { kind: 'password', password: 'clave' }
  }, { method: 'PUT', headers: { authorization: `Bearer ${accessToken}` } })
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
}

async function sent (
  url: string, body: object, { method = 'POST', headers = {} }: { method?: string, headers?: Record<string, string> } = {}
): Promise<any> {
  const answer = await fetch(url, {
    method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
