import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { buildFolder } from './build-folder.ts'

let building: Promise<void> | undefined

/**
 * The compiled file of a source, to be run by a process of its own as in production; it starts in a third of the time
 * that loading the sources takes. The program is built once in a run, by the first who asks, without checking types.
 */
export async function builtFile (source: `src/${string}.ts`): Promise<string> {
  const folder = buildFolder(inject('testServer').role)
  building ??= buildOnce(folder)
  await building
  return join(folder, source.replace(/\.ts$/, '.js'))
}

/** `timbre` with these arguments, as an operator calls it, to its end. */
export async function runCommand (
  args: string[], settings: Record<string, string>
): Promise<{ code: number, output: string }> {
  const file = await builtFile('src/cli/timbre.ts')
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], {
      env: { PATH: process.env['PATH'], ...settings }, timeout: 60_000
    }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr })
    })
  })
}

async function buildOnce (folder: string): Promise<void> {
  const outcome = join(folder, 'outcome')
  if (await isFirst(folder)) await writeOutcome(outcome, await build(folder).then(() => '', String))
  let said: string | undefined
  while (said === undefined) {
    said = await readFile(outcome, 'utf8').catch(() => undefined)
    if (said === undefined) await setTimeout(50)
  }
  if (said !== '') throw new Error(said)
}

async function isFirst (folder: string): Promise<boolean> {
  await mkdir(resolve(folder, '..'), { recursive: true })
  return mkdir(folder).then(() => true, (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return false
    throw error
  })
}

async function build (folder: string): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', folder])
  await cp('src/adapters/pdf/templates', join(folder, 'src/adapters/pdf/templates'), { recursive: true })
}

/** Whole or not at all, for others wait for it. */
async function writeOutcome (file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
