import { randomBytes } from 'node:crypto'
import { createClient, type Client } from './client.ts'

/** What the demo's people need to sign in and to post. */
export interface DemoTenant {
  email: string
  password: string
  tenantCode: string
  accessKey: string
  secretKey: string
}

// Invented, with right check digits.
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

/** Makes a tenant that can issue at once: registered, described, with a certificate and folios from the simulator. */
export async function makeTenant (
  { url, simulatorUrl, documentTypes, say }: {
    url: string, simulatorUrl: string, documentTypes: number[], say: (line: string) => void
  }
): Promise<{ tenant: DemoTenant, client: Client }> {
  const client = createClient(url)
  const email = 'demo@losandes.example'
  const password = `demo-${randomBytes(9).toString('base64url')}`
  const keys = await client.call<Pick<DemoTenant, 'tenantCode' | 'accessKey' | 'secretKey'>>('POST', '/Auth/Register', {
    email,
    password,
    fullName: 'Demo',
    companyTitle: company.businessName,
    taxNumber: company.taxNumber,
    tenantCode: 'losandes'
  })
  say(`tenant ${keys.tenantCode} registered for ${company.businessName}, RUT ${company.taxNumber}`)
  await client.signIn(email, password)
  const { taxNumber: _taxNumber, ...described } = company
  await client.call('PUT', '/Tenant/Update', described)
  await uploadCertificate(client, simulatorUrl)
  say(`certificate of ${holder.holderName} uploaded`)
  for (const documentType of documentTypes) await uploadFolios(client, simulatorUrl, documentType)
  say(`folios ${folios.from} to ${folios.to} of types ${documentTypes.join(', ')} uploaded and activated`)
  const { tenantCode, accessKey, secretKey } = keys
  return { tenant: { email, password, tenantCode, accessKey, secretKey }, client }
}

async function uploadCertificate (client: Client, simulatorUrl: string): Promise<void> {
  const password = randomBytes(9).toString('base64url')
  const file = await order(simulatorUrl, '/simulator/certificates', {
    taxNumber: company.taxNumber, ...holder, password
  })
  const form = new FormData()
  form.append('Password', password)
  form.append('File', file, 'certificate.p12')
  await client.call('POST', '/Tenant/Certificate', form)
}

async function uploadFolios (client: Client, simulatorUrl: string, documentType: number): Promise<void> {
  const { taxNumber, businessName } = company
  const file = await order(simulatorUrl, '/simulator/cafs', { taxNumber, businessName, documentType, ...folios })
  const form = new FormData()
  form.append('File', file, `caf-${documentType}.xml`)
  const { id } = await client.call<{ id: string }>('POST', '/Folio/Upload', form)
  await client.call('PUT', '/Folio/Activate', { id })
}

/** The simulator hands out what the SII and a certification authority would. */
async function order (simulatorUrl: string, path: string, body: unknown): Promise<Blob> {
  const response = await fetch(`${simulatorUrl}${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.blob()
}
