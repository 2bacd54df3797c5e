import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'

export interface ZippedFile { name: string, bytes: Buffer | 'FILE_TOO_LARGE' | 'ARCHIVE_ENCRYPTED' }

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

/** Why an archive could not be read: its list of files may be encrypted as well. */
export function damageOf (error: unknown): 'ARCHIVE_ENCRYPTED' | 'ARCHIVE_DAMAGED' {
  return error instanceof Error && /encrypt/i.test(error.message) ? 'ARCHIVE_ENCRYPTED' : 'ARCHIVE_DAMAGED'
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
    const content = await contentOf(zip, entry, Math.min(limits.fileBytes, left))
    left -= typeof content === 'string' ? 0 : content.length
    files.push({ name: entry.fileName, bytes: content })
  }
  return files
}

async function contentOf (zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): Promise<ZippedFile['bytes']> {
  if (entry.isEncrypted()) return 'ARCHIVE_ENCRYPTED'
  if (entry.uncompressedSize > most) return 'FILE_TOO_LARGE'
  // yauzl fails the stream as soon as it yields more than the entry says.
  return buffer(await zip.openReadStreamPromise(entry))
}
