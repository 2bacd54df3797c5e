import { createHmac } from 'node:crypto'
import type { MailKind } from '../../model/mails.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'
import type { Clock } from '../ports.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'

export interface AllowancesDependencies {
  store: Store
  /** Key of the hash under which mails are counted: the table tells no addresses. */
  pepper: Buffer
  clock: Clock
}

/** Whose mail it is, and to whom it goes. */
export interface Addressed { kind: MailKind, tenantId: string, recipient: string }

/** Which allowance is used up, and for how long. */
export interface UsedUp { whose: 'receiver' | 'tenant', most: number, waitSeconds: number }

interface Allowance { perReceiver: number, perTenant?: number, hours: number }

const strangers: Allowance = { perReceiver: 5, perTenant: 50, hours: 24 }
const users: Allowance = { perReceiver: 20, perTenant: 200, hours: 24 }
// Anybody may ask for one: a limit for the tenant would let a stranger keep its users from theirs.
const resets: Allowance = { perReceiver: 5, hours: 1 }
const longestHours = 24

/**
 * How many mails one tenant may cause, and one mailbox may get from all tenants together, within a time: whoever has an
 * account could have strangers mailed otherwise. Counted in the database, apart from the mails, users and tenants, so
 * that neither further instances nor deleting and making anew bring it back.
 */
export function createAllowances ({ store, pepper, clock }: AllowancesDependencies) {
  const hashOf = (...names: string[]): Buffer =>
    createHmac('sha256', pepper).update(JSON.stringify(['mail', ...names])).digest()

  async function takeIn (
    { mailAllowances }: TenantRepositories, { kind, tenantId, recipient }: Addressed, allowance: Allowance
  ): Promise<UsedUp | undefined> {
    const at = clock()
    const since = new Date(at.getTime() - allowance.hours * hourMs)
    const names = { receiver: mailboxOf(recipient), tenant: tenantId }
    for (const [whose, most] of [['receiver', allowance.perReceiver], ['tenant', allowance.perTenant]] as const) {
      if (most === undefined) continue
      const beganAt = await mailAllowances.take(hashOf(kind, whose, names[whose]), { most, since }, at)
      if (beganAt) return { whose, most, waitSeconds: Math.ceil((beganAt.getTime() - since.getTime()) / 1000) }
    }
    return undefined
  }

  return {
    /** Counts an invitation within the caller's transaction, which is to be undone when an allowance is used up. */
    takeInvitation: (repositories: TenantRepositories, invited: Omit<Addressed, 'kind'>): Promise<UsedUp | undefined> =>
      takeIn(repositories, { ...invited, kind: 'invitation' }, strangers),

    /** Counts a mail that is about to go out for the first time; false when an allowance is used up. */
    permits: (mail: Addressed): Promise<boolean> => store.asTenant(mail.tenantId, async (repositories) => {
      const allowance = await allowanceOf(repositories, mail.kind)
      return allowance === undefined || await takeIn(repositories, mail, allowance) === undefined
    }),

    /** Drops the counts that no longer matter; run now and then. */
    forgetOld: (): Promise<void> => store.asPlatform(({ mailAllowances }) =>
      mailAllowances.forgetBefore(new Date(clock().getTime() - longestHours * hourMs)))
  }
}

export type Allowances = ReturnType<typeof createAllowances>

/**
 * Undefined for what is bounded elsewhere: invitations where they are made, documents by the folios of the tax
 * authority.
 */
async function allowanceOf ({ tenant }: TenantRepositories, kind: MailKind): Promise<Allowance | undefined> {
  if (kind === 'invitation') return undefined
  if (kind === 'passwordReset') return resets
  if (kind !== 'documentAccepted') return users
  // The simulator gives folios to everybody, for any receiver.
  return (await tenant.get()).taxAuthority === simulatorAuthority ? strangers : undefined
}

/** `ana+1@andes.cl` and `Ana@andes.cl` end up in one mailbox. */
function mailboxOf (address: string): string {
  return address.normalize('NFKC').toLowerCase().replace(/\+[^@]*(?=@)/, '')
}
