import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Ground {
  /** A folder that is removed at the end. */
  dir: string
  /** End what was started, in reverse order. */
  closers: (() => unknown)[]
}

/**
 * Builds the program unless told otherwise, does the work, closes everything, also after an error or a signal, and ends
 * this process: with 1 if the work tells of problems.
 */
export async function run (
  { name, build = true }: { name: string, build?: boolean | undefined }, work: (ground: Ground) => Promise<string[]>
): Promise<never> {
  const closers: Ground['closers'] = []
  const problems = await Promise.race([begin(), interrupted()]).catch((error: unknown) => [
    error instanceof Error ? error.stack ?? error.message : String(error)
  ])
  for (const close of closers.reverse()) await close()
  for (const problem of new Set(problems)) console.error(`WRONG: ${problem}`)
  process.exit(problems.length === 0 ? 0 : 1)

  async function begin (): Promise<string[]> {
    if (build) execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
    const dir = mkdtempSync(join(tmpdir(), `timbre-${name}-`))
    // When root runs this, databases run under their own account, which must be able to enter the folder.
    chmodSync(dir, 0o711)
    closers.push(() => { rmSync(dir, { recursive: true, force: true }) })
    return work({ dir, closers })
  }
}

function interrupted (): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => { reject(new Error(`ended by ${signal}`)) })
    }
  })
}
