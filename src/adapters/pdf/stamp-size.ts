import type { PdfFormat } from '../../services/ports.ts'

/**
 * How a PDF417 is drawn on one kind of paper: each module is a whole number of the printer's dots wide, each row as
 * high.
 */
interface StampGrid {
  /** Columns of codewords to ask for: they decide how wide the symbol is. */
  columns: number
  dotMm: number
  dotsPerModule: number
  greatestWidthMm: number
}

const inchMm = 25.4

export const stampGrids: Record<PdfFormat, StampGrid> = {
  // 324 modules of 5 dots at 600 dpi (8.3 mils; the SII wants 6.7 or more): 68.6 mm.
  letter: { columns: 15, dotMm: inchMm / 600, dotsPerModule: 5, greatestWidthMm: 70 },
  // 273 modules of 2 dots at 8 dots/mm, as thermal heads have: 68.25 of the 72 mm they print.
  '80mm': { columns: 12, dotMm: 1 / 8, dotsPerModule: 2, greatestWidthMm: 72 }
}

// SII, Manual de muestras impresas: the stamp is at most 4 cm high, and a row three times as high as a module is wide.
const greatestHeightMm = 40
const rowToModule = 3

interface Size { width: number, height: number }

/**
 * The printed size of a stamp. Long TEDs make tall symbols; their rows give up dots until the symbol keeps to 4 cm.
 * `png` is the symbol without quiet zone, its rows three times as high as its modules are wide. A symbol with too many
 * columns for the paper is fitted in, off the dot grid.
 */
export function stampSize (png: Buffer, grid: StampGrid): { widthMm: number, heightMm: number } {
  const pixels = pngSize(png)
  const modules = modulesAcross(pixels.width)
  const rows = Math.round(pixels.height / pixels.width * modules / rowToModule)
  const onGridMm = modules * grid.dotsPerModule * grid.dotMm
  const shrink = Math.min(1, grid.greatestWidthMm / onGridMm)
  const dotMm = grid.dotMm * shrink
  const dotsPerRow = Math.min(grid.dotsPerModule * rowToModule, Math.floor(greatestHeightMm / dotMm / rows))
  return { widthMm: onGridMm * shrink, heightMm: rows * dotsPerRow * dotMm }
}

/** ISO/IEC 15438: 69 modules of start, stop and row indicators, then 17 for each of up to 30 columns of codewords. */
function modulesAcross (pixels: number): number {
  for (let columns = 30; columns > 0; columns -= 1) {
    const modules = 69 + 17 * columns
    if (pixels % modules === 0) return modules
  }
  throw new Error(`${pixels} pixels are not the width of a PDF417`)
}

/** Width and height of a PNG, from its first chunk (IHDR). */
function pngSize (png: Buffer): Size {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
