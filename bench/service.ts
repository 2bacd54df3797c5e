/**
 * Measures what the built program costs besides issuing: its start, its memory at rest, a sign-in, a PDF.
 *
 *   npm run bench:service -- [--starts N] [--sign-ins N] [--pdfs N] [--no-build]      (Linux: it reads /proc)
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { childrenOf, residentOf } from './abuse/vitals.ts'
import { cpuSecondsOf } from './bulk/processes.ts'
import { median } from './save/figures.ts'
import { layFoundation } from './save/foundation.ts'
import { invoiceOf } from './save/invoices.ts'
import { type Server, startService } from './save/programs.ts'
import { password, type Tenant } from './save/tenants.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '3' }, 'sign-ins': { type: 'string', default: '100' },
    pdfs: { type: 'string', default: '200' }, 'no-build': { type: 'boolean' }
  }
})
const restSeconds = 10
// Until the compiler has optimised what is measured.
const warmUps = 50
const closers: (() => unknown)[] = []

try {
  await bench()
} finally {
  for (const close of closers.reverse()) await close()
}
process.exit(0)

async function bench (): Promise<void> {
  if (!values['no-build']) execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const dir = mkdtempSync(join(tmpdir(), 'timbre-service-'))
  chmodSync(dir, 0o711)
  closers.push(() => { rmSync(dir, { recursive: true, force: true }) })
  const { env, tenants: [tenant] } = await layFoundation({ dir, count: 1, keep: undefined }, closers)
  if (!tenant) throw new Error('no tenant')
  // Sign-ins are limited by address: here each comes from another.
  const place = { dir, env: { ...env, TRUST_PROXY: '127.0.0.1' } }
  await measureStarts(place, Number(values.starts))
  const server = await startService(place)
  closers.push(server.stop)
  await measureRest(server)
  await measureSignIns(server, tenant, Number(values['sign-ins']))
  await measurePdfs(server, tenant, Number(values.pdfs))
  console.log(`memory after all: ${residentOf(server.pid).toFixed(0)} MB`)
}

async function measureStarts (place: Parameters<typeof startService>[0], starts: number): Promise<void> {
  const milliseconds: number[] = []
  const cpu: number[] = []
  for (let start = 0; start < starts; start++) {
    const begun = performance.now()
    const server = await startService(place)
    milliseconds.push(performance.now() - begun)
    cpu.push(cpuSecondsOf(server.pid) * 1000)
    await server.stop()
  }
  console.log(`start: ${median(milliseconds).toFixed(0)} ms, ${median(cpu).toFixed(0)} ms of CPU`)
}

async function measureRest ({ pid }: Server): Promise<void> {
  const resident = (): string => `${residentOf(pid).toFixed(0)} MB`
  const [before, cpu] = [resident(), cpuSecondsOf(pid)]
  await sleep(restSeconds * 1000)
  const perSecond = (cpuSecondsOf(pid) - cpu) * 1000 / restSeconds
  console.log(`at rest: ${before} after the start, ${resident()} after ${restSeconds} s; ${perSecond.toFixed(1)} ms of CPU a second`)
}

async function measureSignIns ({ url, pid }: Server, { email }: Tenant, count: number): Promise<void> {
  let caller = 0
  await measured('sign-in', { pid, count }, () => {
    const address = `10.0.${++caller >> 8}.${caller & 255}`
    return answered(`${url}/api/Auth/Login`, {
      method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password })
    })
  })
}

/** Each of another document: what was drawn once is partly remembered. */
async function measurePdfs ({ url, pid }: Server, { keys }: Tenant, count: number): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count + warmUps; index++) {
    const saved = await answered(`${url}/api/Webhook/Save`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...keys, payload: invoiceOf(index, 5) })
    })
    ids.push((JSON.parse(saved) as { result: { correlationId: string } }).result.correlationId)
  }
  const headers = {
    'x-tenant-code': keys.tenantCode, 'x-access-key': keys.accessKey, 'x-secret-key': keys.secretKey
  }
  await measured('PDF', { pid, count }, () => answered(`${url}/api/Webhook/GetPdf?correlationId=${ids.pop()}`, { headers }))
}

async function measured (
  name: string, { pid, count }: { pid: number, count: number }, once: () => Promise<unknown>
): Promise<void> {
  for (let index = 0; index < warmUps; index++) await once()
  const inChildren = (): number => childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), 0)
  const [own, children, begun] = [cpuSecondsOf(pid), inChildren(), performance.now()]
  for (let index = 0; index < count; index++) await once()
  const each = (seconds: number): string => (seconds * 1000 / count).toFixed(1)
  console.log(`${name}: ${each(cpuSecondsOf(pid) - own)} ms of CPU in the server, ${each(inChildren() - children)} in its children; ${
    each((performance.now() - begun) / 1000)} ms until the answer`)
}

async function answered (url: string, request: RequestInit): Promise<string> {
  const answer = await fetch(url, request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}
