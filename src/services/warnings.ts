import type { WarningEvent } from '../model/notification-events.ts'
import type { NewMailFacts } from '../model/mails.ts'
import { choicesOf, type MailChoice } from '../model/mail-choices.ts'
import type { UserRow } from '../repositories/access/users.ts'
import type { TenantRepositories } from '../repositories/store.ts'
import { newId } from '../shared/ids.ts'
import { administratorRoleOf } from './access/rights.ts'
import { post } from './mail/post.ts'

/** `about` identifies a mail among others of its kind; `also`: a user who gets it whatever it chose. */
interface Occasion { about: string, at: Date, endsAt: Date, also?: string }

/** Queues a mail to each administrator of the tenant. */
export const mailAdministrators = (
  repositories: TenantRepositories, mail: NewMailFacts, occasion: Occasion
): Promise<void> => mailThose(repositories, ({ isAdministrator }) => isAdministrator, mail, occasion)

/** Queues a mail to each user of the tenant who wants those. */
export const mailWhoWants = (
  repositories: TenantRepositories, choice: MailChoice, mail: NewMailFacts, occasion: Occasion
): Promise<void> => mailThose(
  repositories, ({ id, isAdministrator, mailChoices }) =>
    id === occasion.also || choicesOf(mailChoices, { isAdministrator })[choice],
  mail, occasion
)

async function mailThose (
  repositories: TenantRepositories, chosen: (user: UserRow & { isAdministrator: boolean }) => boolean,
  mail: NewMailFacts, { about, at, endsAt }: Occasion
): Promise<void> {
  const administrators = await repositories.roles.holders((await administratorRoleOf(repositories)).id)
  const people = (await repositories.users.list())
    .filter((user) => chosen({ ...user, isAdministrator: administrators.includes(user.id) }))
  await post(repositories, people.map(({ id, email }) => ({
    ...mail, id: newId(), about: `${about} ${id}`, recipient: email, language: 'es', createdAt: at, endsAt
  })))
}

/** Queues a notification to each endpoint of the tenant that wants any of the event. */
export async function notifyOf (
  { notifications, tasks }: Pick<TenantRepositories, 'notifications' | 'tasks'>, event: WarningEvent,
  { data, at }: { data: object, at: Date }
): Promise<void> {
  const ids = await notifications.addWarning({ event, data, at })
  if (ids.length > 0) await tasks.schedule('notify', ids)
}
