import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMailer } from '../../../src/adapters/mail/mailer.ts'
import type { Mailer } from '../../../src/services/ports.ts'
import { first } from '../../support/expecting.ts'
import { readMail, startMailCatcher } from '../../support/mail-catcher.ts'

const from = 'Timbre <no-reply@timbre.example>'
const mail = {
  id: '01990000-0000-7000-8000-000000000001',
  date: new Date('2026-11-20T15:00:00Z'),
  to: 'compras@elroble.example',
  fromName: 'Comercial Ñandú "SpA"',
  replyTo: 'ventas@nandu.example',
  subject: 'Factura Electrónica N° 7 de Ñandú',
  text: 'Estimado cliente:\n\n.punto al comienzo\n',
  html: '<p>Estimado cliente: ñ</p>',
  attachments: [{ fileName: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.from([0, 255, 13, 10, 46, 13, 10]) }]
}

describe('by SMTP', () => {
  let catcher: Awaited<ReturnType<typeof startMailCatcher>>
  let mailer: Mailer
  beforeAll(async () => {
    catcher = await startMailCatcher()
    mailer = createMailer({ smtpUrl: catcher.url, from, folder: undefined })
  })
  afterEach(() => { catcher.mails.length = 0 })
  afterAll(async () => {
    mailer.close()
    await catcher.close()
  })

  it('arrives unchanged, with both texts and the attachment byte for byte', async () => {
    expect(await mailer.send(mail)).toEqual({ kind: 'sent' })

    const caught = first(catcher.mails)
    const { headers, texts, attachments } = readMail(caught.source)
    expect(caught).toMatchObject({ from: 'no-reply@timbre.example', to: ['compras@elroble.example'] })
    expect(headers).toMatchObject({
      'message-id': `<${mail.id}@timbre.example>`,
      'reply-to': 'ventas@nandu.example',
      subject: mail.subject,
      'auto-submitted': 'auto-generated'
    })
    expect(headers['from']).toContain('<no-reply@timbre.example>')
    expect(headers['from']).toContain('Ñandú')
    expect(texts).toEqual(
      [{ type: 'text/plain', text: mail.text.replaceAll('\n', '\r\n').trimEnd() }, {
        type: 'text/html', text: mail.html
      }].map((part) => ({ ...part, text: expect.stringContaining(part.text) }))
    )
    expect(attachments).toEqual([{ fileName: 'a.pdf', type: 'application/pdf', bytes: first(mail.attachments).bytes }])
  })

  it('prevents header injection through addresses and names', async () => {
    await mailer.send({
      ...mail, fromName: 'Ñandú\r\nBcc: victim@example.com', subject: 'Hola\r\nBcc: victim@example.com',
      to: 'a@b.example\r\nBcc: victim@example.com'
    })

    for (const { source, to } of catcher.mails) {
      expect(readMail(source).headers).not.toHaveProperty('bcc')
      expect(to).not.toContain('victim@example.com')
    }
  })

  it.each([
    ['RCPT', '550 5.1.1 Nobody here', 'refused'],
    ['RCPT', '450 4.2.0 Greylisted', 'notSent'],
    ['DATA', '554 5.7.1 Looks like https://timbre.example/reset-password#token=abc', 'refused'],
    ['DATA', '451 4.3.0 Disk full', 'notSent'],
    ['MAIL', '530 5.7.0 Authenticate first', 'notSent']
  ] as const)('logs after %s %s that it was %s, without text of the mail', async (step, answer, kind) => {
    catcher.refuseNext({ step, answer })

    const outcome = await mailer.send(mail)

    expect(outcome).toEqual({ kind, cause: expect.stringContaining(answer.slice(0, 3)) })
    expect(JSON.stringify(outcome)).not.toMatch(/token|elroble|Looks/)
  })

  it('fails while the server does not listen', async () => {
    const lonely = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, folder: undefined })

    expect(await lonely.send(mail)).toEqual({ kind: 'notSent', cause: expect.any(String) })
    lonely.close()
  })
})

describe('as files', () => {
  it('are stored readable by their owner only, one per mail however often it is sent', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'timbre-mail-')), 'mail')
    const mailer = createMailer({ smtpUrl: undefined, from, folder })

    await mailer.send(mail)
    expect(await mailer.send(mail)).toEqual({ kind: 'sent' })

    expect(await readdir(folder)).toEqual([`${mail.id}.eml`])
    const file = join(folder, `${mail.id}.eml`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(readMail(await readFile(file, 'latin1'))).toMatchObject({
      headers: { subject: mail.subject }, attachments: [{ bytes: first(mail.attachments).bytes }]
    })
    await rm(folder, { recursive: true })
  })
})

describe('with mail turned off', () => {
  it('reports that mail is not available, and why', async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, folder: undefined })

    expect(mailer.available).toBe(false)
    expect(await mailer.send(mail)).toEqual({ kind: 'notSent', cause: 'SMTP_URL is not set' })
  })

  it('refuses each mail at once, also in development', async () => {
    const mailer = createMailer({ smtpUrl: 'none', from, folder: '/nowhere' })

    expect(mailer.available).toBe(false)
    expect(await mailer.send(mail)).toEqual({ kind: 'refused', cause: 'MAIL_OFF' })
  })
})
