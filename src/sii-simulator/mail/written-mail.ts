/** A mail with one file, as the SII and companies send them. */
export function writtenMail (
  { from, to, subject, text, file, at, headers = [] }: {
    from: string, to: string, subject: string, text: string, file: { name: string, bytes: Buffer }, at: Date
    headers?: string[]
  }
): Buffer {
  const base64 = file.bytes.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from([
    ...headers, `From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${at.getTime()}.${Math.random().toString(36).slice(2)}@simulator.example>`, 'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=simulator"', '', '--=simulator',
    'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text, '--=simulator',
    `Content-Type: text/xml; name="${file.name}"`, 'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${file.name}"`, '', base64, '--=simulator--', ''
  ].join('\r\n'))
}
