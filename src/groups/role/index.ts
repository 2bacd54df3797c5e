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
      secondFactor: true,
      summary: 'Create a role',
      description:
        'You can only include claims that you have yourself (403 RIGHTS_NOT_HELD).',
      body: schemas.createBody,
      // A hundred claims.
      bodyLimit: 32 * 1024,
      answer: schemas.createdRole,
      handler: async ({ actor, body: { name, claims = [] } }) =>
        ok(await roles.create(actor, { name, claims: claims.map(({ value }) => ({ type, value })) }))
    })

    operation({
      method: 'PUT',
      path: '/Update',
      rule: { permission: 'Role.Manage' },
      secondFactor: true,
      summary: 'Rename a role and set its claims',
      description:
        'All changes at once, or none. Takes effect within 5 seconds, also for existing tokens. You need the claims that you add or remove yourself (403 RIGHTS_NOT_HELD). System roles keep their names and their original claims (409 ROLE_IS_SYSTEM).',
      body: schemas.updateBody,
      // A hundred claims.
      bodyLimit: 32 * 1024,
      answer: schemas.createdRole,
      handler: async ({ actor, body: { roleId, name, claims } }) =>
        ok(await roles.update(actor, { roleId, name, claims: claims?.map(({ value }) => ({ type, value })) }))
    })

    operation({
      method: 'GET',
      path: '/GetClaims',
      rule: { permission: 'Role.Read' },
      summary: 'List all available claims',
      answer: schemas.claims,
      handler: async ({ language }) =>
        ok(claimCatalogue().map(({ description, ...claim }) => ({ ...claim, description: description[language] })))
    })

    operation({
      method: 'GET',
      path: '/GetRoleClaims',
      rule: { permission: 'Role.Read' },
      summary: 'List the claims of a role',
      query: schemas.roleQuery,
      answer: schemas.roleClaims,
      handler: async ({ actor, query }) => ok(await roles.claimsOf(actor, query.roleId))
    })

    operation({
      method: 'POST',
      path: '/CreateRoleClaim',
      rule: { permission: 'Role.Manage' },
      secondFactor: true,
      summary: 'Add a claim to a role',
      description:
        'Takes effect within 5 seconds. Adding a claim that the role already has is not an error. You can only add claims that you have yourself (403 RIGHTS_NOT_HELD).',
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
      secondFactor: true,
      summary: 'Remove a claim from a role',
      description:
        'Identify the role and claim in the query or the body. Takes effect within 5 seconds. You can only remove claims that you have yourself (403 RIGHTS_NOT_HELD). The original claims of system roles cannot be removed (409 ROLE_IS_SYSTEM).',
      ...schemas.claimDeletion,
      answer: envelopedBoolean,
      handler: async ({ actor, query, body }) => {
        const roleId = agreed('roleId', [query.roleId, body?.roleId])
        await roles.removeClaim(actor, roleId, { type, value: agreed('value', [query.value, body?.value]) })
        return ok(true)
      }
    })

    operation({
      method: 'POST',
      path: '/UserAssignmentToRole',
      rule: { permission: 'Role.Manage' },
      secondFactor: true,
      summary: 'Assign a role to a user, or unassign it',
      description:
        'Takes effect within 5 seconds, also for existing tokens. Repeating a change is not an error. You need all claims of the role yourself (403 RIGHTS_NOT_HELD), except to give up your own roles. The last administrator cannot lose that role (409 LAST_ADMINISTRATOR).',
      body: schemas.assignmentBody,
      answer: envelopedBoolean,
      handler: async ({ actor, body: { userId, roleId, assigned = true } }) => {
        await roles.assign(actor, { userId, roleId, assigned })
        return ok(true)
      }
    })

    operation({
      method: 'DELETE',
      path: '/Delete',
      rule: { permission: 'Role.Manage' },
      secondFactor: true,
      summary: 'Delete a role',
      description:
        'Its users lose its claims within 5 seconds. You need all claims of the role yourself (403 RIGHTS_NOT_HELD). System roles cannot be deleted (409 ROLE_IS_SYSTEM).',
      ...deletion,
      answer: envelopedBoolean,
      handler: async (call) => {
        await roles.delete(call.actor, idToDelete(call))
        return ok(true)
      }
    })
  })
}
