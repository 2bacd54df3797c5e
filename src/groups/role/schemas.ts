import { z } from 'zod'
import { id } from '../../http/ids.ts'
import { enveloped, envelopedList, timestamp } from '../../http/envelope.ts'
import { takingBack } from '../../http/read-only-members.ts'
import { name } from '../../http/texts.ts'
import { permissionClaimType, permissions } from '../../services/access/permissions.ts'

const exampleId = '0199f3a2-7c1e-7b60-9d52-4f1c2a9be001'

const claimType = z.literal(permissionClaimType).meta({ description: 'Always `permission`.' })
const claimValue = z.enum(permissions).meta({
  description: 'The permission; Role/GetClaims lists all of them.', examples: ['Webhook.Read']
})
const roleId = id.meta({ examples: [exampleId] })

const roleClaim = z.object({
  type: z.string().meta({ examples: [permissionClaimType] }),
  value: z.string().meta({ examples: ['Webhook.Read'] })
}).meta({ id: 'RoleClaim' })

const role = z.object({
  id: z.uuid().meta({ examples: [exampleId] }),
  name: z.string().meta({ examples: ['Contabilidad'] }),
  system: z.boolean().meta({
    description:
      'Built-in role (Administrator, Operator, Viewer): it cannot be deleted or lose its original claims.',
    examples: [false]
  }),
  claims: z.array(roleClaim),
  userCount: z.int().meta({ description: 'Number of users with this role.', examples: [3] }),
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
    description: 'Unique within the tenant, ignoring case and spacing.', examples: ['Contabilidad']
  }),
  claims: z.array(z.strictObject({ type: claimType.optional(), value: claimValue })).max(100).optional()
    .meta({
      description: 'You can only include claims that you have yourself.',
      examples: [[{ type: permissionClaimType, value: 'Webhook.Read' }, {
        type: permissionClaimType, value: 'Reports.Read'
      }]]
    })
})

export const updateBody = takingBack(z.strictObject({
  roleId,
  name: createBody.shape.name.optional().meta({
    description: 'If omitted, the name stays. The names of system roles cannot change.', examples: ['Contabilidad']
  }),
  claims: createBody.shape.claims.meta({
    description: 'All claims that the role is to have; it loses the others. If omitted, its claims stay.',
    examples: [[{ type: permissionClaimType, value: 'Webhook.Read' }, {
      type: permissionClaimType, value: 'Reports.Read'
    }]]
  })
}), role)

export const claimBody = z.strictObject({ roleId, type: claimType.optional(), value: claimValue })

export const roleQuery = z.object({ roleId: roleId.meta({ description: 'The role; also as `id`.' }) })

/** The claim to take away travels in the query or in the body. */
export const claimDeletion = {
  query: roleQuery.partial().extend({ type: claimType.optional(), value: claimValue.optional() }),
  body: z.strictObject({ roleId: roleId.optional(), type: claimType.optional(), value: claimValue.optional() })
    .nullish()
}

export const assignmentBody = z.strictObject({
  userId: id.meta({ examples: ['0199f3a2-7c1e-7b60-9d52-4f1c2a9be002'] }),
  roleId,
  assigned: z.boolean().optional().meta({ description: '`false` unassigns the role. Default: `true`.' })
})
