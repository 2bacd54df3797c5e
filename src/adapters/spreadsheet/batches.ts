import type { SheetRow } from '../../shared/spreadsheet.ts'

// Copying a batch between threads blocks the main thread for a millisecond or two.
const cellsOfBatch = 1000
const charactersOfBatch = 64 * 1024

/** The rows in small batches, of at least one row. */
export async function * inBatches (rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = []
  let [cells, characters] = [0, 0]
  for await (const row of rows) {
    batch.push(row)
    cells += row.cells.length
    characters += charactersOf(row)
    if (cells < cellsOfBatch && characters < charactersOfBatch) continue
    yield batch
    batch = []
    cells = characters = 0
  }
  if (batch.length > 0) yield batch
}

function charactersOf ({ cells }: SheetRow): number {
  return cells.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0)
}
