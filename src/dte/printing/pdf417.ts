import { compacted } from './pdf417-compaction.ts'
import { codewordModules, codewords, patternOf } from './pdf417-patterns.ts'
import type { Bitmap } from './png.ts'

// Error correction level 5 [S6]: 64 codewords.
const level = 5
const corrections = 2 ** (level + 1)
// The standard ends at 928 with the corrections. The largest TEDs need some more: their symbols are read all the same,
// but damage to them cannot always be repaired.
const mostDataCodewords = 928
const fewestRows = 3
const mostRows = 90
const paddingCodeword = 900
const primitiveRoot = 3

// The first and the last pattern of each row, and how many modules they have.
const startPattern = 0b11111111010101000
const stopPattern = 0b111111101000101001
const stopModules = 18
// Start, and the row indicators beside the columns.
const patternsAround = 3

const generator = generatorPolynomial(corrections)

/**
 * A PDF417 symbol (ISO/IEC 15438) of the given number of columns, without quiet zone, each row one cell high. Throws
 * RangeError for more bytes than it can hold.
 */
export function pdf417 (bytes: Uint8Array, columns: number): Bitmap {
  const packed = compacted(bytes)
  const rows = Math.max(fewestRows, Math.ceil((1 + packed.length + corrections) / columns))
  const length = rows * columns - corrections
  if (rows > mostRows || length > mostDataCodewords) {
    throw new RangeError(`a PDF417 of ${columns} columns cannot hold these ${bytes.length} bytes`)
  }
  const data = [length, ...packed, ...Array.from({ length: length - packed.length - 1 }, () => paddingCodeword)]
  return drawn([...data, ...correctionOf(data)], { rows, columns })
}

/** The width of a symbol with so many columns. */
export function modulesAcross (columns: number): number {
  return codewordModules * (columns + patternsAround) + stopModules
}

interface Shape { rows: number, columns: number }

function drawn (words: readonly number[], { rows, columns }: Shape): Bitmap {
  const width = modulesAcross(columns)
  const cells = new Uint8Array(width * rows)
  for (let row = 0; row < rows; row++) {
    let at = row * width
    const put = (pattern: number, modules: number): void => {
      for (let bit = modules - 1; bit >= 0; bit--) cells[at++] = pattern >> bit & 1
    }
    const [left, right] = indicators(row, { rows, columns })
    put(startPattern, codewordModules)
    put(patternOf(left, row), codewordModules)
    for (const word of words.slice(row * columns, (row + 1) * columns)) put(patternOf(word, row), codewordModules)
    put(patternOf(right, row), codewordModules)
    put(stopPattern, stopModules)
  }
  return { width, height: rows, cells }
}

/** What stands beside the columns of a row: its number, and by turns the number of rows, the level and the columns. */
function indicators (row: number, { rows, columns }: Shape): [left: number, right: number] {
  const base = 30 * Math.floor(row / 3)
  const ofRows = base + Math.floor((rows - 1) / 3)
  const ofLevel = base + level * 3 + (rows - 1) % 3
  const ofColumns = base + columns - 1
  switch (row % 3) {
    case 0: return [ofRows, ofColumns]
    case 1: return [ofLevel, ofRows]
    default: return [ofColumns, ofLevel]
  }
}

/** The coefficients of (x − 3)(x − 3²) … modulo 929, the highest power's left out, the lowest power first. */
function generatorPolynomial (degree: number): number[] {
  let coefficients = [1]
  for (let [factor, root] = [0, primitiveRoot]; factor < degree; factor++) {
    coefficients = [0, ...coefficients].map((lower, power) =>
      (lower + (codewords - root) * (coefficients[power] ?? 0)) % codewords)
    root = root * primitiveRoot % codewords
  }
  return coefficients.slice(0, degree)
}

/** The Reed–Solomon codewords of the data, in the order in which they are drawn. */
function correctionOf (data: readonly number[]): number[] {
  const remainder = new Array<number>(corrections).fill(0)
  for (const word of data) {
    const top = (word + (remainder[corrections - 1] ?? 0)) % codewords
    for (let power = corrections - 1; power >= 0; power--) {
      const lower = power === 0 ? 0 : remainder[power - 1] ?? 0
      remainder[power] = (lower + top * (codewords - (generator[power] ?? 0))) % codewords
    }
  }
  return remainder.reverse().map((word) => (codewords - word) % codewords)
}
