import bwip from 'bwip-js/node'
import { toLatin1 } from '../xml/canonical.ts'
import { type Bitmap, pngOfBitmap } from './png.ts'

/**
 * The stamp as PDF417, a 1-bit PNG without quiet zone: error correction level 5, rows three times as high as a module
 * is wide ([S6]; [S3]). Fifteen columns are 324 modules, 5.5 cm at the smallest module
 * of
 * 6.7 mils and 9 cm, the widest that the SII allows, at 10.9; narrow paper takes fewer. `ted` is the TED exactly as in
 * the XML; the barcode holds its ISO-8859-1 bytes. Throws RangeError on a text that ISO-8859-1 cannot hold.
 */
export function stampBarcode (ted: string, columns = 15): Buffer {
  return pngOfBitmap(pdf417(toLatin1(ted).toString('latin1'), columns), { scaleX: 2, scaleY: 6 })
}

function pdf417 (latin1Text: string, columns: number): Bitmap {
  const [symbol] = bwip.raw({
    bcid: 'pdf417', text: latin1Text, binarytext: true, eclevel: 5, fixedeclevel: true, columns, rowmult: 1
  } as Parameters<typeof bwip.raw>[0])
  if (!symbol || !('pixs' in symbol)) throw new Error('bwip-js drew no PDF417')
  return { width: symbol.pixx, height: symbol.pixy, cells: symbol.pixs }
}
