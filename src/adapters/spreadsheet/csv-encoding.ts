import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../../shared/errors.ts'
import type { TextEncoding } from '../../shared/spreadsheet.ts'
import { windows1252Text } from '../../shared/windows-1252.ts'

const byteOrderMark = Buffer.from('EFBBBF', 'hex')
const controlCharacters = /[^\t\n\r\x20-\x7E\x80-\uFFFF]/

/**
 * The text of a .csv file in UTF-8. What is not UTF-8 is Windows-1252, which Excel's plain "CSV" writes. Throws
 * BULK_FILE_NOT_UTF8 for what is neither: a wrong guess would corrupt names.
 */
export function decodeCsv (bytes: Buffer): { encoding: TextEncoding, text: Buffer } {
  if (isUtf8(bytes) && !bytes.includes(0)) return { encoding: 'utf-8', text: bytes }
  const text = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? undefined : windows1252Text(bytes)
  if (text === undefined || controlCharacters.test(text)) throw new ServiceError('BULK_FILE_NOT_UTF8')
  return { encoding: 'windows-1252', text: Buffer.from(text) }
}
