import { randomBytes, randomInt } from 'node:crypto'
import type { Client, RequestOf, ResultOf } from '../../../clients/typescript/client.ts'
import { patientClient } from '../../program/demo/client.ts'
import { type RehearsalReport, RehearsalFailed, same } from './rehearsal-report.ts'

/** A new company and its administrator. */
export interface Company {
  taxNumber: string
  businessName: string
  email: string
  password: string
  /** Of its tenant in certification; that in production has another one. */
  tenantCode: string
}

export type Keys = Pick<ResultOf<'/api/Auth/Register', 'post'>, 'tenantCode' | 'accessKey' | 'secretKey'>

/** Of the company on its documents. */
export const described = {
  businessActivity: 'Venta al por mayor de artículos de montaña', activityCodes: [476_301],
  address: 'Avenida Providencia 1234', municipality: 'Providencia', city: 'Santiago', siiOffice: 'SANTIAGO ORIENTE'
}

export function newCompany (): Company {
  const number = randomInt(76_000_000, 78_000_000)
  return {
    taxNumber: rutOf(number), businessName: `Ensayo ${number} SpA`, email: `certificacion@ensayo-${number}.example`,
    password: `ensayo-${randomBytes(9).toString('base64url')}`, tenantCode: `ensayo-${number}`
  }
}

/** With its check digit (modulo 11). */
export function rutOf (number: number): string {
  const digits = Array.from(String(number), Number).reverse()
  const sum = digits.reduce((total, digit, index) => total + digit * (2 + index % 6), 0)
  return `${number}-${['0', 'K', '9', '8', '7', '6', '5', '4', '3', '2', '1'][sum % 11]}`
}

/** Registers a tenant of the company, and signs in to it. */
export async function register (
  url: string, { taxNumber, businessName, email, password }: Company, tenantCode: string, report: RehearsalReport
): Promise<{ client: Client, keys: Keys }> {
  const stranger = patientClient(url)
  const { registrationOpen, emailProofRequired, taxAuthority } = await stranger.get('/api/Auth/SignInOptions')
  if (!registrationOpen || emailProofRequired || taxAuthority !== simulator) {
    throw new RehearsalFailed(
      'The server must accept registrations without a proof of the email, and send the documents of new companies to the simulator.'
    )
  }
  const { accessKey, secretKey } = await stranger.post('/api/Auth/Register', {
    body: { email, password, fullName: 'Ana Rojas', companyTitle: businessName, taxNumber, tenantCode }
  })
  report.log('Auth/Register', {
    en: `${businessName}, RUT ${taxNumber}, tenant ${tenantCode}`, es: `${businessName}, RUT ${taxNumber}, empresa ${tenantCode}`
  })
  const { accessToken } = await stranger.post('/api/Auth/Login', { body: { email, password, tenantCode } })
  report.log('Auth/Login', same(email))
  return { client: patientClient(url, accessToken), keys: { tenantCode, accessKey, secretKey } }
}

const simulator = 2

/** Obtains a certificate, and folios of each type. */
export async function equip (
  client: Client, folios: Readonly<Record<number, number>>, report: RehearsalReport
): Promise<void> {
  const { holderTaxNumber } = await client.post('/api/Tenant/RehearsalCertificate')
  report.log('Tenant/RehearsalCertificate', {
    en: `certificate of ${holderTaxNumber}, from the simulator`, es: `certificado de ${holderTaxNumber}, del simulador`
  })
  await assignFolios(client, folios, report)
}

type DocumentType = RequestOf<'/api/Folio/Rehearse', 'post'>['body']['documentType']

export async function assignFolios (
  client: Client, folios: Readonly<Record<number, number>>, report: RehearsalReport
): Promise<void> {
  for (const [documentType, count] of Object.entries(folios)) {
    await client.post('/api/Folio/Rehearse', { body: { documentType: Number(documentType) as DocumentType, count } })
  }
  report.log('Folio/Rehearse', {
    en: `folios by type: ${listed(folios)}`, es: `folios por tipo: ${listed(folios)}`
  })
}

function listed (folios: Readonly<Record<number, number>>): string {
  return Object.entries(folios).map(([type, count]) => `${type} × ${count}`).join(', ')
}
