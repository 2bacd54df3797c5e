interface WrittenMail {
  from: string
  to: string
  subject: string
  text: string
  file?: { name: string, bytes: Buffer }
  at: Date
  headers?: string[]
}

const boundary = '=simulator'

/** A mail as the SII and companies send them: a text, and a file beside it. */
export function writtenMail ({ from, to, subject, text, file, at, headers = [] }: WrittenMail): Buffer {
  const body = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text]
  return Buffer.from([
    ...headers, `From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${at.getTime()}.${Math.random().toString(36).slice(2)}@simulator.example>`, 'MIME-Version: 1.0',
    ...file
      ? [
          `Content-Type: multipart/mixed; boundary="${boundary}"`, '', `--${boundary}`, ...body, `--${boundary}`,
          ...attachment(file), `--${boundary}--`
        ]
      : body, ''
  ].join('\r\n'))
}

function attachment ({ name, bytes }: { name: string, bytes: Buffer }): string[] {
  const mediaType = name.endsWith('.txt') ? 'text/plain; charset=iso-8859-1' : 'text/xml'
  return [
    `Content-Type: ${mediaType}; name="${name}"`, 'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`, '', bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  ]
}
