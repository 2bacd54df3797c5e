import { bulkLimits } from '../../shared/bulk-limits.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Cell } from '../../shared/spreadsheet.ts'

/** Counts the rows and characters of a file. Throws BULK_FILE_TOO_LARGE. */
export function createRowLimits () {
  let rows = 0
  let rowCharacters = 0
  let characters = 0

  return {
    addCell ({ column, value }: Cell): void {
      if (column >= bulkLimits.columns) throw new ServiceError('BULK_FILE_TOO_LARGE')
      if (typeof value !== 'string') return
      rowCharacters += value.length
      characters += value.length
      if (rowCharacters > bulkLimits.rowCharacters || characters > bulkLimits.characters) {
        throw new ServiceError('BULK_FILE_TOO_LARGE')
      }
    },

    endRow (): void {
      rows += 1
      rowCharacters = 0
      if (rows > bulkLimits.rows) throw new ServiceError('BULK_FILE_TOO_LARGE')
    }
  }
}
