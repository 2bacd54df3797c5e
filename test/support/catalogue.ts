import type { ErrorCode } from '../../src/shared/errors.ts'
import type { Permission } from '../../src/services/access/permissions.ts'
import { factura } from './documents.ts'

/** Who may call: anyone, whoever has the tenant's keys, whoever is signed in, or whoever holds a claim. */
type Rule = 'public' | 'tenantKeys' | 'signedIn' | Permission

/** Things of a tenant that operations take by their ids. */
export const things = ['folioBlock', 'address', 'template', 'role', 'user', 'key', 'document', 'submission', 'delivery', 'endpoint', 'mail', 'session', 'customer', 'product', 'received',
  'receivedClaim', 'answer'] as const
export type Thing = typeof things[number]

/** The code of the answer for a thing that is not there. */
export const missingCodes: Readonly<Record<Thing, ErrorCode>> = {
  folioBlock: 'FOLIO_BLOCK_NOT_FOUND', address: 'ALLOW_LIST_ENTRY_NOT_FOUND', template: 'PDF_TEMPLATE_NOT_FOUND',
  role: 'ROLE_NOT_FOUND', user: 'USER_NOT_FOUND', key: 'TENANT_KEY_NOT_FOUND', document: 'DOCUMENT_NOT_FOUND',
  submission: 'BULK_NOT_FOUND', delivery: 'NOTIFICATION_NOT_FOUND',
  endpoint: 'NOTIFICATION_ENDPOINT_NOT_FOUND', mail: 'MAIL_NOT_FOUND', session: 'SESSION_NOT_FOUND',
  customer: 'CUSTOMER_NOT_FOUND', product: 'PRODUCT_NOT_FOUND', received: 'RECEIVED_DOCUMENT_NOT_FOUND',
  receivedClaim: 'RECEIVED_CLAIM_NOT_FOUND', answer: 'ANSWER_NOT_FOUND'
}

/** Things of the caller's own tenant, for requests that name them beside another's. */
type OwnThing = 'ownDocument' | 'ownRole' | 'ownUser'
export type Ids = Readonly<Record<Thing | OwnThing, string>>

/** A request that changes nothing worth keeping; `$role` stands for the id of a role. */
export interface Probe { query?: string, body?: object }

export interface Row extends Probe {
  rule: Rule
  /** What a caller who may call gets for the request, with ids that nobody has. */
  status: number
  /** The older of two names of the same operation. */
  olderName?: string
  /** A request that breaks its schema, where neither the one above does nor one with ids that are none. */
  bad?: Probe
  /** Requests with the other ids that the operation takes: for another tenant's it answers as for nobody's. */
  also?: readonly Probe[]
}

const mine = 'signedIn' as const

/**
 * Every operation of the specification, and those that were added: the one table from which
 * test/every-operation.test.ts knows what there must be, and who gets which answer.
 */
export const catalogue: Readonly<Record<string, Row>> = {
  'POST /api/Auth/Login': { rule: 'public', status: 400, body: {} },
  'POST /api/Auth/Register': { rule: 'public', status: 400, body: {} },
  'POST /api/Auth/ConfirmEmail': { rule: 'public', status: 400, body: {} },
  'POST /api/Auth/ForgotPassword': { rule: 'public', status: 400, body: {} },
  'PUT /api/Auth/ChangePasswordForUsingToken': { rule: 'public', status: 400, body: {} },
  'PUT /api/Auth/ChangePassword': { rule: mine, status: 400, body: {} },
  'GET /api/Auth/SignInOptions': { rule: 'public', status: 200 },
  'GET /api/Auth/Me': { rule: mine, status: 200 },
  'POST /api/Auth/Renew': { rule: mine, status: 200 },
  'POST /api/Auth/Logout': { rule: mine, status: 200 },
  'GET /api/Auth/Sessions': { rule: mine, status: 200 },
  'DELETE /api/Auth/EndSession': { rule: mine, status: 404, query: '?id=$session' },
  'POST /api/Auth/EndOtherSessions': { rule: mine, status: 200 },
  'GET /api/Auth/SecondFactor': { rule: mine, status: 200 },
  'POST /api/Auth/BeginSecondFactor': { rule: mine, status: 400, body: {} },
  'POST /api/Auth/ConfirmSecondFactor': { rule: mine, status: 400, body: {} },
  'POST /api/Auth/RemoveSecondFactor': { rule: mine, status: 400, body: {} },
  'POST /api/Auth/RenewRecoveryCodes': { rule: mine, status: 400, body: {} },

  'PUT /api/BulkInvoice/Cancel': { rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission' } },
  'POST /api/BulkInvoice/Create': {
    rule: 'BulkInvoice.Manage', status: 400, body: {},
    also: [{ query: '?replacesId=$submission', body: { invoices: [{}] } }]
  },
  'DELETE /api/BulkInvoice/Delete': { rule: 'BulkInvoice.Manage', status: 404, query: '?id=$submission' },
  'GET /api/BulkInvoice/Get': { rule: 'BulkInvoice.Read', status: 404, query: '?id=$submission' },
  'GET /api/BulkInvoice/GetResult': { rule: 'BulkInvoice.Read', status: 404, query: '?id=$submission&format=csv' },
  'GET /api/BulkInvoice/GetRow': { rule: 'BulkInvoice.Read', status: 404, query: '?id=$submission&position=1' },
  'GET /api/BulkInvoice/GetTemplate': { rule: 'BulkInvoice.Read', status: 400, query: '?documentType=99' },
  'GET /api/BulkInvoice/List': { rule: 'BulkInvoice.Read', status: 200, bad: { query: '?page=0' } },
  'PUT /api/BulkInvoice/Process': { rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission' } },
  'POST /api/BulkInvoice/Repeat': { rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission' } },
  'PUT /api/BulkInvoice/UpdateRow': {
    rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission', position: 1, payload: {} }
  },

  'GET /api/Receiver/Find': {
    rule: 'Receiver.Read', status: 200, query: '?taxNumber=88888888-8', bad: { query: '?taxNumber=88888888-1' }
  },
  'GET /api/Certification/Declaration': { rule: 'Certification.Read', status: 200 },
  'POST /api/Certification/Exchange': { rule: 'Certification.Manage', status: 400 },
  'POST /api/Certification/GoLive': { rule: 'Certification.Manage', status: 400, body: { tenantCode: '' } },
  'POST /api/Certification/Issue': { rule: 'Certification.Manage', status: 400, body: { kind: 'OTHER' } },
  'POST /api/Certification/IssueBook': { rule: 'Certification.Manage', status: 400, body: { kind: 'OTHER' } },
  'PUT /api/Certification/Options': { rule: 'Certification.Manage', status: 400, body: { kind: 'OTHER' } },
  'GET /api/Certification/Progress': { rule: 'Certification.Read', status: 200 },
  'POST /api/Certification/RecordStep': { rule: 'Certification.Manage', status: 400, body: { kind: 'OTHER' } },
  'POST /api/Certification/RecordVerdict': { rule: 'Certification.Manage', status: 400, body: {} },
  'GET /api/Certification/Samples': { rule: 'Certification.Manage', status: 409 },
  'POST /api/Certification/Simulation': { rule: 'Certification.Manage', status: 400, body: { documents: [] } },
  'POST /api/Certification/Start': { rule: 'Certification.Manage', status: 400, body: { kind: 'OTHER' } },
  'POST /api/Certification/UploadSet': { rule: 'Certification.Manage', status: 400 },

  'GET /api/Common/AdditionalTaxes': { rule: mine, status: 200 },
  'GET /api/Common/Codes': {
    rule: mine, status: 200, query: '?member=header.documentId.transferType', bad: { query: '?member=header' }
  },
  'GET /api/Common/GetReferenceInvoiceTypes': { rule: mine, status: 200 },
  'GET /api/Common/InvoiceTypes': { rule: mine, status: 200, olderName: 'GetInvoiceTypes' },
  'GET /api/Common/PaymentMedias': { rule: mine, status: 200, olderName: 'GetMedioPagos' },
  'GET /api/Common/PaymentMethods': { rule: mine, status: 200, olderName: 'GetSpecialInfoPaymentMethods' },
  'GET /api/Common/PurchaseTransactionTypes': { rule: mine, status: 200, olderName: 'GetTransactionCompraTypes' },
  'GET /api/Common/SaleTransactionTypes': { rule: mine, status: 200, olderName: 'GetSaleTransactionVentoTypes' },

  'POST /api/Received/Upload': { rule: 'Received.Manage', status: 400 },
  'GET /api/Received/List': { rule: 'Received.Read', status: 200, bad: { query: '?failedChecks=x' } },
  'GET /api/Received/Get': { rule: 'Received.Read', status: 404, query: '?id=$received' },
  'GET /api/Received/GetPdf': { rule: 'Received.Read', status: 404, query: '?id=$received' },
  'GET /api/Received/GetXml': { rule: 'Received.Read', status: 404, query: '?id=$received' },
  'GET /api/Received/Summary': { rule: 'Received.Read', status: 200 },
  'POST /api/Received/Claim': {
    rule: 'Received.Claim', status: 200, body: { ids: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'], action: 'ACD' },
    bad: { body: { ids: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'], action: 'RCD' } }
  },
  'POST /api/Received/DecideClaim': {
    rule: 'Received.Claim', status: 404, body: { claimId: '$receivedClaim', approve: false }, bad: { body: { claimId: '$receivedClaim' } }
  },
  'GET /api/Received/Claims': {
    rule: 'Received.Read', status: 200, bad: { query: '?state=9' }, also: [{ query: '?documentId=$received' }]
  },
  'GET /api/Received/GetPolicies': { rule: 'Received.Read', status: 200 },
  'PUT /api/Received/SetPolicies': {
    rule: 'Tenant.Manage', status: 200, body: { policies: [] }, bad: { body: { policies: [{ action: 'accept', issuer: '1-1' }] } }
  },
  'GET /api/Received/Export': { rule: 'Received.Read', status: 400, query: '?format=x' },
  'POST /api/Received/Answer': {
    rule: 'Received.Claim', status: 200, body: { ids: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'], result: 0 },
    bad: { body: { ids: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'], result: 2 } }
  },
  'POST /api/Received/GiveReceipt': {
    rule: 'Received.Claim', status: 200, body: { ids: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be007'], place: 'Bodega' }, bad: { body: {} }
  },
  'GET /api/Received/Answers': {
    rule: 'Received.Read', status: 200, bad: { query: '?state=9' }, also: [{ query: '?documentId=$received' }]
  },
  'GET /api/Received/GetAnswer': { rule: 'Received.Read', status: 404, query: '?id=$answer' },
  'POST /api/Received/ResendAnswer': { rule: 'Received.Claim', status: 404, body: { id: '$answer' } },
  'POST /api/Customer/Create': { rule: 'Customer.Manage', status: 400, body: {} },
  'DELETE /api/Customer/Delete': { rule: 'Customer.Manage', status: 404, query: '?id=$customer' },
  'GET /api/Customer/Export': { rule: 'Customer.Read', status: 400, query: '?format=x' },
  'POST /api/Customer/Import': { rule: 'Customer.Manage', status: 400 },
  'POST /api/Customer/ReadHeadings': { rule: 'Customer.Manage', status: 400 },
  'GET /api/Customer/Get': { rule: 'Customer.Read', status: 404, query: '?id=$customer' },
  'GET /api/Customer/Months': { rule: 'Webhook.Read', status: 404, query: '?id=$customer' },
  'GET /api/Customer/List': { rule: 'Customer.Read', status: 200, bad: { query: '?archived=x' } },
  'PUT /api/Customer/Update': { rule: 'Customer.Manage', status: 404, body: { id: '$customer', city: 'Arica' } },

  'PUT /api/Folio/Activate': { rule: 'Folio.Manage', status: 404, body: { id: '$folioBlock' } },
  'DELETE /api/Folio/Delete': { rule: 'Folio.Manage', status: 404, query: '?id=$folioBlock' },
  'GET /api/Folio/List': { rule: 'Folio.Read', status: 200, olderName: 'GetFolioBlocks' },
  'POST /api/Folio/Rehearse': { rule: 'Folio.Manage', status: 400, body: {} },
  'GET /api/Folio/Plan': { rule: 'Folio.Read', status: 200, bad: { query: '?days=0' } },
  'GET /api/Folio/Spent': { rule: 'Folio.Read', status: 200, bad: { query: '?documentType=x' } },
  'GET /api/Folio/SpentFile': { rule: 'Folio.Read', status: 400, query: '?documentType=x' },
  'POST /api/Folio/Upload': { rule: 'Folio.Manage', status: 400 },

  'POST /api/IpAddressWhiteList/Create': { rule: 'IpAddressWhiteList.Manage', status: 400, body: {} },
  'DELETE /api/IpAddressWhiteList/Delete': { rule: 'IpAddressWhiteList.Manage', status: 404, query: '?id=$address' },
  'GET /api/IpAddressWhiteList/List': { rule: 'IpAddressWhiteList.Read', status: 200, olderName: 'GetWhiteList' },
  'PUT /api/IpAddressWhiteList/Update': {
    rule: 'IpAddressWhiteList.Manage', status: 404, body: { id: '$address', description: 'Bodega' }
  },

  'POST /api/PdfTemplate/Create': { rule: 'PdfTemplate.Manage', status: 400, body: {} },
  'DELETE /api/PdfTemplate/Delete': { rule: 'PdfTemplate.Manage', status: 404, query: '?id=$template' },
  'GET /api/PdfTemplate/Get': { rule: 'PdfTemplate.Read', status: 404, query: '?id=$template' },
  'GET /api/PdfTemplate/List': { rule: 'PdfTemplate.Read', status: 200 },
  'POST /api/PdfTemplate/Preview': {
    rule: 'PdfTemplate.Manage', status: 404, body: { kind: 'settings', correlationId: '$document' }
  },
  'PUT /api/PdfTemplate/Update': {
    rule: 'PdfTemplate.Manage', status: 404, body: { id: '$template', isDefault: false }
  },

  'POST /api/Product/Create': { rule: 'Product.Manage', status: 400, body: {} },
  'DELETE /api/Product/Delete': { rule: 'Product.Manage', status: 404, query: '?id=$product' },
  'GET /api/Product/Export': { rule: 'Product.Read', status: 400, query: '?format=x' },
  'POST /api/Product/Import': { rule: 'Product.Manage', status: 400 },
  'POST /api/Product/ReadHeadings': { rule: 'Product.Manage', status: 400 },
  'GET /api/Product/Get': { rule: 'Product.Read', status: 404, query: '?id=$product' },
  'GET /api/Product/List': { rule: 'Product.Read', status: 200, bad: { query: '?archived=x' } },
  'PUT /api/Product/Update': { rule: 'Product.Manage', status: 404, body: { id: '$product', exempt: true } },

  'GET /api/Reports/GetChannelDataReport': { rule: 'Reports.Read', status: 200, bad: { query: '?startDate=ayer' } },
  'GET /api/Reports/OverviewDataReport': { rule: 'Reports.Read', status: 200, bad: { query: '?startDate=ayer' } },

  'POST /api/Role/Create': { rule: 'Role.Manage', status: 400, body: {} },
  'POST /api/Role/CreateRoleClaim': {
    rule: 'Role.Manage', status: 404, body: { roleId: '$role', value: 'Folio.Read' }
  },
  'DELETE /api/Role/Delete': { rule: 'Role.Manage', status: 404, query: '?id=$role' },
  'DELETE /api/Role/DeleteRoleClaim': {
    rule: 'Role.Manage', status: 404, query: '?roleId=$role&value=Folio.Read',
    also: [{ query: '?id=$role&value=Folio.Read' }]
  },
  'GET /api/Role/GetClaims': { rule: 'Role.Read', status: 200 },
  'GET /api/Role/GetRoleClaims': {
    rule: 'Role.Read', status: 404, query: '?roleId=$role', also: [{ query: '?id=$role' }]
  },
  'GET /api/Role/List': { rule: 'Role.Read', status: 200, olderName: 'GetRoles' },
  'PUT /api/Role/Update': { rule: 'Role.Manage', status: 404, body: { roleId: '$role', name: 'x' } },
  'POST /api/Role/UserAssignmentToRole': {
    rule: 'Role.Manage', status: 404, body: { userId: '$user', roleId: '$role' },
    also: [{ body: { userId: '$ownUser', roleId: '$role' } }, { body: { userId: '$user', roleId: '$ownRole' } }]
  },

  'GET /api/Tenant/Certificate': { rule: 'Tenant.Read', status: 200 },
  'POST /api/Tenant/Certificate': { rule: 'Tenant.Manage', status: 400 },
  'POST /api/Tenant/CheckCertificate': { rule: 'Tenant.Manage', status: 400 },
  'POST /api/Tenant/CreateKey': { rule: 'Tenant.Manage', status: 200 },
  'GET /api/Tenant/GetAccessKeyAndSecretKeyValidation': { rule: 'public', status: 401 },
  'POST /api/Tenant/GetAccessKeyAndSecretKeyValidation': { rule: 'public', status: 400, body: {} },
  'GET /api/Tenant/GetTenant': { rule: 'Tenant.Read', status: 200 },
  'GET /api/Tenant/Keys': { rule: 'Tenant.Read', status: 200 },
  'POST /api/Tenant/RehearsalCertificate': { rule: 'Tenant.Manage', status: 200 },
  'DELETE /api/Tenant/RevokeKey': { rule: 'Tenant.Manage', status: 404, query: '?id=$key' },
  'GET /api/Tenant/TenantCacheRefresh': { rule: 'Tenant.Manage', status: 200 },
  'POST /api/Tenant/TenantCacheRefresh': { rule: 'Tenant.Manage', status: 200 },
  'PUT /api/Tenant/Update': { rule: 'Tenant.Manage', status: 400, body: { environment: 'nowhere' } },

  'POST /api/User/Create': {
    rule: 'User.Manage',
    status: 400,
    body: {},
    also: [{
      body: { email: 'nadie@andes.example', fullName: 'Nadie', password: 'correo-tinta-lluvia', roleIds: ['$role'] }
    }]
  },
  'DELETE /api/User/Delete': { rule: 'User.Manage', status: 404, query: '?id=$user' },
  'GET /api/User/GetUsers': { rule: 'User.Read', status: 200 },
  'GET /api/User/MailChoices': { rule: mine, status: 200 },
  'PUT /api/User/MailChoices': {
    rule: mine, status: 200, body: { foliosLow: false }, bad: { body: { foliosLow: 'no' } }
  },
  'POST /api/User/Invite': { rule: 'User.Manage', status: 404, body: { id: '$user' } },
  'POST /api/User/ResetSecondFactor': { rule: 'User.Manage', status: 404, body: { id: '$user' } },
  'PUT /api/User/Update': { rule: 'User.Manage', status: 404, body: { id: '$user', fullName: 'Nadie' } },

  'POST /api/Webhook/Annul': { rule: 'Webhook.Issue', status: 404, body: { correlationId: '$document', reason: 'Anulada' } },
  'POST /api/Webhook/AskRegistry': {
    rule: 'Webhook.Read', status: 404, body: { correlationIds: ['$document'] }
  },
  'POST /api/Webhook/Correct': {
    rule: 'Webhook.Issue', status: 404, body: { correlationId: '$document', lines: [{ line: 1, quantity: 1 }] }
  },
  'GET /api/Webhook/Export': {
    rule: 'Webhook.Read', status: 400, query: '?format=x',
    also: [
      { query: '?format=csv&correlationId=$document' }, { query: '?format=csv&correlationIds=$document' },
      { query: '?format=csv&createdById=$user' }
    ]
  },
  'GET /api/Webhook/GetPdf': {
    rule: 'Webhook.Read', status: 404, query: '?correlationId=$document',
    also: [{ query: '?correlationId=$ownDocument&templateId=$template' }]
  },
  'GET /api/Webhook/GetWebhook': { rule: 'Webhook.Read', status: 404, query: '?correlationId=$document' },
  'GET /api/Webhook/GetWebhooks': {
    rule: 'Webhook.Read', status: 200, bad: { query: '?pageSize=101' },
    also: [{ query: '?correlationId=$document' }, { query: '?createdById=$user' }]
  },
  'GET /api/Webhook/GetEvidence': { rule: 'Webhook.Evidence', status: 404, query: '?correlationId=$document' },
  'GET /api/Webhook/GetXml': { rule: 'Webhook.Read', status: 404, query: '?correlationId=$document' },
  'POST /api/Webhook/Issue': { rule: 'Webhook.Issue', status: 400, body: {} },
  'GET /api/Webhook/Items': { rule: 'Webhook.Issue', status: 200, bad: { query: `?search=${'x'.repeat(101)}` } },
  'POST /api/Webhook/Preview': {
    rule: 'Webhook.Issue', status: 400, body: {}, also: [{ body: { payload: factura(), templateId: '$template' } }]
  },
  'GET /api/Webhook/Receivers': { rule: 'Webhook.Issue', status: 200, bad: { query: `?search=${'x'.repeat(101)}` } },
  'POST /api/Webhook/RequestReasons': { rule: 'Webhook.Manage', status: 404, body: { correlationId: '$document' } },
  'PUT /api/Webhook/Retry': { rule: 'Webhook.Manage', status: 404, body: { correlationId: '$document' } },
  'POST /api/Webhook/Send': {
    rule: 'Webhook.Send', status: 404, body: { correlationId: '$document', to: ['compras@roble.example'] }
  },
  'POST /api/Webhook/PublicLink': { rule: 'Webhook.PublicLink', status: 404, body: { correlationId: '$document' } },
  'POST /api/Webhook/RevokePublicLink': {
    rule: 'Webhook.PublicLink', status: 404, body: { correlationId: '$document' }
  },
  'POST /api/Webhook/Save': { rule: 'tenantKeys', status: 400, body: {}, bad: { body: { payload: {} } } },
  'POST /api/Webhook/UploadResult': { rule: 'Webhook.Manage', status: 400 },

  'GET /api/AuditLogs/Export': { rule: 'AuditLogs.Read', status: 400, query: '?format=x' },
  'GET /api/AuditLogs/Verify': { rule: 'AuditLogs.Read', status: 200, bad: { query: '?after=x' } },
  'GET /api/AuditLogs/List': { rule: 'AuditLogs.Read', status: 200, bad: { query: '?page=0' } },

  'GET /api/Mailbox/Get': { rule: 'Mailbox.Read', status: 200 },
  'GET /api/Mailbox/Message': { rule: 'Mailbox.Read', status: 404, query: '?id=$mail' },
  'GET /api/Mailbox/Messages': { rule: 'Mailbox.Read', status: 200, bad: { query: '?state=x' } },
  'POST /api/Mailbox/Reprocess': { rule: 'Mailbox.Manage', status: 404, body: { id: '$mail' } },
  'PUT /api/Mailbox/Set': { rule: 'Mailbox.Manage', status: 400, body: {} },
  'POST /api/Mailbox/Test': { rule: 'Mailbox.Manage', status: 409 },

  'GET /api/Notification/Deliveries': {
    rule: 'Notification.Read', status: 200, bad: { query: '?state=x' },
    also: [{ query: '?correlationId=$document' }, { query: '?endpointId=$endpoint' }]
  },
  'GET /api/Notification/GetDelivery': { rule: 'Notification.Read', status: 404, query: '?id=$delivery' },
  'POST /api/Notification/Resend': { rule: 'Notification.Manage', status: 404, body: { id: '$delivery' } },
  'GET /api/Notification/GetSettings': { rule: 'Notification.Read', status: 200 },
  'POST /api/Notification/RotateSecret': { rule: 'Notification.Manage', status: 409 },
  'POST /api/Notification/Test': { rule: 'Notification.Manage', status: 409 },
  'PUT /api/Notification/Update': { rule: 'Notification.Manage', status: 400, body: {} },

  'GET /api/NotificationEndpoint/List': { rule: 'Notification.Read', status: 200 },
  'POST /api/NotificationEndpoint/Create': { rule: 'Notification.Manage', status: 400, body: {} },
  'PUT /api/NotificationEndpoint/Update': {
    rule: 'Notification.Manage', status: 404, body: { id: '$endpoint', enabled: false }
  },
  'DELETE /api/NotificationEndpoint/Delete': { rule: 'Notification.Manage', status: 404, query: '?id=$endpoint' },
  'POST /api/NotificationEndpoint/RotateSecret': {
    rule: 'Notification.Manage', status: 404, body: { id: '$endpoint' }
  },
  'POST /api/NotificationEndpoint/Test': { rule: 'Notification.Manage', status: 404, body: { id: '$endpoint' } }
}

const ownThings: readonly OwnThing[] = ['ownDocument', 'ownRole', 'ownUser']

/** One text for every thing. */
export function idsFrom (textOf: () => string): Ids {
  return Object.fromEntries([...things, ...ownThings].map((thing) => [thing, textOf()])) as Ids
}

const noIds = idsFrom(() => 'not-an-id')

/** The things whose ids a request names. */
export function thingsIn ({ query, body }: Probe): Thing[] {
  return [...JSON.stringify({ query, body }).matchAll(/\$(\w+)/g)].map(([, thing]) => thing as Thing)
}

/** A request of the operation that breaks its schema; undefined where nothing can be sent to it that would. */
export function badRequestOf ({ status, bad, ...probe }: Omit<Row, 'rule'>): Probe | undefined {
  if (bad) return bad
  if (thingsIn(probe).length > 0) return withIds(probe, noIds)
  return status === 400 ? probe : undefined
}

/** The request with the ids in place of their names. */
export function withIds ({ query = '', body }: Probe, ids: Ids): Probe {
  const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_whole, thing: keyof Ids) => ids[thing])
  return { query: filled(query), ...(body ? { body: JSON.parse(filled(JSON.stringify(body))) as object } : {}) }
}
