import { setTimeout } from 'node:timers/promises'
import type { Client, RequestOf } from '../../../clients/typescript/client.ts'
import { type Company, equip, type Keys, register } from './company.ts'
import { type RehearsalReport, RehearsalFailed, same } from './rehearsal-report.ts'
import { firstCustomer } from './options.ts'

const final: ReadonlySet<string> = new Set(['Accepted', 'AcceptedWithObjections', 'Rejected', 'Failed'])
const longestWaitMs = 300_000
const pauseMs = 100

/** The tenant in production, its folios, and its first documents. `resolution`: as the SII published it. */
export async function startProduction (
  { url, client, company, report }: { url: string, client: Client, company: Company, report: RehearsalReport },
  resolution: { number: number, date: string }
): Promise<void> {
  const tenantCode = `${company.tenantCode}-produccion`
  const there = await register(url, company, tenantCode, report)
  await there.client.put('/api/Tenant/Update', { body: { environment: 'production', productionResolution: resolution } })
  report.log('Tenant/Update', {
    en: `production, resolution ${resolution.number} of ${resolution.date}`,
    es: `producción, resolución ${resolution.number} de ${resolution.date}`
  })
  const { copied } = await client.post('/api/Certification/GoLive', { body: { tenantCode } })
  report.log('Certification/GoLive', {
    en: `copied: ${copied.settings.join(', ')}`, es: `copiado: ${copied.settings.join(', ')}`
  })
  await equip(there.client, { 33: 100, 39: 100, 41: 100 }, report)
  const { readiness } = await there.client.get('/api/Tenant/GetTenant')
  if (!readiness.ready) throw new RehearsalFailed(readiness.missing.map(({ message }) => message).join(' '))
  report.log('Tenant/GetTenant', { en: 'ready', es: 'lista' })
  await issueFirst(there, report)
}

type Payload = RequestOf<'/api/Webhook/Save', 'post'>['body']['payload']

const details = [{ itemName: 'Mochila de montaña', quantity: 1, unitPrice: 45_990 }]
const first: Record<number, Payload> = {
  33: { header: { documentId: { documentType: '33' }, receiver: firstCustomer }, details },
  39: { header: { documentId: { documentType: '39' } }, details },
  41: { header: { documentId: { documentType: '41' } }, details }
}

/** The first invoice, and boletas of both types. */
async function issueFirst ({ client, keys }: { client: Client, keys: Keys }, report: RehearsalReport): Promise<void> {
  for (const [type, payload] of Object.entries(first)) {
    const { correlationId, invoiceNumber, totalAmount } = await client.post('/api/Webhook/Save', { body: { ...keys, payload } })
    report.log('Webhook/Save', {
      en: `${type}, folio ${invoiceNumber}, total ${totalAmount}`, es: `${type}, folio ${invoiceNumber}, total ${totalAmount}`
    })
    const status = await verdictOf(client, correlationId)
    report.log('Webhook/GetWebhook', same(`${type} ${invoiceNumber}: ${status}`))
    if (status !== 'Accepted') throw new RehearsalFailed(`${type} ${invoiceNumber} is ${status}`)
    report.addResult(`${type} ${invoiceNumber}`, {
      en: `first of its type in production: ${status}`, es: `primer documento de su tipo en producción: ${status}`
    })
  }
}

async function verdictOf (client: Client, correlationId: string): Promise<string> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const { statusText } = await client.get('/api/Webhook/GetWebhook', { query: { correlationId } })
    if (final.has(statusText)) return statusText
    if (performance.now() > deadline) throw new RehearsalFailed(`${correlationId} is still ${statusText}`)
    await setTimeout(pauseMs)
  }
}
