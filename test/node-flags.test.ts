import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { nodeFlags } from '../src/supervision/node-flags.ts'

it('a worker alone has more room for young objects and compiles later, unless the operator says otherwise', () => {
  expect(nodeFlags({ ROLE: 'worker' }, '22.1.0')).toEqual(['--max-semi-space-size=32', '--interrupt-budget=1000000'])
  expect(nodeFlags({ ROLE: 'worker', NODE_OPTIONS: '--max-semi-space-size=8' }, '20.19.0')).toEqual([
    '--interrupt-budget=1000000'
  ])
  expect(nodeFlags({ ROLE: 'worker' }, '24.1.0')).toEqual(['--max-semi-space-size=32'])
  for (const environment of [{}, { ROLE: 'api' }, { ROLE: 'all' }]) expect(nodeFlags(environment)).toEqual([])
})

it('this Node knows the flags of a worker', () => {
  expect(execFileSync(process.execPath, [...nodeFlags({ ROLE: 'worker' }), '-p', '1'], { encoding: 'utf8' })).toBe(
    '1\n'
  )
})
