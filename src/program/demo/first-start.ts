import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstFactura } from './documents.ts'
import { type DemoTenant, type KnownTenant, makeTenant, signIn, TenantTaken } from './tenant.ts'

export interface FirstStartOptions {
  url: string
  simulatorUrl: string
  dataDir: string
  /** Whether the server has its web pages. */
  console?: boolean
  say?: (text: string) => void
  /** Types for which the tenant gets folios. */
  documentTypes?: number[]
}

/** The content of demo.json; `complete` once the tenant can issue. */
type Noted = KnownTenant & { complete?: boolean }

/**
 * For a start without settings: creates a demo tenant, or completes one that an earlier start did not finish, and
 * prints how to use it. A problem is printed too and does not stop the service.
 */
export async function prepareDemoTenant ({
  url, simulatorUrl, dataDir, console = true, say = (text) => { process.stdout.write(text) },
  documentTypes = [33, 34, 39, 41, 56, 61]
}: FirstStartOptions): Promise<void> {
  const file = join(dataDir, 'demo.json')
  const addresses = addressesOf({ url, simulatorUrl, console })
  try {
    const tenant = await demoTenant({ url, simulatorUrl, file, documentTypes })
    say(`${addresses}${instructions(tenant, url)}`)
  } catch (error) {
    say(`${addresses}\n${sentenceOf(error, file)}\n\n`)
  }
}

async function demoTenant (
  { url, simulatorUrl, file, documentTypes }: {
    url: string, simulatorUrl: string, file: string, documentTypes: number[]
  }
): Promise<DemoTenant> {
  const known = noted(file)
  if (known?.complete && await signIn(url, known) !== undefined) return known as DemoTenant
  const { tenant } = await makeTenant({
    url, simulatorUrl, documentTypes, say: () => {}, known,
    note: (next) => { write(file, next) }
  })
  write(file, { ...tenant, complete: true })
  return tenant
}

/** Undefined also when the file's content is not what it should be. */
function noted (file: string): Noted | undefined {
  if (!existsSync(file)) return undefined
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Noted> | null
    return typeof read?.email === 'string' && typeof read.password === 'string' ? read as Noted : undefined
  } catch {
    return undefined
  }
}

/** Writes the whole file or nothing, because the next start reads it. */
function write (file: string, noted: Noted): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function sentenceOf (error: unknown, file: string): string {
  if (error instanceof TenantTaken) {
    return `The demo tenant exists, but ${file} does not have its password. Restore that file, or stop Timbre, remove ` +
      'its data folder, and start again.'
  }
  const cause = error instanceof Error ? error.message : String(error)
  return `The demo tenant is not complete (${cause}). The next start completes it.`
}

function addressesOf (
  { url, simulatorUrl, console }: { url: string, simulatorUrl: string, console: boolean }
): string {
  return `
${console ? `Console     ${url}/console\n` : ''}API         ${url}
Reference   ${url}/docs
Simulator   ${simulatorUrl}
`
}

function instructions ({ email, password, tenantCode, accessKey, secretKey }: DemoTenant, url: string): string {
  const body = JSON.stringify({ tenantCode, accessKey, secretKey, payload: firstFactura })
  return `Sign in     ${email}  ${password}
Keys        ${tenantCode}  ${accessKey}  ${secretKey}

Issue a factura:
curl -s ${url}/api/Webhook/Save -H 'content-type: application/json' -d '${body}'

`
}
