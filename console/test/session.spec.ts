import { expect, test } from './console.ts'

test('a session that ended asks for the password above the page, and what was under way goes on', async ({ page, signedIn, company }) => {
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

  test('while the reader works, the session is renewed before it ends', async ({ page, signedIn }) => {
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

  test('without work, the password is asked for before the session ends', async ({ page, signedIn }) => {
    await page.clock.install()
    await signedIn('account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward(28.5 * 60_000)
    await page.clock.runFor(30_000)
    await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible()
  })
})
