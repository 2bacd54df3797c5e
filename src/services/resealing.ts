import { type SealedColumn, sealedColumns } from '../repositories/sealed-columns.ts'
import type { Store } from '../repositories/store.ts'
import { bytes } from '../repositories/transaction.ts'
import type { Sealing } from './sealing.ts'

export interface ResealingDeps { store: Store, sealing: Sealing, newestKeyId: string, batchSize?: number }

/**
 * Seals every stored secret anew under the newest master key. Each batch is a transaction that finds what is still under an
 * older key, so it may be stopped and started at will, beside running instances.
 */
export function createResealing ({ store, sealing, newestKeyId, batchSize = 200 }: ResealingDeps) {
  const renewBatch = (column: SealedColumn): Promise<number> => store.asPlatform(async ({ sealedColumns: columns }) => {
    const rows = await columns.lockOlder(column, newestKeyId, batchSize)
    for (const row of rows) {
      const sealed = sealing.renew(row.sealed, { tenantId: row.tenantId, kind: column.kind, rowId: row.rowId })
      if (sealed) await columns.replace(column, { ...row, sealed: bytes(sealed) })
    }
    return rows.length
  })

  async function renewColumn (column: SealedColumn): Promise<number> {
    let renewed = 0
    for (let count = await renewBatch(column); count > 0; count = await renewBatch(column)) renewed += count
    return renewed
  }

  return {
    /** How many secrets of each column were sealed anew. Throws SealingError when one opens under no configured key. */
    async renewAll (): Promise<{ table: string, column: string, renewed: number }[]> {
      const outcome: { table: string, column: string, renewed: number }[] = []
      for (const column of sealedColumns) outcome.push({ table: column.table, column: column.column, renewed: await renewColumn(column) })
      return outcome
    }
  }
}
