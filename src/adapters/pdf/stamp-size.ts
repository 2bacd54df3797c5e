import type { PdfFormat } from '../../services/ports.ts'

/** How a PDF417 is drawn on one kind of paper. Modules and rows measure whole printer dots. */
interface StampGrid {
  /** Columns of codewords, which decide the width of the symbol. */
  columns: number
  dotMm: number
  dotsPerModule: number
  greatestWidthMm: number
  /** It stands along the roll, which is too narrow for it. */
  turned?: true
}

const inchMm = 25.4

export const stampGrids: Record<PdfFormat, StampGrid> = {
  // 324 modules of 5 dots at 600 dpi are 68.6 mm. A module is 8.3 mils wide; the SII requires at least 6.7.
  letter: { columns: 15, dotMm: inchMm / 600, dotsPerModule: 5, greatestWidthMm: 70 },
  // 273 modules of 2 dots are 68.25 mm. Thermal heads have 8 dots/mm and print 72 mm.
  '80mm': { columns: 12, dotMm: 1 / 8, dotsPerModule: 2, greatestWidthMm: 72 },
  // These heads print 48 mm, of which modules of 6.7 mils leave 7 columns: too few for a long TED within 90 rows, and
  // narrower than the 5 cm of the SII. Along the roll, the symbol of the wider one fits, since it is 4 cm high at most.
  '58mm': { columns: 12, dotMm: 1 / 8, dotsPerModule: 2, greatestWidthMm: 72, turned: true }
}

// SII, Manual de muestras impresas: the stamp is at most 4 cm high, and a row three times as high as a module is wide.
const greatestHeightMm = 40
const rowToModule = 3

interface Size { width: number, height: number }

/**
 * The printed size of a stamp. A long TED makes a tall symbol; its rows lose dots until the symbol is at most 4 cm
 * high. `png` is the symbol without quiet zone, with rows three times as high as a module is wide. A symbol with too
 * many columns for the paper is scaled down, off the dot grid.
 */
export function stampSize (
  png: Buffer, grid: StampGrid
): { widthMm: number, heightMm: number, turned?: true } {
  const pixels = pngSize(png)
  const modules = modulesAcross(pixels.width)
  const rows = Math.round(pixels.height / pixels.width * modules / rowToModule)
  const onGridMm = modules * grid.dotsPerModule * grid.dotMm
  const shrink = Math.min(1, grid.greatestWidthMm / onGridMm)
  const dotMm = grid.dotMm * shrink
  const dotsPerRow = Math.min(grid.dotsPerModule * rowToModule, Math.floor(greatestHeightMm / dotMm / rows))
  return { widthMm: onGridMm * shrink, heightMm: rows * dotsPerRow * dotMm, ...grid.turned && { turned: true } }
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
