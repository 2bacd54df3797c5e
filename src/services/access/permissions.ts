import { problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'

/** The type of every claim that Timbre gives; Role/GetClaims lists the values below. */
export const permissionClaimType = 'permission'

/** What a role can allow: `<Group>.<Read|Manage>`, one row for each claim value. */
export const permissionTable = {
  'Webhook.Read': { en: 'See issued documents, their XML and PDF', es: 'Ver los documentos emitidos, su XML y su PDF' },
  'Webhook.Issue': {
    en: 'Issue documents by hand, and the notes that annul and correct them',
    es: 'Emitir documentos a mano, y las notas que los anulan y corrigen'
  },
  'Webhook.Evidence': {
    en: 'Download the evidence of a document: exchanges with the SII and audit entries',
    es: 'Descargar la evidencia de un documento: intercambios con el SII y registros de auditoría'
  },
  'Webhook.Send': {
    en: 'Send documents by email, again and to others', es: 'Enviar documentos por correo, de nuevo y a otros'
  },
  'Webhook.PublicLink': {
    en: 'Give and revoke links to the public pages of documents', es: 'Dar y revocar enlaces a las páginas públicas de documentos'
  },
  'Webhook.Manage': { en: 'Retry failed documents', es: 'Reintentar documentos fallidos' },
  'BulkInvoice.Read': { en: 'See bulk submissions', es: 'Ver los envíos masivos' },
  'BulkInvoice.Manage': {
    en: 'Create, process and delete bulk submissions', es: 'Crear, procesar y eliminar envíos masivos'
  },
  'Folio.Read': { en: 'See folio blocks', es: 'Ver los rangos de folios' },
  'Folio.Manage': { en: 'Upload, activate and delete folio blocks', es: 'Subir, activar y eliminar rangos de folios' },
  'Certification.Read': {
    en: 'See the certification with the SII', es: 'Ver la certificación ante el SII'
  },
  'Certification.Manage': {
    en: 'Certify with the SII: upload and issue sets, record verdicts',
    es: 'Certificar ante el SII: cargar y emitir sets, registrar resultados'
  },
  'Receiver.Read': {
    en: "Look companies up in the SII's directory of electronic taxpayers",
    es: 'Buscar empresas en el directorio de contribuyentes electrónicos del SII'
  },
  'Customer.Read': { en: 'See customers', es: 'Ver los clientes' },
  'Customer.Manage': { en: 'Create, change and delete customers', es: 'Crear, modificar y eliminar clientes' },
  'Product.Read': { en: 'See products', es: 'Ver los productos' },
  'Product.Manage': { en: 'Create, change and delete products', es: 'Crear, modificar y eliminar productos' },
  'Received.Read': { en: 'See received documents', es: 'Ver los documentos recibidos' },
  'Received.Manage': { en: 'Upload received documents', es: 'Subir documentos recibidos' },
  'Received.Claim': {
    en: "Accept, receipt and claim received documents in the SII's registry",
    es: 'Aceptar, acusar recibo y reclamar documentos recibidos en el registro del SII'
  },
  'PdfTemplate.Read': { en: 'See PDF templates', es: 'Ver las plantillas PDF' },
  'PdfTemplate.Manage': {
    en: 'Create, change and delete PDF templates', es: 'Crear, modificar y eliminar plantillas PDF'
  },
  'Reports.Read': { en: 'See reports', es: 'Ver los informes' },
  'Tenant.Read': { en: "See the tenant's settings", es: 'Ver los ajustes de la empresa' },
  'Tenant.Manage': {
    en: "Change the tenant's settings, certificate and keys",
    es: 'Modificar los ajustes, el certificado y las claves de la empresa'
  },
  'User.Read': { en: 'See users', es: 'Ver los usuarios' },
  'User.Manage': { en: 'Create and delete users', es: 'Crear y eliminar usuarios' },
  'Role.Read': { en: 'See roles and claims', es: 'Ver los roles y permisos' },
  'Role.Manage': { en: 'Create, change, assign and delete roles', es: 'Crear, modificar, asignar y eliminar roles' },
  'IpAddressWhiteList.Read': { en: 'See the IP allow list', es: 'Ver la lista de direcciones IP permitidas' },
  'IpAddressWhiteList.Manage': {
    en: 'Change the IP allow list', es: 'Modificar la lista de direcciones IP permitidas'
  },
  'AuditLogs.Read': { en: 'See the audit log', es: 'Ver el registro de auditoría' },
  'Mailbox.Read': {
    en: 'See the mailbox and its mails', es: 'Ver la casilla de correo y sus correos'
  },
  'Mailbox.Manage': {
    en: 'Set up and test the mailbox, and process mails again',
    es: 'Configurar y probar la casilla de correo, y reprocesar correos'
  },
  'Notification.Read': {
    en: 'See notification settings and the outcome of each delivery',
    es: 'Ver la configuración de las notificaciones y el resultado de cada envío'
  },
  'Notification.Manage': {
    en: 'Set up and test notifications, and renew their secret',
    es: 'Configurar y probar las notificaciones, y renovar su secreto'
  }
} as const satisfies Record<string, Sentence>

export type Permission = keyof typeof permissionTable

export const permissions = Object.keys(permissionTable) as Permission[]

/** Names the missing claim as administrators see it. */
export function claimMissing (permission: Permission): ServiceError {
  const message = {
    en: `Your roles do not have the claim ${permission}, which this operation requires.`,
    es: `Sus roles no tienen el permiso ${permission}, que esta operación exige.`
  }
  return new ServiceError('CLAIM_MISSING', { problems: [problemAt('', message)] })
}

/** What a tenant's keys may do: machines issue, read and send what they issued, and undo it. */
export const permissionsOfKeys: ReadonlySet<Permission> = new Set(['Webhook.Read', 'Webhook.Issue', 'Webhook.Send'])

export function isPermission (value: string): value is Permission {
  return Object.hasOwn(permissionTable, value)
}

/** The role that may do everything; a tenant always has a user with it. */
export const administratorRole = 'Administrator'

/** Whether a claim only lets see. */
function isReading (permission: Permission): boolean {
  return permission.endsWith('.Read') || permission === 'Webhook.Evidence'
}

/** The roles that every new tenant gets. */
export const defaultRoles: readonly { name: string, permissions: readonly Permission[] }[] = [
  { name: administratorRole, permissions },
  {
    name: 'Operator',
    permissions: [
      'Webhook.Read', 'Webhook.Issue', 'Webhook.Send', 'Webhook.PublicLink', 'Webhook.Manage', 'BulkInvoice.Read', 'BulkInvoice.Manage',
      'Folio.Read', 'Folio.Manage', 'Certification.Read', 'Certification.Manage', 'Receiver.Read', 'Customer.Read', 'Customer.Manage',
      'Product.Read', 'Product.Manage', 'Received.Read', 'Received.Manage', 'Received.Claim',
      'PdfTemplate.Read', 'PdfTemplate.Manage', 'Reports.Read', 'Tenant.Read', 'Mailbox.Read'
    ]
  },
  { name: 'Viewer', permissions: permissions.filter(isReading) }
]
