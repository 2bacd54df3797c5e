import { runAfterRestore } from '../program/compose/after-restore.ts'
import { configOfProcess } from '../program/config/config.ts'
import { exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

const largestMargin = 100_000

interface Values {
  margin: string
  tenant?: string | undefined
  'dry-run': boolean
  unasked: boolean
  'keep-waiting': boolean
}

/** To be run on a database that was restored from a backup, before Timbre is started on it: docs/restoring.md. */
export async function settleAfterRestore (
  { margin, tenant, 'dry-run': dryRun, unasked, 'keep-waiting': keepWaiting }: Values, terminal: Terminal
): Promise<number> {
  const left = await runAfterRestore(
    { tenant: tenant?.toLowerCase(), orders: { margin: readMargin(margin), dryRun, unasked, keepWaiting } },
    { config: configOfProcess(), print: terminal.say, retryLimits: { tries: 3, waitMs: 2000 } }
  )
  return left.length === 0 ? exitCodes.done : exitCodes.problems
}

function readMargin (text: string): number {
  const margin = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  if (!(margin <= largestMargin)) throw new UsageError(`--margin ${text}: must be a number from 0 to ${largestMargin}.`)
  return margin
}
