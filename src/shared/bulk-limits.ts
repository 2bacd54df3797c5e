import { minuteMs } from './durations.ts'

const mebibyte = 1024 * 1024

/** What an import of customers or products may hold; its file has the limits of a bulk submission, too. */
export const importLimits = {
  /** Rows of a sheet. The sentence of IMPORT_TOO_LONG says so too. */
  rows: 10_000,
  transactionMs: minuteMs
} as const

/** What a bulk submission may hold and cost. */
export const bulkLimits = {
  /** Documents of a submission. */
  documents: 10_000,
  /** Rows with a value in a file. */
  rows: 100_000,
  /** Rows of one document in a file. */
  rowsOfDocument: 2000,
  /** A boleta of 1,000 lines with 20 columns each. To check that many wrong cells takes about 30 ms. */
  cellsOfDocument: 20_000,
  columns: 1000,
  /** Characters of a cell, as in Excel. */
  cellCharacters: 32_767,
  rowCharacters: 256 * 1024,
  /** Characters of all cells: a workbook stores a text once for all cells that share it. */
  characters: 256 * mebibyte,
  /** Bytes of a .csv or .xlsx file. */
  fileBytes: 16 * mebibyte,
  /** Bytes of all parts of a workbook, inflated. */
  inflatedBytes: 256 * mebibyte,
  /** A sheet deflates to between a tenth and a fiftieth. Higher ratios mean padding, which small files may contain. */
  inflationRatio: 200,
  bytesAtAnyRatio: 16 * mebibyte,
  /** Texts that the cells of a workbook share; all stay in memory while it is read. */
  sharedTexts: 500_000,
  sharedCharacters: 16 * mebibyte,
  /** Memory and time of the thread that reads a file. */
  threadMebibytes: 128,
  threadMs: minuteMs,
  /** Bytes of a JSON body. */
  bodyBytes: 64 * mebibyte,
  /** Bytes of one document in JSON. */
  documentBytes: mebibyte,
  /** Bytes of a JSON body beside its documents. */
  restBytes: 64 * 1024,
  /** Submissions that one instance reads at the same time. */
  readAtOnce: 4,
  readTimeoutMs: 20 * minuteMs,
  /** Progress streams that are open at the same time. */
  streams: { perTenant: 10, inAll: 200 }
} as const
