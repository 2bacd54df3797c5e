import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import type { Client } from './demo/client.ts'
import { boleta, factura, notaDeCredito } from './demo/documents.ts'
import { type DemoTenant, makeTenant } from './demo/tenant.ts'
import { createLogger } from './http/plugins/request-log.ts'
import { minuteMs } from './shared/durations.ts'
import { startTimbre } from './start.ts'

interface Receipt {
  correlationId: string
  documentType: string
  invoiceNumber: string
  totalAmount: number
  issuedAt: string
  statusText: string
}
interface Detail {
  statusText: string
  trackId: string | null
  issueDate: string
  reason: unknown
}

const output = 'demo'
const longestWaitMs = minuteMs
const settled = new Set(['Accepted', 'AcceptedWithObjections', 'Rejected', 'Failed'])

const say = (line: string): void => { process.stdout.write(`${line}\n`) }

/** Posts a document, waits for the tax authority's verdict, and keeps its XML and PDF. */
async function issue (
  client: Client, { tenantCode, accessKey, secretKey }: DemoTenant, name: string, payload: unknown
): Promise<{ folio: string, date: string }> {
  const receipt = await client.call<Receipt>('POST', '/Webhook/Save', { tenantCode, accessKey, secretKey, payload })
  say(
    `${name}: folio ${receipt.invoiceNumber}, total $ ${
      receipt.totalAmount.toLocaleString('es-CL')
    }, ${receipt.statusText}`
  )
  const detail = await verdictOf(client, receipt.correlationId)
  say(`${name}: ${detail.statusText} by the tax authority, track id ${detail.trackId ?? 'none'}`)
  if (detail.statusText !== 'Accepted') throw new Error(`${name} was not accepted: ${JSON.stringify(detail.reason)}`)
  await keepFiles(client, receipt)
  return { folio: receipt.invoiceNumber, date: detail.issueDate }
}

async function verdictOf (client: Client, correlationId: string): Promise<Detail> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const detail = await client.call<Detail>('GET', `/Webhook/GetWebhook?correlationId=${correlationId}`)
    if (settled.has(detail.statusText)) return detail
    if (performance.now() > deadline) throw new Error(`still ${detail.statusText} after ${longestWaitMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

async function keepFiles (client: Client, { correlationId, documentType, invoiceNumber }: Receipt): Promise<void> {
  const stem = join(output, `T${documentType}F${invoiceNumber}`)
  writeFileSync(`${stem}.xml`, await client.download(`/Webhook/GetXml?correlationId=${correlationId}`))
  writeFileSync(`${stem}.pdf`, await client.download(`/Webhook/GetPdf?correlationId=${correlationId}`))
  if (documentType === '33') {
    writeFileSync(
      `${stem}-cedible.pdf`, await client.download(`/Webhook/GetPdf?correlationId=${correlationId}&cedible=true`)
    )
  }
  say(`  ${stem}.xml and ${stem}.pdf written`)
}

const dataDir = mkdtempSync(join(tmpdir(), 'timbre-demo-'))
// Run by root, the database has an account of its own that must be able to walk through.
chmodSync(dataDir, 0o711)
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' })
const running = await startTimbre(config, createLogger({ level: 'warn' }))
try {
  const { url, simulatorUrl } = running
  if (url === undefined || simulatorUrl === undefined) throw new Error('the demo needs the API and the simulator')
  say(`Timbre at ${url}, the tax authority's simulator at ${simulatorUrl}`)
  mkdirSync(output, { recursive: true })
  const { tenant, client } = await makeTenant({ url, simulatorUrl, documentTypes: [33, 39, 61], say })
  const invoice = await issue(client, tenant, 'factura', factura)
  await issue(client, tenant, 'boleta', boleta)
  await issue(client, tenant, 'nota de crédito', notaDeCredito(invoice))
  say('All accepted.')
} finally {
  await running.close()
  rmSync(dataDir, { recursive: true, force: true })
}
