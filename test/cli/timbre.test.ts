import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defineCommand, exitCodes, readArguments, UsageError } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { timbreHere } from '../support/command.ts'

interface Ended { code: number, stdout: string, stderr: string }

const timbre = (...args: string[]): Promise<Ended> => runIn('.', 'bin/timbre.mjs', ...args)

function runIn (cwd: string, ...args: string[]): Promise<Ended> {
  return new Promise((_resolve) => {
    const child = execFile(process.execPath, args, { cwd, env: { PATH: process.env['PATH'] } }, (_error, stdout, stderr) => {
      _resolve({ code: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

describe('timbre', () => {
  it('lists every command with its summary', { tags: 'slow' }, async () => {
    const { code, stdout } = await timbre('--help')

    expect(code).toBe(0)
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
  })

  it('lists the commands of a group, and exits with 2 when the second word is missing', async () => {
    expect(await timbreHere(['audit'])).toEqual({
      code: 2, stdout: '', stderr: 'Incomplete or unknown command. There is: timbre audit verify.\n'
    })
    expect(await timbreHere(['audit', '--help'])).toMatchObject({
      code: 0, stdout: expect.stringContaining('Usage: timbre audit verify [options]')
    })
  })

  it('exits with 2 for an unknown command or argument, and says where to look', async () => {
    expect(await timbreHere(['invoice'])).toMatchObject({
      code: 2, stderr: 'Unknown command "invoice". See timbre --help.\n'
    })
    expect(await timbreHere(['keys', 'rotate', 'all'])).toMatchObject({
      code: 2, stderr: expect.stringMatching(/See timbre keys rotate --help\.\n$/)
    })
  })

  it('exits with 1 and the reason when the settings are invalid', { tags: 'slow' }, async () => {
    expect(await timbre('migrate')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Invalid settings:\n/) })
  })

  it('exits with 1 and the line number when .env is malformed', { tags: 'slow' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-env-'))
    writeFileSync(join(folder, '.env'), 'PORT=0\nDATABASE_URL postgresql://a/b\n')

    expect(await runIn(folder, resolve('bin/timbre.mjs'), 'migrate')).toMatchObject({
      code: 1, stdout: '', stderr: expect.stringMatching(/^Invalid settings:\n\S+\.env, line 2: must be NAME=value.*\n$/)
    })
    rmSync(folder, { recursive: true })
  })

  it.each(['bin/timbre.mjs', 'bin/node-version.mjs'])('%s says in one sentence that Node.js is too old', async (entry) => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } })'

    expect(await runIn('.', '--import', `data:text/javascript,${older}`, entry)).toEqual({
      code: 1, stdout: '', stderr: 'Timbre needs Node.js 20.19 or later; this is 18.20.8.\n'
    })
  })

  it('npm start checks the version of Node.js first', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { prestart: string } }

    expect(scripts.prestart).toMatch(/^node bin\/node-version\.mjs && /)
  })
})

describe('the help of every command', () => {
  it.each(commands.map(({ name, help }) => [name, help('en')]))('of %s names its exit codes and fits 120 columns', (name, help) => {
    expect(help).toMatch(new RegExp(`^Usage: timbre ${name}`))
    expect(help).toMatch(/Exit codes:\n {2}0 .+\n {2}1 .+\n {2}2 /)
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('explains each option, its value and its exit codes', () => {
    const { help } = defineCommand({
      name: 'tenant show',
      summary: 'Show a tenant',
      options: { code: { type: 'string', value: 'CODE', description: 'the tenant' } },
      ends: { [exitCodes.problems]: 'It lacks something.' },
      run: async () => exitCodes.done
    })

    expect(help('en')).toBe(`Usage: timbre tenant show [options]

Show a tenant.

Options:
  --code CODE  the tenant
  --help       show this help

Exit codes:
  0  Done.
  1  Failed; the reason is on stderr.
  2  Invalid arguments.
  3  It lacks something.`)
  })
})

describe('the arguments of a command', () => {
  const options = { code: { type: 'string', description: '' }, all: { type: 'boolean', default: false, description: '' } } as const

  it('are its options, and files if it takes any', () => {
    expect(readArguments({ options, takesFiles: true }, ['a.csv', '--code', 'andes'])).toEqual({
      values: { code: 'andes', all: false }, files: ['a.csv']
    })
  })

  it.each([[['a.csv']], [['--code']], [['--nothing']]])('%j are refused', (args) => {
    expect(() => readArguments({ options }, args)).toThrow(UsageError)
  })
})
