import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSimulator } from '../../sii-simulator/index.ts'
import { createProof, type Proof } from './proof.ts'

/** This source tree. */
export const tree = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export interface Stage {
  dir: string
  proof: Proof
  /** Ends what was started, the last first. */
  later: (end: () => unknown) => void
}

export interface SimulatedStage extends Stage { simulatorUrl: string }

/** Runs a drill with a simulator of its own. */
export async function runDrill (name: string, drill: (stage: SimulatedStage) => Promise<void>): Promise<never> {
  return runStage(name, async (stage) => {
    const simulator = await createSimulator({ secondsPerState: 0.05 })
    const simulatorUrl = await simulator.listen()
    stage.later(() => simulator.close())
    await drill({ ...stage, simulatorUrl })
  })
}

/** Runs a drill in a folder of its own, and ends with 0 only if everything was shown. */
export async function runStage (name: string, drill: (stage: Stage) => Promise<void>): Promise<never> {
  const dir = mkdtempSync(join(tmpdir(), `timbre-${name}-`))
  // PostgreSQL may run under another account, which must be able to enter.
  chmodSync(dir, 0o711)
  const ends: (() => unknown)[] = []
  const later = (end: () => unknown): void => { ends.push(end) }
  const proof = createProof()
  let finished = false
  try {
    await drill({ dir, proof, later })
    finished = true
  } catch (error) {
    console.error(error)
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(() => {})
  }
  const isGood = finished && proof.held()
  if (isGood) rmSync(dir, { recursive: true, force: true })
  console.log(isGood ? `The ${name} drill passed.` : `THE ${name.toUpperCase()} DRILL FAILED. Its logs are in ${dir}.`)
  process.exit(isGood ? 0 : 1)
}
