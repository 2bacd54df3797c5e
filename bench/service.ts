/**
 * Measures what the built program costs besides issuing: its start, a sign-in, a PDF.
 *
 *   npm run bench:service -- [--starts N] [--sign-ins N] [--pdfs N] [--no-build]      (Linux: it reads /proc)
 */
import { parseArgs } from 'node:util'
import { jsonOf, textOf } from './call.ts'
import { childrenOf, cpuSecondsOf, residentOf } from './proc.ts'
import { type Ground, run } from './run.ts'
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
// Until the compiler has optimised what is measured.
const warmUps = 50

await run({ name: 'service', build: !values['no-build'] }, bench)

async function bench ({ dir, closers }: Ground): Promise<string[]> {
  const { env, tenants: [tenant] } = await layFoundation({ dir, count: 1, keep: undefined }, closers)
  if (!tenant) throw new Error('no tenant')
  // Sign-ins are limited by address: here each comes from another.
  const place = { dir, env: { ...env, TRUST_PROXY: '127.0.0.1' } }
  await measureStarts(place, Number(values.starts))
  const server = await startService(place)
  closers.push(server.stop)
  await measureSignIns(server, tenant, Number(values['sign-ins']))
  await measurePdfs(server, tenant, Number(values.pdfs))
  console.log(`memory after all: ${residentOf(server.pid).toFixed(0)} MB`)
  return []
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

async function measureSignIns ({ url, pid }: Server, { email }: Tenant, count: number): Promise<void> {
  let caller = 0
  await measured('sign-in', { pid, count }, () => {
    const address = `10.0.${++caller >> 8}.${caller & 255}`
    return textOf(`${url}/api/Auth/Login`, { body: { email, password }, headers: { 'x-forwarded-for': address } })
  })
}

/** Each of another document: what was drawn once is partly remembered. */
async function measurePdfs ({ url, pid }: Server, { keys }: Tenant, count: number): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count + warmUps; index++) {
    const { result } = await jsonOf(`${url}/api/Webhook/Save`, { body: { ...keys, payload: invoiceOf(index, 5) } })
    ids.push(result.correlationId)
  }
  const headers = {
    'x-tenant-code': keys.tenantCode, 'x-access-key': keys.accessKey, 'x-secret-key': keys.secretKey
  }
  await measured('PDF', { pid, count }, () => textOf(`${url}/api/Webhook/GetPdf?correlationId=${ids.pop()}`, { method: 'GET', headers }))
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
