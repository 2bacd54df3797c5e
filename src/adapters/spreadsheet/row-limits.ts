import { ServiceError } from '../../shared/errors.ts'
import type { Cell } from '../../shared/spreadsheet.ts'

const maxRows = 100_000
const maxColumns = 1000
const maxRowCharacters = 256 * 1024
// A workbook stores a text once for all cells that share it, so a small file can expand to gigabytes.
const maxCharacters = 256 * 1024 * 1024

/** Counts the rows and characters of a file. Throws BULK_FILE_TOO_LARGE. */
export function createRowLimits () {
  let rows = 0
  let rowCharacters = 0
  let characters = 0

  return {
    addCell ({ column, value }: Cell): void {
      if (column >= maxColumns) throw new ServiceError('BULK_FILE_TOO_LARGE')
      if (typeof value !== 'string') return
      rowCharacters += value.length
      characters += value.length
      if (rowCharacters > maxRowCharacters || characters > maxCharacters) throw new ServiceError('BULK_FILE_TOO_LARGE')
    },

    endRow (): void {
      rows += 1
      rowCharacters = 0
      if (rows > maxRows) throw new ServiceError('BULK_FILE_TOO_LARGE')
    }
  }
}
