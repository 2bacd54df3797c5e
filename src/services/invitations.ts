import type { TenantRepositories } from '../repositories/store.ts'
import { ServiceError } from '../shared/errors.ts'
import { newId } from '../shared/ids.ts'
import { tokenPlace } from './mail/contents.ts'
import type { MailLanguage } from './mail/letters.ts'
import { post } from './mail/post.ts'
import { newResetToken } from './password-resets.ts'
import type { Sealing } from './sealing.ts'

/** The user who is invited: their row is in the caller's transaction. */
export interface Invited { tenantId: string, id: string, email: string, fullName: string }

const hours = 24
// Nobody's mailbox is to be filled by making and deleting users with its address.
const mailsAnHour = 5

/**
 * Posts a mail with which a new user sets the first password: the token is one of password-resets.ts that lives longer. To be
 * called in the transaction that makes the user. Throws ServiceError RATE_LIMITED.
 */
export async function invite (repositories: TenantRepositories, sealing: Sealing, { user, language, at }: { user: Invited, language: MailLanguage, at: Date }): Promise<void> {
  const earlier = await repositories.mails.countSince('invitation', user.email, new Date(at.getTime() - 3_600_000))
  if (earlier >= mailsAnHour) throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: 3600 })
  const endsAt = new Date(at.getTime() + hours * 3_600_000)
  const { token, tokenHash } = newResetToken()
  const id = newId()
  const sealedToken = sealing.seal(Buffer.from(token), tokenPlace({ tenantId: user.tenantId, id }))
  const { businessName } = await repositories.tenant.get()
  await repositories.passwordResets.create({ tokenHash, userId: user.id, createdAt: at, expiresAt: endsAt })
  const facts = { fullName: user.fullName, businessName, hours }
  await post(repositories, [{ id, kind: 'invitation', about: user.id, recipient: user.email, language, facts, sealedToken, createdAt: at, endsAt }])
}
