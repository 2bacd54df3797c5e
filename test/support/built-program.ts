import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The compiled file of a source, which processes and threads run as in production. */
export function builtFile (source: `src/${string}.ts`): string {
  return join(inject('build'), source.replace(/\.ts$/, '.js'))
}

/** The address of the compiled file of the source at an address. */
export function builtSibling (name: string, from: string): string {
  const folder = relative(root, join(fileURLToPath(from), '..'))
  return builtFile(`${folder}/${name}.ts` as `src/${string}.ts`)
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
