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

type Sentences = Record<UsedUp['whose'], (most: number) => Sentence>

const usedUp: Sentences = {
  receiver: (most) => ({
    en: `was sent ${most} invitations within a day`, es: `ya recibió ${most} invitaciones en un día`
  }),
  tenant: (most) => ({
    en: `the tenant sent ${most} invitations within a day; set a password instead`,
    es: `la empresa ya envió ${most} invitaciones en un día; indique una contraseña`
  })
}

const usedUpAgain: Sentences = {
  receiver: usedUp.receiver,
  tenant: (most) => ({
    en: `the tenant sent ${most} invitations within a day`, es: `la empresa ya envió ${most} invitaciones en un día`
  })
}

interface Invitation { user: Invited, language: MailLanguage, at: Date }

/**
 * Posts a mail with which a new user sets the first password, or accepts with the one that the person has: the token is
 * one of password-resets.ts that lives longer. To be called in the transaction that makes the user. Throws ServiceError
 * RATE_LIMITED when the tenant or the mailbox had enough of them.
 */
export async function invite (
  repositories: TenantRepositories, { sealing, allowances, onMail }: InvitingDependencies, invitation: Invitation
): Promise<void> {
  await takeAllowance(repositories, { allowances, onMail }, { user: invitation.user, path: 'email', sentences: usedUp })
  await postInvitation(repositories, sealing, invitation)
}

/**
 * The same for a user who has not answered an invitation, or was created with a password and has not signed in; earlier
 * links end. Throws ServiceError RATE_LIMITED as `invite` does.
 */
export async function resendInvitation (
  repositories: TenantRepositories, { sealing, allowances, onMail }: InvitingDependencies, invitation: Invitation
): Promise<void> {
  const { user } = invitation
  await takeAllowance(repositories, { allowances, onMail }, { user, path: 'id', sentences: usedUpAgain })
  await repositories.passwordResets.forgetAllOf(user.id)
  await repositories.mails.withdraw('invitation', user.email)
  await postInvitation(repositories, sealing, invitation, { again: true })
}

async function takeAllowance (
  repositories: TenantRepositories, { allowances, onMail }: Omit<InvitingDependencies, 'sealing'>,
  { user: { tenantId, email }, path, sentences }: { user: Invited, path: string, sentences: Sentences }
): Promise<void> {
  const refusal = await allowances.takeInvitation(repositories, { tenantId, recipient: email })
  if (!refusal) return
  onMail('invitation', 'refused')
  throw new ServiceError('RATE_LIMITED', {
    problems: [problemAt(path, sentences[refusal.whose](refusal.most))], retryAfterSeconds: refusal.waitSeconds
  })
}

/**
 * The same for a user who was created with a password that the person does not need. It has a count of its own, and
 * nothing is sent or said once that is used up: the administrator's answer must not depend on whom others know.
 */
export async function inviteQuietly (
  repositories: TenantRepositories, { sealing, allowances, onMail }: InvitingDependencies, invitation: Invitation
): Promise<void> {
  const { tenantId, email } = invitation.user
  if (await allowances.takeQuietInvitation(repositories, { tenantId, recipient: email })) {
    onMail('invitation', 'refused')
    return
  }
  await postInvitation(repositories, sealing, invitation)
}

async function postInvitation (
  repositories: TenantRepositories, sealing: Sealing, { user, language, at }: Invitation, { again = false } = {}
): Promise<void> {
  const endsAt = new Date(at.getTime() + hours * hourMs)
  const { token, tokenHash } = newResetToken()
  const id = newId()
  const sealedToken = sealing.seal(Buffer.from(token), tokenPlace({ tenantId: user.tenantId, id }))
  const { businessName, taxNumber, code: tenantCode } = await repositories.tenant.get()
  await repositories.passwordResets.create({ tokenHash, userId: user.id, createdAt: at, expiresAt: endsAt })
  const facts = { fullName: user.fullName, businessName, taxNumber, tenantCode, hours }
  await post(repositories, [{
    id, kind: 'invitation', about: again ? id : user.id, recipient: user.email, language, facts, sealedToken, createdAt: at, endsAt
  }])
}
