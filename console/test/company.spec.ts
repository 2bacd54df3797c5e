import { makeCompany, order, registerCompany } from './company.ts'
import { expect, test } from './console.ts'

test('a viewer reads the data, the certificate and the resolution, and changes nothing', async ({ page, signedIn, company }) => {
  await signedIn('company', company.viewer)
  await expect(page.getByRole('region', { name: 'Datos de la empresa' })).toContainText('Av. Providencia 1234')
  await expect(page.getByRole('region', { name: 'Certificado digital' })).toContainText('Juana Pérez Soto')
  await expect(page.getByRole('region', { name: 'SII y resoluciones' })).toContainText('Al simulador, para ensayar')
  const main = page.getByRole('main')
  await expect(main.getByRole('textbox')).toHaveCount(0)
  await expect(main.getByRole('button', { name: /Guardar|Editar|Cambiar|Pedir/ })).toHaveCount(0)
})

test('data, choices and the resolution are kept; what the server refuses stands beside the button', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('company', company.administrator)
  const data = page.getByRole('region', { name: 'Datos de la empresa' })
  await data.getByLabel('Teléfono').fill('+56 2 2345 6789')
  await data.getByLabel('Código de sucursal del SII').fill('abc')
  await data.getByRole('button', { name: 'Guardar' }).click()
  await expect(data.getByRole('alert')).toContainText('debe ser un número de hasta 9 dígitos')
  await data.getByLabel('Código de sucursal del SII').fill('81234567')
  await data.getByRole('button', { name: 'Guardar' }).click()
  await expect(data.getByRole('status')).toHaveText('Guardado.')

  await page.getByLabel('Enviar los documentos aceptados por correo al receptor').click()
  await expect(page.getByLabel('Enviar los documentos aceptados por correo al receptor')).toBeChecked()
  await page.getByLabel('El documento se rechaza de inmediato').click()
  await expect(page.getByLabel('El documento se rechaza de inmediato')).toBeChecked()
  await page.getByRole('button', { name: 'Ingresar: Resolución de producción' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolución de producción' })
  await dialog.getByLabel('Número de resolución').fill('80')
  await dialog.getByLabel('Fecha de la resolución').fill('22-08-2014')
  await dialog.getByLabel('Fecha de la resolución').press('Tab')
  await expect(dialog.getByLabel('Fecha de la resolución')).toHaveValue('22-08-2014')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('N° 80 del 22 ago 2014')).toBeVisible()

  await page.reload()
  await expect(data.getByLabel('Teléfono')).toHaveValue('+56 2 2345 6789')
  await expect(page.getByLabel('Enviar los documentos aceptados por correo al receptor')).toBeChecked()
  await expect(page.getByLabel('El documento se rechaza de inmediato')).toBeChecked()
})

test('a certificate is shown before it replaces the one in use', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [] })
  const file = await order(company, 'certificates', {
    taxNumber: company.taxNumber, holderName: 'Pedro Araya Lillo', holderTaxNumber: '11111111-1', password: 'otra clave'
  })
  await signedIn('company', company.administrator)
  const card = page.getByRole('region', { name: 'Certificado digital' })
  await expect(card).toContainText('Juana Pérez Soto')
  await card.getByRole('button', { name: 'Cambiar el certificado' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from(await file.arrayBuffer())
  })
  await dialog.getByLabel('Contraseña del archivo').fill('equivocada')
  await dialog.getByRole('button', { name: 'Revisar el certificado' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/contraseña/i)
  await dialog.getByLabel('Contraseña del archivo').fill('otra clave')
  await dialog.getByRole('button', { name: 'Revisar el certificado' }).click()
  await expect(dialog.getByText('Pedro Araya Lillo')).toBeVisible()
  await expect(card).toContainText('Juana Pérez Soto')
  await dialog.getByRole('button', { name: 'Guardar este certificado' }).click()
  await expect(card).toContainText('Pedro Araya Lillo')
})
