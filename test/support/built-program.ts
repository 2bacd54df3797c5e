import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The compiled file of a source, which processes and threads run as in production. */
export function builtFile (source: `src/${string}.ts`): string {
  return join(inject('build'), source.replace(/\.ts$/, '.js'))
}

/** `timbre` with these arguments, as an operator calls it, to its end. */
export async function runCommand (
  args: string[], settings: Record<string, string>
): Promise<{ code: number, output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [builtFile('src/cli/timbre.ts'), ...args], {
      // A developer's .env is not the test's.
      env: { PATH: process.env['PATH'], ...settings }, cwd: tmpdir()
    }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr })
    })
  })
}
