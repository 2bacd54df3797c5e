import type { Spreadsheets } from '../../shared/spreadsheet.ts'
import { writeCsv } from './csv-writer.ts'
import { createSheetReader } from './reader.ts'
import { writeXlsx } from './workbook-writer.ts'

export const spreadsheets: Spreadsheets = { read: createSheetReader(), writeXlsx, writeCsv }
