import yauzl from 'yauzl'

export interface ZippedFile { name: string, bytes: Buffer | 'FILE_TOO_LARGE' }

export interface ZipLimits {
  /** Files that are looked at. */
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
 * The files of an archive, within limits. An entry that unpacks to more than it says fails the archive. Throws an error
 * for an archive that is damaged.
 */
export async function readZip (bytes: Buffer, limits: ZipLimits): Promise<ZippedFile[]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: false }, (error, opened) => {
      if (error) reject(error)
      else resolve(opened)
    })
  })
  try {
    return await readEntries(zip, limits)
  } finally {
    zip.close()
  }
}

async function readEntries (zip: yauzl.ZipFile, limits: ZipLimits): Promise<ZippedFile[]> {
  const files: ZippedFile[] = []
  let left = limits.bytes
  for await (const entry of entriesOf(zip)) {
    if (files.length === limits.files) break
    if (entry.fileName.endsWith('/')) continue
    const most = Math.min(limits.fileBytes, left)
    const isTooLarge = entry.uncompressedSize > most
    const content = isTooLarge ? 'FILE_TOO_LARGE' as const : await contentOf(zip, entry)
    left -= typeof content === 'string' ? 0 : content.length
    files.push({ name: entry.fileName, bytes: content })
  }
  return files
}

async function * entriesOf (zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | undefined>((resolve, reject) => {
      zip.once('entry', resolve).once('end', () => { resolve(undefined) }).once('error', reject)
      zip.readEntry()
    })
    zip.removeAllListeners()
    if (!entry) return
    yield entry
  }
}

async function contentOf (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => {
      if (error) reject(error)
      else resolve(opened)
    })
  })
  const chunks: Buffer[] = []
  // yauzl fails the stream as soon as it yields more than the entry says.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
