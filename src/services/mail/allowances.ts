import { createHmac } from 'node:crypto'
import { documentMailKinds, type MailKind } from '../../model/mails.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'
import type { Clock } from '../ports.ts'
import { simulatorAuthority } from '../../model/tax-authorities.ts'

export interface AllowancesDependencies {
  store: Store
  /** Key of the hash under which mails are counted, so that the table contains no addresses. */
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
// By hand, of documents of a company that the SII knows.
const sendings: Allowance = { perReceiver: 20, perTenant: 1000, hours: 24 }
// Anybody may request one: with a limit per tenant, a stranger could use up the resets of its users.
// To suppliers, whose files anybody can imitate.
const answers: Allowance = { perReceiver: 5000, perTenant: 5000, hours: 24 }
const resets: Allowance = { perReceiver: 5, hours: 1 }
// The limits of the whole server are not per tenant: a stranger could otherwise use up all registrations. The
// stranger's network has its own limit (tenants/registration-proofs.ts).
const registrations: Allowance = { perReceiver: 20, hours: 24 }
// A person's, not a tenant's.
const newPasswords: Allowance = { perReceiver: 20, hours: 24 }
const longestHours = 24

/**
 * Limits how many mails a tenant may cause, and how many a mailbox may receive from all tenants together: otherwise
 * anybody with an account could send mails to strangers. The counts are in the database, apart from mails, users and
 * tenants, so more instances, or deleting and creating again, do not reset them.
 */
export function createAllowances ({ store, pepper, clock }: AllowancesDependencies) {
  const hashOf = (...names: string[]): Buffer =>
    createHmac('sha256', pepper).update(JSON.stringify(['mail', ...names])).digest()

  async function takeIn (
    { mailAllowances }: TenantRepositories,
    { kind, tenantId, recipient }: Omit<Addressed, 'kind'> & { kind: MailKind | 'quietInvitation' },
    allowance: Allowance
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
    /** Counts an invitation in the caller's transaction, which must roll back when an allowance is used up. */
    takeInvitation: (repositories: TenantRepositories, invited: Omit<Addressed, 'kind'>): Promise<UsedUp | undefined> =>
      takeIn(repositories, { ...invited, kind: 'invitation' }, strangers),

    /** As `takeInvitation`, for an invitation that is refused silently: the two counts do not show in each other. */
    takeQuietInvitation: (
      repositories: TenantRepositories, invited: Omit<Addressed, 'kind'>
    ): Promise<UsedUp | undefined> =>
      takeIn(repositories, { ...invited, kind: 'quietInvitation' }, strangers),

    /** As `takeInvitation`, for a document that a user sends. */
    takeSending: async (
      repositories: TenantRepositories, sent: Omit<Addressed, 'kind'>
    ): Promise<UsedUp | undefined> =>
      takeIn(repositories, { ...sent, kind: 'documentSent' }, await isTrying(repositories) ? strangers : sendings),

    /** Counts a mail for each of its recipients before its first attempt; false when an allowance is used up. */
    permits: (mail: Addressed): Promise<boolean> => store.asTenant(mail.tenantId, async (repositories) => {
      const allowance = await allowanceOf(repositories, mail.kind)
      if (allowance === undefined) return true
      for (const recipient of mail.recipient.split(', ')) {
        if (await takeIn(repositories, { ...mail, recipient }, allowance) !== undefined) return false
      }
      return true
    }),

    /** Deletes counts that no longer matter; a recurring job. */
    forgetOld: (): Promise<void> => store.asPlatform(({ mailAllowances }) =>
      mailAllowances.forgetBefore(new Date(clock().getTime() - longestHours * hourMs)))
  }
}

export type Allowances = ReturnType<typeof createAllowances>

/**
 * Undefined for mails with a limit elsewhere: invitations and documents sent by hand where they are created, other
 * documents by their folios.
 */
async function allowanceOf (repositories: TenantRepositories, kind: MailKind): Promise<Allowance | undefined> {
  if (kind === 'invitation' || kind === 'documentSent') return undefined
  if (kind === 'passwordReset') return resets
  if (kind === 'registration') return registrations
  if (kind === 'passwordChanged') return newPasswords
  if (kind !== 'supplierAnswer' && !documentMailKinds.includes(kind)) return users
  if (await isTrying(repositories)) return strangers
  return kind === 'supplierAnswer' ? answers : undefined
}

/** Whether anybody could be behind the tenant: the simulator gives folios to every company. */
export async function isTrying ({ tenant }: TenantRepositories): Promise<boolean> {
  return (await tenant.get()).taxAuthority === simulatorAuthority
}

/** `ana+1@andes.cl` and `Ana@andes.cl` are the same mailbox. */
function mailboxOf (address: string): string {
  return address.normalize('NFKC').toLowerCase().replace(/\+[^@]*(?=@)/, '')
}
