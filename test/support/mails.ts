/** Mails as they arrive, written by hand so that they may be wrong. */

export interface Part { name?: string, type?: string, bytes: Buffer | string, encoding?: 'base64' | '8bit' }

export interface MailFacts {
  from?: string, to?: string, subject?: string, headers?: string[], text?: string, parts?: Part[]
  boundary?: string
}

/** The source of a mail with its attachments. */
export function mailSource (
  {
    from = 'dte@cliente.example', to = 'dte@andes.example', subject = 'Respuesta', headers = [], text = 'Adjunto.',
    parts = [], boundary = '=outer'
  }: MailFacts = {}
): Buffer {
  const head = [
    `From: ${from}`, `To: ${to}`, `Subject: ${subject}`, 'Date: Fri, 20 Nov 2026 10:00:00 -0300',
    'Message-ID: <1@cliente.example>', ...headers, 'MIME-Version: 1.0'
  ]
  const body = [{ type: 'text/plain; charset=utf-8', bytes: text, encoding: '8bit' as const }, ...parts]
  return Buffer.concat([
    lines(...head, `Content-Type: multipart/mixed; boundary="${boundary}"`, ''),
    ...body.flatMap((part) => [lines(`--${boundary}`, ...partHeaders(part), ''), content(part), lines('')]),
    lines(`--${boundary}--`)
  ])
}

function partHeaders ({ name, type = 'application/octet-stream', encoding = 'base64' }: Part): string[] {
  return [
    `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`,
    ...name === undefined ? [] : [`Content-Disposition: attachment; filename="${name}"`]
  ]
}

function content ({ bytes, encoding = 'base64' }: Part): Buffer {
  const raw = Buffer.from(bytes as string)
  return encoding === '8bit' ? raw : Buffer.from(raw.toString('base64').replace(/.{76}/g, '$&\r\n'))
}

function lines (...texts: string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\r\n`).join(''))
}

/** winmail.dat with these attachments ([MS-OXTNEF]). */
export function tnefOf (files: { name: string, bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt32LE(0x223e9f78)
  const attribute = (id: number, data: Buffer): Buffer => {
    const start = Buffer.alloc(9)
    start.writeUInt8(2)
    start.writeUInt32LE(id, 1)
    start.writeUInt32LE(data.length, 5)
    return Buffer.concat([start, data, Buffer.alloc(2)])
  }
  return Buffer.concat([head, ...files.flatMap(({ name, bytes }) => [
    attribute(0x00069002, Buffer.alloc(14)), attribute(0x00018010, Buffer.from(`${name}\0`, 'latin1')),
    attribute(0x0006800f, bytes)
  ])])
}
