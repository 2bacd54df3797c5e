import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { userType } from '../../http/enumerations.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { email, line, name, personName } from '../../http/texts.ts'
import { userTypes } from '../../services/actor.ts'

const exampleId = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be002'
const exampleRole = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'

const summary = {
  id: z.uuid().meta({ examples: [exampleId] }),
  userName: z.string().meta({ examples: ['benito'] }),
  fullName: z.string().meta({ examples: ['Benito Rojas'] }),
  email: z.string().meta({ examples: ['benito@andes.example'] }),
  companyTitle: z.string().meta({ examples: ['Comercial Andes SpA'] })
}

const user = z.object({
  ...summary,
  userType,
  userTypeText: z.string().meta({ examples: [userTypes[2].name] }),
  roles: z.array(
    z.object({ id: z.uuid().meta({ examples: [exampleRole] }), name: z.string().meta({ examples: ['Operator'] }) })
  ),
  createdAt: timestamp,
  invited: z.boolean().nullable().meta({
    description:
      'True until the user signs in for the first time, or accepts the invitation. The same for users created with a password. Null if you cannot manage users.',
    examples: [false]
  }),
  lastSignInAt: timestamp.nullable().meta({
    description: 'Last sign-in to this tenant; null if there was none, or if you cannot manage users.'
  }),
  secondFactor: z.boolean().nullable().meta({
    description: 'Whether the user has a second factor; null if you cannot manage users.', examples: [true]
  }),
  delayedUntil: timestamp.nullable().meta({
    description:
      'Until when sign-ins from new addresses must wait, after too many wrong passwords; null if they need not, while `invited` is true, or if you cannot manage users.',
    examples: [null]
  })
}).meta({ id: 'GetUsersQueryResponse' })

export const users = envelopedList('GetUsersQueryResponse', user)

export const createdUser = enveloped('UserLenInfoDto', z.object(summary).meta({ id: 'UserLenInfoDto' }))

const names = {
  fullName: personName({ max: 100 }).meta({
    description: 'Used to greet the user in emails. Must not contain addresses or links.', examples: ['Benito Rojas']
  }),
  // By default the email is the user name.
  userName: name({ max: 254 }),
  companyTitle: line({ max: 100 })
}

export const updateBody = takingBack(z.strictObject({
  id: id.meta({ description: 'The user.', examples: [exampleId] }),
  fullName: names.fullName.optional(),
  userName: names.userName.optional().meta({
    description: 'Unique within the tenant, ignoring case and spacing.', examples: ['benito']
  }),
  companyTitle: names.companyTitle.optional().meta({ examples: ['Comercial Andes SpA'] }),
  email: z.string().max(254).optional().meta({
    description: 'As GetUsers answers it; another one is refused.', examples: ['benito@andes.example']
  }),
  userType: userType.optional().meta({ description: 'As GetUsers answers it; another one is refused.' })
}), user)

export const resetBody = z.strictObject({ id: id.meta({ description: 'The user.', examples: [exampleId] }) })

export const inviteBody = z.strictObject({ id: id.meta({ description: 'The user.', examples: [exampleId] }) })

export const createBody = z.strictObject({
  email: email().meta({
    description: 'Used to sign in. Unique within the tenant.', examples: ['benito@andes.example']
  }),
  // Bounded before anything is hashed; the service has the rules of a good one.
  password: z.string().min(1).max(256).optional().meta({
    description:
      '12 to 128 characters, not a commonly used password. If omitted, the user receives an email with a link to set one, valid for 24 hours. A person who already has a password in another tenant keeps it, and receives an invitation too.',
    examples: ['cordillera-lenta-verde']
  }),
  fullName: names.fullName,
  userName: names.userName.optional().meta({
    description: 'Default: the email. Unique within the tenant, ignoring case and spacing.',
    examples: ['benito']
  }),
  companyTitle: names.companyTitle.optional().meta({
    description: "Default: the tenant's name.", examples: ['Comercial Andes SpA']
  }),
  roleIds: z.array(id).max(50).optional().meta({
    description:
      'Roles to assign; you can only assign roles whose claims you have yourself. A user without roles can only sign in.',
    examples: [[exampleRole]]
  }),
  userType: z.literal([1, 2]).optional().meta({
    description:
      '1 TenantAdministrator assigns the role Administrator; 2 TenantUser excludes it. If omitted, derived from the roles.',
    examples: [2]
  })
})

const choice = (description: string) => z.boolean().meta({ description, examples: [true] })

const choices = z.object({
  foliosLow: choice('The folios of a type run out, or a block of them is stopped.'),
  certificateExpiring: choice('The certificate expires soon.'),
  mailboxOff: choice('The mailbox is no longer read.'),
  rejected: choice('The SII rejected documents: at most one mail an hour.'),
  claimed: choice('A customer claimed a document at the SII.'),
  deadlines: choice('Received documents can be claimed for a few days only: at most one mail a day, and at once what could not be told to the SII.'),
  weekly: choice('On Mondays, a summary of the last week. Off until it is chosen.')
})

export const mailChoices = enveloped('MailChoices', choices)

export const mailChoicesBody = z.strictObject(choices.partial().shape)
