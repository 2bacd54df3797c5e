import { expect, it } from 'vitest'
import { timbreHere } from '../support/command.ts'

it.each([
  [[], /rehearse/], [['--rehearse', '--url', 'http://localhost:3000'], /--simulator/],
  [['--rehearse', '--seed', 'one'], /--seed/], [['--rehearse', '--language', 'fr'], /--language/]
])('timbre certify %j reports the error, and starts nothing', async (args, reason) => {
  const { code, stdout, stderr } = await timbreHere(['certify', ...args])

  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(reason)
})
