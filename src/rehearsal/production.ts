import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../clients/typescript/client.ts'
import { type Company, equip, type Keys, register } from './company.ts'
import { type Diary, RehearsalFailed, same } from './diary.ts'
import { firstCustomer } from './options.ts'

const final: ReadonlySet<string> = new Set(['Accepted', 'AcceptedWithObjections', 'Rejected', 'Failed'])
const longestWaitMs = 300_000
const pauseMs = 100

/** The tenant in production, its folios, and its first invoice. `resolution`: as the SII published it. */
export async function startProduction (
  { url, client, company, diary }: { url: string, client: Client, company: Company, diary: Diary },
  resolution: { number: number, date: string }
): Promise<void> {
  const tenantCode = `${company.tenantCode}-produccion`
  const there = await register(url, company, tenantCode, diary)
  await there.client.put('/api/Tenant/Update', { body: { environment: 'production', productionResolution: resolution } })
  diary.tell('Tenant/Update', {
    en: `production, resolution ${resolution.number} of ${resolution.date}`,
    es: `producción, resolución ${resolution.number} de ${resolution.date}`
  })
  const { copied } = await client.post('/api/Certification/GoLive', { body: { tenantCode } })
  diary.tell('Certification/GoLive', {
    en: `copied: ${copied.settings.join(', ')}`, es: `copiado: ${copied.settings.join(', ')}`
  })
  await equip(there.client, { 33: 100 }, diary)
  const { readiness } = await there.client.get('/api/Tenant/GetTenant')
  if (!readiness.ready) throw new RehearsalFailed(readiness.missing.map(({ message }) => message).join(' '))
  diary.tell('Tenant/GetTenant', { en: 'ready', es: 'lista' })
  await issueFirst(there, diary)
}

async function issueFirst ({ client, keys }: { client: Client, keys: Keys }, diary: Diary): Promise<void> {
  const receipt = await client.post('/api/Webhook/Save', {
    body: {
      ...keys,
      payload: {
        header: { documentId: { documentType: '33' }, receiver: firstCustomer },
        details: [{ itemName: 'Mochila de montaña', quantity: 1, unitPrice: 45_990 }]
      }
    }
  })
  diary.tell('Webhook/Save', {
    en: `invoice 33, folio ${receipt.invoiceNumber}, total ${receipt.totalAmount}`,
    es: `factura 33, folio ${receipt.invoiceNumber}, total ${receipt.totalAmount}`
  })
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const { statusText } = await client.get('/api/Webhook/GetWebhook', { query: { correlationId: receipt.correlationId } })
    if (final.has(statusText)) {
      diary.tell('Webhook/GetWebhook', same(statusText))
      diary.conclude(`33 ${receipt.invoiceNumber}`, { en: `first invoice in production: ${statusText}`, es: `primera factura en producción: ${statusText}` })
      if (statusText !== 'Accepted') throw new RehearsalFailed(`The first invoice is ${statusText}`)
      return
    }
    if (performance.now() > deadline) throw new RehearsalFailed(`The first invoice is still ${statusText}`)
    await setTimeout(pauseMs)
  }
}
