/** What the audit log's actions are called. One that a later version adds is shown as it is. */
const es = {
  'auth.register': 'Registró la empresa', 'auth.proveEmail': 'Confirmó su correo', 'auth.acceptInvitation': 'Aceptó la invitación',
  'auth.endSession': 'Cerró una sesión', 'auth.changePassword': 'Cambió su contraseña', 'auth.forgotPassword': 'Pidió otra contraseña', 'auth.resetPassword': 'Eligió otra contraseña',
  'user.create': 'Creó un usuario', 'user.update': 'Modificó un usuario', 'user.delete': 'Eliminó un usuario', 'user.invite': 'Invitó de nuevo',
  'user.resetPassword': 'Restableció una contraseña',
  'role.create': 'Creó un rol', 'role.update': 'Modificó un rol', 'role.delete': 'Eliminó un rol', 'role.assign': 'Asignó un rol',
  'role.unassign': 'Quitó un rol', 'role.createClaim': 'Dio un permiso', 'role.deleteClaim': 'Quitó un permiso',
  'tenant.update': 'Modificó la empresa', 'tenant.uploadCertificate': 'Subió un certificado', 'tenant.createKey': 'Creó un par de claves',
  'tenant.revokeKey': 'Revocó un par de claves',
  'folio.upload': 'Subió folios', 'folio.activate': 'Activó folios', 'folio.delete': 'Eliminó folios', 'folio.skip': 'Saltó un folio',
  'folio.renewKey': 'Renovó la clave de unos folios',
  'invoice.issue': 'Emitió un documento', 'invoice.wait': 'Dejó en espera', 'invoice.retry': 'Reintentó un documento', 'invoice.fail': 'No pudo emitir',
  'invoice.mailReceiver': 'Envió un documento por correo', 'invoice.send': 'Mandó enviar un documento',
  'invoice.publicLink': 'Dio un enlace público', 'invoice.revokePublicLink': 'Revocó un enlace público',
  'envelope.pack': 'Armó un envío al SII', 'envelope.send': 'Envió al SII', 'envelope.verdict': 'Recibió el veredicto del SII',
  'envelope.result': 'Recibió el resultado del SII', 'envelope.refuse': 'El SII no recibió el envío', 'envelope.recognise': 'Reconoció un envío',
  'envelope.doubt': 'Quedó sin saber si el envío llegó', 'envelope.delay': 'Aplazó un envío',
  'bulkInvoice.create': 'Subió un envío masivo', 'bulkInvoice.process': 'Mandó emitir un envío masivo', 'bulkInvoice.cancel': 'Detuvo un envío masivo',
  'bulkInvoice.complete': 'Terminó un envío masivo', 'bulkInvoice.delete': 'Eliminó un envío masivo', 'bulkInvoice.updateRow': 'Corrigió un documento de un envío',
  'bulkInvoice.repeat': 'Repitió lo no emitido de un envío masivo',
  'pdfTemplate.create': 'Creó una plantilla', 'pdfTemplate.update': 'Modificó una plantilla', 'pdfTemplate.delete': 'Eliminó una plantilla',
  'notification.update': 'Configuró las notificaciones', 'notification.rotateSecret': 'Renovó el secreto', 'notification.test': 'Probó las notificaciones',
  'notification.resend': 'Reenvió una notificación',
  'ipAddressWhiteList.create': 'Agregó una dirección IP', 'ipAddressWhiteList.update': 'Modificó una dirección IP',
  'ipAddressWhiteList.delete': 'Eliminó una dirección IP'
}

const en: typeof es = {
  'auth.register': 'Registered the company', 'auth.proveEmail': 'Confirmed the email', 'auth.acceptInvitation': 'Accepted the invitation',
  'auth.endSession': 'Ended a session', 'auth.changePassword': 'Changed the password', 'auth.forgotPassword': 'Asked for another password', 'auth.resetPassword': 'Chose another password',
  'user.create': 'Created a user', 'user.update': 'Changed a user', 'user.delete': 'Deleted a user', 'user.invite': 'Invited again',
  'user.resetPassword': 'Reset a password',
  'role.create': 'Created a role', 'role.update': 'Changed a role', 'role.delete': 'Deleted a role', 'role.assign': 'Assigned a role',
  'role.unassign': 'Took a role away', 'role.createClaim': 'Gave a claim', 'role.deleteClaim': 'Took a claim away',
  'tenant.update': 'Changed the company', 'tenant.uploadCertificate': 'Uploaded a certificate', 'tenant.createKey': 'Created a pair of keys',
  'tenant.revokeKey': 'Revoked a pair of keys',
  'folio.upload': 'Uploaded folios', 'folio.activate': 'Activated folios', 'folio.delete': 'Deleted folios', 'folio.skip': 'Skipped a folio',
  'folio.renewKey': 'Renewed the key of folios',
  'invoice.issue': 'Issued a document', 'invoice.wait': 'Left waiting', 'invoice.retry': 'Retried a document', 'invoice.fail': 'Could not issue',
  'invoice.mailReceiver': 'Sent a document by mail', 'invoice.send': 'Had a document sent',
  'invoice.publicLink': 'Gave a public link', 'invoice.revokePublicLink': 'Revoked a public link',
  'envelope.pack': 'Packed an envelope', 'envelope.send': 'Sent to the SII', 'envelope.verdict': 'Received the verdict of the SII',
  'envelope.result': 'Received the result of the SII', 'envelope.refuse': 'The SII did not take the envelope', 'envelope.recognise': 'Recognised an envelope',
  'envelope.doubt': 'Could not tell whether the envelope arrived', 'envelope.delay': 'Postponed an envelope',
  'bulkInvoice.create': 'Uploaded a bulk submission', 'bulkInvoice.process': 'Had a bulk submission issued', 'bulkInvoice.cancel': 'Stopped a bulk submission',
  'bulkInvoice.complete': 'Completed a bulk submission', 'bulkInvoice.delete': 'Deleted a bulk submission', 'bulkInvoice.updateRow': 'Corrected a document of a submission',
  'bulkInvoice.repeat': 'Repeated what a bulk submission did not issue',
  'pdfTemplate.create': 'Created a template', 'pdfTemplate.update': 'Changed a template', 'pdfTemplate.delete': 'Deleted a template',
  'notification.update': 'Set up notifications', 'notification.rotateSecret': 'Rotated the secret', 'notification.test': 'Tested notifications',
  'notification.resend': 'Sent a notification again',
  'ipAddressWhiteList.create': 'Added an IP address', 'ipAddressWhiteList.update': 'Changed an IP address',
  'ipAddressWhiteList.delete': 'Deleted an IP address'
}

export const actionNames: Record<'es' | 'en', Readonly<Record<string, string>>> = { es, en }
export const actions = Object.keys(es)
