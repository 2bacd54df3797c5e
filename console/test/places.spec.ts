import { places } from '../src/shell/places.ts'
import { expectNothingAmiss, expectWords, speak } from './amiss.ts'
import { desktop, resize, test, visit } from './console.ts'

for (const { name, to } of places) {
  test(`points 7 and 9: ${name}: axe finds nothing in light or dark mode at either width, no sideways scrolling, no codes for words`, async ({ tour }) => {
    await resize(tour, desktop)
    await visit(tour, to.slice(1))
    await expectWords(tour)
    await expectNothingAmiss(tour, name)
  })
}

test('point 9: every page shows words instead of codes in English, too', async ({ tour }) => {
  await speak(tour, 'English')
  for (const { name, to } of places) {
    await test.step(name, async () => {
      await visit(tour, to.slice(1))
      await expectWords(tour)
    })
  }
  await speak(tour, 'Español')
})
