import type { WarningEvent } from '../model/notification-events.ts'
import type { NewMailFacts } from '../model/mails.ts'
import type { TenantRepositories } from '../repositories/store.ts'
import { newId } from '../shared/ids.ts'
import { administratorRoleOf } from './access/rights.ts'
import { post } from './mail/post.ts'

/** Queues a mail to each administrator of the tenant; `about` identifies it among others of its kind. */
export async function mailAdministrators (
  repositories: TenantRepositories, mail: NewMailFacts, { about, at, endsAt }: { about: string, at: Date, endsAt: Date }
): Promise<void> {
  const administrators = await repositories.roles.holders((await administratorRoleOf(repositories)).id)
  const people = (await repositories.users.list()).filter(({ id }) => administrators.includes(id))
  await post(repositories, people.map(({ id, email }) => ({
    ...mail, id: newId(), about: `${about} ${id}`, recipient: email, language: 'es', createdAt: at, endsAt
  })))
}

/** Queues a notification to the tenant's address, if it wants any of the event. */
export async function notifyOf (
  { notifications, tasks }: Pick<TenantRepositories, 'notifications' | 'tasks'>, event: WarningEvent,
  { data, at }: { data: object, at: Date }
): Promise<void> {
  const id = newId()
  if (await notifications.addWarning({ id, event, data, at })) await tasks.schedule('notify', [id])
}
