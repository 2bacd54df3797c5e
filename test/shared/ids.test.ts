import { expect, it } from 'vitest'
import { newId } from '../../src/shared/ids.ts'

it('are version 7, unique, and in order of creation, also within a millisecond', () => {
  const ids = Array.from({ length: 5000 }, newId)

  expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(Math.abs(parseInt((ids.at(-1) ?? '').replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})
