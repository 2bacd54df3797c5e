/**
 * Which place of the console uses which operation. map.spec.ts compares it with the contract, and a whole run of the
 * tests fails where no test has reached an operation from a page of that place (start-timbre.ts).
 */
export const map: Record<string, readonly string[]> = {
  'sign-in': ['Auth/Login', 'Auth/ForgotPassword', 'Auth/Register', 'Auth/Me', 'Auth/Renew', 'Auth/ConfirmEmail', 'Auth/ChangePasswordForUsingToken'],
  setup: ['Tenant/GetTenant', 'Tenant/RehearsalCertificate', 'Folio/Rehearse'],
  overview: ['Reports/OverviewDataReport', 'Webhook/GetWebhooks', 'Received/Summary', 'Folio/List', 'Tenant/GetTenant'],
  documents: [
    'Webhook/GetWebhooks', 'Webhook/Export', 'Webhook/GetWebhook', 'Webhook/GetPdf', 'Webhook/GetXml', 'Webhook/GetEvidence', 'Webhook/Retry',
    'Webhook/Annul', 'Webhook/Correct',
    'Webhook/UploadResult', 'Webhook/RequestReasons', 'Webhook/AskRegistry', 'Webhook/Send', 'Webhook/PublicLink', 'Webhook/RevokePublicLink',
    'Notification/Deliveries', 'Common/InvoiceTypes'
  ],
  received: [
    'Received/List', 'Received/Summary', 'Received/Upload', 'Received/Export', 'Received/Get', 'Received/GetPdf', 'Received/GetXml',
    'Received/Claim', 'Received/Claims', 'Received/DecideClaim', 'Received/Answer', 'Received/GiveReceipt', 'Received/GetAnswer', 'Received/ResendAnswer',
    'Received/GetPolicies', 'Received/SetPolicies', 'Common/InvoiceTypes'
  ],
  issue: [
    'Webhook/Issue', 'Webhook/Preview', 'Webhook/Receivers', 'Webhook/Items', 'Receiver/Find', 'Common/Codes',
    'BulkInvoice/GetRow', 'BulkInvoice/UpdateRow'
  ],
  bulk: [
    'BulkInvoice/List', 'BulkInvoice/Get', 'BulkInvoice/GetTemplate', 'BulkInvoice/GetResult', 'BulkInvoice/Create',
    'BulkInvoice/Process', 'BulkInvoice/Cancel', 'BulkInvoice/Delete', 'BulkInvoice/GetRow', 'BulkInvoice/Repeat'
  ],
  customers: [
    'Customer/List', 'Customer/Get', 'Customer/Create', 'Customer/Update', 'Customer/Delete', 'Customer/Months', 'Customer/Export', 'Customer/Import', 'Customer/ReadHeadings',
    'Webhook/GetWebhooks'
  ],
  products: ['Product/List', 'Product/Create', 'Product/Update', 'Product/Delete', 'Product/Export', 'Product/Import', 'Product/ReadHeadings'],
  reports: ['Reports/OverviewDataReport', 'Reports/GetChannelDataReport'],
  folios: ['Folio/List', 'Folio/Upload', 'Folio/Activate', 'Folio/Delete', 'Folio/Spent', 'Folio/SpentFile', 'Folio/Plan'],
  company: ['Tenant/GetTenant', 'Tenant/Update', 'Tenant/Certificate', 'Tenant/CheckCertificate'],
  templates: [
    'PdfTemplate/List', 'PdfTemplate/Get', 'PdfTemplate/Preview', 'PdfTemplate/Create', 'PdfTemplate/Update',
    'PdfTemplate/Delete'
  ],
  keys: ['Tenant/Keys', 'Tenant/CreateKey', 'Tenant/RevokeKey', 'Tenant/GetAccessKeyAndSecretKeyValidation'],
  notifications: [
    'NotificationEndpoint/List', 'NotificationEndpoint/Create', 'NotificationEndpoint/Update', 'NotificationEndpoint/Delete',
    'NotificationEndpoint/RotateSecret', 'NotificationEndpoint/Test', 'Notification/Deliveries', 'Notification/GetDelivery',
    'Notification/Resend'
  ],
  mailbox: ['Mailbox/Get', 'Mailbox/Set', 'Mailbox/Test', 'Mailbox/Messages', 'Mailbox/Message', 'Mailbox/Reprocess'],
  certification: [
    'Certification/Progress', 'Certification/Start', 'Certification/UploadSet', 'Certification/Options', 'Certification/Issue', 'Certification/IssueBook',
    'Certification/Simulation', 'Certification/RecordVerdict', 'Certification/RecordStep', 'Certification/Exchange',
    'Certification/Samples', 'Certification/GoLive'
  ],
  people: [
    'User/GetUsers', 'User/Create', 'User/Delete', 'User/Update', 'User/Invite', 'User/ResetSecondFactor', 'Role/List', 'Role/GetClaims',
    'Role/Create', 'Role/Delete', 'Role/Update', 'Role/UserAssignmentToRole'
  ],
  addresses: [
    'IpAddressWhiteList/List', 'IpAddressWhiteList/Create', 'IpAddressWhiteList/Update', 'IpAddressWhiteList/Delete'
  ],
  audit: ['AuditLogs/List', 'AuditLogs/Verify', 'AuditLogs/Export'],
  account: [
    'User/MailChoices', 'Auth/ChangePassword', 'Auth/Me', 'Auth/Logout', 'Auth/Sessions', 'Auth/EndSession', 'Auth/EndOtherSessions', 'Auth/SecondFactor',
    'Auth/BeginSecondFactor', 'Auth/ConfirmSecondFactor', 'Auth/RemoveSecondFactor', 'Auth/RenewRecoveryCodes'
  ],
  service: ['Tenant/TenantCacheRefresh']
}

/** Operations that no place uses, and why. */
export const outside: Record<string, string> = {
  'Received/Answers': 'Received/Get has the answers of each document.',
  'Webhook/Save': 'It takes keys, for programs.',
  'Common/AdditionalTaxes': 'Common/Codes has their codes.',
  'Auth/SignInOptions': 'The page comes with these facts.',
  'Certification/Declaration': 'Certification/Progress has the values of each row.',
  'Role/CreateRoleClaim': 'Role/Update sets all claims at once.',
  'Role/DeleteRoleClaim': 'Role/Update sets all claims at once.',
  'Role/GetRoleClaims': 'Role/List has the claims.',
  'Role/GetRoles': 'A second name of Role/List.',
  'Folio/GetFolioBlocks': 'A second name of Folio/List.',
  'IpAddressWhiteList/GetWhiteList': 'A second name of IpAddressWhiteList/List.',
  'Common/GetInvoiceTypes': 'A second name of Common/InvoiceTypes.',
  'Common/GetMedioPagos': 'A second name of Common/PaymentMedias.',
  'Common/GetSpecialInfoPaymentMethods': 'A second name of Common/PaymentMethods.',
  'Common/GetSaleTransactionVentoTypes': 'A second name of Common/SaleTransactionTypes.',
  'Common/GetTransactionCompraTypes': 'A second name of Common/PurchaseTransactionTypes.',
  'Common/GetReferenceInvoiceTypes': 'Common/Codes has the codes of references.',
  'Common/PaymentMedias': 'Common/Codes has them.',
  'Common/PaymentMethods': 'Common/Codes has them.',
  'Common/PurchaseTransactionTypes': 'Common/Codes has them.',
  'Common/SaleTransactionTypes': 'Common/Codes has them.',
  'Notification/GetSettings': 'NotificationEndpoint/List has the first endpoint too.',
  'Notification/Update': 'NotificationEndpoint/Create and Update are for the first endpoint too.',
  'Notification/RotateSecret': 'NotificationEndpoint/RotateSecret is for the first endpoint too.',
  'Notification/Test': 'NotificationEndpoint/Test is for the first endpoint too.',
  'Product/Get': 'Product/List has all of each.'
}
