import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a program of the system is there; tests that need it skip visibly when it is not. */
export function hasTool (name: string, ...versionArguments: string[]): boolean {
  return spawnSync(name, versionArguments, { stdio: 'ignore' }).error === undefined
}

/** Runs a program and gives what it printed; throws with its complaints when it fails. */
export function run (name: string, args: string[]): string {
  return execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Lends a folder with some files in it, and removes it afterwards. */
export function withFiles<Result> (
  files: Record<string, string | Buffer>, use: (path: (name: string) => string) => Result
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-test-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return use((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
