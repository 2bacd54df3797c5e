import { choicesOf, type MailChoices } from '../../model/mail-choices.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { Clock } from '../ports.ts'
import { administratorRoleOf } from './rights.ts'

type MailChange = { [Choice in keyof MailChoices]?: boolean | undefined }

/** Which mails users want of a tenant. Each chooses for themselves. */
export function createMailChoices ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    get: ({ tenantId, userId }: Actor): Promise<MailChoices> =>
      store.asTenant(tenantId, (repositories) => read(repositories, userId)),

    /** What is left out stays. */
    set: (actor: Actor, change: MailChange): Promise<MailChoices> =>
      store.asTenant(actor.tenantId, async (repositories) => {
        const before = await read(repositories, actor.userId)
        const after = changed(before, change)
        await repositories.users.chooseMails(actor.userId, after)
        repositories.auditLog.add([{
          actor: audited(actor), action: 'user.chooseMails', entity: 'user', entityId: actor.userId,
          details: changesBetween(before, after)
        }], clock())
        return after
      })
  }
}

function changed (before: MailChoices, change: MailChange): MailChoices {
  const given = Object.entries(change).filter(([, wanted]) => wanted !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

export type MailChoiceService = ReturnType<typeof createMailChoices>

async function read (repositories: TenantRepositories, userId: string): Promise<MailChoices> {
  const user = await repositories.users.find(userId)
  if (!user) throw new ServiceError('UNAUTHENTICATED')
  const administrators = await repositories.roles.holders((await administratorRoleOf(repositories)).id)
  return choicesOf(user.mailChoices, { isAdministrator: administrators.includes(userId) })
}
