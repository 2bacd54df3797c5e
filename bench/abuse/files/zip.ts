import { crc32, deflateRawSync, constants } from 'node:zlib'

/** A text that is some piece over and over, never held whole. */
export type Repeated = readonly (string | Buffer | readonly [piece: string | Buffer, times: number])[]

export interface Entry {
  name: string
  content: string | Buffer | Repeated
  /** What the headers say instead of the truth. */
  claims?: {
    crc?: number, compressed?: number, inflated?: number, method?: number, flags?: number, localName?: string,
    offset?: number
  }
  stored?: boolean
}

/** Lies about the archive as a whole. */
export interface Ending { entries?: number, directorySize?: number, directoryOffset?: number, comment?: Buffer }

/** A zip written by hand, so that its headers may say what they like. */
export function zip (entries: readonly Entry[], ending: Ending = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { bytes, crc, inflated } = packed(entry)
    const { claims = {} } = entry
    const fields = {
      flags: claims.flags ?? 0, method: claims.method ?? (entry.stored ? 0 : 8), crc: claims.crc ?? crc,
      compressed: claims.compressed ?? bytes.length, inflated: claims.inflated ?? inflated
    }
    const local = header(0x04034b50, fields, claims.localName ?? entry.name)
    files.push(local, bytes)
    directory.push(header(0x02014b50, fields, entry.name, claims.offset ?? offset))
    offset += local.length + bytes.length
  }
  const list = Buffer.concat(directory)
  return Buffer.concat([
    ...files,
    list,
    end({
      entries: entries.length, directorySize: list.length, directoryOffset: offset, comment: Buffer.alloc(0), ...ending
    })
  ])
}

interface Fields { flags: number, method: number, crc: number, compressed: number, inflated: number }

/** APPNOTE 4.3.7 and 4.3.12: a local header, or with an offset one of the central directory. */
function header (
  mark: number, { flags, method, crc, compressed, inflated }: Fields, name: string, offset?: number
): Buffer {
  const nameBytes = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt16LE(0x21, 8)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(compressed, 14)
  common.writeUInt32LE(inflated, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(mark)
  if (offset === undefined) return Buffer.concat([signature, common, nameBytes])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature, Buffer.from([20, 0]), common, rest, nameBytes])
}

function end ({ entries, directorySize, directoryOffset, comment }: Required<Ending>): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(Math.min(entries, 0xffff), 8)
  bytes.writeUInt16LE(Math.min(entries, 0xffff), 10)
  bytes.writeUInt32LE(directorySize, 12)
  bytes.writeUInt32LE(directoryOffset, 16)
  bytes.writeUInt16LE(comment.length, 20)
  return Buffer.concat([bytes, comment])
}

function packed ({ content, stored = false }: Entry): { bytes: Buffer, crc: number, inflated: number } {
  const pieces = typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content
  const { raw, crc, inflated } = deflated(pieces)
  if (!stored) return { bytes: raw, crc, inflated }
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
  return { bytes, crc, inflated }
}

const blockBytes = 1024 * 1024

/** Deflates a repeated piece once, ending it on a byte, and then repeats what came of it: 100 MB cost a millisecond. */
function deflated (pieces: Repeated): { raw: Buffer, crc: number, inflated: number } {
  const raw: Buffer[] = []
  let [crc, inflated] = [0, 0]
  const add = (block: Buffer, times: number): void => {
    const once = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
    for (let index = 0; index < times; index++) {
      raw.push(once)
      crc = crc32(block, crc)
    }
    inflated += block.length * times
  }
  for (const piece of pieces) {
    const [text, times] = typeof piece === 'string' || Buffer.isBuffer(piece) ? [piece, 1] : piece
    const bytes = Buffer.from(text as string)
    const perBlock = Math.max(1, Math.floor(blockBytes / Math.max(1, bytes.length)))
    if (times >= perBlock * 2) {
      add(Buffer.concat(Array.from({ length: perBlock }, () => bytes)), Math.floor(times / perBlock))
      if (times % perBlock > 0) add(Buffer.concat(Array.from({ length: times % perBlock }, () => bytes)), 1)
    } else add(Buffer.concat(Array.from({ length: times }, () => bytes)), 1)
  }
  raw.push(deflateRawSync(Buffer.alloc(0)))
  return { raw: Buffer.concat(raw), crc, inflated }
}
