import pg from 'pg'
import { Prisma } from '../../generated/prisma/client.ts'
import type { StoredName } from '../../shared/directory-names.ts'
import type { CertificateRow } from '../tenants/certificates.ts'
import { nameOf } from '../postgres/statement-names.ts'
import { tenantOf, type TenantRow } from '../tenants/tenants.ts'

/** A machine's key, and what is needed of its tenant to issue a document. */
export interface Caller {
  key: { id: string, tenantId: string, secretHash: Buffer, lastUsedAt: Date | null }
  tenant: TenantRow
  /** The allow list, each as the text of a cidr. */
  networks: string[]
  /** In use, valid or not. */
  certificate: CertificateRow | null
}

const keyFields = ['id', 'tenantId', 'secretHash', 'lastUsedAt'] as const
const tenantFields = Object.keys(Prisma.TenantScalarFieldEnum)
const certificateFields = Object.keys(Prisma.CertificateScalarFieldEnum)

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `date` columns as texts, for pg would make the midnight of this machine's zone of them. */
function columnsOf (table: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${columnOf(field)}${field.endsWith('ResolutionDate') ? '::text' : ''}`).join(', ')
}

/**
 * From the directory's name of an access key ($1) to its tenant. By row-level security the rest of the transaction sees
 * this tenant alone, or nothing for an unknown key.
 */
const entering = `
select set_config('app.tenant', named.tenant, true), set_config('app.scope', '', true)
from (
  select coalesce(max(tenant::text), '') as tenant from directory_names where kind = 'accessKey' and name = $1
) named`

/** The live key ($1) of the tenant that was entered, with all of `Caller`. */
const reading = `
select ${columnsOf('k', keyFields)}, ${columnsOf('t', tenantFields)},
  array(select n.network::text from allowed_networks n where n.tenant_id = t.tenant_id), ${columnsOf('c', certificateFields)}
from tenant_keys k
join tenants t on t.tenant_id = k.tenant_id
left join lateral (
  select * from certificates c where c.tenant_id = t.tenant_id and c.replaced_at is null order by c.uploaded_at desc limit 1
) c on true
where k.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and k.access_key = $1
  and k.revoked_at is null`

/**
 * Reads keys with what belongs to them: a transaction each, all of whose statements are sent in one turn of the event
 * loop, so that all of them share one connection.
 */
export function createCallers (options: pg.ClientConfig, stored: StoredName) {
  let shared: Promise<pg.Client> | undefined
  let lastRead: Promise<unknown> = Promise.resolve()

  async function connect (): Promise<pg.Client> {
    const client = new pg.Client(options)
    // Its statements fail as well, and tell those who wait for them.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  function connection (): Promise<pg.Client> {
    if (shared) return shared
    const own = connect()
    const forget = (): void => { if (shared === own) shared = undefined }
    own.then((client) => client.once('end', forget), forget)
    shared = own
    return own
  }

  return {
    /** Undefined for an unknown or revoked key. */
    async find (accessKey: string): Promise<Caller | undefined> {
      const client = await connection()
      const read = Promise.all([
        client.query("begin read only; set local app.scope = 'platform'"),
        client.query({ name: nameOf(entering), text: entering, values: [stored('accessKey', accessKey)] }),
        client.query<unknown[]>({ name: nameOf(reading), text: reading, values: [accessKey], rowMode: 'array' }),
        client.query('commit')
      ])
      lastRead = read
      const [, , { rows: [row] }] = await read
      return row && callerOf(row)
    },

    /** The next read opens another connection; those that have begun end on this one. */
    async close (): Promise<void> {
      const [closing, reading] = [shared, lastRead]
      shared = undefined
      const client = await closing?.catch(() => {})
      await reading.catch(() => {})
      await client?.end()
    }
  }
}

export type Callers = Pick<ReturnType<typeof createCallers>, 'find'>

function callerOf (row: unknown[]): Caller {
  const named = (fields: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(row.splice(0, fields.length).map((value, index) => [fields[index] ?? '', value]))
  const key = named(keyFields) as unknown as Caller['key']
  const tenant = named(tenantFields)
  const networks = row.shift() as string[]
  const certificate = named(certificateFields)
  return {
    key,
    // Prisma reads a list that is not there as an empty one.
    tenant: tenantOf({ ...tenant, activityCodes: tenant['activityCodes'] ?? [] } as Parameters<typeof tenantOf>[0]),
    networks,
    // The columns of a row that is not there are null.
    certificate: certificate['id'] === null ? null : certificate as unknown as CertificateRow
  }
}
