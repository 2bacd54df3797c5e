import { constants, crc32, deflateRawSync } from 'node:zlib'
import { partsOf } from './workbooks.ts'

/** A part of a zip as its bytes are packed; size and sum are what the zip says of them, true or not. */
export interface PackedPart {
  name: string
  packed: Buffer
  size: number
  sum: number /** Where the part is said to lie instead. */
  at?: number
}

export function packedPart (name: string, content: string): PackedPart {
  const bytes = Buffer.from(content)
  return { name, packed: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) }
}

const mebibyte = 1024 * 1024

/** A part that repeats a text for so many MiB between two others; one MiB of it is packed, and repeated as it is. */
export function bombPart (name: string, before: string, text: string, mebibytes: number, after: string): PackedPart {
  const copies = Math.floor(mebibyte / text.length)
  const flushed = { finishFlush: constants.Z_FULL_FLUSH, level: 9 }
  const block = Buffer.from(text.repeat(copies))
  const repeated = deflateRawSync(block, flushed)
  const packed = Buffer.concat([
    deflateRawSync(before, flushed), ...Array.from({ length: mebibytes }, () => repeated), deflateRawSync(after)
  ])
  return {
    name,
    packed,
    size: before.length + copies * text.length * mebibytes + after.length,
    sum: mebibytes > 10
      ? 0
      : sumOf([Buffer.from(before), ...Array.from({ length: mebibytes }, () => block), Buffer.from(after)])
  }
}

/** Nobody reads a larger part to its end, where its sum is compared. */
function sumOf (pieces: Buffer[]): number {
  return pieces.reduce((sum, piece) => crc32(piece, sum), 0)
}

/** A zip of parts, written byte by byte so that it can lie (APPNOTE 4.3). */
export function zipOfPacked (parts: PackedPart[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const part of parts) {
    const facts = factsOf(part)
    const header = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(part.name)])
    local.push(header, part.packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(part.at ?? at, 10)
    central.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(part.name)]))
    at += header.length + part.packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('504b0506', 0, 'hex')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

/** From the version needed to the length of the extra field: both headers have them in this order. */
function factsOf ({ name, packed, size, sum }: PackedPart): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(sum, 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(Buffer.byteLength(name), 22)
  return facts
}

/** The parts of a small workbook, those named taken from `changed`. */
export function workbookParts (changed: PackedPart[]): PackedPart[] {
  const rest = Object.entries(partsOf({ sheets: { Documentos: '<row><c><v>1</v></c></row>' } })).filter(([name]) =>
    !changed.some((part) => part.name === name)
  )
  return [...rest.map(([name, content]) => packedPart(name, String(content))), ...changed]
}
