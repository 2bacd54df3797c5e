import { expect, it } from 'vitest'
import { nodeFlags } from '../src/supervision/node-flags.ts'

it('a worker alone has more room for young objects, unless the operator says otherwise', () => {
  expect(nodeFlags({ ROLE: 'worker' })).toEqual(['--max-semi-space-size=32'])
  expect(nodeFlags({ ROLE: 'worker', NODE_OPTIONS: '--max-semi-space-size=8' })).toEqual([])
  for (const environment of [{}, { ROLE: 'api' }, { ROLE: 'all' }]) expect(nodeFlags(environment)).toEqual([])
})
