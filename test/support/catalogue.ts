import type { Permission } from '../../src/services/permissions.ts'

/** Who may call: anyone, whoever has the tenant's keys, whoever is signed in, or whoever holds a claim. */
type Rule = 'public' | 'tenantKeys' | 'signedIn' | Permission

/** Things of a tenant that operations take by their ids. */
export type Thing = 'folioBlock' | 'address' | 'template' | 'role' | 'user' | 'key' | 'document' | 'submission'

/** A request that changes nothing worth keeping; `$role` stands for the id of a role. */
export interface Probe { query?: string, body?: object }

interface Row extends Probe {
  rule: Rule
  /** What a caller who may call gets for the request, with ids that nobody has. */
  status: number
  /** The older of two names of the same operation. */
  olderName?: string
}

const mine = 'signedIn' as const

/**
 * Every operation of the specification, and those that were added: the one table from which test/every-operation.test.ts
 * knows what there must be, and who gets which answer.
 */
export const catalogue: Readonly<Record<string, Row>> = {
  'POST /api/Auth/Login': { rule: 'public', status: 400, body: {} },
  'POST /api/Auth/Register': { rule: 'public', status: 400, body: {} },
  'POST /api/Auth/ForgotPassword': { rule: 'public', status: 400, body: {} },
  'PUT /api/Auth/ChangePasswordForUsingToken': { rule: 'public', status: 400, body: {} },
  'PUT /api/Auth/ChangePassword': { rule: mine, status: 400, body: {} },

  'PUT /api/BulkInvoice/Cancel': { rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission' } },
  'POST /api/BulkInvoice/Create': { rule: 'BulkInvoice.Manage', status: 400, body: {} },
  'DELETE /api/BulkInvoice/Delete': { rule: 'BulkInvoice.Manage', status: 404, query: '?id=$submission' },
  'GET /api/BulkInvoice/Get': { rule: 'BulkInvoice.Read', status: 404, query: '?id=$submission' },
  'GET /api/BulkInvoice/GetResult': { rule: 'BulkInvoice.Read', status: 404, query: '?id=$submission&format=csv' },
  'GET /api/BulkInvoice/GetTemplate': { rule: 'BulkInvoice.Read', status: 400, query: '?documentType=99' },
  'GET /api/BulkInvoice/List': { rule: 'BulkInvoice.Read', status: 200 },
  'PUT /api/BulkInvoice/Process': { rule: 'BulkInvoice.Manage', status: 404, body: { id: '$submission' } },

  'GET /api/Common/GetReferenceInvoiceTypes': { rule: mine, status: 200 },
  'GET /api/Common/InvoiceTypes': { rule: mine, status: 200, olderName: 'GetInvoiceTypes' },
  'GET /api/Common/PaymentMedias': { rule: mine, status: 200, olderName: 'GetMedioPagos' },
  'GET /api/Common/PaymentMethods': { rule: mine, status: 200, olderName: 'GetSpecialInfoPaymentMethods' },
  'GET /api/Common/PurchaseTransactionTypes': { rule: mine, status: 200, olderName: 'GetTransactionCompraTypes' },
  'GET /api/Common/SaleTransactionTypes': { rule: mine, status: 200, olderName: 'GetSaleTransactionVentoTypes' },

  'PUT /api/Folio/Activate': { rule: 'Folio.Manage', status: 404, body: { id: '$folioBlock' } },
  'DELETE /api/Folio/Delete': { rule: 'Folio.Manage', status: 404, query: '?id=$folioBlock' },
  'GET /api/Folio/List': { rule: 'Folio.Read', status: 200, olderName: 'GetFolioBlocks' },
  'POST /api/Folio/Upload': { rule: 'Folio.Manage', status: 400 },

  'POST /api/IpAddressWhiteList/Create': { rule: 'IpAddressWhiteList.Manage', status: 400, body: {} },
  'DELETE /api/IpAddressWhiteList/Delete': { rule: 'IpAddressWhiteList.Manage', status: 404, query: '?id=$address' },
  'GET /api/IpAddressWhiteList/List': { rule: 'IpAddressWhiteList.Read', status: 200, olderName: 'GetWhiteList' },
  'PUT /api/IpAddressWhiteList/Update': { rule: 'IpAddressWhiteList.Manage', status: 404, body: { id: '$address', description: 'Bodega' } },

  'POST /api/PdfTemplate/Create': { rule: 'PdfTemplate.Manage', status: 400, body: {} },
  'DELETE /api/PdfTemplate/Delete': { rule: 'PdfTemplate.Manage', status: 404, query: '?id=$template' },
  'GET /api/PdfTemplate/Get': { rule: 'PdfTemplate.Read', status: 404, query: '?id=$template' },
  'GET /api/PdfTemplate/List': { rule: 'PdfTemplate.Read', status: 200 },
  'POST /api/PdfTemplate/Preview': { rule: 'PdfTemplate.Manage', status: 404, body: { kind: 'settings', correlationId: '$document' } },
  'PUT /api/PdfTemplate/Update': { rule: 'PdfTemplate.Manage', status: 404, body: { id: '$template', isDefault: false } },

  'GET /api/Reports/GetChannelDataReport': { rule: 'Reports.Read', status: 200 },
  'GET /api/Reports/OverviewDataReport': { rule: 'Reports.Read', status: 200 },

  'POST /api/Role/Create': { rule: 'Role.Manage', status: 400, body: {} },
  'POST /api/Role/CreateRoleClaim': { rule: 'Role.Manage', status: 404, body: { roleId: '$role', value: 'Folio.Read' } },
  'DELETE /api/Role/Delete': { rule: 'Role.Manage', status: 404, query: '?id=$role' },
  'DELETE /api/Role/DeleteRoleClaim': { rule: 'Role.Manage', status: 404, query: '?roleId=$role&value=Folio.Read' },
  'GET /api/Role/GetClaims': { rule: 'Role.Read', status: 200 },
  'GET /api/Role/GetRoleClaims': { rule: 'Role.Read', status: 404, query: '?roleId=$role' },
  'GET /api/Role/List': { rule: 'Role.Read', status: 200, olderName: 'GetRoles' },
  'POST /api/Role/UserAssignmentToRole': { rule: 'Role.Manage', status: 404, body: { userId: '$user', roleId: '$role' } },

  'GET /api/Tenant/Certificate': { rule: 'Tenant.Read', status: 200 },
  'POST /api/Tenant/Certificate': { rule: 'Tenant.Manage', status: 400 },
  'POST /api/Tenant/CreateKey': { rule: 'Tenant.Manage', status: 200 },
  'GET /api/Tenant/GetAccessKeyAndSecretKeyValidation': { rule: 'public', status: 401 },
  'POST /api/Tenant/GetAccessKeyAndSecretKeyValidation': { rule: 'public', status: 400, body: {} },
  'GET /api/Tenant/GetTenant': { rule: 'Tenant.Read', status: 200 },
  'GET /api/Tenant/Keys': { rule: 'Tenant.Read', status: 200 },
  'DELETE /api/Tenant/RevokeKey': { rule: 'Tenant.Manage', status: 404, query: '?id=$key' },
  'GET /api/Tenant/TenantCacheRefresh': { rule: 'Tenant.Manage', status: 200 },
  'POST /api/Tenant/TenantCacheRefresh': { rule: 'Tenant.Manage', status: 200 },
  'PUT /api/Tenant/Update': { rule: 'Tenant.Manage', status: 400, body: { environment: 'nowhere' } },

  'POST /api/User/Create': { rule: 'User.Manage', status: 400, body: {} },
  'DELETE /api/User/Delete': { rule: 'User.Manage', status: 404, query: '?id=$user' },
  'GET /api/User/GetUsers': { rule: 'User.Read', status: 200 },

  'GET /api/Webhook/GetPdf': { rule: 'Webhook.Read', status: 404, query: '?correlationId=$document' },
  'GET /api/Webhook/GetWebhook': { rule: 'Webhook.Read', status: 404, query: '?correlationId=$document' },
  'GET /api/Webhook/GetWebhooks': { rule: 'Webhook.Read', status: 200 },
  'GET /api/Webhook/GetXml': { rule: 'Webhook.Read', status: 404, query: '?correlationId=$document' },
  'PUT /api/Webhook/Retry': { rule: 'Webhook.Manage', status: 404, body: { correlationId: '$document' } },
  'POST /api/Webhook/Save': { rule: 'tenantKeys', status: 401, body: {} },
  'POST /api/Webhook/UploadResult': { rule: 'Webhook.Manage', status: 400 },

  'GET /api/AuditLogs/List': { rule: 'AuditLogs.Read', status: 200 },

  'GET /api/Notification/Deliveries': { rule: 'Notification.Read', status: 200 },
  'GET /api/Notification/GetSettings': { rule: 'Notification.Read', status: 200 },
  'POST /api/Notification/RotateSecret': { rule: 'Notification.Manage', status: 409 },
  'POST /api/Notification/Test': { rule: 'Notification.Manage', status: 409 },
  'PUT /api/Notification/Update': { rule: 'Notification.Manage', status: 400, body: {} }
}

/** The things whose ids a request names. */
export function thingsIn ({ query, body }: Probe): Thing[] {
  return [...JSON.stringify({ query, body }).matchAll(/\$(\w+)/g)].map(([, thing]) => thing as Thing)
}

/** The request with the ids in place of their names. */
export function withIds ({ query = '', body }: Probe, ids: Record<Thing, string>): Probe {
  const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_whole, thing: Thing) => ids[thing])
  return { query: filled(query), ...(body ? { body: JSON.parse(filled(JSON.stringify(body))) as object } : {}) }
}
