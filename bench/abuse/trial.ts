import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Stage } from './attack.ts'
import { heldBy, settle, type Aftermath, type Scene } from './aftermath.ts'
import type { createAttackers, Ran } from './attackers.ts'
import type { Measured } from './good-client.ts'
import { startUploads } from './good-uploads.ts'
import { type Memory, watchMemory } from '../proc.ts'
import { readMetrics } from './metrics.ts'

/** What must hold. Connections are the reverse proxy's to limit; without one, the good client waits for longer. */
const limits = { megabytes: 700, p99Ms: 500, connectionsP99Ms: 2000, uploadMs: 5000 }

export interface Trial {
  attack: Attack
  variations: number
  ran: Ran
  death: string | undefined
  memory: Memory
  /** The longest time for which the event loop did nothing else; NaN where nobody could ask. */
  loopMs: number
  save: Measured
  /** p99 of the run that counts less, if there were two. */
  otherP99: number | undefined
  /** The longest of the good tenant's uploads, where they were made. */
  uploadMs: number | undefined
  aftermath: Aftermath
}

export interface Tools {
  scene: Scene
  stage: Stage
  attackers: ReturnType<typeof createAttackers>
  seconds: number
  seed: number
  nextAddress: (count: number) => number
}

const warmUpMs = 1500

/**
 * Runs an attack beside the good client, and once more when only the good client's p99 was too high: noise does not
 * come twice.
 */
export async function tryAttack (attack: Attack, tools: Tools): Promise<Trial> {
  const { attackers, stage, seed } = tools
  const variations = await attackers.prepare({ name: attack.name, seed, stage })
  const first = await runOnce(attack, variations, tools)
  if (!isSlow(first) || whyBroken(first).length > 1 || first.aftermath.isSpoilt) return first
  const second = await runOnce(attack, variations, tools)
  const isFirstBetter = second.death === undefined && first.save.p99 <= second.save.p99
  const [better, other] = isFirstBetter ? [first, second] : [second, first]
  return { ...better, otherP99: other.save.p99 }
}

/** The limits that a trial broke. */
export function whyBroken (trial: Trial): string[] {
  const { death, memory, save, uploadMs = 0, aftermath } = trial
  return [
    ...death === undefined ? [] : [`DIED of ${death}`],
    ...memory.own < limits.megabytes ? [] : [`${Math.round(memory.own)} MB`],
    ...isSlow(trial) ? [`Save's p99 is ${save.p99.toFixed(0)} ms`] : [],
    ...uploadMs > limits.uploadMs ? [`an upload took ${uploadMs.toFixed(0)} ms`] : [],
    ...Object.keys(save.pdfs.errors).length === 0 ? [] : ['GetPdf was refused'],
    ...aftermath.problems
  ]
}

function isSlow ({ attack, save }: Trial): boolean {
  return save.p99 > (attack.kind === 'connections' ? limits.connectionsP99Ms : limits.p99Ms)
}

/** Variations that got no answer before the attack was over: what killed or blocked the process is among them. */
export function unanswered ({ attack, ran: { underWay } }: Trial): string {
  return attack.lanes > 10 || underWay.length === 0 ? '' : ` (unanswered: ${underWay.slice(0, 4).join(' | ')})`
}

async function runOnce (
  attack: Attack, variations: number, { scene, attackers, seconds, nextAddress }: Tools
): Promise<Trial> {
  const { service, client } = scene
  const before = await heldBy(service) ?? new Map<string, number>()
  const life = service.life()
  const watching = watchMemory(life.pid)
  const end = await client.begin(attack)
  const endUploads = attack.delaysUploads && startUploads(scene.good)
  const running = attackers.run({ seconds, mostSeconds: seconds * 3, firstAddress: nextAddress(attack.addresses ?? 1) })
  await Promise.race([running, life.exited])
  if (!life.isAlive()) attackers.stop()
  const [ran, save] = await Promise.all([running, end()])
  const uploadMs = await endUploads?.()
  const loopMs = (await readMetrics(service.metricsUrl))?.get('nodejs_eventloop_lag_max_seconds') ?? Number.NaN
  const memory = watching.end()
  const ended = {
    attack, variations, ran, memory, loopMs: loopMs * 1000, save, otherP99: undefined, uploadMs
  }
  const deathBefore = deathOf(life)
  const aftermath = deathBefore === undefined ? await settle(scene, before, attack) : { problems: [], isSpoilt: true }
  const trial = { ...ended, death: deathBefore ?? deathOf(life), aftermath }
  if (trial.death !== undefined || aftermath.isSpoilt) await startAgain(scene)
  return trial
}

function deathOf (life: ReturnType<Scene['service']['life']>): string | undefined {
  return life.isAlive() ? undefined : life.lastWords()
}

async function startAgain ({ service, client }: Scene): Promise<void> {
  await service.stop()
  await service.start()
  await warmUp(client)
}

/** What is compiled and opened at first use. */
export async function warmUp (client: Scene['client']): Promise<void> {
  const end = await client.begin()
  await sleep(warmUpMs)
  await end()
}
