import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { defineCommand, exitCodes, readArguments, UsageError } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { timbreHere } from '../support/command.ts'

function timbre (...args: string[]): Promise<{ code: number, stdout: string, stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['bin/timbre.mjs', ...args], { env: { PATH: process.env['PATH'] } }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

describe('timbre', () => {
  it('lists every command with its summary', { tags: 'slow' }, async () => {
    const { code, stdout } = await timbre('--help')

    expect(code).toBe(0)
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'))
  })

  it('lists the commands of a group, and ends with 2 when the second word is missing', async () => {
    expect(await timbreHere(['audit'])).toEqual({
      code: 2, stdout: '', stderr: 'Incomplete or unknown command. There is: timbre audit verify.\n'
    })
    expect(await timbreHere(['audit', '--help'])).toMatchObject({
      code: 0, stdout: expect.stringContaining('Usage: timbre audit verify [options]')
    })
  })

  it('ends with 2 for an unknown command or argument, and says where to look', async () => {
    expect(await timbreHere(['invoice'])).toMatchObject({
      code: 2, stderr: 'Unknown command "invoice". See timbre --help.\n'
    })
    expect(await timbreHere(['keys', 'rotate', 'all'])).toMatchObject({
      code: 2, stderr: expect.stringMatching(/See timbre keys rotate --help\.\n$/)
    })
  })

  it('ends with 1 and the reason when the settings are invalid', { tags: 'slow' }, async () => {
    expect(await timbre('migrate')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Invalid settings:\n/) })
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

  it('are its options, and files where it takes some', () => {
    expect(readArguments({ options, takesFiles: true }, ['a.csv', '--code', 'andes'])).toEqual({
      values: { code: 'andes', all: false }, files: ['a.csv']
    })
  })

  it.each([[['a.csv']], [['--code']], [['--nothing']]])('%j are refused', (args) => {
    expect(() => readArguments({ options }, args)).toThrow(UsageError)
  })
})
