import { setTimeout as sleep } from 'node:timers/promises'
import { checkDigit } from '../../src/dte/values/rut.ts'
import { boleta, factura } from '../../src/program/demo/documents.ts'
import { type Caller, createCaller, formOf } from './http.ts'

export interface Tenant {
  caller: Caller
  keys: { tenantCode: string, accessKey: string, secretKey: string }
  taxNumber: string
  email: string
  password: string
  token: string
}
export interface Places {
  url: string
  simulatorUrl: string
}

const password = 'correo-tinta-lluvia'

/** A tenant that can issue facturas and boletas, used from an address of its own. */
export async function createTenant (
  { url, simulatorUrl }: Places, { code, digits, address }: { code: string, digits: number, address: string }
): Promise<Tenant> {
  const caller = createCaller(url, address)
  const taxNumber = `${digits}-${checkDigit(String(digits))}`
  const businessName = `Comercial ${code} SpA`
  const email = `admin@${code}.example`
  const keys = await caller.result('POST', '/api/Auth/Register', {
    email, password, fullName: 'Ana Rojas', companyTitle: businessName, taxNumber, tenantCode: code
  })
  const token = await caller.signIn(email, password)
  await caller.result('PUT', '/api/Tenant/Update', {
    businessName, businessActivity: 'Ferretería', activityCodes: [475_201], address: 'Calle Larga 100',
    municipality: 'Ñuñoa', city: 'Santiago'
  })
  const certificate = await certificateOf(simulatorUrl, taxNumber)
  await caller.result('POST', '/api/Tenant/Certificate', formOf(certificate, { Password: 'clave' }))
  for (const documentType of [33, 39]) {
    const { id } = await caller.result(
      'POST', '/api/Folio/Upload',
      formOf(await cafOf(simulatorUrl, { taxNumber, businessName, documentType, from: 1, to: 1_000_000 }))
    )
    await caller.result('PUT', '/api/Folio/Activate', { id })
  }
  const { tenantCode, accessKey, secretKey } = keys
  return { caller, keys: { tenantCode, accessKey, secretKey }, taxNumber, email, password, token }
}

/**
 * What the hostile tenant owns when the attacks begin: documents with a verdict, a submission, a template, good files
 * to be damaged.
 */
export async function possessionsOf ({ caller, keys, taxNumber }: Tenant, { url, simulatorUrl }: Places) {
  const receipts = []
  for (const payload of [factura, boleta, factura]) {
    receipts.push(await caller.result('POST', '/api/Webhook/Save', { ...keys, payload }))
  }
  const { correlationId } = receipts[0]
  const { id: bulkId } = await caller.result('POST', '/api/BulkInvoice/Create', {
    name: 'lotes', invoices: Array.from({ length: 200 }, () => factura)
  })
  const { id: templateId } = await caller.result('POST', '/api/PdfTemplate/Create', {
    name: 'Propia', kind: 'settings', documentTypes: [39], format: '80mm'
  })
  const { result: workbook } = await caller.call('GET', '/api/BulkInvoice/GetTemplate?documentType=33&format=xlsx')
  const caf = await cafOf(simulatorUrl, {
    taxNumber, businessName: 'Comercial hostil SpA', documentType: 34, from: 1, to: 50
  })
  const certificate = await certificateOf(simulatorUrl, taxNumber)
  return {
    correlationId: String(correlationId),
    trackId: await trackIdOf(caller, correlationId),
    bulkId: String(bulkId),
    templateId: String(templateId),
    script: await scriptOf(url),
    files: {
      workbook: (workbook as Buffer).toString('base64'), caf: caf.toString('base64'),
      certificate: certificate.toString('base64')
    }
  }
}

/** Known once the document was sent. */
async function trackIdOf (caller: Caller, correlationId: string): Promise<string> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(200)) {
    const { trackId } = await caller.result('GET', `/api/Webhook/GetWebhook?correlationId=${correlationId}`)
    if (typeof trackId === 'string') return trackId
  }
  throw new Error('the simulator was sent nothing')
}

/** The largest thing that is served to anyone. */
async function scriptOf (url: string): Promise<string> {
  const page = await (await fetch(`${url}/docs/`)).text()
  const source = /<script[^>]+src="([^"]+\.js[^"]*)"/.exec(page)?.[1]
  if (source === undefined) throw new Error('the API reference has no script')
  return new URL(source, `${url}/docs/`).pathname
}

function certificateOf (simulatorUrl: string, taxNumber: string): Promise<Buffer> {
  return made(`${simulatorUrl}/simulator/certificates`, {
    taxNumber, holderName: 'Ana Rojas', holderTaxNumber: '12345678-5', password: 'clave'
  })
}

function cafOf (simulatorUrl: string, order: object): Promise<Buffer> {
  return made(`${simulatorUrl}/simulator/cafs`, order)
}

async function made (url: string, order: object): Promise<Buffer> {
  const answer = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order)
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}
