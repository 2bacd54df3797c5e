import { Readable } from 'node:stream'
import * as yazl from 'yazl'
import type { ArchiveEntry, Archives } from '../../services/ports.ts'

export const archives: Archives = {
  write (entries, at) {
    const zip = new yazl.ZipFile()
    const output = outputOf(zip)
    const fail = (error: unknown): void => { output.destroy(error as Error) }
    zip.on('error', fail)
    addAll(zip, output, entries, at).catch(fail)
    return output
  }
}

async function addAll (
  zip: yazl.ZipFile, output: Readable, entries: AsyncIterable<ArchiveEntry>, at: Date
): Promise<void> {
  const isLeft = (): boolean => output.destroyed
  const closed = new Promise<void>((resolve) => { output.once('close', resolve) })
  for await (const entry of entries) {
    if (isLeft()) return
    await Promise.race([closed, add(zip, entry, at)])
    if (isLeft()) return
  }
  zip.end()
}

/** Resolves when the entry was taken. */
async function add (zip: yazl.ZipFile, { path, bytes }: ArchiveEntry, at: Date): Promise<void> {
  await new Promise<void>((resolve) => {
    zip.addReadStreamLazy(path, { mtime: at }, (give) => {
      const part = Readable.from([bytes], { objectMode: false })
      part.once('close', resolve)
      give(null, part)
    })
  })
}

/**
 * The bytes of an archive, as its own stream: one that read it on behalf of the reader could not close while it waits
 * for bytes that nobody writes any more.
 */
export function outputOf ({ outputStream }: yazl.ZipFile): Readable {
  if (outputStream instanceof Readable) return outputStream
  throw new TypeError('yazl writes to something else than a stream of Node')
}
