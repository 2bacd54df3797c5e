import { places } from '../src/shell/places.ts'
import { expectNothingAmiss, expectWords } from './amiss.ts'
import { desktop, resize, test, visit } from './console.ts'

for (const { name, to } of places) {
  test(`points 7 and 9: ${name}: axe finds nothing in either light at either width, nobody scrolls sideways, both languages speak in words`, async ({ tour }) => {
    await resize(tour, desktop)
    await visit(tour, to.slice(1))
    await expectWords(tour)
    await expectNothingAmiss(tour, name)
  })
}
