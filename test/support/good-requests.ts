import { checkDigit } from '../../src/dte/values/rut.ts'
import argon2 from 'argon2'
import { newMailToken } from '../../src/services/access/mail-tokens.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Result } from './api.ts'
import { approveSet } from './approved-set.ts'
import { codeOf } from './authenticator.ts'
import type { Probe } from './catalogue.ts'
import { passwordCost } from './cheap-passwords.ts'
import { factura } from './documents.ts'
import { exchangeFile } from './exchange-file.ts'
import { defined, resultOf } from './expecting.ts'
import type { Program, ProgramTenant } from './program.ts'
import { customers, simulationOf } from './certification.ts'
import { supplierFile } from './supplier.ts'
import { testSetFile } from './test-set-files.ts'
import { uploadResultXml } from './upload-result.ts'

/** A request that does what its operation is for. */
export interface GoodRequest extends Probe {
  headers?: Record<string, string>
  /** Parts of a form, in place of a body. */
  form?: Record<string, Buffer | string>
  /** Of another user than the tenant's administrator. */
  token?: string
}

export type Stage = ReturnType<typeof stageOf>

/** A tenant with what the requests are about, made as they ask for it. */
export function stageOf (program: Program, tenant: ProgramTenant) {
  const { token, taxNumber, code } = tenant
  let made = 0
  const fresh = (): number => ++made
  /** A client's address that nobody used before. */
  const network = (part: number): string => `127.${part}.${fresh() >> 8}.${made & 255}`

  async function result (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<any> {
    const answer = await program.call(method, path, { token, ...(body ? { body } : {}) })
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }

  const idOf = async (path: string, body: object): Promise<string> => (await result('POST', path, body)).id
  const caf = (): Promise<Buffer> => {
    const from = 10_000 + fresh() * 10
    return program.control('/cafs', { taxNumber, businessName: 'Comercial SpA', documentType: 34, from, to: from + 9 })
  }
  const person = () => ({
    email: `persona-${fresh()}@${code}.example`, fullName: 'Carla Soto', password: 'correo-tinta-lluvia'
  })

  /** A document that the tax authority has given its verdict on. */
  async function document (): Promise<Result<'get', 'Webhook/GetWebhook'>> {
    const { correlationId } = (await tenant.save(factura())).body.result
    await program.until('there is a verdict', async () =>
      (await program.rows('select from invoices where id = $1 and status >= 5', [correlationId])).length > 0)
    return tenant.get(correlationId)
  }

  return {
    code,
    taxNumber,
    keys: tenant.keys,
    fresh,
    result,
    caf,
    person,
    document,
    certificate: () => program.control('/certificates', {
      taxNumber,
      holderName: 'Ana Rojas',
      holderTaxNumber: '12345678-5',
      password: 'clave'
    }),
    user: () => idOf('/User/Create', person()),
    role: () =>
      idOf('/Role/Create', { name: `Bodega ${fresh()}`, claims: [{ type: 'permission', value: 'Folio.Read' }] }),
    async address (): Promise<string> {
      const listed: object[] = await result('GET', '/IpAddressWhiteList/List')
      // The first entry has to let the caller in.
      if (listed.length === 0) await idOf('/IpAddressWhiteList/Create', { ipAddress: '127.0.0.0/8' })
      return idOf('/IpAddressWhiteList/Create', { ipAddress: `198.51.${100 + (fresh() >> 8)}.${made & 255}` })
    },
    // For one type of document only: it is tried on samples of each before it is kept.
    template: () =>
      idOf('/PdfTemplate/Create', { name: `Propia ${fresh()}`, kind: 'settings', documentTypes: [39], format: '80mm' }),
    customer: () =>
      idOf('/Customer/Create', { taxNumber: ofRut(78_000_000 + fresh()), businessName: `Cliente ${fresh()}` }),
    received: async (): Promise<string> => {
      const File = await supplierFile(taxNumber, { folio: fresh(), changes: { paymentMethod: 2 } })
      const { body } = await program.upload('/Received/Upload', token, { File })
      return body.result.files[0].documents[0].id
    },
    /** One that waits for a second person. */
    async receivedClaim (): Promise<string> {
      await result('PUT', '/Received/SetPolicies', { approvalAmount: 0, policies: [] })
      const { results } = await result('POST', '/Received/Claim', { ids: [await this.received()], action: 'ERM' })
      return results[0].claimId
    },
    async answer (): Promise<string> {
      const { answers: [{ id }] } = await result('GET', `/Received/Get?id=${await this.received()}`)
      await program.until('settled', async () =>
        (await program.rows('select 1 from supplier_answers where id = $1::uuid and state = 1', [id])).length === 0)
      return id
    },
    product: () => idOf('/Product/Create', { code: `P-${fresh()}`, name: 'Clavo de 2"', unitPrice: 10 }),
    submission: () => idOf('/BulkInvoice/Create', { invoices: [factura()] }),
    block: async (): Promise<string> =>
      (await program.upload('/Folio/Upload', token, { File: await caf() })).body.result.id,
    endJourneys: () => program.rows(
      'update certification_journeys set ended_at = now() where tenant_id = (select tenant_id from tenants where code = $1)',
      [code]
    ),
    /** A set that can be issued. */
    async set (): Promise<{ kind: 'DTE', name: string }> {
      await this.journey()
      const file = { File: testSetFile(), Replace: 'true' }
      const answer = await program.upload('/Certification/UploadSet', token, file)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      await result('PUT', '/Certification/Options', { kind: 'DTE', receivers: customers })
      return { kind: 'DTE', name: 'SET BASICO' }
    },
    /** A book of purchases that can be issued: the sets before it are away. */
    async book (): Promise<{ kind: 'DTE', name: string }> {
      await this.set()
      await program.rows(
        `update certification_items set replaced_at = now()
         where kind = 'documents' and tenant_id = (select tenant_id from tenants where code = $1)`, [code]
      )
      return { kind: 'DTE', name: 'LIBRO DE COMPRAS' }
    },
    uploaded: () => program.until('the sets are uploaded', async () => {
      const [row] = await program.rows(`
        select count(*)::int as n
        from certification_attempts a join envelopes e on e.tenant_id = a.tenant_id and e.id = a.envelope_id
        where e.state in ('ready', 'unknown')`)
      return row.n === 0
    }),
    async onlySimulation (): Promise<void> {
      await this.set()
      await program.rows(
        `update certification_items set replaced_at = now()
         where kind <> 'simulation' and tenant_id = (select tenant_id from tenants where code = $1)`, [code]
      )
    },
    async journey (): Promise<void> {
      const journeys: { kind: string, stage: string }[] = await result('GET', '/Certification/Progress')
      if (journeys.some(({ kind, stage }) => kind === 'DTE' && stage !== 'InProduction')) return
      await result('POST', '/Certification/Start', {
        kind: 'DTE', documentTypes: [33, 61], enrolledOn: '2026-11-02'
      })
    },
    /** A set of one document that the SII approved. */
    async approvedSet (): Promise<void> {
      await this.journey()
      const { correlationId } = (await tenant.save(factura())).body.result
      await approveSet(program, code, [correlationId])
    },
    /** A tenant in production, of the same company and administrator. */
    async production (): Promise<string> {
      // An address of its own, or the limit on guessing would stop it.
      const [tenantCode, address] = [`${code}-produccion-${fresh()}`, network(2)]
      const credentials = { email: `admin@${code}.example`, password: 'correo-tinta-lluvia', tenantCode }
      await program.register({
        ...credentials, fullName: 'Admin', companyTitle: 'Comercial SpA', taxNumber
      }, address)
      const { accessToken } = resultOf(await program.api({ address }).post('Auth/Login', credentials))
      resultOf(await program.api({ token: accessToken, address }).put('Tenant/Update', { environment: 'production' }))
      return tenantCode
    },
    notifications: () =>
      result('PUT', '/Notification/Update', { url: `https://erp.${code}.example/timbre`, enabled: false }),
    /** Beside the first one. */
    async endpoint (): Promise<string> {
      await result('PUT', '/Notification/Update', { url: `https://erp.${code}.example/timbre`, enabled: false })
      const [, ...further]: { id: string }[] = await result('GET', '/NotificationEndpoint/List')
      for (const { id } of further.slice(5)) await result('DELETE', `/NotificationEndpoint/Delete?id=${id}`)
      return idOf('/NotificationEndpoint/Create', { url: `https://crm.${code}.example/timbre`, enabled: false })
    },
    mailbox: () => ({
      host: 'mail.invalid.example', userName: `dte@${code}.example`, enabled: false, secret: { kind: 'password', password: 'x' }
    }),
    /** A mail without files. */
    async mail (): Promise<string> {
      const id = newId()
      await program.rows(
        `insert into mail_messages (tenant_id, id, uid_validity, uid, sha256, size, raw, is_whole, stored_at, state, reason)
         select tenant_id, $2::uuid, 1, 1, decode(md5($2::uuid::text), 'hex'), 1, 'x', true, now(), 3, 'NO_FILES' from tenants where code = $1`,
        [code, id]
      )
      return id
    },
    /** A message that nobody answered. */
    async delivery (): Promise<string> {
      await result('PUT', '/Notification/Update', { url: `https://erp.${code}.example/timbre`, enabled: false })
      const id = newId()
      await program.rows(
        `insert into notification_deliveries (tenant_id, id, event, data, at, state, attempts, attempted_at, problem)
         select tenant_id, $2, 'notification.test', '{}', now(), 3, 1, now(), 'TIMEOUT' from tenants where code = $1`,
        [code, id]
      )
      return id
    },
    async rejected (): Promise<string> {
      const { correlationId } = await document()
      await program.rows('update invoices set status = 7, reason = $2 where id = $1', [
        correlationId, JSON.stringify({ code: 'DTE-3-505' })
      ])
      return correlationId
    },
    /** A document of an envelope that the SII received. */
    async inEnvelope (): Promise<string> {
      const { correlationId } = await document()
      const id = newId()
      await program.rows(
        `insert into envelopes (tenant_id, id, kind, environment, tax_authority, state, issuer_tax_number, certificate_id,
           file_name, bytes, sha256, document_count, track_id, created_at, updated_at)
         select t.tenant_id, $2::uuid, 'DTE', t.environment, t.tax_authority, 'processed', t.tax_number, c.id, 'x.xml', '', '', 1, '1', now(), now()
         from tenants t join certificates c on c.tenant_id = t.tenant_id where t.code = $1 limit 1`,
        [code, id]
      )
      await program.rows('update invoices set envelope_id = $2 where id = $1', [correlationId, id])
      return correlationId
    },
    async spent (): Promise<void> {
      const { correlationId } = await document()
      await program.rows(
        "insert into spent_folios select tenant_id, environment, document_type, folio, id, 'DTE-3-505', '', now() from invoices where id = $1",
        [correlationId]
      )
    },
    /** The keys of the tenant, of which there may be one more. */
    async spareKeys (count: 1 | 2): Promise<string> {
      const live: { id: string }[] = await result('GET', '/Tenant/Keys')
      if (live.length < count) return idOf('/Tenant/CreateKey', {})
      if (live.length > count) await program.call('DELETE', `/Tenant/RevokeKey?id=${live[0]!.id}`, { token })
      return live[0]!.id
    },
    async signedIn () {
      const { email, password, fullName } = person()
      await result('POST', '/User/Create', { email, password, fullName })
      const answer = await program.call('POST', '/Auth/Login', {
        body: { email, password }, address: network(5)
      })
      return { email, password, token: answer.body.result.accessToken as string }
    },
    /** A session of somebody, and a token of another session of the same person. */
    async session (): Promise<{ id: string, token: string }> {
      const { email, password, token } = await this.signedIn()
      await program.call('POST', '/Auth/Login', { body: { email, password }, address: network(5) })
      const { body } = await program.call('GET', '/Auth/Sessions', { token })
      return { id: body.result.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id, token }
    },
    /** A user who has begun to set up a second factor, with a code of the app. */
    async withApp () {
      const { password, token } = await this.signedIn()
      const address = network(5)
      const { body } = await program.call('POST', '/Auth/BeginSecondFactor', { token, body: { password }, address })
      return { password, token, code: codeOf(body.result.secret) }
    },
    /** A user with a second factor; `code` is a recovery code. */
    async withSecondFactor () {
      const { password, token, code } = await this.withApp()
      const address = network(5)
      const { body } = await program.call('POST', '/Auth/ConfirmSecondFactor', { token, body: { code }, address })
      return { token, body: { password, code: body.result.recoveryCodes[0] } }
    },
    async resetToken () {
      const { email, password, fullName } = person()
      const userId = await idOf('/User/Create', { email, password, fullName })
      const [{ tenant_id: tenantId }] = await program.rows('select tenant_id from tenants where code = $1', [code])
      const { token: resetToken, tokenHash } = newMailToken()
      const createdAt = new Date()
      await program.composition.store.asTenant(tenantId, ({ passwordResets }) =>
        passwordResets.create({ tokenHash, userId, createdAt, expiresAt: new Date(createdAt.getTime() + 60_000) }))
      return { email, token: resetToken }
    },
    /** A registration with the token of its mail. */
    async registration () {
      const { email, password, fullName } = person()
      const { token: mailToken, tokenHash } = newMailToken()
      const createdAt = new Date()
      const row = {
        id: newId(), userId: newId(), email, fullName, userName: email, companyTitle: 'Comercial Nueva SpA',
        taxNumber: ofRut(79_100_000 + fresh()), tenantCode: null, language: 'es' as const, network: '', createdAt,
        expiresAt: new Date(createdAt.getTime() + 60_000)
      }
      await program.composition.store.asPlatform(async ({ registrations }) => {
        await registrations.create({
          ...row, passwordHash: await argon2.hash(password, passwordCost)
        })
        await registrations.setToken(row.id, tokenHash)
      })
      return { email, token: mailToken, password }
    }
  }
}

const newPassword = 'faro-nieve-cobre-87'
const nothing = (): GoodRequest => ({})

function ofRut (digits: number): string {
  return `${digits}-${checkDigit(String(digits))}`
}

/** For each operation of the catalogue a request that it answers with 200 and something real. */
export const goodRequests: Readonly<Record<string, (stage: Stage) => GoodRequest | Promise<GoodRequest>>> = {
  'POST /api/Auth/Login': async (stage) => {
    const { email, password } = await stage.signedIn()
    return { body: { email, password } }
  },
  'POST /api/Auth/Register': (stage) => ({
    body: { ...stage.person(), companyTitle: 'Comercial Nueva SpA', taxNumber: ofRut(79_000_000 + stage.fresh()) }
  }),
  'POST /api/Auth/ConfirmEmail': async (stage) => ({ body: await stage.registration() }),
  'POST /api/Auth/ForgotPassword': (stage) => ({ body: { email: `admin@${stage.code}.example` } }),
  'PUT /api/Auth/ChangePasswordForUsingToken': async (stage) => ({
    body: { ...await stage.resetToken(), password: newPassword }
  }),
  'PUT /api/Auth/ChangePassword': async (stage) => {
    const { password, token } = await stage.signedIn()
    return { token, body: { currentPassword: password, newPassword } }
  },
  'GET /api/Auth/SignInOptions': nothing,
  'GET /api/Auth/Me': nothing,
  'POST /api/Auth/Renew': nothing,
  'POST /api/Auth/Logout': async (stage) => ({ token: (await stage.signedIn()).token }),
  'GET /api/Auth/Sessions': nothing,
  'DELETE /api/Auth/EndSession': async (stage) => {
    const { id, token } = await stage.session()
    return { token, query: `?id=${id}` }
  },
  'POST /api/Auth/EndOtherSessions': async (stage) => ({ token: (await stage.session()).token }),
  'GET /api/Auth/SecondFactor': nothing,
  'POST /api/Auth/BeginSecondFactor': async (stage) => {
    const { password, token } = await stage.signedIn()
    return { token, body: { password } }
  },
  'POST /api/Auth/ConfirmSecondFactor': async (stage) => {
    const { token, code } = await stage.withApp()
    return { token, body: { code } }
  },
  'POST /api/Auth/RemoveSecondFactor': (stage) => stage.withSecondFactor(),
  'POST /api/Auth/RenewRecoveryCodes': (stage) => stage.withSecondFactor(),

  'PUT /api/BulkInvoice/Cancel': async (stage) => ({ body: { id: await stage.submission() } }),
  'POST /api/BulkInvoice/Create': () => ({ body: { name: 'Noviembre', invoices: [factura()] } }),
  'DELETE /api/BulkInvoice/Delete': async (stage) => ({ query: `?id=${await stage.submission()}` }),
  'GET /api/BulkInvoice/Get': async (stage) => ({ query: `?id=${await stage.submission()}` }),
  'GET /api/BulkInvoice/GetResult': async (stage) => ({ query: `?id=${await stage.submission()}` }),
  'GET /api/BulkInvoice/GetRow': async (stage) => ({ query: `?id=${await stage.submission()}&position=1` }),
  'GET /api/BulkInvoice/GetTemplate': nothing,
  'GET /api/BulkInvoice/List': async (stage) => {
    await stage.submission()
    return {}
  },
  'PUT /api/BulkInvoice/Process': async (stage) => ({ body: { id: await stage.submission() } }),
  'POST /api/BulkInvoice/Repeat': async (stage) => {
    const id = await stage.submission()
    await stage.result('PUT', '/BulkInvoice/Cancel', { id })
    return { body: { id } }
  },
  'PUT /api/BulkInvoice/UpdateRow': async (stage) => ({
    body: { id: await stage.submission(), position: 1, payload: factura() }
  }),

  'GET /api/Certification/Declaration': nothing,
  'POST /api/Certification/Exchange': async (stage) => {
    await stage.journey()
    return { form: { File: exchangeFile(stage.taxNumber), Number: '1234567' } }
  },
  'POST /api/Certification/GoLive': async (stage) => ({ body: { tenantCode: await stage.production() } }),
  'POST /api/Certification/Issue': async (stage) => ({ body: await stage.set() }),
  'POST /api/Certification/IssueBook': async (stage) => {
    await stage.endJourneys()
    return { body: await stage.book() }
  },
  'PUT /api/Certification/Options': async (stage) => {
    await stage.journey()
    return { body: { kind: 'DTE', consultUrl: 'https://andes.example/boletas' } }
  },
  'GET /api/Certification/Progress': async (stage) => {
    await stage.journey()
    return {}
  },
  'POST /api/Certification/RecordStep': async (stage) => {
    await stage.journey()
    return { body: { kind: 'DTE', step: 'usersGranted', note: 'Ana Rojas' } }
  },
  'POST /api/Certification/RecordVerdict': async (stage) => {
    const set = await stage.set()
    await stage.result('POST', '/Certification/Issue', set)
    await stage.uploaded()
    return { body: { ...set, outcome: 'Approved' } }
  },
  'POST /api/Certification/Simulation': async (stage) => {
    await stage.onlySimulation()
    return { body: { documents: simulationOf(stage.fresh()) } }
  },
  'GET /api/Certification/Samples': async (stage) => {
    await stage.approvedSet()
    return {}
  },
  'POST /api/Certification/Start': async (stage) => {
    await stage.endJourneys()
    return { body: { kind: 'DTE', documentTypes: [33, 61], enrolledOn: '2026-11-02' } }
  },
  'POST /api/Certification/UploadSet': async (stage) => {
    await stage.journey()
    return { form: { File: testSetFile(), Replace: 'true' } }
  },

  'GET /api/Common/AdditionalTaxes': nothing,
  'GET /api/Common/Codes': () => ({ query: '?member=details[].taxes[].taxCode' }),
  'GET /api/Common/GetReferenceInvoiceTypes': nothing,
  'GET /api/Common/InvoiceTypes': nothing,
  'GET /api/Common/PaymentMedias': nothing,
  'GET /api/Common/PaymentMethods': nothing,
  'GET /api/Common/PurchaseTransactionTypes': nothing,
  'GET /api/Common/SaleTransactionTypes': nothing,

  'POST /api/Received/Upload': async (stage) => ({ form: { File: await supplierFile(stage.taxNumber, { folio: stage.fresh() }), FileName: 'F33.xml' } }),
  'GET /api/Received/List': async (stage) => {
    await stage.received()
    return { query: '?documentType=33&startDate=2026-11-01&endDate=2026-11-30&minAmount=1&maxAmount=9000000&search=nires' }
  },
  'GET /api/Received/Get': async (stage) => ({ query: `?id=${await stage.received()}` }),
  'GET /api/Received/GetPdf': async (stage) => ({ query: `?id=${await stage.received()}` }),
  'GET /api/Received/GetXml': async (stage) => ({ query: `?id=${await stage.received()}` }),
  'GET /api/Received/Summary': nothing,
  'POST /api/Received/Claim': async (stage) => ({
    body: { ids: [await stage.received()], action: 'RCD', reason: 'Precio distinto al de la orden de compra' }
  }),
  'POST /api/Received/DecideClaim': async (stage) => ({
    body: { claimId: await stage.receivedClaim(), approve: false, reason: 'El proveedor mandó lo que faltaba' }
  }),
  'GET /api/Received/Claims': async (stage) => {
    await stage.receivedClaim()
    return { query: '?state=1' }
  },
  'GET /api/Received/GetPolicies': nothing,
  'PUT /api/Received/SetPolicies': () => ({
    body: {
      approvalAmount: 1000, answerReception: true,
      policies: [{
        issuer: '88888888-8', documentType: 33, minAmount: null, maxAmount: 500_000, action: 'receiptBeforeMonthEnd',
        answerSupplier: false, place: 'Bodega central'
      }]
    }
  }),
  'GET /api/Received/Export': async (stage) => {
    await stage.received()
    return { query: '?format=csv&documentType=33' }
  },
  'POST /api/Received/Answer': async (stage) => ({ body: { ids: [await stage.received()], result: 2, comment: 'Faltan dos cajas' } }),
  'POST /api/Received/GiveReceipt': async (stage) => ({ body: { ids: [await stage.received()], place: 'Bodega Central, Santiago' } }),
  'GET /api/Received/Answers': async (stage) => ({ query: `?documentId=${await stage.received()}&state=1` }),
  'GET /api/Received/GetAnswer': async (stage) => ({ query: `?id=${await stage.answer()}` }),
  'POST /api/Received/ResendAnswer': async (stage) => ({ body: { id: await stage.answer(), address: 'dte@nires.example' } }),
  'POST /api/Customer/Create': (stage) => ({
    body: { taxNumber: ofRut(78_000_000 + stage.fresh()), businessName: 'Ferretería El Roble Ltda.' }
  }),
  'DELETE /api/Customer/Delete': async (stage) => ({ query: `?id=${await stage.customer()}` }),
  'GET /api/Customer/Export': () => ({ query: '?format=csv' }),
  'POST /api/Customer/Import': (stage) => ({
    form: { File: Buffer.from(`RUT;Razón social\r\n${ofRut(78_000_000 + stage.fresh())};Roble`) }
  }),
  'POST /api/Customer/ReadHeadings': () => ({ form: { File: Buffer.from('RUT;Nombre') } }),
  'GET /api/Customer/Get': async (stage) => ({ query: `?id=${await stage.customer()}` }),
  'GET /api/Customer/Months': async (stage) => ({ query: `?id=${await stage.customer()}` }),
  'GET /api/Customer/List': async (stage) => {
    await stage.customer()
    return {}
  },
  'PUT /api/Customer/Update': async (stage) => ({ body: { id: await stage.customer(), city: 'Arica' } }),

  'PUT /api/Folio/Activate': async (stage) => ({ body: { id: await stage.block() } }),
  'DELETE /api/Folio/Delete': async (stage) => ({ query: `?id=${await stage.block()}` }),
  'GET /api/Folio/List': nothing,
  'POST /api/Folio/Rehearse': () => ({ body: { documentType: 52, count: 20 } }),
  'GET /api/Folio/Plan': () => ({ query: '?days=30' }),
  'GET /api/Folio/Spent': async (stage) => {
    await stage.spent()
    return {}
  },
  'GET /api/Folio/SpentFile': nothing,
  'POST /api/Folio/Upload': async (stage) => ({ form: { File: await stage.caf() } }),

  'POST /api/IpAddressWhiteList/Create': async (stage) => {
    await stage.address()
    return { body: { ipAddress: `10.${stage.fresh() >> 8}.${stage.fresh() & 255}.0/24`, description: 'Casa matriz' } }
  },
  'DELETE /api/IpAddressWhiteList/Delete': async (stage) => ({ query: `?id=${await stage.address()}` }),
  'GET /api/IpAddressWhiteList/List': async (stage) => {
    await stage.address()
    return {}
  },
  'PUT /api/IpAddressWhiteList/Update': async (stage) => ({
    body: { id: await stage.address(), description: 'Bodega' }
  }),

  'POST /api/PdfTemplate/Create': (stage) => ({
    body: {
      name: `Azul ${stage.fresh()}`, kind: 'settings', documentTypes: [39], format: '80mm',
      settings: { accentColor: '#005588' }
    }
  }),
  'DELETE /api/PdfTemplate/Delete': async (stage) => ({ query: `?id=${await stage.template()}` }),
  'GET /api/PdfTemplate/Get': async (stage) => ({ query: `?id=${await stage.template()}` }),
  'GET /api/PdfTemplate/List': async (stage) => {
    await stage.template()
    return {}
  },
  'POST /api/PdfTemplate/Preview': () => ({ body: { kind: 'settings' } }),
  'PUT /api/PdfTemplate/Update': async (stage) => ({
    body: { id: await stage.template(), name: `Verde ${stage.fresh()}` }
  }),

  'POST /api/Product/Create': (stage) => ({ body: { name: `Clavo ${stage.fresh()}` } }),
  'DELETE /api/Product/Delete': async (stage) => ({ query: `?id=${await stage.product()}` }),
  'GET /api/Product/Export': () => ({ query: '?format=csv' }),
  'POST /api/Product/ReadHeadings': () => ({ form: { File: Buffer.from('SKU;Nombre') } }),
  'POST /api/Product/Import': (stage) => ({ form: { File: Buffer.from(`Código;Nombre\r\nC${stage.fresh()};Clavo`) } }),
  'GET /api/Product/Get': async (stage) => ({ query: `?id=${await stage.product()}` }),
  'GET /api/Product/List': async (stage) => {
    await stage.product()
    return {}
  },
  'PUT /api/Product/Update': async (stage) => ({ body: { id: await stage.product(), exempt: true } }),

  'GET /api/Reports/GetChannelDataReport': nothing,
  'GET /api/Reports/OverviewDataReport': nothing,

  'POST /api/Role/Create': (stage) => ({ body: { name: `Ventas ${stage.fresh()}` } }),
  'POST /api/Role/CreateRoleClaim': async (stage) => ({ body: { roleId: await stage.role(), value: 'Reports.Read' } }),
  'DELETE /api/Role/Delete': async (stage) => ({ query: `?id=${await stage.role()}` }),
  'DELETE /api/Role/DeleteRoleClaim': async (stage) => ({ query: `?roleId=${await stage.role()}&value=Folio.Read` }),
  'GET /api/Role/GetClaims': nothing,
  'GET /api/Role/GetRoleClaims': async (stage) => ({ query: `?roleId=${await stage.role()}` }),
  'GET /api/Role/List': nothing,
  'PUT /api/Role/Update': async (stage) => ({
    body: { roleId: await stage.role(), name: `Caja ${stage.fresh()}`, claims: [{ value: 'Reports.Read' }] }
  }),
  'POST /api/Role/UserAssignmentToRole': async (stage) => ({
    body: { userId: await stage.user(), roleId: await stage.role() }
  }),

  'GET /api/Tenant/Certificate': nothing,
  'POST /api/Tenant/Certificate': async (stage) => ({ form: { File: await stage.certificate(), Password: 'clave' } }),
  'POST /api/Tenant/CheckCertificate': async (stage) => ({
    form: { File: await stage.certificate(), Password: 'clave' }
  }),
  'POST /api/Tenant/CreateKey': async (stage) => {
    await stage.spareKeys(1)
    return {}
  },
  'GET /api/Tenant/GetAccessKeyAndSecretKeyValidation': ({ keys }) => ({
    headers: { 'x-tenant-code': keys.tenantCode, 'x-access-key': keys.accessKey, 'x-secret-key': keys.secretKey }
  }),
  'POST /api/Tenant/GetAccessKeyAndSecretKeyValidation': ({ keys }) => ({ body: keys }),
  'GET /api/Tenant/GetTenant': nothing,
  'GET /api/Tenant/Keys': nothing,
  'POST /api/Tenant/RehearsalCertificate': nothing,
  'DELETE /api/Tenant/RevokeKey': async (stage) => ({ query: `?id=${await stage.spareKeys(2)}` }),
  'GET /api/Tenant/TenantCacheRefresh': nothing,
  'POST /api/Tenant/TenantCacheRefresh': nothing,
  'PUT /api/Tenant/Update': () => ({ body: { phone: '+56 2 2345 6789' } }),

  'POST /api/User/Create': (stage) => ({ body: stage.person() }),
  'DELETE /api/User/Delete': async (stage) => ({ query: `?id=${await stage.user()}` }),
  'GET /api/User/GetUsers': nothing,
  'GET /api/User/MailChoices': nothing,
  'PUT /api/User/MailChoices': () => ({ body: { foliosLow: false } }),
  'POST /api/User/Invite': async (stage) => ({ body: { id: await stage.user() } }),
  'POST /api/User/ResetSecondFactor': async (stage) => ({ body: { id: await stage.user() } }),
  'PUT /api/User/Update': async (stage) => ({ body: { id: await stage.user(), fullName: 'Benito Rojas Díaz' } }),

  'POST /api/Webhook/Annul': async (stage) => ({
    body: { correlationId: (await stage.document()).correlationId, reason: 'Venta anulada' }
  }),
  'POST /api/Webhook/AskRegistry': async (stage) => ({ body: { correlationIds: [(await stage.document()).correlationId] } }),
  'POST /api/Webhook/Correct': async (stage) => ({
    body: { correlationId: (await stage.document()).correlationId, texts: [{ was: 'Ferreteria', is: 'Ferretería' }] }
  }),
  'GET /api/Webhook/Export': async (stage) => {
    await stage.document()
    return { query: '?format=csv' }
  },
  'GET /api/Webhook/GetPdf': async (stage) => ({ query: `?correlationId=${(await stage.document()).correlationId}` }),
  'GET /api/Webhook/GetWebhook': async (stage) => ({
    query: `?correlationId=${(await stage.document()).correlationId}`
  }),
  'GET /api/Webhook/GetWebhooks': async (stage) => {
    await stage.document()
    return {}
  },
  'GET /api/Webhook/GetEvidence': async (stage) => ({ query: `?correlationId=${(await stage.document()).correlationId}` }),
  'GET /api/Webhook/GetXml': async (stage) => ({ query: `?correlationId=${(await stage.document()).correlationId}` }),
  'POST /api/Webhook/Issue': () => ({ body: { payload: factura() } }),
  'GET /api/Webhook/Items': () => ({ query: '?search=ca' }),
  'GET /api/Receiver/Find': () => ({ query: '?taxNumber=88888888-8' }),
  'GET /api/Webhook/Receivers': () => ({ query: '?search=ing' }),
  'POST /api/Webhook/Preview': () => ({ body: { payload: factura() } }),
  'POST /api/Webhook/RequestReasons': async (stage) => ({ body: { correlationId: await stage.inEnvelope() } }),
  'PUT /api/Webhook/Retry': async (stage) => ({ body: { correlationId: await stage.rejected() } }),
  'POST /api/Webhook/Save': ({ keys }) => ({ body: { ...keys, payload: factura() } }),
  'POST /api/Webhook/Send': async (stage) => ({
    body: { correlationId: (await stage.document()).correlationId, to: [`compras-${stage.fresh()}@roble.example`] }
  }),
  'POST /api/Webhook/PublicLink': async (stage) => {
    await stage.result('PUT', '/Tenant/Update', { publicPages: true })
    return { body: { correlationId: (await stage.document()).correlationId } }
  },
  'POST /api/Webhook/RevokePublicLink': async (stage) => {
    await stage.result('PUT', '/Tenant/Update', { publicPages: true })
    const body = { correlationId: (await stage.document()).correlationId }
    await stage.result('POST', '/Webhook/PublicLink', body)
    return { body }
  },
  'POST /api/Webhook/UploadResult': async (stage) => {
    const { trackId, invoiceTypeCode } = await stage.document()
    return {
      form: {
        File: Buffer.from(
          uploadResultXml({
            issuer: stage.taxNumber, trackId: defined(trackId),
            subtotals: [{ type: Number(invoiceTypeCode), informed: 1, accepted: 1 }]
          }),
          'latin1'
        )
      }
    }
  },

  'GET /api/AuditLogs/Export': nothing,
  'GET /api/AuditLogs/Verify': nothing,
  'GET /api/AuditLogs/List': nothing,

  'GET /api/Mailbox/Get': nothing,
  'GET /api/Mailbox/Message': async (stage) => ({ query: `?id=${await stage.mail()}` }),
  'GET /api/Mailbox/Messages': async (stage) => {
    await stage.mail()
    return {}
  },
  'POST /api/Mailbox/Reprocess': async (stage) => ({ body: { id: await stage.mail() } }),
  'PUT /api/Mailbox/Set': (stage) => ({ body: stage.mailbox() }),
  'POST /api/Mailbox/Test': async (stage) => {
    await stage.result('PUT', '/Mailbox/Set', stage.mailbox())
    return {}
  },

  'GET /api/Notification/Deliveries': async (stage) => {
    await stage.notifications()
    await stage.result('POST', '/Notification/Test')
    return {}
  },
  'GET /api/Notification/GetDelivery': async (stage) => ({ query: `?id=${await stage.delivery()}` }),
  'POST /api/Notification/Resend': async (stage) => ({ body: { id: await stage.delivery() } }),
  'GET /api/Notification/GetSettings': nothing,
  'POST /api/Notification/RotateSecret': async (stage) => {
    await stage.notifications()
    return {}
  },
  'POST /api/Notification/Test': async (stage) => {
    await stage.notifications()
    return {}
  },
  'PUT /api/Notification/Update': (stage) => ({
    body: { url: `https://otro.${stage.code}.example/timbre`, enabled: false }
  }),

  'GET /api/NotificationEndpoint/List': async (stage) => {
    await stage.endpoint()
    return {}
  },
  'POST /api/NotificationEndpoint/Create': async (stage) => {
    await stage.result('DELETE', `/NotificationEndpoint/Delete?id=${await stage.endpoint()}`)
    return { body: { url: `https://crm.${stage.code}.example/timbre`, enabled: true, events: ['document.accepted'] } }
  },
  'PUT /api/NotificationEndpoint/Update': async (stage) => ({
    body: { id: await stage.endpoint(), events: ['document.rejected'] }
  }),
  'DELETE /api/NotificationEndpoint/Delete': async (stage) => ({ query: `?id=${await stage.endpoint()}` }),
  'POST /api/NotificationEndpoint/RotateSecret': async (stage) => ({ body: { id: await stage.endpoint() } }),
  'POST /api/NotificationEndpoint/Test': async (stage) => ({ body: { id: await stage.endpoint() } })
}
