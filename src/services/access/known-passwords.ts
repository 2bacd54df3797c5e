// The stems of the passwords that guessers try first, in English and in Spanish. A stem counts with digits and signs
// around it ("Contraseña2026!!"), with the usual look-alikes inside ("P4ssw0rd"), and repeated.
const stems = new Set([
  'password',
  'passwort',
  'passphrase',
  'passcode',
  'passw',
  'pass',
  'contrasena',
  'contrasenia',
  'contraseña',
  'clave',
  'claveacceso',
  'clavesecreta',
  'micontrasena',
  'miclave',
  'mypassword',
  'yourpassword',
  'newpassword',
  'password123456',
  'passwordpassword',
  'thisismypassword',
  'estaesmiclave',
  'secret',
  'secreto',
  'secretpassword',
  'supersecret',
  'topsecret',
  'admin',
  'administrator',
  'administrador',
  'adminadmin',
  'root',
  'toor',
  'superuser',
  'usuario',
  'user',
  'username',
  'guest',
  'invitado',
  'default',
  'changeme',
  'changemenow',
  'changeit',
  'cambiame',
  'cambiar',
  'cambiarclave',
  'temporal',
  'temporary',
  'welcome',
  'welcomeback',
  'bienvenido',
  'bienvenidos',
  'letmein',
  'letmeinplease',
  'openup',
  'iloveyou',
  'iloveyousomuch',
  'teamo',
  'teamomucho',
  'teamoconamor',
  'tequiero',
  'tequieromucho',
  'trustnoone',
  'whatever',
  'nothing',
  'qwerty',
  'qwertyuiop',
  'qwertyuiopasdf',
  'qwertyasdfgh',
  'asdfghjkl',
  'asdfghjklzxcvbnm',
  'zxcvbnm',
  'qazwsxedc',
  'qazwsxedcrfv',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'abcdefgh',
  'abcdef',
  'abc',
  'aeiou',
  'football',
  'baseball',
  'basketball',
  'futbol',
  'liverpool',
  'barcelona',
  'realmadrid',
  'colocolo',
  'universidaddechile',
  'universidadcatolica',
  'santiago',
  'santiagodechile',
  'valparaiso',
  'chile',
  'vivachile',
  'chilechile',
  'sunshine',
  'princess',
  'princesa',
  'superman',
  'batman',
  'pokemon',
  'starwars',
  'dragon',
  'monkey',
  'shadow',
  'master',
  'computer',
  'computador',
  'internet',
  'samsung',
  'microsoft',
  'google',
  'facebook',
  'instagram',
  'factura',
  'facturas',
  'facturacion',
  'facturaelectronica',
  'boleta',
  'boletaelectronica',
  'empresa',
  'miempresa',
  'company',
  'invoice',
  'invoicing',
  'timbre',
  'prueba',
  'pruebas',
  'test',
  'testing',
  'tester',
  'testpassword',
  'demo',
  'ejemplo',
  'example',
  'correcthorsebatterystaple',
  'jesus',
  'jesuschrist',
  'dios',
  'diosesamor',
  'jesusteama',
  'godisgood',
  'blessed',
  'michael',
  'jessica',
  'alejandro',
  'alejandra',
  'valentina',
  'sebastian'
])

const lookAlikes: Record<string, string> = {
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i'
}
const rows = [
  'abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm'
]

/**
 * Whether a guesser tries it early: a known stem with trimmings, a run along the keyboard, or a short piece repeated.
 */
export function isWidelyKnown (password: string): boolean {
  const plain = password.toLowerCase().normalize('NFKD').replace(/\p{Mark}/gu, '')
  return isRepetition(plain) || isRun(plain) ||
    [...readings(plain)].some((reading) => stems.has(reading) || stems.has(onceOnly(reading)))
}

function isRepetition (text: string): boolean {
  return new Set(text).size < 5 || /^(.{1,6})\1+.?$/s.test(text)
}

function isRun (text: string): boolean {
  return [...rows, ...rows.map(backwards)].some((row) => row.includes(text) || `${row}${row}`.includes(text))
}

/**
 * The letters that are left of it: without digits and signs, and with look-alikes read as the letters they stand for.
 */
function * readings (text: string): Generator<string> {
  yield text.replace(/[^a-z]/g, '')
  const trimmed = text.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '')
  yield Array.from(trimmed, (character) => lookAlikes[character] ?? character).join('').replace(/[^a-z]/g, '')
}

function onceOnly (text: string): string {
  return text.replace(/^(.+?)\1+$/, '$1')
}

function backwards (text: string): string {
  return Array.from(text).reverse().join('')
}
