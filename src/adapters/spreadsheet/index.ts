import { ServiceError } from '../../shared/errors.ts'
import type { SheetFile, Spreadsheets } from '../../shared/spreadsheet.ts'
import { readCsv } from './csv.ts'
import { writeCsv } from './csv-writer.ts'
import { writeXlsx } from './workbook-writer.ts'
import { readXlsx } from './xlsx.ts'

const zipMark = Buffer.from('PK\x03\x04', 'latin1')
// Compound files: .xls, and workbooks under a password.
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export const spreadsheets: Spreadsheets = { read, writeXlsx, writeCsv }

async function read (bytes: Buffer): Promise<SheetFile> {
  if (begins(bytes, compoundMark)) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  // What programs that write web pages call .xls.
  if (/^\uFEFF?\s*</.test(bytes.subarray(0, 64).toString('utf8'))) throw new ServiceError('BULK_FILE_UNSUPPORTED')
  if (begins(bytes, zipMark)) return { format: 'xlsx', rows: await readXlsx(bytes) }
  return { format: 'csv', rows: readCsv(bytes) }
}

function begins (bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark)
}
