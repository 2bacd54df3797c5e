import type pg from 'pg'
import { alone, connected, inTransaction } from './connected.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'

const everything: readonly Right[] = ['select', 'insert', 'update', 'delete']
const nothingGoes: readonly Right[] = ['select', 'insert', 'update']

/** What the member may do with a table, where that is less than everything: what is never deleted cannot be. */
const narrower: Readonly<Record<string, readonly Right[]>> = {
  _prisma_migrations: ['select'],
  audit_entries: ['select', 'insert'],
  audit_heads: nothingGoes,
  content_dictionaries: ['select', 'insert'],
  tenants: nothingGoes,
  tenant_keys: nothingGoes,
  users: nothingGoes,
  certificates: nothingGoes,
  invoices: nothingGoes,
  invoice_moves: ['select', 'insert'],
  envelopes: nothingGoes,
  secret_fingerprints: nothingGoes
}

/**
 * Gives the role that works (`DATABASE_URL`) what the program does with each table, and takes everything else away. The
 * role that migrates (`DATABASE_OWNER_URL`) owns the tables and does this after each run, so that new tables are never
 * forgotten.
 */
export async function grantToMember (ownerUrl: string, memberUrl: string): Promise<void> {
  const member = await connected(memberUrl, roleOf)
  await alone(ownerUrl, async (owner) => {
    if (await roleOf(owner) === member) return
    const { rows } = await owner.query<{ name: string, granted: Right[] }>(`
      select relname as name, array_remove(array_agg(lower(privilege_type)), null) as granted
      from pg_class left join lateral aclexplode(relacl) a on grantee = (select oid from pg_roles where rolname = $1)
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') group by relname`, [member])
    const wrong = rows.filter(({ name, granted }) => String(granted.sort()) !== String([...rightsTo(name)].sort()))
    // One transaction: others at work never see a moment without their rights.
    await inTransaction(owner, async () => {
      for (const { name } of wrong) for (const statement of grantsOf(owner, name, member)) await owner.query(statement)
    })
  })
}

function grantsOf (client: pg.Client, name: string, role: string): string[] {
  const [table, member] = [client.escapeIdentifier(name), client.escapeIdentifier(role)]
  return [
    `revoke all on ${table} from ${member}`,
    `grant ${rightsTo(name).join(', ')} on ${table} to ${member}`
  ]
}

function rightsTo (table: string): readonly Right[] {
  return narrower[table] ?? everything
}

async function roleOf (client: pg.Client): Promise<string> {
  const { rows: [row] } = await client.query<{ role: string }>('select current_user as role')
  return row?.role ?? ''
}

/** What the working role may do and never needs, in words for the operator's log; empty for one that only works. */
export async function needlessRights (memberUrl: string): Promise<string[]> {
  return await connected(memberUrl, async (client) => {
    const { rows } = await client.query<{ right: string }>(`
      select right_name as right from (
        select 1, 'is SUPERUSER', rolsuper from pg_roles where rolname = current_user
        union all select 2, 'is BYPASSRLS', rolbypassrls from pg_roles where rolname = current_user
        union all select 3, 'owns tables', exists (
          select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage'))
        union all select 4, 'creates tables', has_schema_privilege(current_schema(), 'create')
        union all select 5, 'changes, deletes or truncates audit_entries', has_table_privilege('audit_entries', 'update, delete, truncate')
      ) as found (place, right_name, has) where has order by place`)
    return rows.map(({ right }) => right)
  })
}
