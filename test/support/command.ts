import { tmpdir } from 'node:os'
import { runTimbre } from '../../src/cli/run.ts'
import { createTerminal } from '../../src/cli/terminal.ts'
import { builtFile } from './built-program.ts'

/**
 * `timbre` with these arguments in a folder, with this environment and no other: what it says and the exit code that it
 * gives. It runs in this process, which saves the start of another one.
 */
export async function timbreHere (
  args: string[], env: Record<string, string> = {}, folder = tmpdir()
): Promise<{ code: number, stdout: string, stderr: string }> {
  const told = { stdout: '', stderr: '' }
  const streamTo = (name: keyof typeof told) => ({ write: (text: string) => { told[name] += text } })
  const { env: environment, argv } = process
  const directory = process.cwd()
  Object.assign(process, { env, argv: [process.execPath, builtFile('src/cli/timbre.ts')] })
  process.chdir(folder)
  try {
    const terminal = createTerminal({ stdout: streamTo('stdout'), stderr: streamTo('stderr') } as never)
    return { code: await runTimbre(args, terminal), ...told }
  } finally {
    Object.assign(process, { env: environment, argv })
    process.chdir(directory)
  }
}
