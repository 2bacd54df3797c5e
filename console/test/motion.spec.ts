import { expect, test, type Page } from './console.ts'

/** Elements that move or would move, and what is in motion now. */
const motionIn = (page: Page) => page.evaluate(() => {
  const moving = new Set<string>()
  for (const element of document.querySelectorAll('*')) {
    for (const part of [null, '::before', '::after']) {
      const { animationName, transitionDuration } = getComputedStyle(element, part)
      if (animationName !== 'none' || /[1-9]/.test(transitionDuration)) moving.add(`${element.tagName}.${element.className} ${part ?? ''}`)
    }
  }
  return { elements: [...moving], animations: document.getAnimations().length }
})

test('nothing moves when reduced motion is requested, not even waiting indicators', async ({ page, signedIn }) => {
  // What waits is drawn for as long as there is no answer.
  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => { answer = resolve })
  await page.route('**/api/Folio/List', async (route) => {
    await asked
    await route.continue()
  })
  await signedIn('folios')
  await expect(page.locator('[aria-busy=true] > *').first()).toBeVisible()
  expect(await motionIn(page)).toEqual({ elements: [], animations: 0 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(async () => (await motionIn(page)).animations).toBeGreaterThan(0)
  answer()
  await expect(page.getByRole('button', { name: /^Factura/ }).first()).toBeVisible()
})
