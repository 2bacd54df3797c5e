import { randomBytes } from 'node:crypto'
import { createClient, type Client } from '../../clients/typescript/client.ts'

/** The credentials of the demo tenant: a user to sign in as, and the keys that issue documents. */
export interface DemoTenant {
  email: string
  password: string
  tenantCode: string
  accessKey: string
  secretKey: string
}

// Invented, with valid check digits.
export const company = {
  taxNumber: '77777777-7',
  businessName: 'Comercial Los Andes SpA',
  businessActivity: 'Venta al por menor de artículos de ferretería',
  activityCodes: [475_201],
  address: 'Av. Libertador Bernardo O\'Higgins 1449',
  municipality: 'Santiago',
  city: 'Santiago',
  phone: '+56 2 2345 6789',
  email: 'facturacion@losandes.example',
  siiOffice: 'SANTIAGO CENTRO'
}
const holder = { holderName: 'Juana Pérez Soto', holderTaxNumber: '12345678-5' }
const folios = { from: 1, to: 1000 }

/** Creates a tenant that can issue at once: registered, described, with a certificate and folios from the simulator. */
export async function makeTenant (
  { url, simulatorUrl, documentTypes, say }: {
    url: string, simulatorUrl: string, documentTypes: number[], say: (line: string) => void
  }
): Promise<{ tenant: DemoTenant, client: Client }> {
  const { taxNumber, ...described } = company
  const user = { email: 'demo@losandes.example', password: `demo-${randomBytes(9).toString('base64url')}` }
  const visitor = createClient({ baseUrl: url })
  const { tenantCode, accessKey, secretKey } = await visitor.post('/api/Auth/Register', {
    body: { ...user, fullName: 'Demo', companyTitle: company.businessName, taxNumber, tenantCode: 'losandes' }
  })
  say(`tenant ${tenantCode} registered for ${company.businessName}, RUT ${taxNumber}`)
  const { accessToken } = await visitor.post('/api/Auth/Login', { body: user })
  const client = createClient({ baseUrl: url, token: accessToken })
  await client.put('/api/Tenant/Update', { body: described })
  await uploadCertificate(client, simulatorUrl)
  say(`certificate of ${holder.holderName} uploaded`)
  for (const documentType of documentTypes) await uploadFolios(client, simulatorUrl, documentType)
  say(`folios ${folios.from} to ${folios.to} of types ${documentTypes.join(', ')} uploaded and activated`)
  return { tenant: { ...user, tenantCode, accessKey, secretKey }, client }
}

async function uploadCertificate (client: Client, simulatorUrl: string): Promise<void> {
  const password = randomBytes(9).toString('base64url')
  const file = await order(simulatorUrl, '/simulator/certificates', {
    taxNumber: company.taxNumber, ...holder, password
  })
  await client.post('/api/Tenant/Certificate', { body: { Password: password, File: file } })
}

async function uploadFolios (client: Client, simulatorUrl: string, documentType: number): Promise<void> {
  const { taxNumber, businessName } = company
  const file = await order(simulatorUrl, '/simulator/cafs', { taxNumber, businessName, documentType, ...folios })
  const { id } = await client.post('/api/Folio/Upload', { body: { File: file } })
  await client.put('/api/Folio/Activate', { body: { id } })
}

/** The simulator issues what the SII and a certification authority would. */
async function order (simulatorUrl: string, path: string, body: unknown): Promise<Blob> {
  const response = await fetch(`${simulatorUrl}${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.blob()
}
