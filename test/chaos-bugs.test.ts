import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const bugs = readdirSync('chaos/bugs')

it('the checker has bugs to find', () => {
  expect(bugs.length).toBeGreaterThan(0)
})

it.each(bugs)('%s applies to the sources, so that `npm run chaos:proof` can plant it', (bug) => {
  execFileSync('git', ['apply', '--check', `chaos/bugs/${bug}`], { stdio: 'pipe' })
})
