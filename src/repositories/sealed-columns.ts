import { bytes, type Transaction } from './transaction.ts'

/** Every column that holds sealed secrets, and how their place is named when they are sealed (services/sealing.ts). */
export const sealedColumns = [
  { kind: 'certificateKey', table: 'certificates', column: 'sealed_key', rowId: 'id' },
  { kind: 'cafKey', table: 'folio_blocks', column: 'sealed_key', rowId: 'id' },
  { kind: 'notificationSecret', table: 'notification_endpoints', column: 'sealed_secret', rowId: 'tenant_id' },
  { kind: 'notificationSecret', table: 'notification_endpoints', column: 'sealed_older_secret', rowId: 'tenant_id' },
  { kind: 'mailToken', table: 'mails', column: 'sealed_token', rowId: 'id' }
] as const

export type SealedColumn = (typeof sealedColumns)[number]

export interface SealedRow { tenantId: string, rowId: string, sealed: Uint8Array }

/** Sealed secrets over all tenants, for the master key's rotation. A sealed secret begins with a version, a length and the key's id. */
export const sealedColumnRepository = (tx: Transaction) => ({
  /** Locks and gives some secrets that are sealed under another key than the newest. */
  async lockOlder ({ table, column, rowId }: SealedColumn, newestKeyId: string, limit: number): Promise<SealedRow[]> {
    return tx.$queryRawUnsafe<SealedRow[]>(
      `select tenant_id as "tenantId", ${rowId} as "rowId", ${column} as sealed from ${table}
       where ${column} is not null and substring(${column} from 3 for get_byte(${column}, 1)) <> $1
       order by tenant_id limit $2 for update`,
      bytes(Buffer.from(newestKeyId, 'latin1')), limit)
  },

  async replace ({ table, column, rowId }: SealedColumn, row: SealedRow): Promise<void> {
    await tx.$executeRawUnsafe(
      `update ${table} set ${column} = $1 where tenant_id = $2::uuid and ${rowId} = $3::uuid`,
      row.sealed, row.tenantId, row.rowId)
  }
})
