import type { Claim } from '../text/claims.ts'

/** What stands before the dot of a claim. */
export type ClaimGroup = Claim extends `${infer Group}.${string}` ? Group : never

const es = {
  title: 'Personas y roles',
  people: 'Personas',
  roles: 'Roles',
  caption: 'Personas que pueden entrar',
  columns: { name: 'Nombre', roles: 'Roles', last: 'Último ingreso' },
  invited: 'Invitación enviada',
  awaited: 'Aún no entra',
  count: (count: string) => `${count} personas pueden entrar a esta empresa`,
  countOne: '1 persona puede entrar a esta empresa',
  delayed: (until: string) => `Acceso en espera por intentos fallidos hasta las ${until}`,
  never: 'Nunca',
  you: 'Usted',
  noRoles: 'Sin roles: no puede ver nada',
  invite: 'Invitar a una persona',
  add: 'Agregar una persona',
  inviteText: 'Recibe un correo con un enlace para elegir su contraseña. El enlace es válido por 24 horas.',
  addText: 'Este servidor no envía correos: elija una contraseña y entréguela usted mismo. La persona puede cambiarla en «Su cuenta».',
  email: 'Correo', fullName: 'Nombre completo', password: 'Contraseña', role: 'Roles',
  passwordNote: 'Doce caracteres o más',
  inviteAgain: 'Invitar de nuevo',
  invitedAgain: (email: string) => `Se envió otra invitación a ${email}`,
  added: (name: string) => `${name} ya puede entrar`,
  invitationSent: (email: string) => `Se envió la invitación a ${email}`,
  editName: 'Modificar el nombre',
  editRoles: 'Cambiar los roles',
  rolesText: (name: string) => `Roles de ${name}. Los cambios rigen en unos segundos.`,
  secondFactor: 'Con segundo factor',
  resetSecondFactor: 'Quitar el segundo factor',
  resetSecondFactorText: (name: string, email: string) =>
    `${name} (${email}) entrará sólo con su contraseña hasta que configure otro. Asegúrese de que es quien se lo pide.`,
  remove: 'Eliminar a la persona',
  removeText: (name: string, email: string) => `${name} (${email}) no podrá entrar más a esta empresa. Sus documentos y registros se conservan.`,
  lastAdministrator: 'Es el último administrador: no se puede eliminar ni quitarle ese rol.',
  matrix: {
    text: 'Cada columna es un rol. Marque lo que permite y guarde: todos los cambios se aplican juntos.',
    caption: 'Permisos de cada rol',
    claim: 'Permite',
    role: 'Rol',
    claimOf: (claim: string, role: string) => `${role}: ${claim}`,
    notHeld: 'No puede dar ni quitar un permiso que usted no tiene.',
    system: 'Rol predefinido: conserva sus permisos originales.',
    users: (count: string) => `${count} personas`,
    oneUser: '1 persona',
    changes: (count: string) => `${count} cambios sin guardar`,
    oneChange: '1 cambio sin guardar',
    discard: 'Descartar',
    saved: 'Roles guardados',
    add: 'Crear un rol', name: 'Nombre del rol', create: 'Crear el rol',
    remove: 'Eliminar el rol', removeText: (name: string) => `Se elimina el rol «${name}». Quienes lo tienen pierden sus permisos en unos segundos.`,
    groups: {
      Webhook: 'Documentos', BulkInvoice: 'Envíos masivos', Folio: 'Folios', PdfTemplate: 'Plantillas', Reports: 'Informes', Tenant: 'Empresa',
      User: 'Personas', Role: 'Roles', IpAddressWhiteList: 'Direcciones IP', AuditLogs: 'Auditoría', Notification: 'Notificaciones',
      Certification: 'Certificación', Mailbox: 'Casilla', Customer: 'Clientes', Product: 'Productos', Receiver: 'Directorio de contribuyentes',
      Received: 'Documentos recibidos'
    } satisfies Record<ClaimGroup, string>
  },
  summaries: {
    title: 'Qué puede hacer cada rol',
    all: 'Puede hacer todo en esta empresa, también dar y quitar permisos.',
    works: (groups: string) => `Trabaja con: ${groups}.`,
    sees: (groups: string) => `Sólo puede ver: ${groups}.`,
    closed: (groups: string) => `No ve: ${groups}.`,
    nothing: 'No permite nada todavía.'
  },
  systemNames: { Administrator: 'Administrador', Operator: 'Operador', Viewer: 'Lector' }
}

const en: typeof es = {
  title: 'People and roles',
  people: 'People',
  roles: 'Roles',
  caption: 'People who can sign in',
  columns: { name: 'Name', roles: 'Roles', last: 'Last sign-in' },
  invited: 'Invitation sent',
  awaited: 'Has not signed in yet',
  count: (count) => `${count} people can sign in to this company`,
  countOne: '1 person can sign in to this company',
  delayed: (until) => `Waiting after wrong passwords until ${until}`,
  never: 'Never',
  you: 'You',
  noRoles: 'No roles: sees nothing',
  invite: 'Invite a person',
  add: 'Add a person',
  inviteText: 'They receive a mail with a link to choose their password. The link is valid for 24 hours.',
  addText: 'This server sends no mail: choose a password and hand it over yourself. The person can change it under “Your account”.',
  email: 'Email', fullName: 'Full name', password: 'Password', role: 'Roles',
  passwordNote: 'Twelve characters or more',
  inviteAgain: 'Invite again',
  invitedAgain: (email) => `Another invitation was sent to ${email}`,
  added: (name) => `${name} can sign in now`,
  invitationSent: (email) => `The invitation was sent to ${email}`,
  editName: 'Change the name',
  editRoles: 'Change the roles',
  rolesText: (name) => `Roles of ${name}. Changes take effect within seconds.`,
  secondFactor: 'With a second factor',
  resetSecondFactor: 'Remove the second factor',
  resetSecondFactorText: (name, email) =>
    `${name} (${email}) will sign in with the password alone until another one is set up. Make sure that this person really asked for it.`,
  remove: 'Delete the person',
  removeText: (name, email) => `${name} (${email}) can no longer sign in to this company. Their documents and records stay.`,
  lastAdministrator: 'This is the last administrator: they cannot be deleted or lose that role.',
  matrix: {
    text: 'Each column is a role. Tick what it allows and save: all changes are applied together.',
    caption: 'Claims of each role',
    claim: 'Allows', role: 'Role',
    claimOf: (claim, role) => `${role}: ${claim}`,
    notHeld: 'You cannot grant or revoke a claim that you do not have.',
    system: 'Built-in role: it keeps its original claims.',
    users: (count) => `${count} people`,
    oneUser: '1 person',
    changes: (count) => `${count} unsaved changes`,
    oneChange: '1 unsaved change',
    discard: 'Discard',
    saved: 'Roles saved',
    add: 'Create a role', name: 'Name of the role', create: 'Create the role',
    remove: 'Delete the role', removeText: (name) => `The role “${name}” is deleted. Its users lose its claims within seconds.`,
    groups: {
      Webhook: 'Documents', BulkInvoice: 'Bulk submissions', Folio: 'Folios', PdfTemplate: 'Templates', Reports: 'Reports', Tenant: 'Company',
      User: 'People', Role: 'Roles', IpAddressWhiteList: 'IP addresses', AuditLogs: 'Audit log', Notification: 'Notifications',
      Certification: 'Certification', Mailbox: 'Mailbox', Customer: 'Customers', Product: 'Products', Receiver: 'Directory of taxpayers',
      Received: 'Received documents'
    }
  },
  summaries: {
    title: 'What each role can do',
    all: 'Can do everything in this company, and grant and revoke permissions.',
    works: (groups) => `Works with: ${groups}.`,
    sees: (groups) => `Can only see: ${groups}.`,
    closed: (groups) => `Does not see: ${groups}.`,
    nothing: 'It does not allow anything yet.'
  },
  systemNames: { Administrator: 'Administrator', Operator: 'Operator', Viewer: 'Viewer' }
}

export const words = { es, en }
