import type { SheetRow } from '../../shared/spreadsheet.ts'

// A batch is copied between threads in a millisecond or two: the thread that answers does nothing else meanwhile.
const cellsOfBatch = 1000
const charactersOfBatch = 64 * 1024

/** The same rows, some of them at a time: as many as make a small batch, and at least one. */
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
