import { z } from 'zod'
import { readAnonymousExchanges } from '../program/compose/operator.ts'
import { checkSii } from '../program/compose/sii-check.ts'
import { configOfProcess } from '../program/config/config.ts'
import { version } from '../shared/version.ts'
import { exitCodes, inColumns, UsageError } from './command.ts'
import type { OperatorCall } from './operator.ts'
import { printable } from './terminal.ts'

const selection = z.object({
  document: z.guid().optional(),
  last: z.string().regex(/^[1-9]\d{0,2}$/).transform(Number)
})
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
      [`${level.padEnd(8)} ${check}`, printable(detail)],
      ...remedy === undefined ? [] : [['', `→ ${remedy}`] as [string, string]]
    ])))
    terminal.say(problems === 0 ? 'Nothing is wrong.' : `Problems: ${problems}.`)
    if (options.tenant === undefined) terminal.warn('Only the hosts were checked; --tenant checks the sessions of a tenant too.')
  }
  return problems === 0 ? exitCodes.done : exitCodes.problems
}

/** `timbre sii answers`: prints what was said to the SII and what it answered, as JSON without anything personal. */
export async function printAnswers (
  options: { tenant?: string | undefined, document?: string | undefined, last: string },
  { terminal, config = configOfProcess() }: OperatorCall
): Promise<number> {
  const { tenant } = options
  if (tenant === undefined) throw new UsageError('--tenant: is required')
  const { data, error } = selection.safeParse(options)
  if (error) {
    throw new UsageError(error.issues.some(({ path }) => path[0] === 'document')
      ? '--document: must be the correlationId of a document.'
      : '--last: must be a whole number from 1 to 999.')
  }
  const exchanges = await readAnonymousExchanges(config, {
    tenantCode: tenant, documentId: data.document, last: data.last
  })
  terminal.say(JSON.stringify({ timbre: version, exchanges }, null, 2))
  terminal.warn(exchanges.length === 0
    ? 'Nothing was said to the SII yet.'
    : 'Read it before you send it: a name that Timbre does not know could be left in the words of the SII.')
  return exitCodes.done
}
