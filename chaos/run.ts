/**
 * Runs Timbre with everything that can go wrong, then compares what the clients, the database and the tax authority
 * know. Ends with 1 if any invariant does not hold.
 *
 *   npm run chaos -- [seconds] [seed] [--tree <sources>]
 */
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'
import { print } from './report.ts'
import { tree } from '../drills/parts/run.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { tree: { type: 'string' } } })
const seconds = Number(positionals[0] ?? 60)
const seed = Number(positionals[1] ?? Math.floor(Math.random() * 1_000_000))
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run chaos -- [seconds] [seed, a whole number]')
  process.exit(2)
}
console.log(`Chaos for ${seconds} s with seed ${seed}. Repeat it with: npm run chaos -- ${seconds} ${seed}`)
const outcome = await runChaos({ seconds, seed, tree: values.tree ?? tree })
process.exit(outcome !== undefined && print(outcome) ? 0 : 1)
