import { expect, it } from 'vitest'
import { createContents } from '../../../src/services/mail/contents.ts'
import { textOf } from '../../../src/services/mail/letter.ts'
import { httpApp } from '../../support/http-app.ts'

it('each link in a mail leads to a page with a form', async () => {
  const { app } = await httpApp({ groups: [] })
  const contentOf = createContents({
    sealing: { open: () => Buffer.from('abc') } as never, publicUrl: 'https://facturas.example/', hasConsole: true,
    documentMail: () => Promise.reject(new Error('has no link'))
  })
  const facts = {
    taxNumber: '76123456-0', businessName: 'Andes SpA', fullName: 'Ana Rojas', hours: 24, minutes: 30,
    hasAccount: false,
    at: new Date('2026-11-20T15:00:00.000Z')
  }

  for (const kind of ['registration', 'passwordReset', 'passwordChanged', 'invitation']) {
    for (const language of ['es', 'en']) {
      const mail = { kind, language, facts, recipient: 'ana@andes.example', sealedToken: Buffer.from('x') }
      const text = textOf((await contentOf(mail as never)).letter)
      const link = new URL(/https:\S+/.exec(text)![0])
      const page = await app.inject({ method: 'GET', url: link.pathname })

      expect(page.statusCode, `${kind} ${link.pathname}`).toBe(200)
      expect(page.body).toContain('<form>')
    }
  }
})

it('the page for a forgotten password asks for a mail, and says the same whether there is an account', async () => {
  const { app } = await httpApp({ groups: [] })
  const { body, headers } = await app.inject({ method: 'GET', url: '/forgot-password' })
  const script = /<script>([\s\S]*?)<\/script>/.exec(body)![1]!
  const sent: { url: string, options: { method: string, body: string } }[] = []
  let submit: (event: object) => Promise<void> = async () => {}
  const message = { textContent: '' }
  const form = {
    hidden: false,
    email: { value: 'ana@andes.example' },
    addEventListener: (_: string, listener: typeof submit) => { submit = listener }
  }
  const page = {
    document: { querySelector: (selector: string) => selector === 'form' ? form : message },
    fetch: async (url: string, options: { method: string, body: string }) => {
      sent.push({ url, options })
      return { json: async () => ({ success: true, errors: [] }) }
    }
  }
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(page), script)(...Object.values(page))
  await submit({ preventDefault: () => {} })

  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(sent).toMatchObject([{ url: 'api/Auth/ForgotPassword', options: { method: 'POST' } }])
  expect(JSON.parse(sent[0]!.options.body)).toEqual({ email: 'ana@andes.example' })
  expect([form.hidden, message.textContent]).toEqual([true, expect.stringContaining('Si ese correo tiene una cuenta')])
})
