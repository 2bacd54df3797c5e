import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { httpApp } from '../../support/http-app.ts'

it('the page for a new password may run its own script and style, and nothing else', async () => {
  const { app } = await httpApp({ groups: [] })

  const { statusCode, headers, body } = await app.inject({ method: 'GET', url: '/reset-password' })

  const inner = (tag: string): string => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(body)![1]!
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String(headers['content-security-policy'])
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  expect(policy).toContain(`script-src ${hash(inner('script'))}`)
  expect(policy).toContain(`style-src ${hash(inner('style'))}`)
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'$/)
})

it('the page takes the token from behind the # and sends it in a body', async () => {
  const { app } = await httpApp({ groups: [] })
  const { body } = await app.inject({ method: 'GET', url: '/reset-password' })
  const script = /<script>([\s\S]*?)<\/script>/.exec(body)![1]!
  const sent: { url: string, options: { method: string, body: string } }[] = []
  let submit: (event: object) => Promise<void> = async () => {}
  const message = { textContent: '' }
  const form = {
    hidden: false,
    password: { value: 'faro-nieve-cobre-87' },
    repeated: { value: 'faro-nieve-cobre-88' },
    addEventListener: (_: string, listener: typeof submit) => { submit = listener }
  }
  let address = '/timbre/reset-password#token'
  const page = {
    location: { hash: '#email=ana%40andes.example&token=abc', pathname: '/reset-password' },
    history: { replaceState: (_state: null, _title: string, path: string) => { address = path } },
    document: { querySelector: (selector: string) => selector === 'form' ? form : message },
    fetch: async (url: string, options: { method: string, body: string }) => {
      sent.push({ url, options })
      return { json: async () => ({ success: true, errors: [] }) }
    }
  }
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(page), script)(...Object.values(page))

  await submit({ preventDefault: () => {} })
  expect(sent).toEqual([])
  form.repeated.value = form.password.value
  await submit({ preventDefault: () => {} })

  expect(address).toBe('/reset-password')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ url: 'api/Auth/ChangePasswordForUsingToken', options: { method: 'PUT' } })
  expect(JSON.parse(sent[0]!.options.body)).toEqual({
    email: 'ana@andes.example', token: 'abc', password: 'faro-nieve-cobre-87'
  })
  expect([form.hidden, message.textContent]).toEqual([true, 'Su contraseña cambió. Inicie sesión con la nueva.'])
})

it('the page speaks of an invitation where the link is one, and asks for the password that there is or a first one', async () => {
  const { app } = await httpApp({ groups: [] })
  const { body } = await app.inject({ method: 'GET', url: '/reset-password' })
  const script = /<script>([\s\S]*?)<\/script>/.exec(body)![1]!
  const element = () => ({ textContent: '', hidden: false, addEventListener: () => {} })
  const shown = { form: element(), h1: element(), label: element(), button: element(), '[role=status]': element() }
  const page = {
    location: { hash: '#email=ana%40andes.example&token=abc&invitation=yes', pathname: '/reset-password' },
    history: { replaceState: () => {} },
    document: { querySelector: (selector: keyof typeof shown) => shown[selector] }
  }
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(page), script)(...Object.values(page))

  expect([shown.h1.textContent, shown.label.textContent, shown.button.textContent]).toEqual([
    'Acepte la invitación', 'Su contraseña de Timbre; si es su primera vez, elija una de 12 caracteres o más', 'Aceptar'
  ])
})
