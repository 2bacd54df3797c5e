import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../../shared/errors.ts'
import type { TextEncoding } from '../../shared/spreadsheet.ts'

// The characters of 0x80 to 0x9F. Node 20 decodes windows-1252 as if it were ISO-8859-1.
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ'
const byteOrderMark = Buffer.from('EFBBBF', 'hex')

// Control characters, and the five bytes that Windows-1252 does not define.
const noText = /[^\t\n\r\x20-\x7E\x80-\xFF]|[\x81\x8D\x8F\x90\x9D]/
// UTF-8 that is damaged somewhere; in Windows-1252 these would be "Ã±" and the like.
const latinInUtf8 = /[\xC2\xC3][\x80-\xBF]/

/**
 * The text of a .csv file in UTF-8. What is not UTF-8 is Windows-1252, which Excel's plain "CSV" writes. Throws
 * BULK_FILE_NOT_UTF8 for what is neither: a wrong guess would corrupt names.
 */
export function decodeCsv (bytes: Buffer): { encoding: TextEncoding, text: Buffer } {
  if (isUtf8(bytes) && !bytes.includes(0)) return { encoding: 'utf-8', text: bytes }
  if (!isWindows1252(bytes)) throw new ServiceError('BULK_FILE_NOT_UTF8')
  return { encoding: 'windows-1252', text: Buffer.from(windows1252Text(bytes)) }
}

function isWindows1252 (bytes: Buffer): boolean {
  if (bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)) return false
  const text = bytes.toString('latin1')
  return !noText.test(text) && !latinInUtf8.test(text)
}

function windows1252Text (bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9F]/g, (byte) => windowsCharacters[byte.charCodeAt(0) - 0x80] ?? byte)
}
