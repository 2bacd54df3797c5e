import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

/** How every command ends; `timbre <command> --help` explains them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, problems: 3, notAllIssued: 4, interrupted: 130 } as const

/** The arguments are invalid. */
export class UsageError extends Error {}

/** The command cannot go on, for a reason that its user can do something about. */
export class CommandError extends Error {}

export interface Option {
  type: 'string' | 'boolean'
  /** How the help shows the value, such as `FILE`. */
  value?: string
  multiple?: boolean
  default?: string | boolean | string[]
  description: string
}

export type Options = Readonly<Record<string, Option>>
export type ValuesOf<Given extends Options> =
  ReturnType<typeof parseArgs<{ options: Given, allowPositionals: true }>>['values']

export interface Definition<Given extends Options> {
  /** One word or two: `bulk`, `audit verify`. */
  name: string
  /** One line, for the list of commands. */
  summary: string
  /** Forms of the command without its name, such as `FILE [options]`. */
  usage?: readonly string[]
  /** Paragraphs below the usage. */
  description?: string
  options: Given
  takesFiles?: boolean
  /** What exit codes mean, where this differs from `commonEnds`. */
  ends?: Readonly<Record<number, string>>
  /** Gives the exit code. Throws UsageError for invalid arguments, and any other error for what cannot be done. */
  run: (call: { values: ValuesOf<Given>, files: string[] }, terminal: Terminal) => Promise<number>
}

export interface Command {
  name: string
  summary: string
  help: string
  /** Gives the exit code. Throws UsageError and what stopped the command. */
  run: (args: string[], terminal: Terminal) => Promise<number>
}

const commonEnds: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'Done.',
  [exitCodes.failed]: 'Failed; the reason is on stderr.',
  [exitCodes.usage]: 'Invalid arguments.'
}

export function defineCommand<const Given extends Options> (definition: Definition<Given>): Command {
  const { name, summary, run } = definition
  const help = helpOf(definition)
  return {
    name,
    summary,
    help,
    async run (args, terminal) {
      if (args.includes('--help') || args.includes('-h')) {
        terminal.say(help)
        return exitCodes.done
      }
      return run(readArguments(definition, args), terminal)
    }
  }
}

/** Throws UsageError. */
export function readArguments<Given extends Options> (
  { options, takesFiles = false }: Pick<Definition<Given>, 'options' | 'takesFiles'>, args: string[]
): { values: ValuesOf<Given>, files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: takesFiles })
    return { values, files: positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function helpOf ({ name, summary, usage = ['[options]'], description, options, ends }: Definition<Options>): string {
  const listed: [string, string][] = Object.entries({ ...options, help: helpOption })
    .map(([option, { value, description: meaning }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, meaning])
  const codes: [string, string][] = Object.entries({ ...commonEnds, ...ends })
  return [
    `Usage: ${usage.map((form) => `timbre ${name} ${form}`.trimEnd()).join('\n       ')}`,
    description === undefined ? `${summary}.` : `${summary}.\n\n${description}`,
    `Options:\n${inColumns(listed)}`,
    `Exit codes:\n${inColumns(codes)}`
  ].join('\n\n')
}

const helpOption: Option = { type: 'boolean', description: 'show this help' }

/** Two columns, the second one aligned. */
export function inColumns (rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n')
}
