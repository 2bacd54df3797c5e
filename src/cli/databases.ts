import { resolve } from 'node:path'
import { listSharedDatabases, removeSharedDatabase, type SharedDatabase } from '../database/shared-databases.ts'
import { exitCodes, table, UsageError } from './command.ts'
import { printable, type Terminal } from './terminal.ts'

export interface DatabasesCall {
  terminal: Pick<Terminal, 'say' | 'warn'>
  /** For tests; /var/lib/timbre by default. */
  home?: string
}

/** `timbre databases list` */
export async function listDatabases ({ terminal, home }: DatabasesCall): Promise<number> {
  const databases = listSharedDatabases(home)
  if (databases.length === 0) terminal.warn('There are no embedded databases outside of their DATA_DIR.')
  else terminal.say(table([['PATH', 'SIZE', 'LAST USE', 'STATE', 'DATA_DIR'], ...databases.map(rowOf)]).join('\n'))
  return exitCodes.done
}

/** `timbre databases remove` */
export async function removeDatabase (paths: readonly string[], { terminal, home }: DatabasesCall): Promise<number> {
  const [path, ...others] = paths
  if (path === undefined || others.length > 0) throw new UsageError('Give one path, as "timbre databases list" shows it.')
  const removed = removeSharedDatabase(resolve(path), home)
  terminal.say(`${removed.path} was removed: ${sizeOf(removed)}.`)
  return exitCodes.done
}

function rowOf (database: SharedDatabase): string[] {
  const { path, lastUsed, isRunning, dataDir } = database
  return [
    path, sizeOf(database), lastUsed?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never',
    isRunning ? 'running' : 'stopped', dataDir ? `${printable(dataDir.path)}${dataDir.exists ? '' : ' (gone)'}` : 'unknown'
  ]
}

function sizeOf ({ bytes }: SharedDatabase): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`
}
