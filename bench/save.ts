/**
 * Measures Webhook/Save against the limit L (bench/save/limit-server.ts) in turn within one run, with the same load
 * client, and checks in the database what was answered. Exits with 1 if a check fails.
 *
 *   npm run bench:save -- [--full] [--rounds N] [--seconds N] [--in-flight N] [--tenants 1,20,200,2000] [--lines 5,60]
 *     [--instances N] [--spread-seconds N] [--checkpoint] [--postgres NAME=VALUE]...
 *     [--keep FOLDER] [--json FILE] [--no-build]
 *
 * It runs on Linux, since it reads /proc.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { peakOf, residentOf } from './proc.ts'
import { type Ground, run } from './run.ts'
import { cpuMsOf, type Figures, mediansOf, median, ratiosOf } from './save/figures.ts'
import { readOptions } from './save/options.ts'
import { setStage } from './save/stage.ts'
import { heading, rowOf } from './save/table.ts'
import { createTrials, type Trial, type Trials } from './save/trials.ts'
import type { Tenant } from './save/tenants.ts'

const options = readOptions(process.argv.slice(2))
const { rounds, inFlight, spreadSeconds } = options
// Until the compiler has optimised the service, and then until each tenant's keys are open.
const firstWarmUpSeconds = 10
const warmUpSeconds = Math.min(3, options.seconds)
const results: object[] = []

await run({ name: 'save', build: options.build }, bench)

/** Gives what is wrong. */
async function bench (ground: Ground): Promise<string[]> {
  const begun = performance.now()
  const stage = await setStage({ ...options, count: Math.max(...options.tenants) }, ground)
  const [first = 0] = stage.save.meters.serverPids
  const atStart = residentOf(first)
  console.log(`${stage.tenants.length} tenants and their servers are ready after ${seconds(begun)} s`)
  const trials = createTrials(stage, options)
  console.log(`${options.instances > 1 ? `${options.instances} instances, ` : ''}${rounds} rounds of ${options.seconds} s each, ${inFlight} in flight; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  await trials.runSave({ tenants: stage.tenants.slice(0, 20), lines: 5, seconds: firstWarmUpSeconds, inFlight })
  console.log(heading())
  for (const lines of options.lines) {
    for (const count of options.tenants) await compare(trials, stage.tenants.slice(0, count), lines)
  }
  if (spreadSeconds > 0) await compareSpread(trials, stage.tenants)
  const memory = { atStart, after: residentOf(first), most: peakOf(first) }
  console.log(`memory of the server: ${megabytes(memory.atStart)} after its start, ${megabytes(memory.after)} now, ${megabytes(memory.most)} at most`)
  await trials.checkChains()
  console.log(`checked after ${seconds(begun)} s: ${trials.problems.length === 0 ? 'folios, totals, stamps, signatures and audit chains are right' : 'see below'}`)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ options, memory, results }, null, 2)}\n`)
  return trials.problems
}

/** L and Save in turn, under the same load. */
async function compare (trials: Trials, tenants: Tenant[], lines: number): Promise<void> {
  const trial = { tenants, lines, seconds: options.seconds, inFlight }
  const warmUp = { ...trial, seconds: warmUpSeconds }
  await trials.runLimit(warmUp)
  await trials.runSave(warmUp)
  const limit: Figures[] = []
  const save: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    limit.push(await trials.runLimit(trial))
    save.push(await trials.runSave(trial))
  }
  const place = { tenants: tenants.length, lines }
  const ratios = ratiosOf(limit, save)
  console.log(rowOf(place, 'L', mediansOf(limit)))
  console.log(rowOf(place, 'Save', mediansOf(save), ratios))
  results.push({ ...place, limit: mediansOf(limit), save: mediansOf(save), ratios, rounds: { limit, save } })
}

/** A document a minute of each tenant, and as many a second of one tenant: what the spread alone costs. */
async function compareSpread (trials: Trials, tenants: Tenant[]): Promise<void> {
  const perSecond = tenants.length / 60
  const many: Trial = { tenants, lines: 5, seconds: spreadSeconds, inFlight, perSecond }
  const one: Trial = { ...many, tenants: tenants.slice(0, 1) }
  await trials.runSave({ ...many, seconds: warmUpSeconds })
  const rest = await trials.atRest(spreadSeconds)
  const milliseconds = (cpuSeconds: number): string => `${(cpuSeconds * 1000 / spreadSeconds).toFixed(1)} ms`
  const [ofOne, ofMany]: [Figures[], Figures[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ofOne.push(await trials.runSave(one))
    ofMany.push(await trials.runSave(many))
  }
  const ratio = median(ofMany.map((figures, round) => cpuMsOf(figures) / cpuMsOf(ofOne[round] ?? figures)))
  console.log(`one document a tenant a minute (${perSecond.toFixed(1)} a second), and as many of one tenant:`)
  console.log(rowOf({ tenants: 1, lines: 5 }, 'Save', mediansOf(ofOne)))
  console.log(rowOf({ tenants: tenants.length, lines: 5 }, 'Save', mediansOf(ofMany)))
  console.log(`each Save of ${tenants.length} tenants costs ${ratio.toFixed(2)} times the CPU of one tenant's`)
  console.log(`at rest: ${milliseconds(rest.serverCpu)} of CPU a second in the server, ${milliseconds(rest.databaseCpu)} in PostgreSQL`)
  results.push({ rest, spread: { perSecond, one: mediansOf(ofOne), many: mediansOf(ofMany), ratio } })
}

function seconds (since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0)
}

function megabytes (figure: number): string {
  return `${figure.toFixed(0)} MB`
}
