import { type SealedColumn, type SealedRow, sealedColumns } from '../../repositories/tenants/sealed-columns.ts'
import type { Store } from '../../repositories/store.ts'
import { type Sealing, SealingError } from './sealing.ts'

export interface ResealingDependencies { store: Store, sealing: Sealing, newestKeyId: string, batchSize?: number }

/** The outcome for the secrets of one column; `unreadable` has a sentence for each that did not open. */
export interface ResealedColumn { table: string, column: string, renewed: number, unreadable: string[] }

/**
 * Re-encrypts every stored secret under the newest master key. Each batch is a transaction that finds what is still
 * under an older key, so it may be stopped and started at will, beside running instances. What does not open stays as
 * it is, and keeps no other secret from it.
 */
export function createResealing ({ store, sealing, newestKeyId, batchSize = 200 }: ResealingDependencies) {
  const renewBatch = (
    column: SealedColumn, after: SealedRow | undefined
  ): Promise<{ rows: SealedRow[], unreadable: string[] }> =>
    store.asPlatform(async ({ sealedColumns: columns }) => {
      const rows = await columns.lockOlder(column, newestKeyId, { after, limit: batchSize })
      const unreadable: string[] = []
      for (const row of rows) {
        const sealed = renewed(column, row)
        if (sealed instanceof SealingError) unreadable.push(sealed.message)
        else if (sealed) await columns.replace(column, { ...row, sealed })
      }
      return { rows, unreadable }
    })

  function renewed ({ kind }: SealedColumn, { tenantId, rowId, sealed }: SealedRow): Buffer | SealingError | undefined {
    try {
      return sealing.renew(sealed, { tenantId, kind, rowId })
    } catch (error) {
      if (error instanceof SealingError) return error
      throw error
    }
  }

  async function renewColumn (column: SealedColumn): Promise<ResealedColumn> {
    const outcome: ResealedColumn = { table: column.table, column: column.column, renewed: 0, unreadable: [] }
    let after: SealedRow | undefined
    do {
      const { rows, unreadable } = await renewBatch(column, after)
      outcome.renewed += rows.length - unreadable.length
      outcome.unreadable.push(...unreadable)
      after = rows.at(-1)
    } while (after)
    return outcome
  }

  return {
    async renewAll (): Promise<ResealedColumn[]> {
      const outcome: ResealedColumn[] = []
      for (const column of sealedColumns) outcome.push(await renewColumn(column))
      return outcome
    }
  }
}
