import { TimbreError } from '../../clients/typescript/client.ts'
import { ConfigError, languageOfTerminal } from '../program/config/config.ts'
import { version } from '../shared/version.ts'
import { exitCodes, inColumns, UsageError, type Language } from './command.ts'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'

const words: Record<Language, { see: string, answered: string, settings: string }> = {
  en: { see: 'See', answered: 'The server answered', settings: 'Invalid settings:' },
  es: { see: 'Vea', answered: 'El servidor respondió', settings: 'Configuración no válida:' }
}

/** Runs `timbre` with these arguments: gives the exit code. */
export async function runTimbre (args: string[], terminal: Terminal): Promise<number> {
  const [first] = args
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return say(overview(), terminal)
  if (first === '--version') return say(version, terminal)
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (!command) return runGroup(args, terminal)
  const language = languageOf(args)
  try {
    return await command.run(args.slice(command.name.split(' ').length), terminal, language)
  } catch (error) {
    terminal.erase()
    const spoken = command.speaks(language)
    terminal.warn(messageOf(error, spoken))
    if (!(error instanceof UsageError)) return exitCodes.failed
    terminal.warn(`${words[spoken].see} timbre ${command.name} --help.`)
    return exitCodes.usage
  }
}

/** That of the terminal, unless the arguments name one. */
function languageOf (args: string[]): Language {
  const named = args[args.indexOf('--language') + 1] ?? ''
  if (args.includes('--language=es') || (args.includes('--language') && named === 'es')) return 'es'
  if (args.includes('--language=en') || (args.includes('--language') && named === 'en')) return 'en'
  return languageOfTerminal()
}

/** `timbre audit` is the first word of commands and none itself. */
function runGroup ([first = '', second]: string[], terminal: Terminal): number {
  const group = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (group.length > 0 && (second === '--help' || second === '-h')) {
    return say(group.map(({ help }) => help(languageOf([]))).join('\n\n'), terminal)
  }
  terminal.warn(
    group.length > 0
      ? `Incomplete or unknown command. There ${group.length === 1 ? 'is' : 'are'}: ${
        group.map(({ name }) => `timbre ${name}`).join(', ')
      }.`
      : `Unknown command "${first}". See timbre --help.`
  )
  return exitCodes.usage
}

function overview (): string {
  return `Usage: timbre <command> [options]

Commands:
${inColumns(commands.map(({ name, summary }) => [name, summary]))}

Options:
${inColumns([['--help', 'show this help'], ['--version', 'show the version']])}

timbre <command> --help lists the options and exit codes of a command.`
}

function say (text: string, terminal: Terminal): number {
  terminal.say(text)
  return exitCodes.done
}

/** What the server or the settings complain about; only a bug shows where in the code it happened. */
function messageOf (error: unknown, language: Language): string {
  if (error instanceof TimbreError) {
    return error.errors.length > 0
      ? error.errors.join('\n')
      : `${words[language].answered} ${error.status} ${error.code}. ${error.remedy}`
  }
  if (error instanceof ConfigError) return `${words[language].settings}\n${error.message}`
  const isBug = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)
  if (error instanceof Error) return isBug ? error.stack ?? error.message : error.message
  return String(error)
}
