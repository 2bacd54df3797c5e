import { groupBy } from '../../shared/group-by.ts'
import { firstEndpointId } from '../mail/notification-endpoints.ts'
import { bytes, readRow, type Transaction } from '../postgres/transaction.ts'

// As `endpointIdOf`.
const endpointId = `(case id when '${firstEndpointId}' then tenant_id else id end)`

/**
 * Every column that holds sealed secrets, and how their place is named when they are sealed
 * (services/secrets/sealing.ts).
 */
export const sealedColumns = [
  { kind: 'certificateKey', table: 'certificates', column: 'sealed_key', rowId: 'id' },
  { kind: 'cafKey', table: 'folio_blocks', column: 'sealed_key', rowId: 'id' },
  { kind: 'notificationSecret', table: 'notification_endpoints', column: 'sealed_secret', rowId: endpointId },
  { kind: 'notificationSecret', table: 'notification_endpoints', column: 'sealed_older_secret', rowId: endpointId },
  { kind: 'secondFactor', table: 'second_factors', column: 'sealed_pending', rowId: 'user_id' },
  { kind: 'secondFactor', table: 'second_factors', column: 'sealed_secret', rowId: 'user_id' },
  { kind: 'mailboxSecret', table: 'mailboxes', column: 'sealed_secret', rowId: 'tenant_id' },
  { kind: 'mailToken', table: 'mails', column: 'sealed_token', rowId: 'id' }
] as const

export type SealedColumn = (typeof sealedColumns)[number]

interface SealedRowKey { tenantId: string, rowId: string }
export interface SealedRow extends SealedRowKey { sealed: Buffer }

const leastId = '00000000-0000-0000-0000-000000000000'

/**
 * Sealed secrets over all tenants, for the master key's rotation. A sealed secret begins with a version, a length and
 * the key's id.
 */
export const sealedColumnRepository = (tx: Transaction) => ({
  /**
   * Locks and gives some secrets that are not sealed under the newest key, in the order of their rows, from `after` on.
   */
  async lockOlder (
    sealedColumn: SealedColumn, newestKeyId: string,
    { after, limit }: { after: SealedRowKey | undefined, limit: number }
  ): Promise<SealedRow[]> {
    const { table, column, rowId } = sealedColumn
    const header = bytes(Buffer.concat([Buffer.from([1, newestKeyId.length]), Buffer.from(newestKeyId, 'latin1')]))
    const older = `${column} is not null and substring(${column} from 1 for length($1::bytea)) <> $1::bytea`
    const found = await tx.$queryRawUnsafe<SealedRowKey[]>(
      `select tenant_id as "tenantId", ${rowId} as "rowId" from ${table}
       where ${older} and (tenant_id, ${rowId}) > ($2::uuid, $3::uuid) order by tenant_id, ${rowId} limit $4`,
      header, after?.tenantId ?? leastId, after?.rowId ?? leastId, limit)
    const rows: SealedRow[] = []
    for (const [tenantId, ids] of groupBy(found, (row) => row.tenantId)) {
      const locked = await tx.$queryRawUnsafe<(Omit<SealedRow, 'sealed'> & { sealed: Uint8Array })[]>(
        `select tenant_id as "tenantId", ${rowId} as "rowId", ${column} as sealed from ${table}
         where ${older} and tenant_id = $2::uuid and ${rowId} = any($3::uuid[]) order by ${rowId} for update`,
      header, tenantId, ids.map((row) => row.rowId))
      rows.push(...locked.map((row) => readRow(row)))
    }
    // Another process may have renewed all of them in between.
    const last = rows.length === 0 ? found.at(-1) : undefined
    return last ? this.lockOlder(sealedColumn, newestKeyId, { after: last, limit }) : rows
  },

  /** Some secrets, in no particular order. */
  sample: ({ table, column, rowId }: SealedColumn, limit: number): Promise<SealedRow[]> =>
    tx.$queryRawUnsafe<SealedRow[]>(
      `select tenant_id as "tenantId", ${rowId} as "rowId", ${column} as sealed from ${table}
       where ${column} is not null limit $1`, limit),

  async replace ({ table, column, rowId }: SealedColumn, row: SealedRow): Promise<void> {
    await tx.$executeRawUnsafe(
      `update ${table} set ${column} = $1 where tenant_id = $2::uuid and ${rowId} = $3::uuid`,
      bytes(row.sealed), row.tenantId, row.rowId)
  }
})
