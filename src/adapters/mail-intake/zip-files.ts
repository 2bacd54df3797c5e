import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'

export interface ZippedFile { name: string, bytes: Buffer | 'FILE_TOO_LARGE' }

export interface ZipLimits {
  /** An archive with more is not opened. */
  files: number
  /** Of one file, unpacked. */
  fileBytes: number
  /** Of all of them, unpacked. */
  bytes: number
}

export function isZip (bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32BE(0) === 0x504b0304
}

/**
 * The files of an archive, within limits; undefined if it has more files than it may. An entry that unpacks to more
 * than it says fails the archive. Throws an error for an archive that is damaged.
 */
export async function readZip (bytes: Buffer, limits: ZipLimits): Promise<ZippedFile[] | undefined> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  const entries: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (entries.length === limits.files) return undefined
    entries.push(entry)
  }
  const files: ZippedFile[] = []
  let left = limits.bytes
  for (const entry of entries) {
    const content = entry.uncompressedSize > Math.min(limits.fileBytes, left)
      ? 'FILE_TOO_LARGE' as const
      // yauzl fails the stream as soon as it yields more than the entry says.
      : await buffer(await zip.openReadStreamPromise(entry))
    left -= typeof content === 'string' ? 0 : content.length
    files.push({ name: entry.fileName, bytes: content })
  }
  return files
}
