import { ServiceError } from '../../shared/errors.ts'
import type { SheetRow } from '../../shared/spreadsheet.ts'
import type { Archive } from './archive.ts'
import { openWorkbook } from './workbook.ts'
import { readNumberStyles, readSharedStrings } from './workbook-parts.ts'
import { readSheet } from './worksheet.ts'

const sheetLimit = 256 * 1024 * 1024

/** The rows of a workbook's sheet of documents. */
export async function readWorkbook (archive: Archive): Promise<AsyncGenerator<SheetRow>> {
  const { sheetPart, sharedStringsPart, stylesPart, from1904 } = await openWorkbook(archive)
  const styles = await readNumberStyles(archive, stylesPart)
  const strings = await readSharedStrings(archive, sharedStringsPart)
  const chunks = archive.open(sheetPart, sheetLimit)
  if (!chunks) throw new ServiceError('BULK_FILE_MALFORMED')
  return readSheet(chunks, { strings, styles, from1904 })
}
