import { rowStates } from '../../../model/bulk-states.ts'
import type { EarlierRow } from '../../../repositories/bulk/bulk-rows.ts'
import type { Store } from '../../../repositories/store.ts'
import type { PostedDocument } from '../sheet-documents.ts'
import type { Arrival, Intake } from './arrivals.ts'

interface Numbered { posted: PostedDocument, position: number }

/** The rows of the submissions that a correction is related to. */
export function createEarlierRows ({ store }: { store: Store }) {
  async function findByKeys ({ tenantId, related }: Intake, keys: string[]): Promise<Map<string, EarlierRow[]>> {
    return latestByKey(await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.findByKeys(related, keys)))
  }

  return {
    /** Of these documents those that are new or were not issued, and the ids of the rows that they replace. */
    async selectUnissued (
      intake: Intake, batch: Numbered[]
    ): Promise<{ selected: Numbered[], replacedRowIds: string[] }> {
      if (intake.related.length === 0) return { selected: batch, replacedRowIds: [] }
      const earlier = await findByKeys(intake, batch.map(({ posted }) => posted.key))
      const rowsOf = ({ posted }: Numbered): EarlierRow[] => earlier.get(posted.key) ?? []
      const selected = batch.filter((document) => rowsOf(document).every(isReplaceable))
      return { selected, replacedRowIds: selected.flatMap(rowsOf).map(({ id }) => id) }
    },

    /** Earlier documents that the arrivals refer to and that are issued, or will be, by key. */
    async findReferred (
      intake: Intake, arrivals: ReadonlyMap<string, Arrival>
    ): Promise<Map<string, EarlierRow>> {
      const keys = new Set(
        Array.from(arrivals.values()).flatMap(({ references }) => references.map(({ key }) => key))
          .filter((key) => !arrivals.has(key))
      )
      if (intake.related.length === 0 || keys.size === 0) return new Map()
      const { tenantId, related } = intake
      const wanted = Array.from(keys)
      return issuedByKey(await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.findByKeys(related, wanted)))
    }
  }
}

/** Of rows of earlier submissions the latest of each key, where it is issued or will be. */
export function issuedByKey (rows: EarlierRow[]): Map<string, EarlierRow> {
  return new Map(
    Array.from(latestByKey(rows)).flatMap(([key, [latest]]) => latest && isIssuedThere(latest) ? [[key, latest]] : [])
  )
}

/** The latest rows of each key. */
function latestByKey (rows: EarlierRow[]): Map<string, EarlierRow[]> {
  const latest = new Map<string, EarlierRow[]>()
  for (const row of rows) {
    const known = latest.get(row.key) ?? []
    if (known.every(({ age }) => age === row.age)) latest.set(row.key, [...known, row])
  }
  return latest
}

function isReplaceable (row: EarlierRow): boolean {
  return !isIssuedThere(row) && !row.isReplaced
}

/** Whether it was issued, or will be. */
function isIssuedThere ({ state, isUnprocessed }: EarlierRow): boolean {
  return state === rowStates.Taken || (state === rowStates.Ready && !isUnprocessed)
}
