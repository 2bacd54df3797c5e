import { expect, test } from './console.ts'
import { defined } from '../../test/support/expecting.ts'

test('the service shows its state, and an administrator can clear its cache', async ({ page, signedIn, company }) => {
  await signedIn('service')
  const state = page.getByRole('region', { name: 'Estado' })
  await expect(state).toContainText('Funciona')
  await expect(state.getByRole('listitem').filter({ hasText: /^Base de datos/ })).toContainText('Bien')
  await expect(page.getByRole('region', { name: 'Servidor', exact: true })).toContainText(company.simulatorUrl)
  await page.getByRole('button', { name: 'Vaciar la caché' }).click()
  await expect(page.getByRole('status')).toHaveText('La caché se vació en todos los servidores.')
  await expect(page.getByRole('link', { name: /Referencia de la API/ })).toHaveAttribute('href', `${company.url}/docs`)
})

test('a failed check is named with a hint; a viewer sees no buttons', async ({ page, signedIn, company }) => {
  await page.route('**/health/ready', (route) => route.fulfill({
    status: 503, json: { status: 'unavailable', checks: { database: 'ok', queue: 'failed' } }
  }))
  await signedIn('service', company.viewer)
  await expect(page.getByText('No puede trabajar')).toBeVisible()
  await expect(page.getByText('Hay tareas que esperan demasiado: revise que haya un proceso que las atienda.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Vaciar la caché' })).toHaveCount(0)
})

test('the API reference runs only the scripts that its policy allows', async ({ page, company }) => {
  const answer = defined(await page.goto(`${company.url}/docs/`))
  expect(answer.headers()['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
  await expect(page.getByRole('heading', { name: 'Timbre' }).first()).toBeVisible()
})
