import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Secrets for trying Timbre out: created once, in a file that only its owner can read. In production the operator sets
 * them, and none are generated.
 */
export function readOrMakeSecrets (file: string): Record<string, string> {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const made = { MASTER_KEY: namedKey(), JWT_KEYS: namedKey(), KEY_PEPPER: randomBytes(32).toString('base64') }
    // Fails if another process was faster; its file is read then.
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
