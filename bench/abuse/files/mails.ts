import { between, type Random } from '../../random.ts'
import type { HostileFile } from './workbooks.ts'
import { zip } from './zip.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const head = 'Message-ID: <1@ejemplo.cl>\r\nMIME-Version: 1.0\r\n'
const ofMail = 'Content-Type: message/rfc822\r\nMIME-Version: 1.0\r\n'
const body = (encoding: string, text: string, type = 'application/xml'): string =>
  `${head}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`
const mixed = (boundary: string): string =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n`

/** The mail as an attachment of another one, in base64. */
function wrapped (mail: Buffer): Buffer {
  return latin1(`${head}${ofMail}Content-Transfer-Encoding: base64\r\n\r\n${mail.toString('base64')}`)
}

function nested (depth: number): Buffer {
  return latin1(`${head}${`${ofMail}\r\n`.repeat(depth)}`)
}

// Bytes that a mail has at most, so that it fits into an upload.
const megabytes = (random: Random, unit: string): number =>
  Math.floor(between(random, 2, 9) * 1024 * 1024 / unit.length)

const recipes: readonly [string, (random: Random) => Buffer][] = [
  ['mails in mails', (random) => nested(between(random, 40_000, 50_000))],
  ['mails in mails, base64', (random) => {
    let mail = nested(between(random, 10_000, 30_000))
    for (let level = 0; level < 4; level++) mail = wrapped(mail)
    return mail
  }],
  ['parts and mails in turn', (random) => latin1(head + times(between(random, 5000, 20_000), (at) =>
    `${mixed(`b${at}`)}${ofMail}\r\n`))],
  ['parts in parts', (random) => latin1(head + times(between(random, 20, 10_000), (at) => mixed(`b${at}`)))],
  ['parts without headers', (random) => latin1(head + mixed('x') + '\r\na\r\n--x\r\n'.repeat(between(random, 4000, 100_000)))],
  ['empty lines', (random) => latin1(body('8bit', '\r\n'.repeat(megabytes(random, '\r\n'))))],
  ['paddings', (random) => latin1(body('base64', 'Q='.repeat(megabytes(random, 'Q='))))],
  ['flowed text', (random) => latin1(body('7bit', 'a \r\n'.repeat(megabytes(random, 'a \r\n')), 'text/plain; format=flowed'))],
  ['giant boundaries', (random) => {
    const boundary = 'a'.repeat(between(random, 1000, 16_000))
    return latin1(head + times(28, (at) => mixed(boundary + at)) + `\r\n--${boundary}z`.repeat(400))
  }],
  ['folded headers', (random) => latin1(`${head}From: ${'a:\r\n '.repeat(between(random, 10_000, 100_000))}\r\n\r\n`)],
  ['parameters', (random) => latin1(body('7bit', 'x', `a/b${times(between(random, 1000, 30_000), (at) => `;n*${at}*=%41`)}`))],
  ['mails in archives', (random) => {
    let bytes = nested(between(random, 10_000, 50_000))
    for (let level = 0; level < 3; level++) bytes = zip([{ name: 'correo.eml', content: [bytes] }, { name: 'otro.zip', content: [bytes] }])
    return bytes
  }]
]

/** Mails that cost their reader much: nested, of many parts or lines, with long headers. */
export function hostileMail (index: number, random: Random): HostileFile {
  const [name, make] = recipes[index % recipes.length] ?? ['', () => Buffer.alloc(0)]
  const bytes = make(random)
  return { name: `${name}, ${(bytes.length / 1024 / 1024).toFixed(1)} MiB`, bytes }
}
