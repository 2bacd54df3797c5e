import { places } from '../src/shell/places.ts'
import { accessibilityProblems, expect, scrollsSideways, test } from './console.ts'

for (const { name, to } of places) {
  test(`${name}: axe finds nothing in either light at either width, and nobody scrolls sideways`, async ({ page, signedIn }) => {
    await signedIn(to.slice(1))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        expect(await accessibilityProblems(page)).toEqual([])
      }
    }
    await page.setViewportSize({ width: 320, height: 800 })
    // Plots follow the width of the window a moment later.
    await expect.poll(() => scrollsSideways(page)).toBe(false)
  })
}

test('what a role may not see is not in the menu, and its address says which claim is missing', async ({ page, signedIn, company }) => {
  await signedIn('overview', company.viewer)
  const menu = page.getByRole('navigation', { name: 'Secciones' })
  await expect(menu.getByRole('link', { name: 'Documentos' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Emitir' })).toHaveCount(0)
  await page.goto('/console/issue')
  await expect(page.getByText('No tiene permiso para ver esto')).toBeVisible()
  await expect(page.getByText('«Emitir documentos a mano»')).toBeVisible()
  await expect(page.getByText('Webhook.Issue')).toBeVisible()
})
