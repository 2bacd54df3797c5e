import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays, today } from '../src/text/formats.ts'
import { registerCompany } from './company.ts'
import { expect, test, visit } from './console.ts'

test('an address is set up with its secret and tested, and each message shows its outcome', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const answers = [500, 200, 200]
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(answers.shift() ?? 200).end('recibido')
  })
  await new Promise<void>((resolve) => { receiver.listen(0, '127.0.0.1', resolve) })
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`
  await signedIn('notifications', company.administrator)
  await page.getByLabel('Dirección que recibe los avisos').fill(address)
  await page.getByLabel('Documento rechazado').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  const secret = page.getByRole('dialog', { name: 'Secreto para verificar los avisos' })
  await expect(secret).toContainText(/whsec_[\w+/]{10}/)
  await expect(secret.getByRole('button', { name: 'Cerrar' })).toBeDisabled()
  await secret.getByLabel('Ya lo guardé').check()
  await secret.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(/whsec_[\w+/]{10}/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Enviar una prueba' }).click()
  const test = page.getByRole('status', { name: 'Resultado de la prueba' })
  await expect(test.getByText('No entregado')).toBeVisible()
  await expect(test.getByText('HTTP 500')).toBeVisible()
  await page.getByRole('button', { name: /^Prueba/ }).click()
  const message = page.getByRole('dialog', { name: 'Ver el aviso' })
  await expect(message.getByText('"notification.test"')).toBeVisible()
  await message.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(message.getByText('Entregado', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  // The filters are in the address.
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'No entregado' }).click()
  await expect(page).toHaveURL(/state=3/)
  await expect(page.getByText('Ningún aviso coincide con estos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  const now = today()
  await visit(page, `notifications?from=${addDays(now, -9)}&to=${addDays(now, -8)}`)
  await expect(page.getByText('Ningún aviso coincide con estos filtros')).toBeVisible()
  await visit(page, `notifications?kind=notification.test&from=${addDays(now, -1)}&to=${now}`)
  await expect(page.getByRole('button', { name: /^Prueba/ })).toBeVisible()

  await page.getByRole('button', { name: 'Renovar el secreto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar el secreto' }).click()
  await expect(secret).toContainText(/whsec_[\w+/]{10}/)
  receiver.close()
})
