/**
 * Proves that the runs of chaos find what they look for: plants one bug at a time into a copy of the sources, and shows
 * that a run names the invariant that it breaks.
 *
 *   npm run chaos:proof -- [seconds] [name of a bug]
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tree } from '../drills/parts/run.ts'

/** What breaks with each bug: one of these must be named. */
const bugs: Record<string, string[]> = {
  'answer-before-commit': ['I4'],
  'envelope-signed-anew': ['I6'],
  'folio-outside-transaction': ['I2'],
  'key-stored-apart': ['I5', 'I13'],
  'lease-without-fence': ['I10', 'I11'],
  'rejected-without-counters': ['I7', 'I17'],
  'repeated-key-keeps-folio': ['I2'],
  'waiting-note-about-nothing': ['I18']
}
const seeds = [1, 2, 3]
const copied = ['src', 'sii-simulator', 'clients/typescript', 'openapi', 'prisma', 'package.json', 'tsconfig.json']

const seconds = process.argv[2] ?? '40'
const wanted = process.argv[3]
let interrupted = false
const isInterrupted = (): boolean => interrupted
const patches = readdirSync(join(tree, 'chaos/bugs')).map((name) => name.replace(/\.patch$/, '')).sort()
if (patches.join() !== Object.keys(bugs).sort().join()) {
  console.error('chaos/bugs and the table of this script name different bugs.')
  process.exit(1)
}

/** A copy of the sources with the bug. Throws when its patch no longer applies. */
function plant (bug: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'timbre-bug-'))
  for (const path of copied) cpSync(join(tree, path), join(copy, path), { recursive: true })
  symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('git', ['apply', join(tree, 'chaos/bugs', `${bug}.patch`)], { cwd: copy, stdio: 'inherit' })
  return copy
}

/** The invariants that a run names as broken. */
async function run (copy: string, seed: number): Promise<string[]> {
  const args = ['--import', 'tsx', 'chaos/run.ts', seconds, String(seed), '--tree', copy]
  const child = spawn(process.execPath, args, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'] })
  const pass = (signal: NodeJS.Signals): void => {
    interrupted = true
    child.kill(signal)
  }
  process.on('SIGINT', pass).on('SIGTERM', pass)
  let said = ''
  for await (const text of child.stdout) said += String(text)
  process.off('SIGINT', pass).off('SIGTERM', pass)
  const [, names = '', folder] = /\nBROKEN: ([I\d ]+)\. Journals and logs are in (\S+)\.\n/.exec(said) ?? []
  for (const [found] of said.matchAll(/^ +BROKEN.*\n.*/gm)) console.log(`    seed ${seed}: ${found.trim().replace(/\n */, ': ')}`)
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  return names.split(' ')
}

async function isFound (bug: string, invariants: string[]): Promise<boolean> {
  const copy = plant(bug)
  try {
    for (const seed of seeds) {
      if (isInterrupted()) break
      const broken = await run(copy, seed)
      if (invariants.some((name) => broken.includes(name))) return true
    }
    return false
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

let all = true
for (const [bug, invariants] of Object.entries(bugs)) {
  if ((wanted !== undefined && wanted !== bug) || isInterrupted()) continue
  console.log(`${bug}: must break ${invariants.join(' or ')}`)
  const found = await isFound(bug, invariants)
  all &&= found
  console.log(found ? '  found' : `  NOT FOUND in ${seeds.length} runs`)
}
process.exit(all ? 0 : 1)
