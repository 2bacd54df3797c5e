const es = {
  note: 'Con estas claves, sus programas emiten documentos por la API. Las personas no las necesitan.',
  guide: 'Cambiar las claves sin detener la emisión',
  steps: {
    create: { title: 'Cree un segundo par', text: 'El par actual sigue vigente. Puede haber dos a la vez.' },
    handOut: { title: 'Distribúyalo', text: 'Cámbielo en cada programa y espere hasta que el par anterior deje de usarse.' },
    revoke: { title: 'Revoque el anterior', text: 'Deja de servir en todas partes en cinco segundos.' }
  },
  now: 'Paso actual',
  pairs: 'Pares de claves',
  code: 'Código de la empresa',
  accessKey: 'Clave de acceso',
  secretKey: 'Clave secreta',
  created: 'Creada',
  used: 'Usada por última vez',
  never: 'Nunca',
  copy: (name: string) => `Copiar: ${name}`,
  actions: 'Acciones',
  create: 'Crear un par',
  full: 'Ya hay dos pares. Revoque uno para crear otro.',
  last: 'Es el único par: cree otro antes de revocarlo.',
  revoke: 'Revocar',
  revokeTitle: 'Revocar este par',
  revokeUsed: (key: string, when: string) => `El par ${key} deja de funcionar en cinco segundos. Se usó por última vez el ${when}: los programas que lo tengan ya no podrán emitir. No se puede deshacer.`,
  revokeUnused: (key: string) => `El par ${key} deja de funcionar en cinco segundos. Nunca se ha usado. No se puede deshacer.`,
  madeTitle: 'Su nuevo par de claves',
  fileName: 'claves-timbre.txt',
  tryTitle: 'Probar un par',
  tryNote: 'Compruebe un par antes de ponerlo en un programa. No emite nada, pero cuenta como uso.',
  try: 'Probar',
  works: 'Este par es válido.'
}

const en: typeof es = {
  note: 'With these keys, your programs issue documents through the API. People do not need them.',
  guide: 'Replace the keys without stopping',
  steps: {
    create: { title: 'Create a second pair', text: 'The current pair keeps working. There can be two at a time.' },
    handOut: { title: 'Hand it out', text: 'Install it in each program and wait until the old pair is no longer used.' },
    revoke: { title: 'Revoke the old one', text: 'It stops working everywhere within five seconds.' }
  },
  now: 'Current step',
  pairs: 'Key pairs',
  code: 'Code of the company',
  accessKey: 'Access key',
  secretKey: 'Secret key',
  created: 'Created',
  used: 'Last used',
  never: 'Never',
  copy: (name) => `Copy: ${name}`,
  actions: 'Actions',
  create: 'Create a pair',
  full: 'There are two pairs. Revoke one to create another.',
  last: 'It is the only pair: create another before you revoke it.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this pair',
  revokeUsed: (key, when) => `The pair ${key} stops working within five seconds. It was last used on ${when}: programs that have it can no longer issue. This cannot be undone.`,
  revokeUnused: (key) => `The pair ${key} stops working within five seconds. It was never used. This cannot be undone.`,
  madeTitle: 'Your new key pair',
  fileName: 'timbre-keys.txt',
  tryTitle: 'Try a pair',
  tryNote: 'Check a pair before you give it to a program. Nothing is issued, but the check counts as use.',
  try: 'Try',
  works: 'This pair is valid.'
}

export const words = { es, en }
