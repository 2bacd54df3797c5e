import { toLatin1 } from '../xml/canonical.ts'
import { modulesAcross, pdf417 } from './pdf417.ts'
import { type Bitmap, pngOfBitmap } from './png.ts'

/**
 * The stamp as PDF417, a 1-bit PNG without quiet zone: error correction level 5, rows three times as high as a module
 * is wide ([S6]; [S3]). Fifteen columns are 324 modules, 5.5 cm at the smallest module of 6.7 mils and 9 cm, the widest
 * that the SII allows, at 10.9; narrow paper takes fewer. `ted` is the TED exactly as in the XML; the barcode holds its
 * ISO-8859-1 bytes. A draft has no TED: its stamp is white. Throws RangeError on a text that ISO-8859-1 cannot hold, or
 * that is too long.
 */
export function stampBarcode (ted: string, columns = 15): Buffer {
  if (ted === '') return pngOfBitmap(blank(columns), scale)
  return pngOfBitmap(pdf417(toLatin1(ted), columns), scale)
}

/**
 * The stamp for a printer of 8 dots/mm, a pixel for a dot: 273 modules of 2 dots are 68 mm, and its rows lose dots
 * until it is at most 4 cm high.
 */
export function tillStamp (ted: string): Buffer {
  const symbol = pdf417(toLatin1(ted), 12)
  return pngOfBitmap(symbol, { scaleX: 2, scaleY: Math.min(6, Math.floor(greatestDots / symbol.height)) })
}

const greatestDots = 320
const scale = { scaleX: 2, scaleY: 6 }

/** As large as the symbol of an ordinary TED. */
function blank (columns: number): Bitmap {
  return { width: modulesAcross(columns), height: Math.round(ordinaryCodewords / columns), cells: [] }
}

const ordinaryCodewords = 500
