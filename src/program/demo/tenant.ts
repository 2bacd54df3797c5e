import { randomBytes } from 'node:crypto'
import type { Client } from '../../../clients/typescript/client.ts'
import { patientClient, unless } from './client.ts'

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
const folioCount = 1000

type Keys = Pick<DemoTenant, 'tenantCode' | 'accessKey' | 'secretKey'>

/** What an earlier run knew of the tenant. Keys are missing when it ended before it had noted them. */
export type KnownTenant = Pick<DemoTenant, 'email' | 'password' | 'tenantCode'> & Partial<DemoTenant>

export interface TenantOptions {
  url: string
  simulatorUrl: string
  documentTypes: number[]
  say: (line: string) => void
  /** Of an earlier run, which may have ended at any moment. */
  known?: KnownTenant | undefined
  /** Stores what the next run must know, before the step that depends on it. */
  note?: (known: KnownTenant) => void
}

/** The tenant exists, and its password is not known here. */
export class TenantTaken extends Error {}

/**
 * Creates a tenant that can issue at once: registered, described, with a certificate and folios from the simulator.
 * Does only what an earlier run has not done. Throws TenantTaken.
 */
export async function makeTenant (
  { url, simulatorUrl, documentTypes, say, known, note = () => {} }: TenantOptions
): Promise<{ tenant: DemoTenant, client: Client }> {
  // The password first: a run that ends right after the registration could not be continued without it.
  let account = known ?? newAccount()
  note(account)
  let token = known && await signIn(url, account)
  if (token === undefined) {
    account = { ...account, ...await register(url, account) }
    note(account)
    say(`tenant ${account.tenantCode} registered for ${company.businessName}, RUT ${company.taxNumber}`)
    token = await signIn(url, account)
  }
  const client = patientClient(url, token)
  const tenant = await withKeys(client, account)
  note(tenant)
  const { taxNumber: _taxNumber, ...described } = company
  await client.put('/api/Tenant/Update', { body: described })
  if (!await unless([404], client.get('/api/Tenant/Certificate'))) await uploadCertificate(client, simulatorUrl)
  say(`certificate of ${holder.holderName} uploaded`)
  for (const documentType of documentTypes) await makeFolios(client, simulatorUrl, documentType)
  say(`${folioCount} folios of each type ${documentTypes.join(', ')} uploaded and activated`)
  return { tenant, client }
}

function newAccount (): KnownTenant {
  return {
    email: 'demo@losandes.example', password: `demo-${randomBytes(9).toString('base64url')}`, tenantCode: 'losandes'
  }
}

/** A token; undefined when the server does not know the account. */
export async function signIn (url: string, { email, password }: KnownTenant): Promise<string | undefined> {
  const answer = await unless([401], patientClient(url).post('/api/Auth/Login', { body: { email, password } }))
  return answer?.accessToken
}

async function register (url: string, { email, password, tenantCode }: KnownTenant): Promise<Keys> {
  const { businessName: companyTitle, taxNumber } = company
  // 409: the code is taken. 401: so is the email, with another password.
  const keys = await unless([401, 409], patientClient(url).post('/api/Auth/Register', {
    body: { email, password, fullName: 'Demo', companyTitle, taxNumber, tenantCode }
  }))
  if (!keys) throw new TenantTaken(`The tenant ${tenantCode} exists.`)
  return { tenantCode, accessKey: keys.accessKey, secretKey: keys.secretKey }
}

/** Creates a pair where the secret of the first one was shown to a run that ended. */
async function withKeys (client: Client, account: KnownTenant): Promise<DemoTenant> {
  const { email, password, tenantCode, accessKey, secretKey } = account
  if (accessKey !== undefined && secretKey !== undefined) return { email, password, tenantCode, accessKey, secretKey }
  // At most two pairs may be active: one that an earlier run created, and lost too, is revoked.
  const active = await client.get('/api/Tenant/Keys')
  for (const { id } of active.slice(1)) await client.delete('/api/Tenant/RevokeKey', { query: { id } })
  const created = await client.post('/api/Tenant/CreateKey')
  return { email, password, tenantCode, accessKey: created.accessKey, secretKey: created.secretKey }
}

async function uploadCertificate (client: Client, simulatorUrl: string): Promise<void> {
  const password = randomBytes(9).toString('base64url')
  const file = await order(simulatorUrl, '/simulator/certificates', {
    taxNumber: company.taxNumber, ...holder, password
  })
  await client.post('/api/Tenant/Certificate', { body: { Password: password, File: file } })
}

async function makeFolios (client: Client, simulatorUrl: string, documentType: number): Promise<void> {
  const blocks = await client.get('/api/Folio/List')
  const known = blocks.find((block) => block.documentType === documentType)
  const id = known?.id ?? await uploadFolios(client, simulatorUrl, documentType)
  if (typeof known?.position !== 'number') await client.put('/api/Folio/Activate', { body: { id } })
}

async function uploadFolios (client: Client, simulatorUrl: string, documentType: number): Promise<string> {
  const { taxNumber, businessName } = company
  const from = await nextFolio(simulatorUrl, documentType)
  const file = await order(simulatorUrl, '/simulator/cafs', {
    taxNumber, businessName, documentType, from, to: from + folioCount - 1
  })
  const { id } = await client.post('/api/Folio/Upload', { body: { File: file } })
  return id
}

/** A new database beside an old simulator continues after the folios that the simulator has seen. */
async function nextFolio (simulatorUrl: string, documentType: number): Promise<number> {
  const response = await fetch(`${simulatorUrl}/simulator/ledger?documentType=${documentType}`)
  const { documents } = await response.json() as { documents: { issuer: string, folio: number }[] }
  const ours = documents.filter(({ issuer }) => issuer === company.taxNumber)
  return ours.reduce((next, { folio }) => Math.max(next, folio + 1), 1)
}

/** The simulator issues what the SII and a certification authority would. */
async function order (simulatorUrl: string, path: string, body: unknown): Promise<Blob> {
  const response = await fetch(`${simulatorUrl}${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.blob()
}
