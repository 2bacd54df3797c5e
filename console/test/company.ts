/** A company with a month of documents, made at the simulator of the Timbre under test: what most tests look at. */
import { randomInt } from 'node:crypto'
import { createClient, type Client, type RequestOf, type ResultOf } from '../../clients/typescript/client.ts'
import { checkDigitOf } from '../src/shared/rut.ts'
import { addDays, today } from '../src/text/formats.ts'
import { defined } from '../../test/support/expecting.ts'

export interface Person { email: string, password: string }

export interface Company {
  url: string
  simulatorUrl: string
  taxNumber: string
  tenantCode: string
  keys: { tenantCode: string, accessKey: string, secretKey: string }
  administrator: Person
  operator: Person
  viewer: Person
}

type Payload = RequestOf<'/api/Webhook/Save', 'post'>['body']['payload']

export const password = 'correo-tinta-lluvia-9'
const businessName = 'Ferretería Maipo SpA'
export const receiver = {
  businessName: 'Ingeniería Ñandú Austral S.A.', taxNumber: '88888888-8', businessActivity: 'Obras de ingeniería',
  address: 'Camino a Melipilla 10803, galpón 4', municipality: 'Maipú', city: 'Santiago'
}
const others = [
  { ...receiver, businessName: 'Constructora Quillay Ltda.', taxNumber: '76111222-7', address: 'Av. Vicuña Mackenna 4860', municipality: 'Macul' },
  { ...receiver, businessName: 'Comercial Puelche y Compañía Limitada', taxNumber: '77333444-0', address: 'Los Aromos 215', municipality: 'Chillán', city: 'Chillán' }
].map((other) => ({ ...other, taxNumber: rutOf(Number(other.taxNumber.slice(0, -2))) }))

/** Registers a company with its data and its administrator: enough for places where nothing is issued. */
export async function registerCompany ({ url, simulatorUrl }: Pick<Company, 'url' | 'simulatorUrl'>): Promise<Company> {
  const taxNumber = rutOf(randomInt(76_000_000, 77_000_000))
  const administrator = person('ana')
  const { tenantCode, accessKey, secretKey } = await connect({ url }).post('/api/Auth/Register', {
    body: { ...administrator, fullName: 'Ana Fuentes', companyTitle: businessName, taxNumber }
  })
  const company: Company = {
    url, simulatorUrl, taxNumber, tenantCode, keys: { tenantCode, accessKey, secretKey },
    administrator, operator: person('oscar'), viewer: person('vera')
  }
  const timbre = await clientOf(company, administrator)
  await timbre.put('/api/Tenant/Update', {
    body: {
      businessActivity: 'Ferretería', activityCodes: [475_201], address: 'Av. Providencia 1234',
      municipality: 'Providencia', city: 'Santiago', siiOffice: 'SANTIAGO ORIENTE'
    }
  })
  return company
}

/** A company with a certificate, an operator and a viewer; `documentTypes` get folios. */
export async function makeCompany (
  { url, simulatorUrl, documentTypes = [33, 34, 39, 52, 56, 61], folios = 200 }:
  Pick<Company, 'url' | 'simulatorUrl'> & { documentTypes?: number[], folios?: number }
): Promise<Company> {
  const company = await registerCompany({ url, simulatorUrl })
  const timbre = await clientOf(company, company.administrator)
  await timbre.post('/api/Tenant/Certificate', { body: { File: await certificateFor(company), Password: holder.password } })
  for (const documentType of documentTypes) {
    const { id } = await uploadFolios(company, { documentType, from: 1001, to: 1000 + folios })
    await timbre.put('/api/Folio/Activate', { body: { id } })
  }
  await addPerson(timbre, company.operator, { fullName: 'Óscar Rojas', roleName: 'Operator' })
  await addPerson(timbre, company.viewer, { fullName: 'Vera Soto', roleName: 'Viewer' })
  return company
}

const holder = { holderName: 'Juana Pérez Soto', holderTaxNumber: '12345678-5', password: 'clave' }
const certificates = new Map<string, Promise<Blob>>()

/** A key takes longer to make than all else of a company: the same person signs for all of them. */
async function certificateFor (company: Company): Promise<Blob> {
  const { simulatorUrl, taxNumber } = company
  const made = certificates.get(simulatorUrl) ?? order(company, 'certificates', { taxNumber, ...holder })
  certificates.set(simulatorUrl, made)
  await order(company, 'companies', { taxNumber, senders: [holder.holderTaxNumber] })
  return made
}

export async function uploadFolios (
  company: Company, { documentType, from, to }: { documentType: number, from: number, to: number }
) {
  const { taxNumber } = company
  const timbre = await clientOf(company, company.administrator)
  const File = await order(company, 'cafs', { taxNumber, businessName, documentType, from, to, authorisedOn: addDays(today(), -40) })
  return timbre.post('/api/Folio/Upload', { body: { File } })
}

/** A document every day of the last month, with one that the SII rejects. */
export async function makeDocuments (company: Company): Promise<void> {
  const timbre = await clientOf(company, company.administrator)
  for (let day = 29; day >= 0; day--) {
    const date = addDays(today(), -day)
    await issue(company, boleta(date, 1 + day % 7))
    if (day % 2 === 0) await issue(company, factura(date, defined([receiver, ...others][day % 3])))
  }
  // The fault is for the next upload, whatever it holds.
  await until(async () => (await timbre.get('/api/Webhook/GetWebhooks', { query: { pageSize: 100 } })).data.every(({ status }) => status > 4))
  await order(company, 'faults', {
    operation: 'upload', channel: 'DTE', company: company.taxNumber, fault: 'rejected', value: 'HED-3-209'
  })
  const { correlationId } = await issue(company, factura(today(), receiver))
  await until(async () => (await timbre.get('/api/Webhook/GetWebhook', { query: { correlationId } })).status === 7)
}

/** A server on a busy machine may ask to wait, and keeps nothing of what it then refuses: it is asked again. */
const patient: typeof fetch = async (...request) => {
  for (;;) {
    const answer = await fetch(...request)
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1000))
  }
}

export function connect ({ url }: Pick<Company, 'url'>, token?: string): Client {
  return createClient({ baseUrl: url, language: 'es', ...token ? { token, fetch: patient } : { fetch: fromSomewhere() } })
}

/**
 * From an address of its own, which Timbre believes (start-timbre.ts): what the tests register and sign in, however
 * fast, must not be more than one address may.
 */
function fromSomewhere (): typeof fetch {
  const address = ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.')
  return (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return patient(url, { ...init, headers })
  }
}

const tokens = new Map<string, Promise<ResultOf<'/api/Auth/Login', 'post'>>>()

/** Passwords are slow to check by design: everybody signs in once. */
export function tokenOf ({ url }: Pick<Company, 'url'>, { email, password }: Person): Promise<ResultOf<'/api/Auth/Login', 'post'>> {
  const known = tokens.get(email) ?? connect({ url }).post('/api/Auth/Login', { body: { email, password } })
  tokens.set(email, known)
  return known
}

/** What the console keeps of a session in the browser. */
export async function sessionAt ({ url }: Pick<Company, 'url'>, person: Person): Promise<string> {
  const { accessToken, expiration } = await tokenOf({ url }, person)
  const me = await connect({ url }, accessToken).get('/api/Auth/Me')
  return JSON.stringify({ token: accessToken, expiresAt: Date.parse(expiration), me })
}

export async function clientOf ({ url }: Pick<Company, 'url'>, person: Person): Promise<Client> {
  const { accessToken } = await tokenOf({ url }, person)
  return connect({ url }, accessToken)
}

export function issue ({ url, keys }: Company, payload: Payload) {
  return connect({ url }).post('/api/Webhook/Save', { body: { ...keys, payload } })
}

/** The simulator issues what the SII and a certification authority would, and breaks what it is told to. */
export async function order ({ simulatorUrl }: Pick<Company, 'simulatorUrl'>, what: string, body: object): Promise<Blob> {
  const answer = await patient(`${simulatorUrl}/simulator/${what}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
  return answer.blob()
}

export async function until (question: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000
  while (!await question()) {
    if (performance.now() > deadline) throw new Error('It never came true.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export function factura (issueDate: string, to: typeof receiver = receiver): Payload {
  return {
    header: { documentId: { documentType: '33', paymentMethod: 1, issueDate }, receiver: to },
    details: [
      { itemName: 'Taladro percutor 850 W', quantity: 2, unitPrice: 42_990 },
      { itemName: 'Pintura látex blanca, 1 galón', quantity: 3.5, unitPrice: 14_990 }
    ]
  }
}

export function boleta (issueDate: string, quantity = 1): Payload {
  return {
    header: { documentId: { documentType: '39', paymentMedia: 1, issueDate } },
    details: [{ itemName: 'Guantes de cuero', quantity, unitPrice: 2940 }]
  }
}

export function rutOf (body: number): string {
  return `${body}-${checkDigitOf(body)}`
}

function person (name: string): Person {
  return { email: `${name}-${randomInt(1e9)}@maipo.example`, password }
}

async function addPerson (
  timbre: Client, { email, password }: Person, { fullName, roleName }: { fullName: string, roleName: string }
): Promise<void> {
  const role = defined((await timbre.get('/api/Role/List')).find(({ name }) => name === roleName))
  await timbre.post('/api/User/Create', { body: { email, password, fullName, roleIds: [role.id] } })
}
