import { expect, test } from '@playwright/test'
import { formatsOf } from '../src/text/formats.ts'

for (const language of ['es', 'en'] as const) {
  test(`point 9: times of day are Chile's, from 00:00 to 23:59: ${language}`, () => {
    const { moment, clock } = formatsOf(language)
    // Santiago is three hours behind in November.
    expect(moment('2026-11-22T03:05:00Z')).toMatch(/^22 nov 2026, 00:05$/i)
    expect(clock('2026-11-22T03:05:09Z')).toBe('00:05:09')
    expect(clock('2026-11-22T02:59:59Z')).toBe('23:59:59')
  })
}
