import { bulkLimits } from '../../shared/bulk-limits.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { Cell } from '../../shared/spreadsheet.ts'
import type { Archive } from './archive.ts'
import { readXml } from './xml-scan.ts'

const mebibyte = 1024 * 1024
const stylesLimit = 16 * mebibyte
const stringsLimit = 96 * mebibyte

// Excel allows 65,490 cell styles, and format codes of 255 characters.
const maxStyles = 100_000
const maxFormats = 20_000
const maxFormatCharacters = 1000

/** The texts that cells refer to by number. Formatted runs are joined, and phonetic runs omitted. */
export async function readSharedStrings (archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  const chunks = part === undefined ? undefined : archive.open(part, stringsLimit)
  if (!chunks) return strings
  let text = ''
  let total = 0
  let inText = false
  let inPhonetic = false
  await readXml(chunks, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') inPhonetic = true
      inText = name === 't' && !inPhonetic
    },
    text: (piece) => {
      if (!inText) return
      text += piece
      total += piece.length
      if (total > bulkLimits.sharedCharacters) throw new ServiceError('BULK_FILE_TOO_LARGE')
    },
    close: (name) => {
      if (name === 't') inText = false
      if (name === 'rPh') inPhonetic = false
      if (name !== 'si') return
      strings.push(text)
      if (strings.length > bulkLimits.sharedTexts) throw new ServiceError('BULK_FILE_TOO_LARGE')
    }
  })
  return strings
}

export type NumberStyle = Pick<Cell, 'shownAs' | 'digits'>

/** How numbers are displayed, by the index of their cell's style. */
export async function readNumberStyles (archive: Archive, part: string | undefined): Promise<NumberStyle[]> {
  const formats = new Map<number, NumberStyle>()
  const styles: NumberStyle[] = []
  const chunks = part === undefined ? undefined : archive.open(part, stylesLimit)
  if (!chunks) return styles
  let inCellFormats = false
  await readXml(chunks, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), styleOfCode(attributes['formatCode'] ?? ''))
      if (name === 'cellXfs') inCellFormats = true
      if (name === 'xf' && inCellFormats) styles.push(styleOf(Number(attributes['numFmtId'] ?? 0), formats))
      if (styles.length > maxStyles || formats.size > maxFormats) throw new ServiceError('BULK_FILE_TOO_LARGE')
    },
    text: () => {},
    close: (name) => { if (name === 'cellXfs') inCellFormats = false }
  })
  return styles
}

// ECMA-376, part 1, 18.8.30: the built-in formats, which have no code.
const percentageFormats = [9, 10]
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

function styleOf (id: number, formats: Map<number, NumberStyle>): NumberStyle {
  return formats.get(id) ??
    (percentageFormats.includes(id) ? { shownAs: 'percentage' } : isDateFormat(id) ? { shownAs: 'date' } : {})
}

/** Evaluated once for each format, which many styles may share. */
function styleOfCode (code: string): NumberStyle {
  if (code.length > maxFormatCharacters) throw new ServiceError('BULK_FILE_TOO_LARGE')
  // Quoted texts, colours and locales such as [$-340A] do not affect the kind of number.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').toLowerCase()
  if (bare.includes('%')) return { shownAs: 'percentage' }
  if (/^0{2,}$/.test(bare)) return { digits: bare.length }
  return /[dyhs]/.test(bare) && !/[#?]/.test(bare) ? { shownAs: 'date' } : {}
}
