import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usableFolder } from './data-folder.ts'
import { existingDatabase } from '../../database/embedded-place.ts'
import { OperatorError } from '../../shared/operator-error.ts'

/**
 * Secrets for people who try Timbre: made once, and kept in a file that only its owner can read. In production the
 * operator sets them, and nothing is made up. Throws OperatorError where a database is there without its secrets.
 */
export function readOrMakeSecrets (dataDir: string): Record<string, string> {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    mustBeNew(dataDir, file)
    makeSecrets(dataDir, file)
  }
  return parsed(file)
}

// New secrets cannot open an old database: no sign-in and no folio would work.
function mustBeNew (dataDir: string, file: string): void {
  const database = existingDatabase(dataDir)
  if (database === undefined) return
  throw new OperatorError(
    `DATA_DIR: the secrets ${file} are missing, but their database is still there: ${database}. Put the file back from a backup. Or remove ${dirname(database)} too, and start with a new, empty database.`
  )
}

/** Whole or not at all: a start that is killed here leaves nothing half written. */
function makeSecrets (dataDir: string, file: string): void {
  const made = { MASTER_KEY: namedKey(), JWT_KEYS: namedKey(), KEY_PEPPER: randomBytes(32).toString('base64') }
  const unfinished = `${file}.${process.pid}`
  usableFolder(dataDir)
  writeFileSync(unfinished, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process was quicker: its file is the one to read.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function parsed (file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (cause) {
    throw new OperatorError(`DATA_DIR: ${file} cannot be read. Put it back from a backup.`, { cause })
  }
}

function namedKey (): string {
  return `k1:${randomBytes(32).toString('base64')}`
}
