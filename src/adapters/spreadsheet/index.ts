import type { Spreadsheets } from '../../shared/spreadsheet.ts'
import { writeCsv } from './csv-writer.ts'
import { openSheetFile } from './sheet-file.ts'
import { writeXlsx } from './workbook-writer.ts'

export const spreadsheets: Spreadsheets = { read: openSheetFile, writeXlsx, writeCsv }
