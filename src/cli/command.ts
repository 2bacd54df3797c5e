import { parseArgs } from 'node:util'
import type { Sentence } from '../shared/errors.ts'
import type { Terminal } from './terminal.ts'

export type Language = keyof Sentence
/** What the help says: in English, or in the language of the terminal. */
export type Text = string | Sentence

/** How every command ends; `timbre <command> --help` explains them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, problems: 3, notAllIssued: 4, interrupted: 130 } as const

/** The arguments are invalid. */
export class UsageError extends Error {}

/** The command failed for a reason that its user can fix. */
export class CommandError extends Error {}

export interface Option {
  type: 'string' | 'boolean'
  /** How the help shows the value, such as `FILE`. */
  value?: string
  multiple?: boolean
  default?: string | boolean | string[]
  description: Text
}

export type Options = Readonly<Record<string, Option>>
export type ValuesOf<Given extends Options> =
  ReturnType<typeof parseArgs<{ options: Given, allowPositionals: true }>>['values']

export interface Definition<Given extends Options> {
  /** One word or two: `bulk`, `audit verify`. */
  name: string
  /** One line, for the list of commands. In both languages if the whole command speaks both. */
  summary: Text
  /** Forms of the command without its name, such as `FILE [options]`. */
  usage?: readonly Text[]
  /** Paragraphs below the usage. */
  description?: Text
  options: Given
  takesFiles?: boolean
  /** What exit codes mean, where this differs from `commonEnds`. */
  ends?: Readonly<Record<number, Text>>
  /** Gives the exit code. Throws UsageError for invalid arguments, and any other error for what cannot be done. */
  run: (call: { values: ValuesOf<Given>, files: string[] }, terminal: Terminal) => Promise<number>
}

export interface Command {
  name: string
  summary: string
  /** The language that the command speaks on a terminal of this language. */
  speaks: (language: Language) => Language
  help: (language: Language) => string
  /** Gives the exit code. Throws UsageError and what stopped the command. */
  run: (args: string[], terminal: Terminal, language: Language) => Promise<number>
}

const commonEnds: Readonly<Record<number, Sentence>> = {
  [exitCodes.done]: { en: 'Done.', es: 'Terminado.' },
  [exitCodes.failed]: { en: 'Failed; the reason is on stderr.', es: 'Falló; la razón está en stderr.' },
  [exitCodes.usage]: { en: 'Invalid arguments.', es: 'Argumentos no válidos.' }
}

function said (text: Text, language: Language): string {
  return typeof text === 'string' ? text : text[language]
}

export function defineCommand<const Given extends Options> (definition: Definition<Given>): Command {
  const { name, summary, run } = definition
  const speaks = (language: Language): Language => typeof summary === 'string' ? 'en' : language
  const help = (language: Language): string => helpOf(definition, speaks(language))
  return {
    name,
    summary: said(summary, 'en'),
    speaks,
    help,
    async run (args, terminal, language) {
      if (args.includes('--help') || args.includes('-h')) {
        terminal.say(help(language))
        return exitCodes.done
      }
      return run(readArguments(definition, args, speaks(language)), terminal)
    }
  }
}

/** Throws UsageError. */
export function readArguments<Given extends Options> (
  { options, takesFiles = false }: Pick<Definition<Given>, 'options' | 'takesFiles'>, args: string[],
  language: Language = 'en'
): { values: ValuesOf<Given>, files: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: takesFiles })
    return { values, files: positionals }
  } catch (error) {
    throw new UsageError(argumentMessage(error, language))
  }
}

/** Node's message; in Spanish, what it is about. */
function argumentMessage (error: unknown, language: Language): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, subject = ''] = /'([^']+)'/.exec(message) ?? []
  if (language === 'en' || subject === '') return message
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    ? `La opción ${subject} no existe.`
    : `El argumento ${subject} no es válido: falta su valor, o no corresponde.`
}

const words = {
  en: { usage: 'Usage', options: 'Options', ends: 'Exit codes' },
  es: { usage: 'Uso', options: 'Opciones', ends: 'Códigos de salida' }
}

function helpOf (
  { name, summary, usage = ['[options]'], description, options, ends }: Definition<Options>, language: Language
): string {
  const word = words[language]
  const listed: [string, string][] = Object.entries({ ...options, help: helpOption })
    .map(([option, { value, description: meaning }]) => [
      `--${option}${value === undefined ? '' : ` ${value}`}`, said(meaning, language)
    ])
  const codes: [string, string][] = Object.entries({ ...commonEnds, ...ends })
    .map(([code, meaning]) => [code, said(meaning, language)])
  return [
    `${word.usage}: ${usage.map((form) => `timbre ${name} ${said(form, language)}`.trimEnd()).join(`\n${' '.repeat(word.usage.length + 2)}`)}`,
    [`${said(summary, language)}.`, ...(description === undefined ? [] : [said(description, language)])].join('\n\n'),
    `${word.options}:\n${inColumns(listed)}`,
    `${word.ends}:\n${inColumns(codes)}`
  ].join('\n\n')
}

const helpOption: Option = { type: 'boolean', description: { en: 'show this help', es: 'muestra esta ayuda' } }

/** Two columns, the second one aligned. */
export function inColumns (rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}`).join('\n')
}

/** Lines with aligned columns. */
export function table (rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows
  const widths = head.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}
