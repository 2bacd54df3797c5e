import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { bulkLimits } from '../../shared/bulk-limits.ts'
import { ServiceError } from '../../shared/errors.ts'

// An accepted workbook has a few dozen parts.
const maxEntries = 2000

const localHeaderBytes = 30
const [stored, deflated] = [0, 8]

/** The parts of a zip, by name. A part is inflated while it is read, up to a limit. */
export interface Archive {
  names: readonly string[]
  /**
   * The part's bytes as they are inflated; undefined when there is no such part. Nothing is opened before the first
   * read, and nothing stays open when the reader stops. Ends with BULK_FILE_TOO_LARGE beyond `maxBytes` or what all
   * parts may have together, and with BULK_FILE_MALFORMED when the bytes are not those that were packed.
   */
  open: (name: string, maxBytes: number) => AsyncGenerator<Buffer> | undefined
  /** How many bytes were inflated so far, of all parts. */
  inflatedBytes: () => number
}

/** Opens a zip held in memory. Throws BULK_FILE_MALFORMED for anything that is not a zip, or is ambiguous. */
export async function openArchive (bytes: Buffer): Promise<Archive> {
  const zip = await refusing(() =>
    yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false })
  )
  const entries = await refusing(() => listEntries(zip))
  const { inflatedBytes, inflationRatio, bytesAtAnyRatio } = bulkLimits
  const budget = createBudget(Math.min(inflatedBytes, Math.max(bytesAtAnyRatio, bytes.length * inflationRatio)))

  async function * inflate (entry: yauzl.Entry, maxBytes: number): AsyncGenerator<Buffer> {
    if (entry.uncompressedSize > maxBytes) throw new ServiceError('BULK_FILE_TOO_LARGE')
    yield * checked(await refusing(() => zip.openReadStreamPromise(entry)), entry, budget)
  }

  return {
    names: Array.from(entries.keys()),
    open: (name, maxBytes) => {
      const entry = entries.get(name)
      return entry && inflate(entry, maxBytes)
    },
    inflatedBytes: budget.spent
  }
}

async function listEntries (zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  if (zip.entryCount > maxEntries) throw new ServiceError('BULK_FILE_TOO_LARGE')
  for await (const entry of zip.eachEntry()) {
    // Readers disagree on two parts of one name and on encrypted parts.
    if (entries.has(entry.fileName) || entry.isEncrypted()) throw new ServiceError('BULK_FILE_MALFORMED')
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
      throw new ServiceError('BULK_FILE_MALFORMED')
    }
    entries.set(entry.fileName, entry)
  }
  refuseOverlaps(Array.from(entries.values()))
  return entries
}

/** Overlapping parts let a small file unpack to a thousand times its size. */
function refuseOverlaps (entries: yauzl.Entry[]): void {
  entries.sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of entries) {
    if (start < end) throw new ServiceError('BULK_FILE_MALFORMED')
    end = start + localHeaderBytes + fileNameLength + compressedSize
  }
}

function createBudget (maxBytes: number) {
  let spent = 0
  return {
    spend (bytes: number): void {
      spent += bytes
      if (spent > maxBytes) throw new ServiceError('BULK_FILE_TOO_LARGE')
    },
    spent: () => spent
  }
}

/** yauzl fails the stream as soon as it yields more bytes than the entry says, or when it yields fewer. */
async function * checked (
  stream: Readable, entry: yauzl.Entry, budget: { spend: (bytes: number) => void }
): AsyncGenerator<Buffer> {
  let sum = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum)
      budget.spend(chunk.length)
      yield chunk
    }
    if (sum !== entry.crc32) throw new ServiceError('BULK_FILE_MALFORMED')
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
