import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectNothingAmiss } from './amiss.ts'
import { clientOf, makeCompany, registerCompany, rutOf, until } from './company.ts'
import { accessibilityProblems, expect, test, visit, type Page } from './console.ts'
import { prepared } from './prepared.ts'
import { defined, groupsOf } from '../../test/support/expecting.ts'

/** The link of the last mail to somebody. */
async function linkTo (email: string): Promise<URL> {
  const { mails } = await prepared()
  let text: string | undefined
  await until(async () => {
    const names = (await readdir(mails).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'latin1')))
    text = texts.filter((one) => one.includes(`To: ${email}`)).at(-1)
    return text !== undefined
  })
  return new URL(groupsOf(defined(text).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='), /(https?:\S+#\S+)/)[0])
}

async function follow (page: Page, { pathname, hash }: URL, heading: string): Promise<void> {
  await page.goto('/console/icon.svg')
  await page.goto(`${pathname}${hash}`)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
}

test.describe('the link of a mail', () => {
  test('of an invitation signs in once at the inviting company, also where somebody else is signed in', async ({ page, signedIn, company }) => {
    const timbre = await clientOf(company, company.administrator)
    const email = `benito-${randomInt(1e9)}@maipo.example`
    const role = defined((await timbre.get('/api/Role/List')).find(({ name }) => name === 'Viewer'))
    await timbre.post('/api/User/Create', { body: { email, fullName: 'Benito Rojas', roleIds: [role.id] } })
    const link = await linkTo(email)
    expect(link.pathname).toBe('/console/reset-password')

    await signedIn('account')
    await follow(page, link, 'Acepte la invitación')
    await expect(page.getByText('Le invitaron a ')).toBeVisible()
    await expectNothingAmiss(page, 'invitation')
    await page.getByLabel('Contraseña', { exact: true }).fill('corta')
    await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
    await expect(page.getByRole('alert')).toContainText('12')
    await page.getByLabel('Contraseña', { exact: true }).fill('faro-nieve-cobre-87')
    await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Resumen' })).toBeVisible()
    await expect(page).toHaveURL(/console\/overview$/)
    expect(await page.evaluate(() => (JSON.parse(sessionStorage.getItem('timbre.session')!) as { me: { user: { email: string } } }).me.user.email)).toBe(email)

    await follow(page, link, 'Acepte la invitación')
    await page.getByLabel('Contraseña', { exact: true }).fill('faro-nieve-cobre-87')
    await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
    await expect(page.getByRole('alert')).toContainText('El enlace venció, ya se usó o está incompleto.')
    await page.getByRole('button', { name: 'Pida otro enlace' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Recupere su contraseña' })).toBeVisible()
  })

  test('for a password reset signs in; links of earlier mails still work, and a second factor is requested', async ({ page, signedOut, company }) => {
    const { administrator } = await registerCompany(company)
    await (await clientOf(company, administrator)).post('/api/Auth/ForgotPassword', { body: { email: administrator.email } })
    const { hash } = await linkTo(administrator.email)
    await signedOut('/console/icon.svg')
    await page.goto(`/reset-password${hash}`)
    await expect(page).toHaveURL(/\/console\/reset-password$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Elija su contraseña' })).toBeVisible()
    await expectNothingAmiss(page, 'new password')
    await page.route('**/api/Auth/Login', (route) => route.fulfill({
      status: 403, contentType: 'application/json',
      body: '{"success":false,"statusCode":403,"errorCode":"SECOND_FACTOR_REQUIRED","errors":["no"],"result":null}'
    }), { times: 1 })
    await page.getByLabel('Contraseña', { exact: true }).fill('faro-nieve-cobre-87')
    await page.getByRole('button', { name: 'Guardar y entrar' }).click()
    await expect(page.getByRole('status')).toContainText('Para entrar falta un dato.')
    await page.getByLabel('Código').fill('492039')
    const asked = page.waitForRequest('**/api/Auth/Login')
    await page.getByRole('button', { name: 'Entrar' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ email: administrator.email, password: 'faro-nieve-cobre-87', code: '492039' })
    await expect(page).toHaveURL(/console\/overview$/)
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
  })

  test('of a registration is confirmed with its button and opens the set-up, without keys; an incomplete link says so', async ({ page, signedOut, company }) => {
    // The tests' server sends no mail of this kind: the company is there before.
    const { administrator: { email, password }, keys } = await registerCompany(company)
    await signedOut('/console/confirm-email')
    await expect(page.getByRole('alert')).toContainText('El enlace está incompleto.')
    await follow(page, new URL(`http://x/console/confirm-email#${new URLSearchParams({ email, token: 'abc' }).toString()}`), 'Confirme el registro')
    await expectNothingAmiss(page, 'confirmation')
    const result = { ...keys, user: { id: '01a203b5-6498-76d4-8e59-89ab5d107ef4', userName: email, fullName: 'Ana', email, companyTitle: 'x' } }
    await page.route('**/api/Auth/ConfirmEmail', (route) => route.fulfill({
      json: { success: true, statusCode: 200, errorCode: '', errors: [], result }
    }))
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Confirmar y entrar' }).click()
    await expect(page).toHaveURL(/console\/setup$/)
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
    await expect(page.getByText(keys.secretKey)).toHaveCount(0)
  })
})

test('a wrong password is reported in the language of the page; the right one signs in', async ({ page, signedOut, company: { administrator } }) => {
  await signedOut('/')
  await expect(page).toHaveURL(/\/console$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByLabel('Correo').fill(administrator.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada-del-todo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert')).toContainText(/contraseña/i)
  await page.getByLabel('Contraseña', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
  await expect(page).toHaveURL(/\/console\/overview$/)
})

test('points 7 and 9: sign-in, registration and password reset: no defects in light or dark mode, at either width', async ({ page, signedOut }) => {
  await signedOut('/console')
  for (const [link, title] of [['Registre su empresa', 'Registre su empresa'], ['¿Olvidó su contraseña?', 'Recupere su contraseña']] as const) {
    await page.getByRole('button', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const taxNumber = page.getByLabel('RUT de la empresa')
    if (await taxNumber.isVisible()) {
      // What is wrong must be read, too.
      await taxNumber.fill('76.543.210-0')
      await taxNumber.press('Tab')
      await expect(page.getByText('Este RUT no es válido')).toBeVisible()
    }
    await expectNothingAmiss(page, title)
    await page.getByRole('button', { name: 'Volver a iniciar sesión' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Inicie sesión' })).toBeVisible()
  await expectNothingAmiss(page, 'sign-in')
})

test('registration shows every error next to its field at once, shows no keys, and signs in to the set-up', async ({ page, signedOut }) => {
  await signedOut('/console')
  await page.getByRole('button', { name: 'Registre su empresa' }).click()
  const submit = page.getByRole('button', { name: 'Registrar la empresa' })
  await submit.click()
  for (const sentence of ['Escriba la razón social.', 'Escriba el RUT de la empresa.', 'Escriba su nombre.', 'Escriba su correo.', 'Elija una contraseña.']) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expectNothingAmiss(page, 'registration with nothing')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Razón social').fill('Los Coihues SpA')
  await field('RUT de la empresa').fill('76.543.210-0')
  await field('Su nombre').fill('Marcela Contreras')
  await field('Correo').fill('marcela')
  await field('Contraseña').fill('corta')
  await submit.click()
  for (const [name, sentence] of [['RUT de la empresa', 'Este RUT no es válido'], ['Correo', 'correo'], ['Contraseña', 'menos de 12 caracteres']] as const) {
    await expect(field(name)).toHaveAccessibleDescription(new RegExp(sentence))
  }
  await expect(field('Su nombre')).not.toHaveAccessibleDescription(/./)
  await expectNothingAmiss(page, 'registration with mistakes')
  await field('RUT de la empresa').fill(rutOf(randomInt(76_000_000, 77_000_000)))
  await field('Correo').fill(`marcela-${randomInt(1e9)}@coihues.example`)
  await field('Contraseña').fill('faro-nieve-cobre-87')
  await submit.click()
  await expect(page).toHaveURL(/console\/setup$/)
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
  await expect(page.getByText(/sk_/)).toHaveCount(0)
})

test('language and appearance are remembered', async ({ page, signedIn }) => {
  await signedIn('overview')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('point 5: a second tab shares the sign-in of the first, and both sign out together', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('overview', company.administrator)
  await visit(page, 'folios')
  const second = await page.context().newPage()
  await second.goto('/console/account')
  await expect(second.getByRole('heading', { level: 1, name: 'Su cuenta' })).toBeVisible()
  await second.getByRole('button', { name: /Su cuenta/ }).click()
  const signedOut = second.waitForResponse('**/api/Auth/Logout')
  const headers = { authorization: `Bearer ${JSON.parse(defined(await second.evaluate(() => sessionStorage.getItem('timbre.session')))).token}` }
  await second.getByRole('menuitem', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect((await signedOut).status()).toBe(200)
  expect((await page.request.post('/api/Auth/Renew', { headers })).status()).toBe(401)

  // Whoever goes back before signing in again finds the place of the address.
  await page.goBack()
  await page.getByLabel('Correo').fill(company.administrator.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(company.administrator.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resumen' })).toBeVisible()
  await expect(page).toHaveURL(/overview$/)
})

test('where the server sends mail, a password can be reset, and people can be invited again', async ({ page, signedIn, signedOut, company: { url, simulatorUrl } }) => {
  // The tests' server sends none: the page is told otherwise.
  await page.route(/\/console(\/\w*)?$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('&quot;mail&quot;:false', '&quot;mail&quot;:true') })
  })
  await signedOut('/console')
  await page.getByRole('button', { name: '¿Olvidó su contraseña?' }).click()
  await page.getByLabel('Correo').fill('alguien@maipo.example')
  await page.getByRole('button', { name: 'Enviar el enlace' }).click()
  await expect(page.getByRole('status')).toContainText('Si alguien@maipo.example tiene una cuenta')

  const company = await makeCompany({ url, simulatorUrl, documentTypes: [] })
  await signedIn('people', company.administrator)
  await page.getByRole('button', { name: 'Más acciones: Vera Soto' }).click()
  const answer = page.waitForResponse('**/api/User/Invite')
  await page.getByRole('menuitem', { name: 'Invitar de nuevo' }).click()
  await answer
})
