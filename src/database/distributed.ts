import { OperatorError } from '../shared/operator-error.ts'
import { connected } from './connected.ts'

/**
 * Whether the database spreads tenants over machines (Citus). Throws OperatorError when it would keep the settings of
 * row-level security from them: nothing could be read or stored.
 */
export async function isDistributed (url: string): Promise<boolean> {
  const { rows: [found] } = await connected(url, (client) => client.query<{ citus: boolean, passes: string | null }>(`
    select exists (select from pg_extension where extname = 'citus') as citus,
      current_setting('citus.propagate_set_commands', true) as passes`))
  if (!found?.citus) return false
  if (found.passes === 'local') return true
  throw new OperatorError(
    'DATABASE_URL: this database has Citus, which does not pass on the settings of row-level security. Run "alter database … set citus.propagate_set_commands = \'local\'" in it (docs/scaling.md), and start again.'
  )
}
