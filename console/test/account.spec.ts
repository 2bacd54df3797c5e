import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { randomInt } from 'node:crypto'
import { deviceOf } from '../src/account/device.ts'
import { codeOf } from '../../test/support/authenticator.ts'
import { defined, first } from '../../test/support/expecting.ts'
import { clientOf, connect, password, rutOf } from './company.ts'
import { expectNothingAmiss } from './amiss.ts'
import { expect, test } from './console.ts'

const register = async (url: string, email: string, companyTitle: string) => {
  const person = { email, password }
  await connect({ url }).post('/api/Auth/Register', {
    body: { ...person, fullName: 'Rosa Quillay', companyTitle, taxNumber: rutOf(randomInt(76_000_000, 77_000_000)) }
  })
  return person
}

test('the account shows the user, their roles and permissions, and remembers language and shortcuts', async ({ page, signedIn, company }) => {
  await signedIn('account', company.viewer)
  const who = page.getByRole('region', { name: 'Usted' })
  await expect(who).toContainText('Vera Soto')
  await expect(who).toContainText('Lector')
  await who.getByRole('button', { name: /permiso/ }).click()
  await expect(who).toContainText('Ver los documentos emitidos, su XML y su PDF')
  // Nothing is kept as chosen before the reader chooses.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await page.getByLabel('Usar atajos de una sola tecla').click()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByText('English', { exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Use single-key shortcuts')).not.toBeChecked()
})

test('each person chooses which mails of the company they receive', async ({ page, signedIn, company: { url } }) => {
  const person = await register(url, `rosa-${randomInt(1e9)}@quillay.example`, 'Quillay Ltda.')
  await signedIn('account', person)
  const card = page.getByRole('region', { name: 'Correos que recibe' })
  await expect(card).toContainText('Quillay Ltda.')
  await expect(card.getByLabel('El SII rechazó documentos')).toBeChecked()
  const weekly = card.getByLabel('Resumen semanal, los lunes')
  await expect(weekly).not.toBeChecked()
  await weekly.click()
  await expect(weekly).toBeChecked()
  const folios = card.getByLabel('Se acaban los folios')
  await folios.click()
  await expect(folios).not.toBeChecked()
  await page.reload()
  await expect(weekly).toBeChecked()
  await expect(folios).not.toBeChecked()
  await expectNothingAmiss(page, 'mails')
})

test('a browser and its system are called by their names', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  expect([windows, `${windows} Edg/141.0`, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'curl/8.5.0', ''].map(deviceOf))
    .toEqual(['Chrome, Windows', 'Edge, Windows', 'Safari, iPhone', 'curl', undefined])
})

test('the account lists open sessions and ends others', async ({ page, signedIn, company: { url } }) => {
  const person = await register(url, `rosa-${randomInt(1e9)}@quillay.example`, 'Quillay Ltda.')
  await signedIn('account', person)
  const card = page.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(card.getByRole('listitem').first()).toContainText('Esta sesión')
  const signInElsewhere = () => connect({ url }).post('/api/Auth/Login', { body: person })
  const others = [await signInElsewhere(), await signInElsewhere()]
  await page.reload()
  await card.getByRole('button', { name: /^Cerrar la sesión de/ }).first().click()
  await expect(page.getByText('La sesión se cerró.')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await signInElsewhere()
  await page.reload()
  await card.getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  for (const { accessToken } of others) await expect(connect({ url }, accessToken).get('/api/Auth/Me')).rejects.toMatchObject({ status: 401 })
})

test('changing the password signs out, and only the new password signs in', async ({ page, signedIn, company: { url } }) => {
  const person = await register(url, `rosa-${randomInt(1e9)}@quillay.example`, 'Quillay Ltda.')
  await signedIn('account', person)
  const card = page.getByRole('region', { name: 'Contraseña' })
  await expect(card).toContainText('se cierran todas sus sesiones')
  const fill = async (current: string, next: string, again: string) => {
    await card.getByLabel('Contraseña actual').fill(current)
    await card.getByLabel('Contraseña nueva', { exact: true }).fill(next)
    await card.getByLabel('Repita la contraseña nueva').fill(again)
    await card.getByRole('button', { name: 'Cambiar la contraseña y salir' }).click()
  }
  await fill('equivocada', 'tambor-nube-cereza-4', 'tambor-nube-cereza-5')
  await expect(card.getByText('No coincide con la contraseña nueva.')).toBeVisible()
  await fill('equivocada', 'tambor-nube-cereza-4', 'tambor-nube-cereza-4')
  await expect(card.getByRole('alert')).toHaveText('La contraseña actual es incorrecta.')
  await fill(password, 'tambor-nube-cereza-4', 'tambor-nube-cereza-4')
  await expect(page.getByRole('heading', { name: 'Inicie sesión' })).toBeVisible()
  await page.getByLabel('Correo').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('tambor-nube-cereza-4')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Su cuenta' })).toBeVisible()
})

test('a person with two companies chooses one at sign-in and can switch to the other', async ({ page, signedOut, company: { url } }) => {
  const email = `rosa-${randomInt(1e9)}@quillay.example`
  await register(url, email, 'Quillay Ltda.')
  await register(url, email, 'Los Aromos SpA')
  await signedOut('/console/account')
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('combobox', { name: 'Empresa' }).click()
  await page.getByRole('option', { name: 'Quillay Ltda.' }).click()
  await page.getByRole('button', { name: 'Entrar' }).click()
  const menu = page.getByRole('navigation', { name: 'Secciones' })
  await expect(menu).toContainText('Quillay Ltda.')

  const companies = page.getByRole('region', { name: 'Sus empresas' })
  await expect(companies.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Los Aromos SpA')
  await companies.getByLabel('Contraseña', { exact: true }).fill(password)
  await companies.getByRole('button', { name: 'Entrar en esta empresa' }).click()
  await expect(menu).toContainText('Los Aromos SpA')
  await expect(menu).not.toContainText('Quillay')
})

test('a required second factor is set up, requested at sign-in and before a role is created, and removed', async ({ page, signedIn, signedOut, company }) => {
  const person = await register(company.url, `rosa-${randomInt(1e9)}@quillay.example`, 'Quillay Ltda.')
  await (await clientOf(company, person)).put('/api/Tenant/Update', { body: { requireSecondFactor: true } })
  await signedIn('people', person)
  await expect(page.getByRole('heading', { level: 1, name: 'Configure su segundo factor' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir a su cuenta' }).click()
  const card = page.getByRole('region', { name: 'Segundo factor' })
  await card.getByRole('button', { name: 'Configurar' }).click()
  await card.getByLabel('Contraseña', { exact: true }).fill(password)
  await card.getByRole('button', { name: 'Continuar' }).click()
  expect(await textIn(await card.getByRole('img', { name: 'Imagen QR de la cuenta' }).screenshot())).toMatch(/^otpauth:\/\/totp\//)
  await expect(card.getByRole('link', { name: 'Abrir la aplicación en este dispositivo' })).toHaveAttribute('href', /^otpauth:\/\/totp\//)
  await card.getByLabel('Código').fill(codeOf(await card.locator('.secret').innerText()))
  await card.getByRole('button', { name: 'Activar' }).click()
  await expect(card.getByText('Se muestra una sola vez.')).toBeVisible()
  const codes = (await card.locator('.secret').innerText()).split('\n')
  expect(codes).toHaveLength(10)
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Descargar como archivo' }).click()
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacion-timbre.txt')
  await card.getByLabel('Ya lo guardé').check()
  await card.getByRole('button', { name: 'Cerrar' }).click()
  await expect(card).toContainText('Activo desde')

  await signedOut('/console/people?tab=roles')
  await page.getByLabel('Correo').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByLabel('Código').fill(first(codes))
  await page.getByRole('button', { name: 'Entrar' }).click()

  // Ten minutes later, the server says this.
  await page.route('**/api/Role/Create', (route) => route.fulfill({
    status: 403, contentType: 'application/json',
    body: '{"success":false,"statusCode":403,"errorCode":"SECOND_FACTOR_REQUIRED","errors":["no"],"result":null}'
  }), { times: 1 })
  await page.getByRole('button', { name: 'Crear un rol' }).click()
  await page.getByLabel('Nombre del rol').fill('Bodega')
  await page.getByRole('button', { name: 'Crear el rol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirme que es usted' })
  await dialog.getByLabel('Código').fill('XXXX')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('incorrecto')
  await dialog.getByLabel('Código').fill(defined(codes[1]))
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('columnheader', { name: /Bodega/ })).toBeVisible()

  await page.goto('/console/company')
  await page.getByLabel('Exigir un segundo factor').click()
  await expect(page.getByLabel('Exigir un segundo factor')).not.toBeChecked()
  await page.goto('/console/account')
  const prove = async (action: string, code: string) => {
    await card.getByRole('button', { name: action }).click()
    await card.getByLabel('Contraseña', { exact: true }).fill(password)
    await card.getByLabel('Código').fill(code)
    await card.getByRole('button', { name: action }).click()
  }
  await prove('Nuevos códigos de recuperación', defined(codes[2]))
  const renewed = first((await card.locator('.secret').innerText()).split('\n'))
  await card.getByLabel('Ya lo guardé').check()
  await card.getByRole('button', { name: 'Cerrar' }).click()
  await prove('Quitar', renewed)
  await expect(card).toContainText('No está configurado')
})

/** What the QR code of a picture says. */
async function textIn (png: Buffer): Promise<string | undefined> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  return (await readBarcodes(new Uint8Array(png), { formats: ['QRCode'] }))[0]?.text
}
