/**
 * Attacks the running service with files, bodies and connections, fifty variations of each, and measures another
 * tenant's Save meanwhile. Exits with 1 if the process died or restarted, used 700 MB, held anything afterwards,
 * or if Save's p99 rose above 500 ms, or above two seconds under an attack on connections.
 *
 *   npm run abuse [seconds per attack] [part of a kind or name|another] [--seed N]      (Linux: it reads /proc)
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../src/database/embedded.ts'
import { createAttackers } from './abuse/attackers.ts'
import { attacks } from './abuse/attacks/index.ts'
import { createGoodClient, goodAddress } from './abuse/good-client.ts'
import { createService, startSimulator } from './abuse/service.ts'
import { calmRow, heading, rowOf } from './abuse/table.ts'
import { createTenant, possessionsOf } from './abuse/tenants.ts'
import { tryAttack, warmUp, whyBroken, type Trial } from './abuse/trial.ts'
import { residentOf } from './proc.ts'
import { type Ground, run } from './run.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, 'no-build': { type: 'boolean' }, list: { type: 'boolean' } }
})
const seconds = Number(positionals.find((text) => /^[\d.]+$/.test(text)) ?? 4)
const wanted = positionals.filter((text) => !/^[\d.]+$/.test(text)).map((text) => text.toLowerCase())
// npm consumes `--seed N` unless it comes after `--`, but passes it on in the environment.
const seed = Number(options.seed ?? process.env['npm_config_seed'] ?? Math.floor(Math.random() * 2 ** 31))
const calmEvery = 12
// A calm p99 above this comes from the machine, not from the service.
const busyMs = 60

const chosen = attacks.filter(({ kind, name }) =>
  wanted.every((text) => text.split('|').some((part) => `${kind} ${name}`.toLowerCase().includes(part)))
)
if (options.list) for (const { kind, name } of chosen) console.log(`${kind.padEnd(12)} ${name}`)
else await run({ name: 'abuse', build: !options['no-build'] }, abuse)

/** Gives the limits that were broken. */
async function abuse ({ dir: dataDir, closers }: Ground): Promise<string[]> {
  const embedded = await startEmbedded({ dir: join(dataDir, 'postgres'), throwaway: true })
  closers.push(() => embedded.stop())
  const simulatorUrl = await startSimulator(dataDir, closers)
  const service = await createService({ dataDir, databaseUrl: embedded.url, simulatorUrl })
  process.once('exit', service.kill)
  closers.push(service.stop)
  await service.start()
  const owner = new pg.Client(embedded.ownerUrl)
  await owner.connect()
  closers.push(() => owner.end())
  const attackers = createAttackers()
  closers.push(attackers.end)

  const places = { url: service.url, simulatorUrl }
  const good = await createTenant(places, { code: 'buena', digits: 77_100_100, address: goodAddress })
  const hostile = await createTenant(places, { code: 'hostil', digits: 77_200_200, address: '127.0.0.1' })
  closers.push(good.caller.close, hostile.caller.close)
  const stage = {
    ...await possessionsOf(hostile, places), port: service.port, token: hostile.token, keys: hostile.keys,
    taxNumber: hostile.taxNumber, victim: good.email
  }
  const client = createGoodClient(service.url, good)
  closers.push(client.close)
  const scene = { service, good, hostile, client, owner }
  await warmUp(client)

  console.log(
    `${chosen.length} attacks of ${seconds} s, seed ${seed}; MB: largest memory of the process, +ch: of its children; loop: longest delay of the event loop, ms; p50, p99: the good tenant's Save, ms; new: the longest first answer of a new connection, ms`
  )
  console.log(heading())
  const calm: number[] = []
  const trials: Trial[] = []
  let address = 0
  const tools = {
    scene, stage, attackers, seconds, seed,
    nextAddress: (count: number) => (address += count) - count
  }
  for (const [index, attack] of chosen.entries()) {
    if (index % calmEvery === 0) calm.push(await calmP99())
    const trial = await tryAttack(attack, tools)
    trials.push(trial)
    console.log(rowOf(trial))
  }
  return sumUp(trials, calm.toSorted((a, b) => a - b)[Math.floor(calm.length / 2)] ?? 0)

  async function calmP99 (): Promise<number> {
    const end = await client.begin()
    await sleep(Math.max(2, Math.min(4, seconds)) * 1000)
    const measured = await end()
    console.log(calmRow({ ...measured, megabytes: residentOf(service.life().pid), load: loadavg()[0] ?? 0 }))
    return measured.p99
  }
}

function sumUp (trials: readonly Trial[], calmP99: number): string[] {
  const broken = trials.filter((trial) => whyBroken(trial).length > 0)
  const worst = (of: (trial: Trial) => number): string => Math.max(0, ...trials.map(of)).toFixed(0)
  console.log(
    `\n${trials.length} attacks: ${trials.length - broken.length} held, ${broken.length} broke a limit; ` +
      `${trials.filter(({ death }) => death !== undefined).length} ended the process; largest memory ${
        worst(({ memory }) => memory.own)
      } MB; ` +
      `calm p99 ${calmP99.toFixed(0)} ms, worst ${worst(({ save }) => save.p99)} ms; seed ${seed}`
  )
  if (calmP99 > busyMs) {
    console.log(`  This machine has other work: the calm p99 is ${calmP99.toFixed(0)} ms.`)
  }
  return broken.map((trial) => `${trial.attack.kind} ${trial.attack.name}: ${whyBroken(trial).join('; ')}`)
}
