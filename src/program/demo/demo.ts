import { chmodSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client, RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import { readConfig } from '../config/config.ts'
import { boleta, factura, notaDeCredito } from './documents.ts'
import { type DemoTenant, makeTenant } from './tenant.ts'
import { createLogger } from '../../http/plugins/request-log.ts'
import { minuteMs } from '../../shared/durations.ts'
import { startTimbre } from '../startup/start.ts'

type Payload = RequestOf<'/api/Webhook/Save', 'post'>['body']['payload']
type Receipt = ResultOf<'/api/Webhook/Save', 'post'>
type Detail = ResultOf<'/api/Webhook/GetWebhook', 'get'>

const output = 'demo'
const longestWaitMs = minuteMs
const finalStatuses = new Set(['Accepted', 'AcceptedWithObjections', 'Rejected', 'Failed'])

const say = (line: string): void => { process.stdout.write(`${line}\n`) }

/** Issues a document, waits for the answer of the SII, and saves the XML and the PDF. */
async function issue (
  client: Client, { tenantCode, accessKey, secretKey }: DemoTenant, name: string, payload: Payload
): Promise<{ folio: string, date: string }> {
  const receipt = await client.post('/api/Webhook/Save', { body: { tenantCode, accessKey, secretKey, payload } })
  const { invoiceNumber: folio, totalAmount, statusText } = receipt
  say(`${name}: folio ${folio}, total $ ${totalAmount.toLocaleString('es-CL')}, ${statusText}`)
  const detail = await verdictOf(client, receipt.correlationId)
  say(`${name}: ${detail.statusText} by the SII, track id ${detail.trackId ?? 'none'}`)
  if (detail.statusText !== 'Accepted') throw new Error(`${name} was not accepted: ${JSON.stringify(detail.reason)}`)
  await saveFiles(client, receipt)
  return { folio, date: detail.issueDate }
}

async function verdictOf (client: Client, correlationId: string): Promise<Detail> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const detail = await client.get('/api/Webhook/GetWebhook', { query: { correlationId } })
    if (finalStatuses.has(detail.statusText)) return detail
    if (performance.now() > deadline) throw new Error(`still ${detail.statusText} after ${longestWaitMs / 1000} s`)
    await setTimeout(250)
  }
}

async function saveFiles (client: Client, { correlationId, documentType, invoiceNumber }: Receipt): Promise<void> {
  const stem = join(output, `T${documentType}F${invoiceNumber}`)
  const save = async (path: string, file: Blob): Promise<void> => {
    writeFileSync(path, await file.bytes())
    say(`  wrote ${path}`)
  }
  const query = { correlationId }
  await save(`${stem}.xml`, await client.get('/api/Webhook/GetXml', { query }))
  await save(`${stem}.pdf`, await client.get('/api/Webhook/GetPdf', { query }))
  if (documentType === '33') {
    await save(`${stem}-cedible.pdf`, await client.get('/api/Webhook/GetPdf', { query: { ...query, cedible: true } }))
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'timbre-demo-'))
// When root runs the demo, the database runs under another account, which must be able to pass through the folder.
chmodSync(dataDir, 0o711)
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0' })
const running = await startTimbre(config, createLogger({ level: 'warn' }))
try {
  const { url, simulatorUrl } = running
  if (url === undefined || simulatorUrl === undefined) throw new Error('the demo needs the API and the simulator')
  say(`Timbre at ${url}, the simulator of the SII at ${simulatorUrl}`)
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
