import { hasTool, run } from '../../support/tools.ts'
import { type Driver, foreignDriver, ownDriver, type Setting } from './driver.ts'

export interface ClientLanguage {
  language: 'TypeScript' | 'Python' | 'PHP'
  /** The type of a figure with a fraction. */
  decimal: string
  /** What a test of it needs and this machine lacks; empty if it can be tested. */
  missing: string
  drive: (setting: Setting) => Driver
}

/** The languages that have a client. */
export const languages: readonly ClientLanguage[] = [
  { language: 'TypeScript', decimal: 'number', missing: '', drive: ownDriver },
  {
    language: 'Python', decimal: 'Decimal', missing: hasPython() ? '' : 'python3 3.9',
    drive: (setting) => foreignDriver('python3', 'drive.py', setting)
  },
  {
    language: 'PHP', decimal: 'string', missing: hasPhp() ? '' : 'php 8.1 with curl',
    drive: (setting) => foreignDriver('php', 'drive.php', setting)
  }
]

function hasPython (): boolean {
  return hasTool('python3', '--version') &&
    run('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))']).trim() === 'True'
}

function hasPhp (): boolean {
  return hasTool('php', '--version') &&
    run('php', ['-r', 'echo PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? "yes" : "no";']) === 'yes'
}
