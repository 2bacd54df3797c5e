import { z } from 'zod'
import { checkSii } from '../compose/sii-check.ts'
import { configOfProcess } from '../config/config.ts'
import { exitCodes, inColumns, UsageError } from './command.ts'
import type { OperatorCall } from './operator.ts'
import { printable } from './terminal.ts'

const environment = z.enum(['certification', 'production']).optional()

/** `timbre sii check`: says what works of the connection to the SII. Changes nothing and sends no document. */
export async function checkConnection (
  options: { tenant?: string | undefined, environment?: string | undefined, json: boolean },
  { terminal, config = configOfProcess() }: OperatorCall
): Promise<number> {
  const { data: chosen, error } = environment.safeParse(options.environment)
  if (error) throw new UsageError(`--environment ${options.environment}: must be certification or production.`)
  const findings = await checkSii(config, { tenantCode: options.tenant, environment: chosen })
  const problems = findings.filter(({ level }) => level === 'problem').length
  if (options.json) {
    terminal.say(JSON.stringify({ healthy: problems === 0, findings }, null, 2))
  } else {
    terminal.say(inColumns(findings.flatMap(({ check, level, detail, remedy }): [string, string][] => [
      [`${level.padEnd(8)} ${check}`, printable(detail)], ...remedy === undefined ? [] : [['', `→ ${remedy}`] as [string, string]]
    ])))
    terminal.say(problems === 0 ? 'Nothing is wrong.' : `Problems: ${problems}.`)
    if (options.tenant === undefined) terminal.warn('Only the hosts were checked; --tenant checks the sessions of a tenant too.')
  }
  return problems === 0 ? exitCodes.done : exitCodes.problems
}
