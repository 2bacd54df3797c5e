import { places } from '../src/shell/places.ts'
import { accessibilityProblems, expect, inLight, scrollsSideways, test, visit } from './console.ts'

for (const { name, to } of places) {
  test(`${name}: axe finds nothing in either light at either width, and nobody scrolls sideways`, async ({ tour }) => {
    await tour.setViewportSize({ width: 1440, height: 900 })
    await visit(tour, to.slice(1))
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
