import { crc32, deflateSync } from 'node:zlib'

/** Black and white cells, row by row; a truthy cell is black. */
export interface Bitmap {
  width: number
  height: number
  cells: ArrayLike<number>
}

const fileSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A PNG of one bit a pixel (PNG specification, third edition, 5 and 11.2), with every cell drawn `scaleX` pixels wide
 * and `scaleY` high. The same bitmap gives the same bytes.
 */
export function pngOfBitmap (bitmap: Bitmap, { scaleX, scaleY }: { scaleX: number, scaleY: number }): Buffer {
  const width = bitmap.width * scaleX
  const height = bitmap.height * scaleY
  const rows = Array.from({ length: bitmap.height }, (_, row) => repeated(pixelRow(bitmap, row, scaleX), scaleY))
  return Buffer.concat([
    fileSignature,
    chunk('IHDR', header(width, height)),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0))
  ])
}

/** Bit depth 1, greyscale, and the only compression, filter and plain interlace methods. */
function header (width: number, height: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.writeUInt8(1, 8)
  return bytes
}

/** A line of pixels after its filter byte (0, none): a set bit is white. */
function pixelRow ({ width, cells }: Bitmap, row: number, scaleX: number): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(width * scaleX / 8), 0xff)
  bytes[0] = 0
  for (let cell = 0; cell < width; cell++) {
    if (!cells[row * width + cell]) continue
    for (let x = cell * scaleX; x < (cell + 1) * scaleX; x++) {
      const offset = 1 + (x >> 3)
      bytes[offset] = (bytes[offset] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return bytes
}

function repeated (line: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => line))
}

function chunk (type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(8 + named.length)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), 4 + named.length)
  return framed
}
