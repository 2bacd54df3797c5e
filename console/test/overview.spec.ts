import { registerCompany } from './company.ts'
import { expect, test } from './console.ts'

test('the overview shows figures, a plot readable by keyboard and as a table, and what needs attention', async ({ page, signedIn, company }) => {
  await signedIn('overview', company.operator)
  await expect(page.getByText('Aceptación del SII')).toBeVisible()
  const plot = page.getByRole('slider', { name: 'Facturado por día' })
  await plot.focus()
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuetext', /\$ [\d.]+/)
  await page.getByRole('region', { name: 'Facturado por día' }).getByRole('button', { name: 'Ver como tabla' }).click()
  await expect(page.getByRole('columnheader', { name: 'IVA' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Folios' })).toContainText('disponibles')
  await expect(page.getByRole('region', { name: 'Certificado' })).toContainText('Vence el')
  const attention = page.getByRole('region', { name: 'Por atender' })
  await expect(attention.getByText('Rechazado').first()).toBeVisible()
  await expect(attention.getByText('Nada pendiente')).toHaveCount(0)
  await expect(attention.getByRole('link', { name: /no pas(ó|aron) la revisión/ })).toBeVisible()
  await attention.getByRole('link', { name: /^Ver/ }).click()
  await expect(page).toHaveURL(/documents\?status=7/)
})

test('a part that failed to load shows why and retries alone; the others are shown', async ({ page, signedIn, company }) => {
  let fails = true
  await page.route('**/api/Folio/List', (route) => fails
    ? route.fulfill({ status: 400, json: { success: false, statusCode: 400, errorCode: 'VALIDATION_FAILED', errors: ['No ahora.'], result: null } })
    : route.continue())
  await signedIn('overview', company.operator)
  const folios = page.getByRole('region', { name: 'Folios' })
  await expect(folios.getByRole('alert')).toContainText('No ahora.')
  await expect(page.getByRole('region', { name: 'Certificado' })).toContainText('Vence el')
  fails = false
  await folios.getByRole('button', { name: 'Reintentar' }).click()
  await expect(folios).toContainText('disponibles')
})

test('the checklist stays until nothing is missing and a document is accepted', async ({ page, signedIn, company: { url, simulatorUrl } }) => {
  const company = await registerCompany({ url, simulatorUrl })
  await signedIn('overview', company.administrator)
  const checklist = page.getByRole('region', { name: 'Termine la puesta en marcha' })
  await expect(checklist).toContainText(/folios/i)
  await expect(page.getByText('Sin documentos en los últimos 30 días')).toBeVisible()
  await checklist.getByRole('link', { name: 'Ir a la puesta en marcha' }).click()
  await expect(page).toHaveURL(/setup$/)
})
