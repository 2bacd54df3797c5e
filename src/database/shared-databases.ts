import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../shared/operator-error.ts'
import { sharedHome, wantedPlaceFile } from './embedded-place.ts'
import { livingPostmaster } from './postmaster.ts'

/** An embedded database that does not lie in the DATA_DIR that it belongs to. */
export interface SharedDatabase {
  path: string
  bytes: number
  /** When it was last written to; undefined if its first start was cut off. */
  lastUsed: Date | undefined
  isRunning: boolean
  /** Undefined if an older version made it. */
  dataDir: { path: string, exists: boolean } | undefined
}

/** The embedded databases below /var/lib/timbre, the one that was used last at the end. Throws OperatorError. */
export function listSharedDatabases (home = sharedHome): SharedDatabase[] {
  try {
    return namesIn(home).filter((name) => /^[0-9a-f]{12}$/.test(name)).map((name) => describe(join(home, name)))
      .sort((one, other) => Number(one.lastUsed ?? 0) - Number(other.lastUsed ?? 0))
  } catch (cause) {
    throw new OperatorError(`${home} cannot be read (${String((cause as NodeJS.ErrnoException).code)}). Run the command as root.`, { cause })
  }
}

/** Removes one of them with its data, for good. Throws OperatorError for one that runs, and for any other path. */
export function removeSharedDatabase (path: string, home = sharedHome): SharedDatabase {
  const found = listSharedDatabases(home).find((database) => database.path === path)
  if (!found) throw new OperatorError(`${path} is not an embedded database in ${home}. "timbre databases list" shows them.`)
  if (found.isRunning) throw new OperatorError(`${path} is running. Stop the Timbre that uses it first.`)
  rmSync(path, { recursive: true })
  return found
}

function describe (path: string): SharedDatabase {
  const data = join(path, 'data')
  return {
    path,
    bytes: bytesOf(path),
    // PostgreSQL writes it at each checkpoint and when it stops.
    lastUsed: lstatSync(join(data, 'global/pg_control'), { throwIfNoEntry: false })?.mtime,
    isRunning: livingPostmaster(data) !== undefined,
    dataDir: dataDirOf(path)
  }
}

function dataDirOf (path: string): SharedDatabase['dataDir'] {
  const file = wantedPlaceFile(path)
  if (!existsSync(file)) return undefined
  const dataDir = dirname(readFileSync(file, 'utf8'))
  return { path: dataDir, exists: existsSync(dataDir) }
}

/** What the files take up on the disk. Those of a database that runs may be gone meanwhile. */
function bytesOf (path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  return found.blocks * 512 + (found.isDirectory() ? namesIn(path) : [])
    .reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

function namesIn (folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
