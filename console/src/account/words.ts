const es = {
  who: {
    title: 'Usted',
    name: 'Nombre', email: 'Correo', company: 'Empresa', roles: 'Roles', address: 'Su dirección IP', signedIn: 'Inició sesión',
    noRoles: 'Sin roles',
    roleNames: { Administrator: 'Administrador', Operator: 'Operador', Viewer: 'Lector' } as Record<string, string>,
    may: (count: number) => count === 1 ? 'Tiene 1 permiso' : `Tiene ${count} permisos`,
    nothing: 'Aún no tiene permisos. Solicite un rol a un administrador.'
  },
  mails: {
    title: 'Correos que recibe',
    note: (company: string) => `Avisos de ${company}; cada persona elige los suyos.`,
    choices: {
      foliosLow: 'Se acaban los folios', certificateExpiring: 'Vence el certificado digital', mailboxOff: 'La casilla de intercambio dejó de leerse',
      rejected: 'El SII rechazó documentos', claimed: 'Un cliente reclamó un documento',
      deadlines: 'Vencen plazos de documentos recibidos',
      weekly: 'Resumen semanal, los lunes'
    }
  },
  password: {
    title: 'Contraseña',
    note: 'Al cambiarla se cierran todas sus sesiones, en todas sus empresas, incluida ésta. Vuelva a iniciar sesión con la contraseña nueva.',
    current: 'Contraseña actual', next: 'Contraseña nueva', again: 'Repita la contraseña nueva',
    strength: 'Doce caracteres o más; una frase de varias palabras es fácil de recordar.',
    different: 'No coincide con la contraseña nueva.',
    submit: 'Cambiar la contraseña y salir'
  },
  secondFactor: {
    title: 'Segundo factor',
    note: 'Además de la contraseña, esta empresa pide un código de una aplicación de su teléfono al iniciar sesión y antes de cambios delicados.',
    compulsory: 'Su empresa exige un segundo factor. Configúrelo para continuar.',
    active: (since: string) => `Activo desde ${since}`, none: 'No está configurado',
    left: (count: string) => `Códigos de recuperación sin usar: ${count}`,
    begin: 'Configurar', change: 'Cambiar de aplicación', remove: 'Quitar', renew: 'Nuevos códigos de recuperación',
    removed: 'El segundo factor se quitó.',
    password: 'Contraseña', next: 'Continuar',
    enter: 'En su aplicación de autenticación escanee este código QR, o agregue una cuenta con la clave, y escriba aquí el código que muestre.',
    qr: 'Imagen QR de la cuenta', secret: 'Clave', open: 'Abrir la aplicación en este dispositivo', digits: 'Los seis dígitos que muestra la aplicación.', activate: 'Activar',
    codes: 'Códigos de recuperación',
    codesText: 'Si no tiene la aplicación a mano, use uno de estos códigos en su lugar. Cada uno sirve una sola vez.',
    fileName: 'codigos-de-recuperacion-timbre.txt'
  },
  sessions: {
    title: 'Sesiones abiertas',
    here: 'Esta sesión', unknown: 'Otro programa',
    use: (address: string, moment: string) => `Desde ${address}, último uso: ${moment}`,
    end: 'Cerrar', endOf: (device: string) => `Cerrar la sesión de ${device}`,
    endOthers: 'Cerrar todas las demás',
    ended: 'La sesión se cerró.'
  },
  looks: {
    title: 'Idioma y aspecto',
    language: 'Idioma', light: 'Aspecto',
    auto: 'Como el sistema', bright: 'Claro', dark: 'Oscuro'
  },
  companies: {
    title: 'Sus empresas',
    one: 'Su cuenta pertenece sólo a esta empresa.',
    note: 'Elija en cuál entrar y escriba su contraseña. La sesión de esta pestaña pasa a esa empresa.',
    here: 'Está aquí',
    company: 'Empresa', password: 'Contraseña',
    submit: 'Entrar en esta empresa'
  },
  shortcuts: 'Atajos de teclado'
}

const en: typeof es = {
  who: {
    title: 'You',
    name: 'Name', email: 'Email', company: 'Company', roles: 'Roles', address: 'Your IP address', signedIn: 'Signed in',
    noRoles: 'No roles',
    roleNames: { Administrator: 'Administrator', Operator: 'Operator', Viewer: 'Viewer' } as Record<string, string>,
    may: (count) => count === 1 ? '1 permission' : `${count} permissions`,
    nothing: 'Your roles allow nothing yet. Ask an administrator for one.'
  },
  mails: {
    title: 'Emails that you receive',
    note: (company) => `Warnings about ${company}. Each person chooses their own.`,
    choices: {
      foliosLow: 'Folios are running out', certificateExpiring: 'The certificate is about to expire', mailboxOff: 'The mailbox is no longer read',
      rejected: 'The SII rejected documents', claimed: 'A customer claimed a document',
      deadlines: 'Deadlines of received documents',
      weekly: 'Weekly summary, on Mondays'
    }
  },
  password: {
    title: 'Password',
    note: 'Changing it ends all your sessions in all your companies, including this one. Sign in again with the new password.',
    current: 'Current password', next: 'New password', again: 'Repeat the new password',
    strength: 'Twelve characters or more; a phrase of several words is easy to remember.',
    different: 'It does not match the new password.',
    submit: 'Change the password and sign out'
  },
  secondFactor: {
    title: 'Second factor',
    note: 'Besides the password, this company asks for a code from an app on your phone when you sign in and before sensitive changes.',
    compulsory: 'Your company requires a second factor. Set one up to continue.',
    active: (since) => `Active since ${since}`, none: 'Not set up',
    left: (count) => `Unused recovery codes: ${count}`,
    begin: 'Set up', change: 'Change the app', remove: 'Remove', renew: 'New recovery codes',
    removed: 'The second factor was removed.',
    password: 'Password', next: 'Continue',
    enter: 'Scan this QR code with your authenticator app, or add an account with the key, and type the code that it shows here.',
    qr: 'QR image of the account', secret: 'Key', open: 'Open the app on this device', digits: 'The six digits that the app shows.', activate: 'Activate',
    codes: 'Recovery codes',
    codesText: 'If you do not have the app at hand, use one of these codes instead. Each works once.',
    fileName: 'timbre-recovery-codes.txt'
  },
  sessions: {
    title: 'Open sessions',
    here: 'This session', unknown: 'Another program',
    use: (address, moment) => `From ${address}, last used: ${moment}`,
    end: 'End', endOf: (device) => `End the session of ${device}`,
    endOthers: 'End all others',
    ended: 'The session was ended.'
  },
  looks: {
    title: 'Language and appearance',
    language: 'Language', light: 'Appearance',
    auto: 'Same as the system', bright: 'Light', dark: 'Dark'
  },
  companies: {
    title: 'Your companies',
    one: 'Your account belongs to this company only.',
    note: 'Choose the company to sign in to and enter your password. The session of this tab moves to it.',
    here: 'Current company',
    company: 'Company', password: 'Password',
    submit: 'Sign in to this company'
  },
  shortcuts: 'Keyboard shortcuts'
}

export const words = { es, en }
