import { z } from 'zod'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { name } from '../../http/texts.ts'
import { permissionClaimType, permissions } from '../../services/access/permissions.ts'

const exampleId = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'

const claimType = z.literal(permissionClaimType).meta({ description: 'The one type of claim there is.' })
const claimValue = z.enum(permissions).meta({
  description: 'What it allows; Role/GetClaims lists them all.', examples: ['Webhook.Read']
})
const roleId = z.uuid().toLowerCase().meta({ examples: [exampleId] })

const roleClaim = z.object({
  type: z.string().meta({ examples: [permissionClaimType] }),
  value: z.string().meta({ examples: ['Webhook.Read'] })
}).meta({ id: 'RoleClaim' })

const role = z.object({
  id: z.uuid().meta({ examples: [exampleId] }),
  name: z.string().meta({ examples: ['Contabilidad'] }),
  system: z.boolean().meta({
    description:
      'Came with the tenant (Administrator, Operator, Viewer): it cannot be deleted, nor lose the claims that it came with.',
    examples: [false]
  }),
  claims: z.array(roleClaim),
  userCount: z.int().meta({ description: 'How many users have it.', examples: [3] }),
  createdAt: timestamp
}).meta({ id: 'Role' })

export const roles = envelopedList('Role', role)
export const createdRole = enveloped('Role', role)
export const roleClaims = envelopedList('RoleClaim', roleClaim)

export const claims = envelopedList('Claim', z.object({
  type: z.string().meta({ examples: [permissionClaimType] }),
  value: z.string().meta({ examples: ['Webhook.Read'] }),
  description: z.string().meta({ examples: ['See issued documents, their XML and PDF'] })
}).meta({ id: 'Claim' }))

export const createBody = z.strictObject({
  name: name({ max: 100 }).meta({
    description: 'One role bears a name, however its letters are cased or spaced.', examples: ['Contabilidad']
  }),
  claims: z.array(z.strictObject({ type: claimType.optional(), value: claimValue })).max(100).optional()
    .meta({
      description: 'You can only give what you hold yourself.',
      examples: [[{ type: permissionClaimType, value: 'Webhook.Read' }, {
        type: permissionClaimType, value: 'Reports.Read'
      }]]
    })
})

export const claimBody = z.strictObject({ roleId, type: claimType.optional(), value: claimValue })

export const roleQuery = z.object({
  roleId: roleId.optional().meta({ description: 'The role.' }),
  id: roleId.optional().meta({ description: 'Another name of `roleId`.' })
})

/** The claim to take away travels in the query or in the body. */
export const claimDeletion = {
  query: roleQuery.extend({ type: claimType.optional(), value: claimValue.optional() }),
  body: z.strictObject({ roleId: roleId.optional(), type: claimType.optional(), value: claimValue.optional() })
    .nullish()
}

export const assignmentBody = z.strictObject({
  userId: z.uuid().toLowerCase().meta({ examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be002'] }),
  roleId,
  assigned: z.boolean().optional().meta({ description: '`false` takes the role away; it is given when left out.' })
})
