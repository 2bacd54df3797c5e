import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOfProcess, readConfig } from '../program/config/config.ts'
import { createReport, type Language, RehearsalFailed } from '../certification/rehearsal/rehearsal-report.ts'
import { rehearse } from '../certification/rehearsal/rehearsal.ts'
import { CommandError, exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

export interface CertifyOptions {
  rehearse: boolean
  url?: string | undefined
  simulator?: string | undefined
  seed: string
  language?: string | undefined
}

interface Place { url: string, simulatorUrl: string, leave: () => Promise<void> }

const texts = {
  en: {
    rehearseOnly: 'Give --rehearse: the real certification is yours, step by step (docs/going-live.md).',
    both: 'Give --url and --simulator together, or neither of them.',
    seed: '--seed: must be a whole number.',
    language: '--language: must be en or es.',
    at: (url: string, simulatorUrl: string) => `Timbre at ${url}, the simulator of the SII at ${simulatorUrl}`,
    failed: 'The rehearsal stopped:'
  },
  es: {
    rehearseOnly: 'Indique --rehearse: la certificación verdadera la hace usted, paso a paso (docs/es/going-live.md).',
    both: 'Indique --url y --simulator juntos, o ninguno de los dos.',
    seed: '--seed: debe ser un número entero.',
    language: '--language: debe ser en o es.',
    at: (url: string, simulatorUrl: string) => `Timbre en ${url}, el simulador del SII en ${simulatorUrl}`,
    failed: 'El ensayo se detuvo:'
  }
} as const

/** `timbre certify --rehearse` */
export async function certify (options: CertifyOptions, terminal: Terminal): Promise<number> {
  const language = languageOf(options.language ?? clientOfProcess().language)
  const words = texts[language]
  if (!options.rehearse) throw new UsageError(words.rehearseOnly)
  if ((options.url === undefined) !== (options.simulator === undefined)) throw new UsageError(words.both)
  if (!/^\d{1,9}$/.test(options.seed)) throw new UsageError(words.seed)
  const { url, simulatorUrl, leave } = await placeOf(options)
  const report = createReport((line) => { terminal.say(line) }, language)
  try {
    terminal.say(words.at(url, simulatorUrl))
    await rehearse({ url, simulatorUrl, report, seed: Number(options.seed), today: santiagoDay() })
    terminal.say(`\n${report.table()}`)
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof RehearsalFailed)) throw error
    throw new CommandError(`${words.failed} ${error.message}`, { cause: error })
  } finally {
    await leave()
  }
}

function languageOf (text: string): Language {
  if (text === 'en' || text === 'es') return text
  throw new UsageError(texts.en.language)
}

/** A server that runs already, or one of its own that ends with the rehearsal. */
async function placeOf ({ url, simulator }: CertifyOptions): Promise<Place> {
  if (url !== undefined && simulator !== undefined) return { url, simulatorUrl: simulator, leave: async () => {} }
  const { startTimbre } = await import('../program/startup/start.ts')
  const { createLogger } = await import('../http/plugins/request-log.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-certify-'))
  // When root runs it, the database runs under another account, which must be able to pass through the folder.
  chmodSync(dataDir, 0o711)
  const settings = { DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', SII_FIRST_POLL_SECONDS: '0.5', CONSOLE: 'off' }
  const running = await startTimbre(readConfig(settings), createLogger({ level: 'warn', destination: process.stderr }))
  const leave = async (): Promise<void> => {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (running.url !== undefined && running.simulatorUrl !== undefined) {
    return { url: running.url, simulatorUrl: running.simulatorUrl, leave }
  }
  await leave()
  throw new CommandError('The rehearsal needs the API and the simulator.')
}

function santiagoDay (): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago', dateStyle: 'short' }).format(new Date())
}
