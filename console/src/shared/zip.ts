/** A file of a .zip. */
export interface ZipEntry { name: string, file: Blob }

interface Kept { name: Uint8Array<ArrayBuffer>, common: Field[], at: number }

/** A little-endian number, in so many bytes. */
type Field = readonly [bytes: 2 | 4, value: number]

/**
 * A .zip of files as they are: compressed ones, as PDFs are, gain nothing from being compressed again. Only one file is
 * read at a time, for its checksum. For fewer than 65,536 files and 4 GB. Throws what `entries` throws.
 */
export async function zipOf (entries: AsyncIterable<ZipEntry>, at = new Date()): Promise<Blob> {
  const parts: BlobPart[] = []
  const kept: Kept[] = []
  const names = new Set<string>()
  let length = 0
  const put = (...added: BlobPart[]) => {
    parts.push(...added)
    for (const part of added) length += part instanceof Blob ? part.size : (part as Uint8Array).byteLength
  }
  for await (const { name: wanted, file } of entries) {
    const name = new TextEncoder().encode(unusedName(wanted, names))
    const checksum = crc32(new Uint8Array(await file.arrayBuffer()))
    const common: Field[] = [
      [2, version], [2, namesInUtf8], [2, stored], ...momentOf(at), [4, checksum], [4, file.size], [4, file.size], [2, name.length], [2, 0]
    ]
    kept.push({ name, common, at: length })
    put(bytesOf([4, 0x04034b50], ...common), name, file)
  }
  const directory = length
  for (const { name, common, at: offset } of kept) {
    put(bytesOf([4, 0x02014b50], [2, version], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name)
  }
  put(bytesOf([4, 0x06054b50], [2, 0], [2, 0], [2, kept.length], [2, kept.length], [4, length - directory], [4, directory], [2, 0]))
  return new Blob(parts, { type: 'application/zip' })
}

const version = 20
const namesInUtf8 = 1 << 11
const stored = 0

/** The name, or with a number before its ending where another file has it. */
function unusedName (wanted: string, names: Set<string>): string {
  let name = wanted
  for (let number = 2; names.has(name); number++) name = wanted.replace(/(\.\w+)?$/, ` (${number})$1`)
  names.add(name)
  return name
}

/** Time and day, as MS-DOS wrote them. */
function momentOf (at: Date): Field[] {
  const time = at.getHours() << 11 | at.getMinutes() << 5 | at.getSeconds() >> 1
  const day = at.getFullYear() - 1980 << 9 | at.getMonth() + 1 << 5 | at.getDate()
  return [[2, time], [2, day]]
}

function bytesOf (...fields: Field[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ value >>> 1 : value >>> 1
  return value
})

function crc32 (bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = remainders[(value ^ byte) & 255]! ^ value >>> 8
  return (value ^ 0xffffffff) >>> 0
}
