import { expectNothingAmiss } from './amiss.ts'
import { makeCompany, registerCompany } from './company.ts'
import { accessibilityProblems, expect, test, visit } from './console.ts'

test('a wrong password is told in the language of the page; the right one lets in', async ({ page, signedOut, company: { administrator } }) => {
  await signedOut('/')
  await expect(page).toHaveURL(/\/console$/)
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

test('points 7 and 9: sign-in, registration and a forgotten password: nothing is amiss in either light at either width', async ({ page, signedOut }) => {
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

test('language and light are kept', async ({ page, signedIn }) => {
  await signedIn('overview')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('point 5: a second tab is signed in by the first, and both are signed out together, for good', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('overview', company.administrator)
  await visit(page, 'folios')
  const second = await page.context().newPage()
  await second.goto('/console/account')
  await expect(second.getByRole('heading', { level: 1, name: 'Su cuenta' })).toBeVisible()
  await second.getByRole('button', { name: /Su cuenta/ }).click()
  const signedOut = second.waitForResponse('**/api/Auth/Logout')
  const headers = { authorization: `Bearer ${JSON.parse(await second.evaluate(() => sessionStorage.getItem('timbre.session')!)).token}` }
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

test('where the server sends mail, another password is asked for, and people are invited again', async ({ page, signedIn, signedOut, company: { url, simulatorUrl } }) => {
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
