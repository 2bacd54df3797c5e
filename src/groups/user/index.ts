import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { mailLanguageOf } from '../../http/language.ts'
import { defineGroup } from '../../http/operation.ts'
import type { Users } from '../../services/access/users.ts'
import * as schemas from './schemas.ts'

/** The people of a tenant. */
export function userGroup ({ users }: { users: Users }) {
  return defineGroup('User', (operation) => {
    operation({
      method: 'GET',
      path: '/GetUsers',
      rule: { permission: 'User.Read' },
      summary: 'List the users with their roles',
      answer: schemas.users,
      handler: async ({ actor }) => ok(await users.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'User.Manage' },
      summary: 'Make a user, with a password or by invitation',
      description:
        'Roles whose claims you do not hold yourself are refused (403 RIGHTS_NOT_HELD), and so are an email or a user name that is taken (409 EMAIL_TAKEN, USER_NAME_TAKEN). Sent twice, it makes one user. Without a password the user is invited by mail, in the language that Accept-Language asks for, Spanish unless it is English; where no mail server is set up that is refused (503 MAIL_UNAVAILABLE). A tenant can invite 50 times a day, and a mailbox is invited 5 times a day by all tenants together (429 RATE_LIMITED with Retry-After).',
      body: schemas.createBody,
      answer: schemas.createdUser,
      alsoFails: [429],
      handler: async ({ actor, body, headers }) =>
        ok(await users.create(actor, body, mailLanguageOf(headers['accept-language'])))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'User.Manage' },
      summary: 'Delete a user',
      description:
        "The user's tokens end within 5 seconds, and the email is free again. You can only delete a user whose claims you hold yourself (403 RIGHTS_NOT_HELD), but you can always delete yourself; nobody can delete the last administrator (409 LAST_ADMINISTRATOR).",
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await users.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
