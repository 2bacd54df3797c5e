import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { parseMail } from '../../../src/adapters/mail-intake/mail-parser.ts'

const bytesOf = (content: unknown): string => Buffer.from(content as ArrayBuffer).toString('latin1')

it('any body is decoded by its lines, paddings and other characters', async () => {
  const line = fc.oneof(
    fc.base64String(), fc.constantFrom('', '=', 'QQ==', 'QUI=', 'Q=', '\r', ' ', '--x', '-', 'ñ\u0000'), fc.string()
  )
  await fc.assert(fc.asyncProperty(
    fc.constantFrom('7bit', 'base64', '"BASE64"', 'quoted-printable', 'x-base64', 'unknown'),
    fc.array(line), fc.constantFrom('\n', '\r\n'),
    async (encoding, lines, end) => {
      const part = (text: string[]): string[] =>
        ['--x', 'Content-Type: application/xml', `Content-Transfer-Encoding: ${encoding}`, '', ...text]
      const raw = Buffer.from([
        'Content-Type: multipart/mixed; boundary=x', '', 'preamble', ...part(lines), ...part([...lines].reverse()), '--x--', ''
      ].join(end))
      const [read, expected] = [await parseMail(raw), await PostalMime.parse(raw)]

      expect(read.attachments.map(({ content }) => bytesOf(content)))
        .toEqual(expected.attachments.map(({ content }) => bytesOf(content)))
    }
  ))
})
