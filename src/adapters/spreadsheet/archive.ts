import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { ServiceError } from '../../shared/errors.ts'

// A workbook of the size that we take has some dozens of parts.
const maxEntries = 2000

/** The parts of a zip, by name; each is inflated only when it is asked for, and never beyond its limit. */
export interface Archive {
  names: readonly string[]
  /** The part's bytes as they are inflated; ends with BULK_FILE_TOO_LARGE beyond `maxBytes`. Undefined when there is no such part. */
  open: (name: string, maxBytes: number) => Promise<AsyncIterable<Buffer> | undefined>
}

/** Opens a zip held in memory. Throws BULK_FILE_MALFORMED for what is none, or says two things at once. */
export async function openArchive (bytes: Buffer): Promise<Archive> {
  const zip = await refusing(() => yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false }))
  const entries = await refusing(() => listEntries(zip))
  return {
    names: Array.from(entries.keys()),

    async open (name, maxBytes) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.uncompressedSize > maxBytes) throw new ServiceError('BULK_FILE_TOO_LARGE')
      return within(await refusing(() => zip.openReadStreamPromise(entry)), maxBytes)
    }
  }
}

async function listEntries (zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  if (zip.entryCount > maxEntries) throw new ServiceError('BULK_FILE_TOO_LARGE')
  for await (const entry of zip.eachEntry()) {
    // Two parts of one name, or a part under a password: readers differ in what they make of them.
    if (entries.has(entry.fileName) || entry.isEncrypted()) throw new ServiceError('BULK_FILE_MALFORMED')
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** What an entry declares as its size is only a claim: bytes are counted as they come. */
async function * within (stream: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > maxBytes) throw new ServiceError('BULK_FILE_TOO_LARGE')
      yield chunk
    }
  } catch (error) {
    throw malformed(error)
  } finally {
    stream.destroy()
  }
}

async function refusing<T> (work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw malformed(error)
  }
}

export function malformed (error: unknown): unknown {
  return error instanceof ServiceError ? error : new ServiceError('BULK_FILE_MALFORMED', { cause: error })
}
