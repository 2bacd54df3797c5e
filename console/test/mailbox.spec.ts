import { expectNothingAmiss } from './amiss.ts'
import { clientOf, registerCompany, order, until } from './company.ts'
import { startHostileImap } from '../../test/support/hostile-imap.ts'
import { expect, test } from './console.ts'

test('a mailbox switched off by a limit shows its reason, and is read again once it is saved', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const server = await startHostileImap('a huge literal')
  const timbre = await clientOf(company, company.administrator)
  const secret = { kind: 'password', password: 'clave' } as const
  await timbre.put('/api/Mailbox/Set', { body: { host: '127.0.0.1', port: server.port, security: 'none', userName: 'dte@maipo.example', secret } })
  await until(async () => !(await timbre.get('/api/Mailbox/Get')).enabled)
  await server.close()

  await signedIn('mailbox', company.administrator)
  const state = page.getByRole('region', { name: 'Estado' })
  await expect(state.getByRole('alert')).toContainText('El servidor envió más de lo que se lee en una sesión.')
  await expectNothingAmiss(page, 'a mailbox that is off')
  await page.getByRole('switch', { name: 'Leer la casilla' }).check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(state.getByRole('alert')).toHaveCount(0)
})

test('the mailbox is set up, tested and read; a mail shows the outcome of its files and can be processed again', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const address = `dte-${company.taxNumber}@maipo.example`
  const { imapPort } = JSON.parse(await (await order(company, 'mailboxes', { address, password: 'clave' })).text()) as { imapPort: number }
  const source = [
    'From: Ferreteria El Roble <dte@roble.example>', `To: ${address}`, 'Subject: Adjunto de su proveedor', `Date: ${new Date().toUTCString()}`,
    'Message-ID: <1@roble.example>', 'MIME-Version: 1.0', 'Content-Type: text/xml; name="nada.xml"',
    'Content-Disposition: attachment; filename="nada.xml"', '', '<nada/>', ''
  ].join('\r\n')
  await order(company, 'mails', { address, source: Buffer.from(source).toString('base64') })

  await signedIn('mailbox', company.administrator)
  await expect(page.getByText('Aún no hay una casilla configurada.')).toBeVisible()
  await expect(page.getByText('Aún no hay correos')).toBeVisible()
  const form = page.getByRole('region', { name: 'Configuración' })
  const state = page.getByRole('region', { name: 'Estado' })
  await form.getByLabel('Servidor IMAP').fill('127.0.0.1')
  await form.getByLabel('Cifrado').selectOption('none')
  await form.getByLabel('Puerto').fill(String(imapPort))
  await form.getByLabel('Usuario').fill(address)
  await form.getByLabel('Contraseña', { exact: true }).fill('otra')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await state.getByRole('button', { name: 'Probar la conexión' }).click()
  await expect(state.getByRole('status')).toHaveText('El usuario o la contraseña son incorrectos.')
  await form.getByLabel('Contraseña', { exact: true }).fill('clave')
  const kept = page.waitForResponse('**/api/Mailbox/Set')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await kept
  await state.getByRole('button', { name: 'Probar la conexión' }).click()
  await expect(state.getByRole('status')).toHaveText('La conexión funciona. Hay 1 correos en la carpeta.')

  const timbre = await clientOf(company, company.administrator)
  await until(async () => (await timbre.get('/api/Mailbox/Messages', { query: {} })).data[0]?.state === 3)
  await page.reload()
  await page.getByLabel('Estado del correo').selectOption('Apartado')
  await expect(page).toHaveURL(/state=3/)
  await page.getByRole('button', { name: 'Ver el correo: Adjunto de su proveedor' }).click()
  const mail = page.getByRole('dialog', { name: 'Adjunto de su proveedor' })
  await expect(mail).toContainText('Timbre no procesa este tipo de archivo.')
  await expect(mail).toContainText('nada.xml')
  await expectNothingAmiss(page, 'a mail')
  const again = page.waitForResponse('**/api/Mailbox/Reprocess')
  await mail.getByRole('button', { name: 'Procesar otra vez' }).click()
  expect((await again).status()).toBe(200)
})
