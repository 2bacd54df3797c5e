import { createHash } from 'node:crypto'
import pg from 'pg'
import { checkDigit } from '../../src/dte/values/rut.ts'
import type { SessionClaims, TenantKeys } from '../../src/services/actor.ts'
import { keep, kept } from './kept.ts'

/** Who a tenant of a program is. */
interface Identity { number: number, code: string, taxNumber: string, businessName: string }

/** What copies of a tenant need; its keys and claims hold in every program with the same secrets. */
export interface NewTenant { keys: TenantKeys, claims: SessionClaims, statement: string }

/** The same in each program for its first tenant, for its second, and so on. */
export function identityOf (number: number): Identity {
  const digits = 76_100_000 + number
  const code = `tenant-${number}`
  return { number, code, taxNumber: `${digits}-${checkDigit(String(digits))}`, businessName: `Comercial ${code} SpA` }
}

const fileOf = (kind: readonly unknown[]): string =>
  `births/${createHash('sha256').update(JSON.stringify(kind)).digest('hex')}.json`

/** The birth of such a tenant in this run; `kind` is all that its rows depend on. */
export function knownBirth<Known extends object = NewTenant> (kind: readonly unknown[]): Known | undefined {
  const known = kept(fileOf(kind))
  return known === undefined ? undefined : JSON.parse(known) as Known
}

export function rememberBirth (kind: readonly unknown[], birth: object): void {
  keep(fileOf(kind), JSON.stringify(birth))
}

/** Whether a test has set the clock: what is dated then belongs to it alone. */
export function hasOtherTime (): boolean {
  return Math.abs(Date.now() - performance.timeOrigin - performance.now()) > 60_000
}

/** What is written while a tenant is born, described and given certificates and folios; `$` is the tenant's id. */
const rowsOfBirth = {
  tenants: 'tenant_id = $', tenant_keys: 'tenant_id = $', users: 'tenant_id = $', roles: 'tenant_id = $',
  role_claims: 'tenant_id = $', user_roles: 'tenant_id = $', user_sessions: 'tenant_id = $', certificates: 'tenant_id = $',
  folio_blocks: 'tenant_id = $', sums_checks: 'tenant_id = $', audit_entries: 'tenant_id = $',
  audit_heads: 'tenant_id = $', directory_names: 'tenant = $', memberships: 'tenant = $',
  people: 'id in (select person from memberships where tenant = $)'
}

/**
 * A statement that writes a tenant that was just born, as it is now, into another database whose service has the same
 * secrets. It is born as it always is once in a run: to bear it again takes three hundred statements.
 */
export async function statementOfBirth (owner: pg.Client, tenantId: string): Promise<string> {
  const id = `${pg.escapeLiteral(tenantId)}::uuid`
  const { rows } = await owner.query<{ name: string, rows: string | null }>(
    Object.entries(rowsOfBirth).map(([table, condition]) =>
      `select '${table}' as name, jsonb_agg(to_jsonb(t))::text as rows from ${table} t where ${condition.replaceAll('$', id)}`
    ).join(' union all ')
  )
  return [
    // The rows fit each other: nothing is to be looked up again for each of them.
    'set local session_replication_role = replica',
    ...rows.flatMap(({ name, rows }) => rows === null
      ? []
      : [`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${pg.escapeLiteral(rows)})`])
  ].join(';')
}
