import type { TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'
import { problemAt, ServiceError, type Sentence } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Allowances, UsedUp } from '../mail/allowances.ts'
import { tokenPlace } from '../mail/contents.ts'
import type { MailLanguage } from '../../model/mails.ts'
import { post } from '../mail/post.ts'
import { newResetToken } from './password-resets.ts'
import type { MailWatcher } from '../ports.ts'
import type { Sealing } from '../secrets/sealing.ts'

/** The user who is invited: their row is in the caller's transaction. */
export interface Invited { tenantId: string, id: string, email: string, fullName: string }

export interface InvitingDependencies { sealing: Sealing, allowances: Allowances, onMail: MailWatcher }

const hours = 24

const usedUp: Record<UsedUp['whose'], (most: number) => Sentence> = {
  receiver: (most) => ({
    en: `was sent ${most} invitations within a day`, es: `ya recibió ${most} invitaciones en un día`
  }),
  tenant: (most) => ({
    en: `the tenant sent ${most} invitations within a day; set a password instead`,
    es: `la empresa ya envió ${most} invitaciones en un día; indique una contraseña`
  })
}

/**
 * Posts a mail with which a new user sets the first password: the token is one of password-resets.ts that lives longer.
 * To be called in the transaction that makes the user. Throws ServiceError RATE_LIMITED when the tenant or the mailbox
 * had enough of them.
 */
export async function invite (
  repositories: TenantRepositories, { sealing, allowances, onMail }: InvitingDependencies,
  { user, language, at }: { user: Invited, language: MailLanguage, at: Date }
): Promise<void> {
  const refusal = await allowances.takeInvitation(repositories, { tenantId: user.tenantId, recipient: user.email })
  if (refusal) {
    onMail('invitation', 'refused')
    throw new ServiceError('RATE_LIMITED', {
      problems: [problemAt('email', usedUp[refusal.whose](refusal.most))], retryAfterSeconds: refusal.waitSeconds
    })
  }
  const endsAt = new Date(at.getTime() + hours * hourMs)
  const { token, tokenHash } = newResetToken()
  const id = newId()
  const sealedToken = sealing.seal(Buffer.from(token), tokenPlace({ tenantId: user.tenantId, id }))
  const { businessName, taxNumber } = await repositories.tenant.get()
  await repositories.passwordResets.create({ tokenHash, userId: user.id, createdAt: at, expiresAt: endsAt })
  const facts = { fullName: user.fullName, businessName, taxNumber, hours }
  await post(repositories, [{
    id, kind: 'invitation', about: user.id, recipient: user.email, language, facts, sealedToken, createdAt: at, endsAt
  }])
}
