import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { addDays, today } from '../src/text/formats.ts'
import { registerCompany } from './company.ts'
import { expect, test, visit } from './console.ts'

test('addresses are added, each with its events and secret, tested and deleted, and each message shows its outcome', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  const answers = [500, 200, 200]
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(answers.shift() ?? 200).end('recibido')
  })
  await new Promise<void>((resolve) => { receiver.listen(0, '127.0.0.1', resolve) })
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`
  await signedIn('notifications', company.administrator)
  const dialog = page.getByRole('dialog')
  const first = page.getByRole('row', { name: new RegExp(address) })

  await page.getByRole('button', { name: 'Agregar una dirección' }).click()
  await dialog.getByLabel('Dirección que recibe los avisos').fill(address)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await keepSecret(page)
  await expect(first).toContainText(/Todos.*Encendida/)

  await act(page, address, 'Enviar una prueba')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  const test = page.getByRole('status', { name: 'Resultado de la prueba' })
  await expect(test.getByText('No entregado')).toBeVisible()
  await expect(test.getByText('HTTP 500')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Prueba/ }).click()
  const message = page.getByRole('dialog', { name: 'Ver el aviso' })
  await expect(message.getByText('"notification.test"')).toBeVisible()
  await message.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(message.getByText('Entregado', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // A second one, for rejections alone.
  const other = 'http://127.0.0.1:9/rechazos'
  await page.getByRole('button', { name: 'Agregar una dirección' }).click()
  await dialog.getByLabel('Dirección que recibe los avisos').fill(other)
  await dialog.getByLabel('Documento rechazado').check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await keepSecret(page)
  await act(page, other, 'Enviar una prueba')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(test.getByText('No se pudo conectar')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /rechazos Documento rechazado/ })).toContainText(/Documento rechazado.*Falló el último intento.*No se pudo conectar/)
  await act(page, other, 'Modificar')
  await dialog.getByLabel('Enviar avisos').uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('row', { name: /rechazos Documento rechazado/ })).toContainText('Apagada')
  await page.getByRole('combobox', { name: 'Dirección' }).click()
  await page.getByRole('option', { name: other }).click()
  await expect(page.getByRole('button', { name: /^Prueba/ })).toHaveCount(1)
  await act(page, other, 'Eliminar')
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByRole('row', { name: /rechazos Documento rechazado/ })).toHaveCount(0)

  // The filters are in the address.
  await visit(page, 'notifications')
  await page.getByRole('combobox', { name: 'Estado' }).click()
  await page.getByRole('option', { name: 'Por enviar' }).click()
  await expect(page).toHaveURL(/state=1/)
  await expect(page.getByText('Ningún aviso coincide con estos filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar los filtros' }).click()
  const now = today()
  await visit(page, `notifications?from=${addDays(now, -9)}&to=${addDays(now, -8)}`)
  await expect(page.getByText('Ningún aviso coincide con estos filtros')).toBeVisible()
  await visit(page, `notifications?kind=notification.test&from=${addDays(now, -1)}&to=${now}`)
  await expect(page.getByRole('button', { name: /^Prueba/ }).first()).toBeVisible()

  await act(page, address, 'Renovar el secreto')
  await dialog.getByRole('button', { name: 'Renovar el secreto' }).click()
  await keepSecret(page)
  await expect(first).toContainText(/El secreto anterior es válido hasta/)
  receiver.close()
})

async function act (page: Page, address: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Más acciones: ${address}` }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** The secret is shown once, and stays until somebody says that it is kept. */
async function keepSecret (page: Page): Promise<void> {
  const secret = page.getByRole('dialog', { name: 'Secreto para verificar los avisos' })
  await expect(secret).toContainText(/whsec_[\w+/]{10}/)
  await expect(secret.getByRole('button', { name: 'Cerrar' })).toBeDisabled()
  await secret.getByLabel('Ya lo guardé').check()
  await secret.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(/whsec_[\w+/]{10}/)).toHaveCount(0)
}
