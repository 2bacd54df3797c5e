import type { SetProblem, SetProblemCode } from './problems.ts'

/** A line of a set file. */
export interface SetLine {
  /** From 1. */
  number: number
  /** As it stands, without its end. */
  text: string
  /** Without blanks around it, each run of blanks as one space: values are cut from it. */
  flat: string
  /** `flat` in capitals without accents, letter by letter: keywords are looked for in it. */
  plain: string
}

/** Where a reader reports what it does not understand. */
export interface Findings {
  problems: SetProblem[]
  report (code: SetProblemCode, line: SetLine): void
}

const longestExcerpt = 120

export function findings (): Findings {
  const problems: SetProblem[] = []
  return {
    problems,
    report: (code, { number, flat }) => { problems.push({ code, line: number, found: flat.slice(0, longestExcerpt) }) }
  }
}

/**
 * The lines of a file: ISO-8859-1 as the SII sends it, or UTF-8 if a program has kept every letter. CRLF, LF or both.
 * A line with a letter that was lost is reported.
 */
export function linesOf (file: Buffer, { problems }: Findings): SetLine[] {
  return textOf(file).split(/\r\n|\n|\r/).map((text, index) => {
    const flat = text.replace(/[\t \u00a0]+/g, ' ').trim()
    if (isDamaged(flat)) {
      problems.push({ code: 'SET_ENCODING', line: index + 1, found: flat.slice(0, longestExcerpt) })
    }
    return { number: index + 1, text: text.trimEnd(), flat, plain: plainOf(flat) }
  })
}

/** Letters that were replaced, control characters, and letters that were encoded twice. */
function isDamaged (text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return /[\ufffd\u0000-\u0008\u000b-\u001f\u007f-\u009f]|ï¿½|Ã[\u00a0-\u00bf]/.test(text)
}

function textOf (file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file).normalize('NFC')
  } catch {
    return file.toString('latin1')
  }
}

/** In capitals without accents, letter by letter. */
export function plainOf (text: string): string {
  if (isAscii(text)) return text.toUpperCase()
  return Array.from(text, (letter) => letter.normalize('NFD').charAt(0).toUpperCase().charAt(0)).join('')
}

function isAscii (text: string): boolean {
  // eslint-disable-next-line no-control-regex -- all of ASCII, as a range
  return /^[\u0000-\u007f]*$/.test(text)
}

/** The cells of a line: parted by tabs, or by two or more spaces. */
export function cellsOf ({ text }: SetLine): string[] {
  return text.trim().split(/[ \u00a0]*\t[\t \u00a0]*|[ \u00a0]{2,}/).map((cell) => cell.trim())
}

/** What follows the first `length` characters of a line, as the file has it. */
export function valueAfter ({ flat }: SetLine, length: number): string {
  return flat.slice(length).trim()
}

export function isBlank ({ flat }: SetLine): boolean {
  return flat === ''
}

/** A rule of dashes parts the sections. */
export function isSectionRule ({ flat }: SetLine): boolean {
  return /^-{80,}$/.test(flat)
}

const numberShape = /^-?\d{1,12}(?:\.\d{1,4})?$/

/** A number as a set writes it: digits, with a point before decimals. */
export function numberOf (cell: string | undefined): number | undefined {
  return cell !== undefined && numberShape.test(cell) ? Number(cell) : undefined
}

/** "9%" or "9 %". */
export function percentageOf (cell: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(cell ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}
