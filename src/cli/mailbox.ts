import { withMailboxes } from '../program/compose/operator.ts'
import { configOfProcess } from '../program/config/config.ts'
import { exitCodes, table, UsageError } from './command.ts'
import type { OperatorCall } from './operator.ts'
import { printable } from './terminal.ts'

/** `timbre mailbox disable`: the mailbox is not read until a user of its tenant sets it again. */
export async function disableMailbox (
  { tenant }: { tenant?: string | undefined }, { terminal, config = configOfProcess() }: OperatorCall
): Promise<number> {
  if (tenant === undefined) throw new UsageError('--tenant: is required')
  const wasOn = await withMailboxes(config, (mailboxes) => mailboxes.disable(tenant))
  terminal.say(`The mailbox of ${tenant} is ${wasOn ? 'off now' : 'off already'}.`)
  return exitCodes.done
}

/** `timbre mailbox list` */
export async function listMailboxes ({ terminal, config = configOfProcess() }: OperatorCall): Promise<number> {
  const found = await withMailboxes(config, (mailboxes) => mailboxes.list())
  if (found.length === 0) terminal.warn('No tenant has a mailbox.')
  const rows = found.map(({ code, userName, host, enabled, problem }) =>
    [code, enabled ? 'on' : 'off', problem ?? '', printable(userName), printable(host)])
  if (rows.length > 0) {
    for (const line of table([['CODE', 'STATE', 'PROBLEM', 'USER NAME', 'SERVER'], ...rows])) terminal.say(line)
  }
  return exitCodes.done
}
