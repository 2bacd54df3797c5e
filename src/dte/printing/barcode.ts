import { toLatin1 } from '../xml/canonical.ts'
import { pdf417 } from './pdf417.ts'
import { pngOfBitmap } from './png.ts'

/**
 * The stamp as PDF417, a 1-bit PNG without quiet zone: error correction level 5, rows three times as high as a module
 * is wide ([S6]; [S3]). Fifteen columns are 324 modules, 5.5 cm at the smallest module of 6.7 mils and 9 cm, the widest
 * that the SII allows, at 10.9; narrow paper takes fewer. `ted` is the TED exactly as in the XML; the barcode holds its
 * ISO-8859-1 bytes. Throws RangeError on a text that ISO-8859-1 cannot hold, or that is too long.
 */
export function stampBarcode (ted: string, columns = 15): Buffer {
  return pngOfBitmap(pdf417(toLatin1(ted), columns), { scaleX: 2, scaleY: 6 })
}
