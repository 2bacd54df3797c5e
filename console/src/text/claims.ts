import type { RequestOf } from '../../../clients/typescript/client.ts'

export type Claim = NonNullable<RequestOf<'/api/Role/Create', 'post'>['body']['claims']>[number]['value']

/** What each claim lets a person do, as Role/GetClaims describes it: for readers who may not ask that. */
export const claimNames: Readonly<Record<Claim, { es: string, en: string }>> = {
  'Webhook.Read': { es: 'Ver los documentos emitidos, su XML y su PDF', en: 'See issued documents, their XML and PDF' },
  'Webhook.Issue': {
    es: 'Emitir documentos a mano, y las notas que los anulan y corrigen',
    en: 'Issue documents by hand, and the notes that annul and correct them'
  },
  'Webhook.Evidence': {
    es: 'Descargar la evidencia de un documento: intercambios con el SII y registros de auditoría',
    en: 'Download the evidence of a document: exchanges with the SII and audit entries'
  },
  'Webhook.Send': {
    es: 'Enviar documentos por correo, de nuevo y a otros', en: 'Send documents by email, again and to others'
  },
  'Webhook.PublicLink': {
    es: 'Dar y revocar enlaces a las páginas públicas de documentos',
    en: 'Give and revoke links to the public pages of documents'
  },
  'Webhook.Manage': { es: 'Reintentar documentos fallidos', en: 'Retry failed documents' },
  'BulkInvoice.Read': { es: 'Ver los envíos masivos', en: 'See bulk submissions' },
  'BulkInvoice.Manage': {
    es: 'Crear, procesar y eliminar envíos masivos',
    en: 'Create, process and delete bulk submissions'
  },
  'Folio.Read': { es: 'Ver los rangos de folios', en: 'See folio blocks' },
  'Folio.Manage': { es: 'Subir, activar y eliminar rangos de folios', en: 'Upload, activate and delete folio blocks' },
  'Received.Read': { es: 'Ver los documentos recibidos', en: 'See received documents' },
  'Received.Manage': { es: 'Subir documentos recibidos', en: 'Upload received documents' },
  'Received.Claim': {
    es: 'Aceptar, acusar recibo y reclamar documentos recibidos en el registro del SII',
    en: "Accept, receipt and claim received documents in the SII's registry"
  },
  'Customer.Read': { es: 'Ver los clientes', en: 'See customers' },
  'Customer.Manage': { es: 'Crear, modificar y eliminar clientes', en: 'Create, change and delete customers' },
  'Product.Read': { es: 'Ver los productos', en: 'See products' },
  'Product.Manage': { es: 'Crear, modificar y eliminar productos', en: 'Create, change and delete products' },
  'PdfTemplate.Read': { es: 'Ver las plantillas PDF', en: 'See PDF templates' },
  'PdfTemplate.Manage': {
    es: 'Crear, modificar y eliminar plantillas PDF',
    en: 'Create, change and delete PDF templates'
  },
  'Reports.Read': { es: 'Ver los informes', en: 'See reports' },
  'Tenant.Read': { es: 'Ver los ajustes de la empresa', en: "See the tenant's settings" },
  'Tenant.Manage': {
    es: 'Modificar los ajustes, el certificado y las claves de la empresa',
    en: "Change the tenant's settings, certificate and keys"
  },
  'User.Read': { es: 'Ver los usuarios', en: 'See users' },
  'User.Manage': { es: 'Crear y eliminar usuarios', en: 'Create and delete users' },
  'Role.Read': { es: 'Ver los roles y permisos', en: 'See roles and claims' },
  'Role.Manage': { es: 'Crear, modificar, asignar y eliminar roles', en: 'Create, change, assign and delete roles' },
  'IpAddressWhiteList.Read': { es: 'Ver la lista de direcciones IP permitidas', en: 'See the IP allow list' },
  'IpAddressWhiteList.Manage': {
    es: 'Modificar la lista de direcciones IP permitidas',
    en: 'Change the IP allow list'
  },
  'AuditLogs.Read': { es: 'Ver el registro de auditoría', en: 'See the audit log' },
  'Mailbox.Read': { es: 'Ver la casilla de correo y sus correos', en: 'See the mailbox and its mails' },
  'Mailbox.Manage': {
    es: 'Configurar y probar la casilla de correo, y reprocesar correos',
    en: 'Set up and test the mailbox, and process mails again'
  },
  'Notification.Read': {
    es: 'Ver la configuración de las notificaciones y el resultado de cada envío',
    en: 'See notification settings and the outcome of each delivery'
  },
  'Notification.Manage': {
    es: 'Configurar y probar las notificaciones, y renovar su secreto',
    en: 'Set up and test notifications, and renew their secret'
  },
  'Receiver.Read': {
    es: 'Buscar empresas en el directorio de contribuyentes electrónicos del SII',
    en: "Look companies up in the SII's directory of electronic taxpayers"
  },
  'Certification.Read': { es: 'Ver la certificación ante el SII', en: 'See the certification with the SII' },
  'Certification.Manage': {
    es: 'Certificar ante el SII: cargar y emitir sets, registrar resultados',
    en: 'Certify with the SII: upload and issue sets, record verdicts'
  }
}
