import { between, pick, type Random } from '../../random.ts'

export interface Damaged { name: string, bytes: Buffer }

/** A good file with one thing broken in it: a byte, a run of bytes, its end, its length, or two places swapped. */
export function damaged (
  file: Buffer, random: Random, [from, to]: readonly [number, number] = [0, file.length]
): Damaged {
  const at = between(random, from, Math.max(from, to - 1))
  return pick(random, [flip, flip, flip, truncate, overwrite, remove, insert, swap])(file, at, random)
}

/** A good file with a bit, or all, of one byte turned over. */
function flip (file: Buffer, at: number, random: Random): Damaged {
  const bytes = Buffer.from(file)
  bytes[at] = (bytes[at] ?? 0) ^ pick(random, [1, 4, 32, 128, 255])
  return { name: `byte ${at} flipped`, bytes }
}

function truncate (file: Buffer, at: number): Damaged {
  return { name: `cut at ${at}`, bytes: file.subarray(0, at) }
}

function overwrite (file: Buffer, at: number, random: Random): Damaged {
  const bytes = Buffer.from(file)
  const length = between(random, 1, 40)
  bytes.fill(pick(random, [0, 255, 0x50, 60]), at, Math.min(at + length, bytes.length))
  return { name: `${length} bytes overwritten at ${at}`, bytes }
}

function remove (file: Buffer, at: number, random: Random): Damaged {
  const length = between(random, 1, 40)
  return {
    name: `${length} bytes missing at ${at}`, bytes: Buffer.concat([file.subarray(0, at), file.subarray(at + length)])
  }
}

function insert (file: Buffer, at: number, random: Random): Damaged {
  const more = Buffer.from(Array.from({ length: between(random, 1, 40) }, () => between(random, 0, 255)))
  return {
    name: `${more.length} bytes too many at ${at}`,
    bytes: Buffer.concat([file.subarray(0, at), more, file.subarray(at)])
  }
}

function swap (file: Buffer, at: number, random: Random): Damaged {
  const middle = between(random, 0, at)
  return {
    name: `parts swapped around ${middle} and ${at}`,
    bytes: Buffer.concat([file.subarray(middle, at), file.subarray(0, middle), file.subarray(at)])
  }
}

export type Places = Record<'sheet' | 'parts' | 'headers', [from: number, to: number][]>

/** Where the parts of a workbook lie: its first sheet, deflated; its other parts; the headers of the zip. */
export function placesIn (file: Buffer): Places {
  const endAt = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const directoryAt = file.readUInt32LE(endAt + 16)
  const places: Places = { sheet: [], parts: [], headers: [[directoryAt, file.length]] }
  for (let at = directoryAt; at < endAt && file.readUInt32LE(at) === 0x02014b50;) {
    const [size, nameLength, extraLength, commentLength, local] = [
      file.readUInt32LE(at + 20), file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42)
    ]
    const dataAt = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    places.headers.push([local, dataAt])
    places[file.toString('latin1', at + 46, at + 46 + nameLength).endsWith('sheet1.xml') ? 'sheet' : 'parts'].push([
      dataAt, dataAt + size
    ])
    at += 46 + nameLength + extraLength + commentLength
  }
  return places
}
