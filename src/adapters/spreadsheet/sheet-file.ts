import { ServiceError } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'
import { openArchive } from './archive.ts'
import { readCsv } from './csv.ts'
import { decodeCsv } from './csv-encoding.ts'
import { readWorkbook } from './xlsx.ts'

const zipMark = Buffer.from('PK\x03\x04', 'latin1')
// Compound files: .xls, and password-protected workbooks.
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A file whose rows are read in the caller's thread. */
export interface OpenFile extends Pick<SheetFile, 'format' | 'encoding'> { rows: AsyncGenerator<SheetRow> }

/**
 * Opens a file; its first bytes decide the format. Throws ServiceError BULK_FILE_… and BULK_SHEET_NOT_FOUND,
 * also while its rows are read.
 */
export async function openSheetFile (bytes: Buffer): Promise<OpenFile> {
  if (begins(bytes, compoundMark)) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  // Some programs write web pages and name them .xls.
  if (/^\uFEFF?\s*</.test(bytes.subarray(0, 64).toString('utf8'))) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  if (begins(bytes, zipMark)) return { format: 'xlsx', encoding: null, rows: await readWorkbook(await openArchive(bytes)) }
  const { encoding, text } = decodeCsv(bytes)
  return { format: 'csv', encoding, rows: readCsv(text) }
}

function begins (bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark)
}
