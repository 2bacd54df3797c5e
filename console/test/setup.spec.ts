import { randomInt } from 'node:crypto'
import { connect, makeCompany, password, rutOf } from './company.ts'
import { accessibilityProblems, expect, test } from './console.ts'

test('a new company is set up step by step with the simulator, and ends at the form', async ({ page, signedIn, company: { url } }) => {
  const person = { email: `rosa-${randomInt(1e9)}@quillay.example`, password }
  await connect({ url }).post('/api/Auth/Register', {
    body: { ...person, fullName: 'Rosa Quillay', companyTitle: 'Quillay Ltda.', taxNumber: rutOf(randomInt(76_000_000, 77_000_000)) }
  })
  await signedIn('setup', person)
  await expect(page.getByRole('status').filter({ hasText: 'pasos listos' })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByLabel('Giro').fill('Construcción')
  await page.getByRole('combobox', { name: 'Códigos de actividad económica' }).fill('410010')
  await page.getByRole('combobox', { name: 'Códigos de actividad económica' }).press('Enter')
  await page.getByLabel('Dirección', { exact: true }).fill('Los Aromos 215')
  await page.getByLabel('Comuna').fill('Chillán')
  await page.getByRole('button', { name: 'Guardar' }).click()

  // The next step opens by itself.
  await expect(page.getByText('Completos')).toBeVisible()
  await page.getByRole('region', { name: /Certificado digital/ }).getByRole('button', { name: 'Pedir al simulador' }).click()
  await expect(page.getByText(/Rosa Quillay, hasta el/)).toBeVisible()
  await page.getByRole('region', { name: /Folios/ }).getByRole('button', { name: 'Pedir al simulador' }).click()
  await expect(page.getByText('Folios de 1 tipo de documento')).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Emitir un documento' }).click()
  await expect(page).toHaveURL(/\/issue/)
})

test('a user who is not allowed to do a step sees who is', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await makeCompany({ url, simulatorUrl, documentTypes: [] })
  await signedIn('setup', company.viewer)
  await expect(page.getByText(/Juana Pérez Soto, hasta el/)).toBeVisible()
  await expect(page.getByText('No hay folios. Suba un CAF y actívelo.')).toBeVisible()
  await expect(page.getByText('Pida a un administrador «Subir, activar y eliminar rangos de folios».')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pedir|Elegir archivo/ })).toHaveCount(0)
})
