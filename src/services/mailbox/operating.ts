import type { Store } from '../../repositories/store.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { Clock } from '../ports.ts'
import { operator, tenantOf } from '../tenants/operator.ts'
import { switchOff } from './switching-off.ts'

export interface MailboxSummary {
  code: string
  userName: string
  host: string
  enabled: boolean
  problem: string | null
}

/** What the operator of an installation does with the tenants' mailboxes, also while no instance answers. */
export function createMailboxOperator ({ store, clock }: { store: Store, clock: Clock }) {
  const idOf = (code: string): Promise<string> => store.asPlatform((platform) => tenantOf(platform, code))

  return {
    /** In the order of the tenants' codes. */
    async list (): Promise<MailboxSummary[]> {
      const tenants = await store.asPlatform(({ allTenants }) => allTenants.list())
      const found = await Promise.all(tenants.map(async ({ code }) => {
        const row = await store.asTenant(await idOf(code), ({ mailboxes }) => mailboxes.find())
        return row && { code, userName: row.userName, host: row.host, enabled: row.enabled, problem: row.problem }
      }))
      return found.filter((one) => one !== null)
    },

    /** False if it is off already. Throws OperatorError for an unknown tenant, or one without a mailbox. */
    disable: async (code: string): Promise<boolean> => store.asTenant(await idOf(code), async (repositories) => {
      const row = await repositories.mailboxes.find()
      if (!row) throw new OperatorError(`The tenant ${code} has no mailbox.`)
      if (!row.enabled) return false
      await switchOff(repositories, row, { reason: 'OPERATOR', actor: operator, at: clock() })
      return true
    })
  }
}

export type MailboxOperator = ReturnType<typeof createMailboxOperator>
