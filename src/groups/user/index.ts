import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { mailLanguageOf } from '../../http/language.ts'
import { defineGroup } from '../../http/operation.ts'
import type { SecondFactors } from '../../services/access/second-factors.ts'
import type { MailChoiceService } from '../../services/access/mail-choices.ts'
import type { Users } from '../../services/access/users.ts'
import * as schemas from './schemas.ts'

/** The people of a tenant. */
export function userGroup (
  { users, mailChoices, secondFactors }:
  { users: Users, mailChoices: MailChoiceService, secondFactors: Pick<SecondFactors, 'reset'> }
) {
  return defineGroup('User', (operation) => {
    operation({
      method: 'GET',
      path: '/GetUsers',
      rule: { permission: 'User.Read' },
      summary: 'List the users with their roles',
      description:
        'If you can manage users, you also see who has not answered yet, when each user last signed in, and who must wait after wrong passwords.',
      answer: schemas.users,
      handler: async ({ actor }) => ok(await users.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'User.Manage' },
      summary: 'Create a user, with a password or by invitation',
      description:
        'You can only assign roles whose claims you have yourself (403 RIGHTS_NOT_HELD). Two users of a tenant cannot have the same email or user name (409 EMAIL_TAKEN, USER_NAME_TAKEN). One person can be a user of several tenants: a person who already has a password in another tenant keeps it, whatever you send, and is invited by email; the answer is the same. Without a password, the user is invited by email, in Spanish unless Accept-Language asks for English; the server must be able to send email (503 MAIL_UNAVAILABLE). A tenant can send 50 invitations a day, and one mailbox receives at most 5 a day from all tenants together (429 RATE_LIMITED).',
      body: schemas.createBody,
      bodyLimit: 32 * 1024,
      secondFactor: true,
      answer: schemas.createdUser,
      alsoFails: [429],
      handler: async ({ actor, body, request }) =>
        ok(await users.create(actor, body, mailLanguageOf(request)))
    })

    operation({
      method: 'POST',
      path: '/Invite',
      rule: { permission: 'User.Manage' },
      summary: 'Invite a user again who has not answered',
      description:
        'Sends the invitation email again, with a new link; earlier links end. Possible while `invited` of GetUsers is true (409 INVITATION_ANSWERED afterwards). It counts as an invitation: a tenant can send 50 a day, and one mailbox receives at most 5 a day from all tenants together (429 RATE_LIMITED). The email is in Spanish unless Accept-Language asks for English.',
      body: schemas.inviteBody,
      answer: schemas.createdUser,
      alsoFails: [429],
      handler: async ({ actor, body, request }) => ok(await users.invite(actor, body.id, mailLanguageOf(request)))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'User.Manage' },
      summary: 'Change the names of a user',
      description:
        'What you leave out stays. The email cannot change: it belongs to the person, who may be a user of other tenants. You need all claims of the user yourself (403 RIGHTS_NOT_HELD), except to change your own names.',
      body: schemas.updateBody,
      answer: schemas.createdUser,
      handler: async ({ actor, body }) => ok(await users.update(actor, body))
    })

    operation({
      method: 'POST',
      path: '/ResetSecondFactor',
      rule: { permission: 'User.Manage' },
      summary: 'Take away the second factor of a user who lost it',
      description:
        'The user signs in with the password alone until a new second factor is set up, and is informed by email. You need all claims of the user yourself (403 RIGHTS_NOT_HELD). Your own you remove with Auth/RemoveSecondFactor.',
      body: schemas.resetBody,
      secondFactor: true,
      answer: envelopedBoolean,
      handler: async ({ actor, body }) => {
        await secondFactors.reset(actor, body.id)
        return ok(true)
      }
    })

    operation({
      method: 'GET',
      path: '/MailChoices',
      rule: { access: 'signedIn' },
      summary: 'See which mails you get of this company',
      description: 'Yours as a user of this company. Administrators get the warnings until they choose otherwise.',
      answer: schemas.mailChoices,
      handler: async ({ actor }) => ok(await mailChoices.get(actor))
    })

    operation({
      method: 'PUT',
      path: '/MailChoices',
      operationId: 'userChooseMails',
      rule: { access: 'signedIn' },
      summary: 'Choose which mails you get of this company',
      description: 'What you leave out stays.',
      body: schemas.mailChoicesBody,
      answer: schemas.mailChoices,
      handler: async ({ actor, body }) => ok(await mailChoices.set(actor, body))
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'User.Manage' },
      summary: 'Delete a user',
      description:
        "The user's tokens stop working within 5 seconds, and the email can be used again in your tenant. In other tenants the person remains a user. You need all claims of the user yourself (403 RIGHTS_NOT_HELD), except to delete your own user. The last administrator cannot be deleted (409 LAST_ADMINISTRATOR).",
      ...deletion,
      secondFactor: true,
      answer: envelopedBoolean,
      handler: async (call) => {
        await users.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
