import { envelopedBoolean, ok } from '../../http/envelope.ts'
import { deletion, idToDelete } from '../../http/ids.ts'
import { defineGroup } from '../../http/operation.ts'
import { permissionClaimType } from '../../services/access/permissions.ts'
import { claimCatalogue, type Roles } from '../../services/access/roles.ts'
import { agreed } from './arguments.ts'
import * as schemas from './schemas.ts'

const type = permissionClaimType

/** Roles, the claims that they hold, and the users who have them. */
export function roleGroup ({ roles }: { roles: Roles }) {
  return defineGroup('Role', (operation) => {
    operation({
      method: 'GET',
      path: '/List',
      olderPath: '/GetRoles',
      rule: { permission: 'Role.Read' },
      summary: 'List the roles with their claims',
      answer: schemas.roles,
      handler: async ({ actor }) => ok(await roles.list(actor))
    })

    operation({
      method: 'POST',
      path: '/Create',
      rule: { permission: 'Role.Manage' },
      summary: 'Make a role',
      description:
        'A name that is taken is refused (409 ROLE_NAME_TAKEN), and so are claims that you do not hold yourself (403 RIGHTS_NOT_HELD).',
      body: schemas.createBody,
      // A hundred claims.
      bodyLimit: 32 * 1024,
      answer: schemas.createdRole,
      handler: async ({ actor, body: { name, claims = [] } }) =>
        ok(await roles.create(actor, { name, claims: claims.map(({ value }) => ({ type, value })) }))
    })

    operation({
      method: 'GET',
      path: '/GetClaims',
      rule: { permission: 'Role.Read' },
      summary: 'List every claim that a role can hold',
      answer: schemas.claims,
      handler: async ({ language }) =>
        ok(claimCatalogue().map(({ description, ...claim }) => ({ ...claim, description: description[language] })))
    })

    operation({
      method: 'GET',
      path: '/GetRoleClaims',
      rule: { permission: 'Role.Read' },
      summary: 'List the claims of one role',
      description: 'The role is named by `roleId` or by `id`.',
      query: schemas.roleQuery,
      answer: schemas.roleClaims,
      handler: async ({ actor, query }) => ok(await roles.claimsOf(actor, agreed('roleId', [query.roleId, query.id])))
    })

    operation({
      method: 'POST',
      path: '/CreateRoleClaim',
      rule: { permission: 'Role.Manage' },
      summary: 'Give a role a claim',
      description:
        'Its users have the right within 5 seconds. A claim that the role holds already stays, and the answer is the same. You can only give what you hold yourself (403 RIGHTS_NOT_HELD).',
      body: schemas.claimBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body: { roleId, value } }) => {
        await roles.addClaim(actor, roleId, { type, value })
        return ok(true)
      }
    })

    operation({
      method: 'DELETE',
      path: '/DeleteRoleClaim',
      rule: { permission: 'Role.Manage' },
      summary: 'Take a claim from a role',
      description:
        'Named in the query or in the body. Its users lose the right within 5 seconds. You can only take away what you hold yourself (403 RIGHTS_NOT_HELD). System roles keep the claims that they came with (409 ROLE_IS_SYSTEM); a claim that the role does not hold is 404.',
      ...schemas.claimDeletion,
      answer: envelopedBoolean,
      handler: async ({ actor, query, body }) => {
        const roleId = agreed('roleId', [query.roleId, query.id, body?.roleId])
        await roles.removeClaim(actor, roleId, { type, value: agreed('value', [query.value, body?.value]) })
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/UserAssignmentToRole',
      rule: { permission: 'Role.Manage' },
      summary: 'Give a user a role, or take it away',
      description:
        'It holds within 5 seconds, for tokens given before as well. What is so already stays, and the answer is the same. You can only give or take away a role whose claims you hold yourself (403 RIGHTS_NOT_HELD), but you can always give up your own; the last administrator stays one (409 LAST_ADMINISTRATOR).',
      body: schemas.assignmentBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body: { userId, roleId, assigned = true } }) => {
        await roles.assign(actor, { userId: userId.toLowerCase(), roleId, assigned })
        return ok(true)
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Role.Manage' },
      summary: 'Delete a role',
      description:
        'Its users lose what it allowed within 5 seconds. You can only delete a role whose claims you hold yourself (403 RIGHTS_NOT_HELD). System roles stay (409 ROLE_IS_SYSTEM).',
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await roles.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
