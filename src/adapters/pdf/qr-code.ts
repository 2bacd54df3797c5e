import { encode } from 'uqr'
import { pngOfBitmap } from '../../dte/printing/png.ts'

/** Four dots of a thermal head; cameras read it from a hand's breadth. */
const moduleMm = 0.5
// ISO/IEC 18004: four modules of white around the symbol.
const quietZone = 4

/** The QR code of a link, as the templates read it: the bytes of a PNG with its quiet zone, and its printed width. */
export function qrCodeOf (link: string): { png: number[], widthMm: number } {
  const { data, size } = encode(link, { ecc: 'M', border: quietZone })
  const cells = data.flat().map(Number)
  const png = pngOfBitmap({ width: size, height: size, cells }, { scaleX: 2, scaleY: 2 })
  return { png: [...png], widthMm: size * moduleMm }
}
