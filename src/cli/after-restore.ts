/**
 * To be run on a database that was restored from a backup, before Timbre is started on it: docs/restoring.md. Ends with
 * 1 when something is left to do, with 2 when it could not begin.
 *
 *   npm run after-restore -- [--margin <folios>] [--tenant <code>] [--dry-run] [--unasked] [--keep-waiting]
 */
import { runAfterRestore } from '../compose/after-restore.ts'
import { configOfProcess } from '../config.ts'

const print = (line: string): void => { process.stdout.write(`${line}\n`) }

try {
  process.exitCode = await runAfterRestore(process.argv.slice(2), {
    config: configOfProcess(), print, patience: { tries: 3, waitMs: 2000 }
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
