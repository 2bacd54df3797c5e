import { expect, test } from '@playwright/test'
import { formatsOf } from '../src/text/formats.ts'

test('amounts have the Chilean decimal comma and the sign of their currency', () => {
  const { amount, number, shortAmount } = formatsOf('es')
  expect([amount(10260), amount(-1), amount(10260, 'DOLAR USA'), amount(-0.125, 'DOLAR USA'), amount(1234.5, 'EURO'), amount(1234.5, 'YEN')])
    .toEqual(['$ 10.260', '-$ 1', 'US$ 10.260,00', '-US$ 0,125', '€ 1.234,50', '1.234,5 YEN'])
  expect([number(2.5), shortAmount(1500, 'DOLAR USA').startsWith('US$ ')]).toEqual(['2,5', true])
})

for (const language of ['es', 'en'] as const) {
  test(`point 9: times of day are Chile's, from 00:00 to 23:59: ${language}`, () => {
    const { moment, clock } = formatsOf(language)
    // Santiago is three hours behind in November.
    expect(moment('2026-11-22T03:05:00Z')).toMatch(/^22 nov 2026, 00:05$/i)
    expect(clock('2026-11-22T03:05:09Z')).toBe('00:05:09')
    expect(clock('2026-11-22T02:59:59Z')).toBe('23:59:59')
  })
}
