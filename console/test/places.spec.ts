import { places } from '../src/shell/places.ts'
import { accessibilityProblems, expect, inLight, scrollsSideways, settled, test, visit, type Page } from './console.ts'

/** Codes of the API in place of sentences, and amounts and dates that are not written as in Chile. */
async function wordsAmiss (page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  const wrong = [/\b[A-Z]{3,}(_[A-Z]+)+\b/g, /\$ ?\d+,\d{3}/g, /\$\d/g, /\b\d{4}-\d{2}-\d{2}\b/g, /\b\d{1,2}\/\d{1,2}\/\d{4}\b/g]
  return wrong.flatMap((pattern) => text.match(pattern) ?? [])
}

for (const { name, to } of places) {
  test(`points 7 and 9: ${name}: axe finds nothing in either light at either width, nobody scrolls sideways, both languages speak in words`, async ({ tour }) => {
    await tour.setViewportSize({ width: 1440, height: 900 })
    await visit(tour, to.slice(1))
    expect(await wordsAmiss(tour)).toEqual([])
    await tour.getByRole('button', { name: 'English', exact: true }).click()
    await expect(tour.locator('html')).toHaveAttribute('lang', 'en')
    await settled(tour)
    expect(await wordsAmiss(tour)).toEqual([])
    await tour.getByRole('button', { name: 'Español', exact: true }).click()
    await settled(tour)
    await inLight(tour, 'light')
    expect(await accessibilityProblems(tour)).toEqual([])
    await inLight(tour, 'dark')
    expect(await accessibilityProblems(tour, 'colours')).toEqual([])
    // Narrow places draw other elements.
    await tour.setViewportSize({ width: 390, height: 900 })
    await inLight(tour, 'dark')
    expect(await accessibilityProblems(tour)).toEqual([])
    await inLight(tour, 'light')
    expect(await accessibilityProblems(tour, 'colours')).toEqual([])
    // A desktop at a zoom of 200 %, and a phone that is narrower still.
    await tour.setViewportSize({ width: 720, height: 450 })
    await expect.poll(() => scrollsSideways(tour)).toBe(false)
    await tour.setViewportSize({ width: 320, height: 800 })
    // Plots follow the width of the window a moment later.
    await expect.poll(() => scrollsSideways(tour)).toBe(false)
  })
}
