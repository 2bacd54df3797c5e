import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'

/** The files of a .zip, by their names. */
export async function filesIn (zip: Blob): Promise<{ name: string, bytes: Buffer }[]> {
  const archive = await yauzl.fromBufferPromise(Buffer.from(await zip.bytes()), { lazyEntries: true, autoClose: false })
  const files: { name: string, bytes: Buffer }[] = []
  for await (const entry of archive.eachEntry()) {
    files.push({ name: entry.fileName, bytes: await buffer(await archive.openReadStreamPromise(entry)) })
  }
  archive.close()
  return files
}
