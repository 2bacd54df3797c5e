import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Secrets for whoever just tries Timbre: made once and kept in a file that only its owner can read. In production the
 * operator sets them, and nothing is made up.
 */
export function readOrMakeSecrets (file: string): Record<string, string> {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const made = { MASTER_KEY: namedKey(), JWT_KEYS: namedKey(), KEY_PEPPER: randomBytes(32).toString('base64') }
    // Fails when another process was quicker: then its file is the one to read.
    try {
      writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

function namedKey (): string {
  return `k1:${randomBytes(32).toString('base64')}`
}
