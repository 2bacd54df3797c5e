import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boleta } from './documents.ts'
import { type DemoTenant, makeTenant } from './tenant.ts'

/** On the first start without settings, creates a demo tenant; on every such start, prints how to use it. */
export async function prepareDemoTenant (
  { url, simulatorUrl, dataDir }: { url: string, simulatorUrl: string, dataDir: string }
): Promise<void> {
  const file = join(dataDir, 'demo.json')
  if (!existsSync(file)) {
    const { tenant } = await makeTenant({ url, simulatorUrl, documentTypes: [33, 34, 39, 41, 56, 61], say: () => {} })
    writeFileSync(file, `${JSON.stringify(tenant, null, 2)}\n`, { mode: 0o600 })
  }
  process.stdout.write(instructions(JSON.parse(readFileSync(file, 'utf8')) as DemoTenant, { url, simulatorUrl }))
}

function instructions (
  { email, password, tenantCode, accessKey, secretKey }: DemoTenant,
  { url, simulatorUrl }: { url: string, simulatorUrl: string }
): string {
  const body = JSON.stringify({ tenantCode, accessKey, secretKey, payload: boleta })
  return `
Timbre      ${url}
Reference   ${url}/docs
Simulator   ${simulatorUrl}
Sign in     ${email}  ${password}
Keys        ${tenantCode}  ${accessKey}  ${secretKey}

Issue a boleta:
curl -s ${url}/api/Webhook/Save -H 'content-type: application/json' -d '${body}'

`
}
