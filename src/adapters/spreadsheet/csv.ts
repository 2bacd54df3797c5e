import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { problemAt, ServiceError } from '../../shared/errors.ts'
import type { Cell, SheetRow } from '../../shared/spreadsheet.ts'
import { createRowLimits } from './row-limits.ts'

const delimiters = [';', ',', '\t'] as const
// All of them, whatever the first line ends with: some files are concatenated from others.
const lineEnds = ['\r\n', '\n', '\r']
const chunkBytes = 64 * 1024
// Blank lines count too: as many as a sheet may have.
const maxRecords = 1_048_576

/**
 * The rows of a .csv file: UTF-8, with the delimiter that its first line uses most (Chilean programs write semicolons).
 */
export async function * readCsv (bytes: Buffer): AsyncGenerator<SheetRow> {
  const { start, delimiter, firstRow } = beginning(bytes)
  const limits = createRowLimits()
  let row = firstRow - 1
  try {
    for await (const record of recordsOf(bytes.subarray(start), delimiter)) {
      row += 1
      if (row > maxRecords) throw new ServiceError('BULK_FILE_TOO_LARGE')
      const cells = cellsOf(record)
      if (cells.length === 0) continue
      cells.forEach(limits.addCell)
      limits.endRow()
      yield { row, cells }
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

/** An error or an early end of the parser ends its source, and vice versa. */
function recordsOf (bytes: Buffer, delimiter: string): AsyncIterable<string[]> {
  const parser = parse({
    bom: true, delimiter, record_delimiter: lineEnds, relax_column_count: true,
    max_record_size: bulkLimits.rowCharacters
  })
  return pipeline(Readable.from(chunksOf(bytes)), parser, () => {}) as AsyncIterable<string[]>
}

/** The parser does not count delimiters in the length of a record, so lines are measured here too. */
function * chunksOf (bytes: Buffer): Generator<Buffer> {
  let lineBytes = 0
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    const lastEnd = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'))
    lineBytes = lastEnd === -1 ? lineBytes + chunk.length : chunk.length - lastEnd
    if (lineBytes > bulkLimits.rowCharacters) throw new ServiceError('BULK_FILE_TOO_LARGE')
    yield chunk
  }
}

function cellsOf (record: string[]): Cell[] {
  return record.flatMap((value, column) => value.trim() === '' ? [] : [{ column, value }])
}

/** Excel writes and reads a first line `sep=;`, which declares the delimiter and is not a row of the table. */
function beginning (bytes: Buffer): { start: number, delimiter: string, firstRow: number } {
  const head = bytes.subarray(0, 64 * 1024).toString('utf8')
  const [line, declared] = /^\uFEFF?sep=([;,\t|])(?:\r\n|\n|\r)/i.exec(head) ?? []
  if (line !== undefined && declared !== undefined) {
    return { start: Buffer.byteLength(line), delimiter: declared, firstRow: 2 }
  }
  return { start: 0, delimiter: mostUsedDelimiter(head), firstRow: 1 }
}

function mostUsedDelimiter (head: string): string {
  const firstLine = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const uses = (delimiter: string): number => firstLine.split(delimiter).length
  return delimiters.reduce((best, other) => uses(other) > uses(best) ? other : best)
}

function refusalOf (error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const { lines } = error as CsvError & { lines?: number }
  const line = String(lines ?? '')
  return new ServiceError('BULK_FILE_MALFORMED', {
    cause: error,
    problems: [problemAt(`line ${line}`, {
      en:
        'the quotation marks do not match: write texts that hold quotation marks, delimiters or line breaks between quotation marks, with the inner ones doubled',
      es:
        'las comillas no calzan: escriba entre comillas los textos que contienen comillas, separadores o saltos de línea, con las comillas interiores dobles'
    })]
  })
}
