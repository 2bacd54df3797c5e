import { noEndings, type EndingCounts } from './endings.ts'

/** What a process knows of itself and of those before it, from its supervisor. */
export interface ProcessHistory {
  endings: EndingCounts
  /** Eight hexadecimal digits, with which the leases of this process begin. */
  instance: string
  /** The instance before, when something that it did may have ended it. */
  failedInstance?: string
}

// Passed from supervisor to program; not a setting, so not in .env.example.
const variable = 'TIMBRE_PROCESS_HISTORY'

// mallopt(3): the C library keeps what each thread freed, in up to eight areas for each core. Two save a third of the
// memory of a process that reads large mails and files in threads.
const fewArenas = { MALLOC_ARENA_MAX: '2' }

// A worker's documents live as long as the transaction of their chunk: with 16 MB for young objects, as in Node 20, V8
// copies them several times, and collecting garbage takes twice the time. The 64 MB of Node 24 save no more, for 50 MB.
const roomForYoungObjects = '--max-semi-space-size=32'

/** The operator's environment, which wins, with what suits the role. */
export function withDefaults (given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ROLE: role, NODE_OPTIONS: options = '' } = given
  return { ...fewArenas, ...given, ...role === 'worker' && { NODE_OPTIONS: `${roomForYoungObjects} ${options}` } }
}

export function environmentOfChild (history: ProcessHistory): NodeJS.ProcessEnv {
  return { ...withDefaults(process.env), [variable]: JSON.stringify(history) }
}

/** Without a supervisor, nothing came before. */
export function historyOfProcess (): ProcessHistory {
  const given = JSON.parse(process.env[variable] ?? '{}') as Partial<ProcessHistory>
  return { instance: newInstance(), ...given, endings: { ...noEndings, ...given.endings } }
}

export function newInstance (): string {
  return crypto.randomUUID().slice(0, 8)
}
