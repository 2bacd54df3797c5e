/**
 * Measures documents per second through Webhook/Save over HTTP, each durably issued before its answer. The whole
 * program runs with its own PostgreSQL (fsync on) and without a worker, first with one tenant, then with many. Also
 * prints the share of CPU time. Arguments: SECONDS, IN_FLIGHT and TENANTS.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checkDigit } from '../src/dte/values/rut.ts'
import { invoice } from './invoice.ts'

const [seconds = 10, inFlight = 64, tenantCount = 20] = process.argv.slice(2).map(Number)
const agent = new Agent({ keepAlive: true, maxSockets: inFlight })
const dataDir = mkdtempSync(join(tmpdir(), 'timbre-bench-'))
const server = spawn(process.execPath, [
  '--import', 'tsx', ...process.env['SERVER_FLAGS']?.split(' ') ?? [], 'src/server.ts'
], {
  env: {
    ...process.env, DATA_DIR: dataDir, ROLE: 'api', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'info',
    TRUST_PROXY: '127.0.0.1'
  },
  stdio: ['ignore', 'pipe', 'inherit']
})

interface Answer { status: number, body: { result: never, errorCode: string } }
interface Keys { tenantCode: string, accessKey: string, secretKey: string }

try {
  const { url, simulatorUrl } = await ready(server)
  const tenants: Keys[] = []
  for (let index = 1; index <= tenantCount; index++) tenants.push(await createTenant(url, simulatorUrl, index))
  await measure('warm-up', url, tenants.slice(0, 1), 3)
  await measure('1 tenant', url, tenants.slice(0, 1), seconds)
  await measure(`${tenantCount} tenants`, url, tenants, seconds)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => { server.once('exit', resolve) })
  agent.destroy()
  rmSync(dataDir, { recursive: true, force: true })
}

async function ready (child: ChildProcess): Promise<{ url: string, simulatorUrl: string }> {
  if (!child.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Timbre is ready')) {
      child.stdout.resume()
      return JSON.parse(line) as { url: string, simulatorUrl: string }
    }
  }
  throw new Error('The server did not start')
}

async function createTenant (url: string, simulatorUrl: string, index: number): Promise<Keys> {
  const digits = String(77_000_000 + index)
  const taxNumber = `${digits}-${checkDigit(digits)}`
  const code = `bench-${index}`
  const businessName = `Comercial ${code} SpA`
  const credentials = { email: `admin@${code}.example`, password: 'correo-tinta-lluvia' }
  const from = { 'x-forwarded-for': `10.0.${index}.1` }
  const registered = await post(`${url}/api/Auth/Register`, {
    ...credentials, fullName: 'Admin', companyTitle: businessName, taxNumber, tenantCode: code
  }, from)
  const { accessKey, secretKey } = registered.body.result as Keys
  const { accessToken } = (await post(`${url}/api/Auth/Login`, credentials, from)).body.result as {
    accessToken: string
  }
  const signedIn = { ...from, authorization: `Bearer ${accessToken}` }
  await post(
    `${url}/api/Tenant/Update`,
    {
      businessName, businessActivity: 'Ferretería', activityCodes: [475201], address: 'Calle Larga 100',
      municipality: 'Ñuñoa', city: 'Santiago'
    },
    signedIn,
    'PUT'
  )
  const certificate = await made(`${simulatorUrl}/simulator/certificates`, {
    taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: 'clave'
  })
  await upload(`${url}/api/Tenant/Certificate`, { Password: 'clave', File: certificate }, signedIn)
  const caf = await made(`${simulatorUrl}/simulator/cafs`, {
    taxNumber, businessName, documentType: 33, from: 1, to: 1_000_000
  })
  const { id } = await upload(`${url}/api/Folio/Upload`, { File: caf }, signedIn) as { id: string }
  await post(`${url}/api/Folio/Activate`, { id }, signedIn, 'PUT')
  return { tenantCode: code, accessKey, secretKey }
}

async function made (url: string, order: object): Promise<Blob> {
  const answer = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order)
  })
  return answer.blob()
}

async function upload (
  url: string, parts: Record<string, Blob | string>, headers: Record<string, string>
): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  const answer = await fetch(url, { method: 'POST', body: form, headers })
  return ((await answer.json()) as Answer['body']).result
}

function post (url: string, body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body']
          })
        })
      }
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

async function measure (name: string, url: string, tenants: Keys[], duration: number): Promise<void> {
  const latencies: number[] = []
  const ending = performance.now() + duration * 1000
  const [before, started] = [cpuSeconds(), performance.now()]
  await Promise.all(Array.from({ length: inFlight }, async (_, client) => {
    for (let round = 0; performance.now() < ending; round++) {
      const begun = performance.now()
      const { status, body } = await post(`${url}/api/Webhook/Save`, {
        ...tenants[(client + round) % tenants.length], payload: invoice(round % 50 + 1, 5)
      }, { 'idempotency-key': `${name} ${client} ${round}` })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      latencies.push(performance.now() - begun)
    }
  }))
  const elapsed = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number): string => `${(latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(0)} ms`
  console.log(
    `${name}: ${(latencies.length / elapsed).toFixed(0)} documents a second; median ${at(0.5)}, p99 ${at(0.99)}; ` +
      `server ${((cpuSeconds() - before) / latencies.length * 1000).toFixed(2)} ms of CPU each, ${
        ((cpuSeconds() - before) / elapsed).toFixed(2)
      } cores`
  )
}

/** CPU time of the server process alone (proc(5): utime and stime, in hundredths of a second). */
function cpuSeconds (): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
