import type { Locator, Page } from '@playwright/test'

interface Action {
  place: string
  operations: readonly string[]
  control: (page: Page) => Locator
  /** What stands before it, where it is not drawn at once: a row to unfold, a menu to open. */
  behind?: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page): Locator => page.getByRole('main').getByRole('button', { name })
const item = (name: string) => (page: Page): Locator => page.getByRole('menuitem', { name })

/**
 * What a person can press or fill in for each operation that changes something, in the company of furnish.ts.
 * rights.spec.ts compares it with the claims of the contract; `:rejected`, `:accepted`, `:submission`
 * and `:customer` stand for theirs.
 */
export const actions: readonly Action[] = [
  { place: 'documents', operations: ['Webhook/Export'], control: button('Exportar') },
  {
    place: 'documents/:rejected', operations: ['Webhook/Retry'],
    control: (page) => page.getByRole('region', { name: 'Motivo del rechazo' }).getByRole('button', { name: 'Reintentar' })
  },
  { place: 'documents/:rejected', operations: ['Webhook/RequestReasons'], control: button('Pedir los motivos de nuevo') },
  { place: 'documents/:rejected', operations: ['Webhook/UploadResult'], control: (page) => page.getByLabel(/Suba el archivo de resultado/) },
  { place: 'documents/:rejected', operations: ['Webhook/GetPdf'], control: button('Descargar PDF') },
  { place: 'documents/:rejected', operations: ['Webhook/GetXml'], behind: button('Más acciones'), control: item('Descargar XML') },
  { place: 'documents/:rejected', operations: ['Webhook/Issue'], behind: button('Más acciones'), control: item('Emitir otro igual') },
  { place: 'documents/:accepted', operations: ['Webhook/Annul'], behind: button('Más acciones'), control: item('Anular') },
  { place: 'documents/:accepted', operations: ['Webhook/Correct'], behind: button('Más acciones'), control: item('Corregir') },
  { place: 'documents/:accepted', operations: ['Webhook/Send'], control: button('Enviar') },
  {
    place: 'documents/:accepted', operations: ['Webhook/PublicLink', 'Webhook/RevokePublicLink'], behind: button('Más acciones'),
    control: item('Copiar enlace')
  },
  { place: 'received', operations: ['Received/Upload'], control: button('Subir archivos') },
  { place: 'received', operations: ['Received/Export'], control: button('Exportar') },
  { place: 'received/:received', operations: ['Received/Claim'], control: button('Reclamar') },
  { place: 'received/:received', operations: ['Received/Answer', 'Received/GiveReceipt'], control: button('Responder al proveedor') },
  { place: 'received/policies', operations: ['Received/SetPolicies'], control: button('Guardar las políticas') },
  { place: 'issue', operations: ['Webhook/Issue'], control: button('Emitir y otro igual') },
  { place: 'issue', operations: ['Webhook/Preview'], control: button('Vista previa') },
  { place: 'bulk', operations: ['BulkInvoice/Create'], control: (page) => page.getByLabel('Suba una planilla') },
  { place: 'bulk/:submission', operations: ['BulkInvoice/Create'], control: (page) => page.getByLabel('Subir el archivo corregido') },
  { place: 'bulk/:submission', operations: ['BulkInvoice/UpdateRow'], control: (page) => page.getByRole('link', { name: 'Corregir 3' }) },
  { place: 'bulk/:submission', operations: ['BulkInvoice/Process'], control: button('Emitir 2 documentos') },
  { place: 'bulk/:submission', operations: ['BulkInvoice/Delete'], behind: button('Más acciones'), control: item('Eliminar el envío') },
  { place: 'customers', operations: ['Customer/Export'], control: button('Planilla') },
  { place: 'customers', operations: ['Customer/Import', 'Customer/ReadHeadings'], behind: button('Planilla'), control: item('Importar una planilla') },
  { place: 'customers', operations: ['Customer/Create'], control: button('Agregar un cliente') },
  {
    place: 'customers/:customer', operations: ['Customer/Update'],
    control: (page) => page.getByRole('region', { name: 'Datos del cliente' }).getByRole('button', { name: 'Guardar' })
  },
  { place: 'customers/:customer', operations: ['Webhook/Issue'], control: (page) => page.getByRole('link', { name: 'Facturar' }) },
  { place: 'customers/:customer', operations: ['Customer/Delete'], behind: button('Más acciones'), control: item('Eliminar el cliente') },
  { place: 'products', operations: ['Product/Export'], control: button('Planilla') },
  { place: 'products', operations: ['Product/Import', 'Product/ReadHeadings'], behind: button('Planilla'), control: item('Importar una planilla') },
  { place: 'products', operations: ['Product/Create'], control: button('Agregar un producto') },
  { place: 'products', operations: ['Product/Update'], behind: button(/^Más acciones/), control: item('Modificar') },
  { place: 'products', operations: ['Product/Delete'], control: item('Eliminar') },
  { place: 'folios', operations: ['Folio/Upload'], control: button('Subir CAF') },
  { place: 'folios', operations: ['Folio/Rehearse'], control: button('Pedir al simulador') },
  {
    place: 'folios', operations: ['Folio/Activate'], behind: button(/^Factura no afecta/),
    control: button('Activar: Factura no afecta o exenta, folios 1.201 a 1.400')
  },
  { place: 'folios', operations: ['Folio/Delete'], control: button('Eliminar: Factura no afecta o exenta, folios 1.201 a 1.400') },
  {
    place: 'company', operations: ['Tenant/Update'],
    control: (page) => page.getByRole('region', { name: 'Datos de la empresa' }).getByRole('button', { name: 'Guardar' })
  },
  { place: 'company', operations: ['Tenant/CheckCertificate'], control: button('Cambiar el certificado') },
  { place: 'company', operations: ['Tenant/RehearsalCertificate'], control: button('Pedir al simulador') },
  { place: 'templates', operations: ['PdfTemplate/Create'], control: button('Nueva plantilla') },
  { place: 'templates/new', operations: ['PdfTemplate/Update'], control: button('Guardar') },
  { place: 'templates/new', operations: ['PdfTemplate/Preview'], control: (page) => page.getByRole('region', { name: 'Vista previa' }) },
  { place: 'mailbox', operations: ['Mailbox/Set'], control: button('Guardar') },
  { place: 'certification', operations: ['Certification/Start'], control: button('Comenzar') },
  { place: 'keys', operations: ['Tenant/CreateKey'], control: button('Crear un par') },
  { place: 'notifications', operations: ['NotificationEndpoint/Create'], control: button('Agregar una dirección') },
  {
    place: 'notifications', operations: ['NotificationEndpoint/Test'], behind: button(/^Más acciones/),
    control: item('Enviar una prueba')
  },
  { place: 'notifications', operations: ['NotificationEndpoint/Update'], control: item('Modificar') },
  { place: 'notifications', operations: ['NotificationEndpoint/RotateSecret'], control: item('Renovar el secreto') },
  { place: 'notifications', operations: ['NotificationEndpoint/Delete'], control: item('Eliminar') },
  {
    place: 'notifications', operations: ['Notification/Resend'], behind: button(/^Prueba/),
    control: (page) => page.getByRole('dialog').getByRole('button', { name: 'Enviar otra vez' })
  },
  { place: 'people', operations: ['User/Create'], control: button('Agregar una persona') },
  { place: 'people', operations: ['User/Update'], behind: button('Más acciones: Vera Soto'), control: item('Modificar el nombre') },
  { place: 'people', operations: ['User/Delete'], control: item('Eliminar a la persona') },
  { place: 'people', operations: ['Role/UserAssignmentToRole'], control: item('Cambiar los roles') },
  { place: 'people?tab=roles', operations: ['Role/Create'], control: button('Crear un rol') },
  { place: 'addresses', operations: ['IpAddressWhiteList/Create'], control: button('Agregar una dirección') },
  {
    place: 'addresses', operations: ['IpAddressWhiteList/Update'], behind: button('Más acciones: 127.0.0.0/8'), control: item('Modificar')
  },
  { place: 'addresses', operations: ['IpAddressWhiteList/Delete'], control: item('Eliminar') },
  { place: 'audit', operations: ['AuditLogs/Verify'], control: button('Verificar la cadena') },
  { place: 'audit', operations: ['AuditLogs/Export'], control: button('Exportar') },
  { place: 'service', operations: ['Tenant/TenantCacheRefresh'], control: button('Vaciar la caché') },
  { place: 'account', operations: ['Auth/ChangePassword'], control: button('Cambiar la contraseña y salir') }
]

const afterStart = 'Only once a certification began; the same claim draws its begin: certification.spec.ts.'

/** Operations that need more than the company of furnish.ts has, and where else their drawing is tested. */
export const elsewhere: Record<string, string> = {
  'Received/DecideClaim': 'Only of what waits for a second person: received.spec.ts.',
  'Received/ResendAnswer': 'Only of an answer that was given: received.spec.ts.',
  'Webhook/AskRegistry': 'Only of documents that were sold on credit: received.spec.ts.',
  'BulkInvoice/Repeat': 'Only of a submission that is over: bulk.spec.ts.',
  'BulkInvoice/Cancel': 'Only while a submission is issued; the same claim draws Process.',
  'BulkInvoice/GetTemplate': 'It stands beside the upload, and is for those who may upload.',
  'User/ResetSecondFactor': 'Only of a user who has a second factor: people.spec.ts.',
  'User/Invite': 'Only where mail is set up: sign-in.spec.ts.',
  'Role/Update': 'Only roles of the company are changed: people.spec.ts.',
  'Role/Delete': 'Only roles of the company are deleted: people.spec.ts.',
  'PdfTemplate/Delete': 'The same claim draws Update, on the same page: templates.spec.ts.',
  'Mailbox/Test': 'Only once the mailbox is set; the same claim draws Set: mailbox.spec.ts.',
  'Mailbox/Reprocess': 'Only of a mail that was put aside; the same claim draws Set: mailbox.spec.ts.',
  'Certification/UploadSet': afterStart,
  'Certification/Options': afterStart,
  'Certification/Issue': afterStart,
  'Certification/IssueBook': afterStart,
  'Certification/Simulation': afterStart,
  'Certification/RecordVerdict': afterStart,
  'Certification/RecordStep': afterStart,
  'Certification/Exchange': afterStart,
  'Certification/GoLive': afterStart,
  'Certification/Samples': afterStart,
  'Tenant/RevokeKey': 'Only of two pairs: keys.spec.ts.',
  'Tenant/Certificate': 'The second step after CheckCertificate.'
}
