import { permissionClaimType, type Permission } from '../../src/services/access/permissions.ts'
import { newId } from '../../src/shared/ids.ts'
import type { Program, ProgramTenant } from './program.ts'

/** The access token of a user of the tenant who holds these claims and no other. */
export async function tokenWith (program: Program, tenant: ProgramTenant, claims: Permission[]): Promise<string> {
  const [{ tenant_id: tenantId }] = await program.rows('select tenant_id from tenants where code = $1', [tenant.code])
  const [userId, roleId, createdAt] = [newId(), newId(), new Date()]
  const email = `${userId}@${tenant.code}.example`
  await program.composition.store.asTenant(tenantId, async ({ roles, users }) => {
    await roles.create({
      id: roleId, name: roleId, system: false, createdAt,
      claims: claims.map((value) => ({ type: permissionClaimType, value }))
    })
    await users.create({
      id: userId, email, userName: email, fullName: 'Carla Soto', userType: 2, createdAt
    }, [roleId])
  })
  return program.app.signAccessToken({ userId, tenantId, tokenVersion: 0 }).accessToken
}

/**
 * How many rows every table of the catalogue holds, and how many folios are taken: what a refusal must leave as it was.
 */
export async function everythingStored (program: Program): Promise<Record<string, number>> {
  const tables = await program.rows<{ name: string }>(`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const rows = await program.rows<{ name: string, count: number }>(`${counts.join(' union all ')}
    union all select 'folios taken', coalesce(sum(next - range_from), 0)::int from folio_blocks
    union all select 'work asked for', coalesce(sum(asked), 0)::int from outbox_tasks`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Where each of the envelope's errors points: the text before its colon. */
export function pathsOf ({ body }: { body: { errors: string[] } }): string[] {
  return body.errors.map((error) => error.slice(0, error.indexOf(':')))
}
