import { addDays, today } from '../src/text/formats.ts'
import { expect, settled, test } from './console.ts'

test('plots are also tables and files, and their bars link to the documents', async ({ page, signedIn, company }) => {
  await signedIn('reports', company.viewer)
  const types = page.getByRole('region', { name: 'Por tipo de documento' })
  await types.getByRole('button', { name: 'Ver como tabla' }).click()
  await expect(types.getByRole('row', { name: /^Boleta/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await types.getByRole('button', { name: 'CSV: Por tipo de documento' }).click()
  expect((await download).suggestedFilename()).toBe(`por-tipo-${addDays(today(), -29)}-${today()}.csv`)
  await page.getByRole('region', { name: 'Por origen' }).getByRole('link', { name: 'API' }).click()
  await expect(page).toHaveURL(new RegExp(`documents\\?channel=1&from=${addDays(today(), -29)}&to=${today()}`))
  await page.goBack()
  await page.getByRole('region', { name: 'Motivos del SII' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/code=REASONS_BY_MAIL/)
})

test('the billed amount is the same in the figure, by day, by type and by origin', async ({ page, signedIn, company }) => {
  await signedIn('reports', company.viewer)
  await settled(page)
  const figure = await page.getByText('Facturado', { exact: true }).locator('..').locator('.figure').textContent()
  for (const name of ['Facturado por día', 'Por tipo de documento', 'Por origen']) {
    const card = page.getByRole('region', { name })
    await card.getByRole('button', { name: 'Ver como tabla' }).click()
    await card.getByRole('row').nth(1).waitFor()
    const rows = await card.getByRole('row').allTextContents()
    const amounts = rows.join(' ').match(/-?\$\s?-?[\d.]+/g) ?? []
    const sum = amounts.reduce((total, amount) => total + Number(amount.replaceAll(/[^\d-]/g, '')), 0)
    expect({ name, sum }).toEqual({ name, sum: Number(figure?.replaceAll(/[^\d-]/g, '')) })
  }
})

test('the range is kept in the address, and a day without documents is shown as such', async ({ page, signedIn }) => {
  const before = addDays(today(), -300)
  await signedIn(`reports?from=${before}&to=${before}`)
  await expect(page.getByText('Sin documentos en estas fechas')).toBeVisible()
  await page.getByRole('button', { name: 'Fechas de emisión' }).click()
  await page.getByRole('button', { name: 'Últimos 7 días' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${addDays(today(), -6)}&to=${today()}`))
  await expect(page.getByRole('slider', { name: 'Facturado por día' })).toBeVisible()
})

test('the reports are requested in parallel', async ({ page, signedIn }) => {
  const other = page.waitForRequest(/GetChannelDataReport/)
  await page.route(/OverviewDataReport/, async (route) => {
    await other
    await route.fallback()
  })
  await signedIn('reports')
  await expect(page.getByRole('region', { name: 'Por origen' })).toBeVisible()
})
