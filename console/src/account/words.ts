const es = {
  who: {
    title: 'Usted',
    name: 'Nombre', email: 'Correo', company: 'Empresa', roles: 'Roles', address: 'Su dirección IP', signedIn: 'Inició sesión',
    noRoles: 'Sin roles',
    roleNames: { Administrator: 'Administrador', Operator: 'Operador', Viewer: 'Lector' } as Record<string, string>,
    may: (count: number) => count === 1 ? 'Tiene 1 permiso' : `Tiene ${count} permisos`,
    nothing: 'Aún no tiene permisos. Solicite un rol a un administrador.'
  },
  password: {
    title: 'Contraseña',
    note: 'Al cambiarla se cierran todas sus sesiones, en todas sus empresas, incluida ésta. Vuelva a iniciar sesión con la contraseña nueva.',
    current: 'Contraseña actual', next: 'Contraseña nueva', again: 'Repita la contraseña nueva',
    strength: 'Doce caracteres o más; una frase de varias palabras es fácil de recordar.',
    different: 'No coincide con la contraseña nueva.',
    submit: 'Cambiar la contraseña y salir'
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
    may: (count) => count === 1 ? 'You may do 1 thing' : `You may do ${count} things`,
    nothing: 'Your roles allow nothing yet. Ask an administrator for one.'
  },
  password: {
    title: 'Password',
    note: 'Changing it ends all your sessions, in all your companies and this one, too: you sign in again with the new password.',
    current: 'Current password', next: 'New password', again: 'Repeat the new password',
    strength: 'Twelve characters or more; a phrase of several words is easy to remember.',
    different: 'It does not match the new password.',
    submit: 'Change the password and sign out'
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
    title: 'Language and light',
    language: 'Language', light: 'Light',
    auto: 'Like the system', bright: 'Light', dark: 'Dark'
  },
  companies: {
    title: 'Your companies',
    one: 'Your account belongs to this company only.',
    note: 'Choose the one to sign in to, and type your password. The session of this tab moves to that company.',
    here: 'You are here',
    company: 'Company', password: 'Password',
    submit: 'Sign in to this company'
  },
  shortcuts: 'Keyboard shortcuts'
}

export const words = { es, en }
