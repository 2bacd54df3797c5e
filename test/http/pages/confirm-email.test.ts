import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { httpApp } from '../../support/http-app.ts'

async function confirmPage () {
  const { app } = await httpApp({ groups: [] })
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url: '/confirm-email' })
  const inner = (tag: string): string => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(body)![1]!
  return { statusCode, headers, inner }
}

it('the page that confirms a registration may run its own script and style, and nothing else', async () => {
  const { statusCode, headers, inner } = await confirmPage()

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

it('the page sends the token from behind the # at the press of its button, and shows the keys', async () => {
  const { inner } = await confirmPage()
  const sent: { url: string, options: { method: string, body: string } }[] = []
  const shown: Record<string, { textContent: string }> = {}
  let submit: (event: object) => Promise<void> = async () => {}
  let address = '/timbre/confirm-email#token'
  const message = { textContent: '' }
  const form = {
    hidden: false,
    password: { value: 'correo-tinta-lluvia' },
    addEventListener: (_: string, listener: typeof submit) => {
      submit = listener
    }
  }
  const keys = { hidden: true, querySelector: (name: string) => (shown[name] ??= { textContent: '' }) }
  const result = { tenantCode: 'andes', accessKey: 'ak_test_1', secretKey: 'sk_<b>1</b>' }
  const page = {
    location: { hash: '#email=ana%40andes.example&token=abc', pathname: '/confirm-email' },
    history: { replaceState: (_state: null, _title: string, path: string) => { address = path } },
    document: { querySelector: (selector: string) => ({ form, dl: keys })[selector] ?? message },
    fetch: async (url: string, options: { method: string, body: string }) => {
      sent.push({ url, options })
      return { json: async () => ({ success: true, errors: [], result }) }
    }
  }
  // eslint-disable-next-line no-new-func
  new Function(...Object.keys(page), inner('script'))(...Object.values(page))

  expect(sent).toEqual([])
  expect(address).toBe('/confirm-email')
  await submit({ preventDefault: () => {} })

  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ url: 'api/Auth/ConfirmEmail', options: { method: 'POST' } })
  expect(JSON.parse(sent[0]!.options.body)).toEqual({
    email: 'ana@andes.example', token: 'abc', password: 'correo-tinta-lluvia'
  })
  expect(shown).toEqual({
    '#tenantCode': { textContent: 'andes' }, '#accessKey': { textContent: 'ak_test_1' },
    '#secretKey': { textContent: 'sk_<b>1</b>' }
  })
  expect([form.hidden, keys.hidden]).toEqual([true, false])
})
