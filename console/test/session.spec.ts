import { clientOf, registerCompany, sessionAt, type Company, type Person } from './company.ts'
import { expect, test, type Page } from './console.ts'
import { last } from '../../test/support/expecting.ts'

test('an ended session asks for the password above the page, and pending work continues', async ({ page, signedIn, company }) => {
  await signedIn('documents')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentos' })).toBeVisible()
  let refuses = true
  await page.route('**/api/Webhook/GetWebhooks*', (route) => refuses
    ? route.fulfill({
      status: 401, contentType: 'application/json',
      body: '{"success":false,"statusCode":401,"errorCode":"UNAUTHENTICATED","errors":["no"],"result":null}'
    })
    : route.continue())
  await page.getByRole('searchbox').fill('Ñandú')
  const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Contraseña', { exact: true }).fill('equivocada-del-todo')
  await dialog.getByRole('button', { name: 'Entrar' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  refuses = false
  await dialog.getByLabel('Contraseña', { exact: true }).fill(company.administrator.password)
  await dialog.getByRole('button', { name: 'Entrar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('Ñandú')
  await expect(page.getByRole('main').getByText('Ingeniería Ñandú Austral S.A.').first()).toBeVisible()
})

test.describe(() => {
  // A clock that is changed stays changed.
  test.use({ ownPage: true })

  test('the session is renewed while the user works', async ({ page, signedIn }) => {
    await page.clock.install()
    await signedIn('account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const renewed = page.waitForResponse('**/api/Auth/Renew')
    // Sixteen of thirty minutes later somebody moves, and the next look at the clock renews.
    await page.clock.fastForward(16 * 60_000)
    await page.keyboard.press('Tab')
    await page.clock.runFor(30_000)
    expect((await renewed).status()).toBe(200)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('without activity, the password is requested before the session ends', async ({ page, signedIn }) => {
    await page.clock.install()
    await signedIn('account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward(28.5 * 60_000)
    await page.clock.runFor(30_000)
    await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible()
  })
})

test.describe('a tab belongs to one person at one company', () => {
  const unauthenticated = {
    status: 401, contentType: 'application/json',
    body: '{"success":false,"statusCode":401,"errorCode":"UNAUTHENTICATED","errors":["no"],"result":null}'
  }
  const entriesOf = async (company: Company) =>
    (await (await clientOf(company, company.administrator)).get('/api/IpAddressWhiteList/List')).map(({ ipAddress }) => ipAddress)

  /** In another tab of the browser, somebody signs in. */
  async function signInElsewhere (page: Page, { email, password }: Person): Promise<void> {
    const tab = await page.context().newPage()
    await tab.goto('/console')
    await tab.getByLabel('Correo').fill(email)
    await tab.getByLabel('Contraseña', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Entrar' }).click()
    await expect(tab.getByRole('navigation', { name: 'Secciones' })).toBeAttached()
  }

  test('a pending request is sent for the company in which it was made, or not at all', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
    const [here, there] = [await registerCompany({ url, simulatorUrl }), await registerCompany({ url, simulatorUrl })]
    await signedIn('addresses', here.administrator)
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
    for (const range of ['127.0.0.0/8', '127.0.0.0/16']) {
      await page.route('**/api/IpAddressWhiteList/Create', (route) => route.fulfill(unauthenticated), { times: 1 })
      await page.getByRole('button', { name: /Agregar (mi|una) dirección/ }).click()
      await page.getByLabel('Dirección o rango').fill(range)
      await page.getByRole('button', { name: 'Guardar' }).click()
      await expect(dialog).toBeVisible()
      if (range === '127.0.0.0/8') await signInElsewhere(page, there.administrator)
      else break
      await expect(dialog).toContainText('En otra pestaña inició sesión Ana Fuentes en')
      await dialog.getByLabel('Contraseña', { exact: true }).fill(here.administrator.password)
      await dialog.getByRole('button', { name: 'Entrar' }).click()
      await expect(page.getByRole('row', { name: /127\.0\.0\.0\/8/ })).toBeVisible()
    }
    await last(page.context().pages()).close()
    await signInElsewhere(page, there.administrator)
    await dialog.getByRole('button', { name: /^Cambiar esta pestaña a/ }).click()
    await expect(page).toHaveURL(/\/console\/overview$/)

    expect(await entriesOf(here)).toEqual(['127.0.0.0/8'])
    expect(await entriesOf(there)).toEqual([])
  })

  test('the next person does not take over a pending upload or a form', async ({ page, signedIn, company }) => {
    await signedIn('folios')
    await page.route('**/api/Folio/Upload', (route) => route.fulfill(unauthenticated), { times: 1 })
    const uploads: string[] = []
    page.on('request', (request) => { if (request.url().includes('Folio/Upload')) uploads.push(request.headers()['authorization'] ?? '') })
    await page.getByRole('button', { name: 'Subir CAF' }).click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name: 'f.xml', mimeType: 'text/xml', buffer: Buffer.from('<nada/>') })
    const dialog = page.getByRole('dialog', { name: 'Su sesión terminó' })
    await expect(dialog).toBeVisible()
    await signInElsewhere(page, company.operator)
    await dialog.getByRole('button', { name: /^Cambiar esta pestaña a/ }).click()

    await expect(page.getByRole('button', { name: /Su cuenta/ })).toContainText('Óscar Rojas')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(uploads).toHaveLength(1)
  })

  test('a tab keeps its user while others sign in elsewhere', async ({ page, signedIn, company: { url, simulatorUrl, operator } }) => {
    const here = await registerCompany({ url, simulatorUrl })
    await signedIn('addresses', here.administrator)
    await page.getByRole('button', { name: 'Agregar mi dirección' }).click()
    await page.getByLabel('Descripción').fill('La oficina')
    const another = await page.context().newPage()
    await another.goto('/console/account')
    await expect(another.getByRole('heading', { level: 1, name: 'Su cuenta' })).toBeVisible()
    await another.evaluate((session) => { sessionStorage.setItem('timbre.session', session) }, await sessionAt({ url }, operator))
    await another.goto('/console/overview')
    await another.evaluate(() => {
      const tab = new BroadcastChannel('timbre.session')
      tab.postMessage({ session: JSON.parse(sessionStorage.getItem('timbre.session') ?? 'null') as object })
      tab.close()
    })

    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('row', { name: /127\.0\.0\.1 .*La oficina/ })).toBeVisible()
    expect(await entriesOf(here)).toEqual(['127.0.0.1'])
  })
})
