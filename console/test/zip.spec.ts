import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { zipOf, type ZipEntry } from '../src/shared/zip.ts'
import { expect, test } from './console.ts'

/* What the console writes, read by another program's reader: no page is needed. */

async function read (zip: Blob) {
  const archive = await fromBufferPromise(Buffer.from(await zip.arrayBuffer()), { lazyEntries: true, autoClose: false })
  const files = []
  for await (const entry of archive.eachEntry()) {
    const bytes = await buffer(await archive.openReadStreamPromise(entry))
    const { fileName: name, crc32: sum } = entry
    files.push({ name, text: bytes.toString(), whole: sum === crc32(bytes), at: entry.getLastModDate() })
  }
  archive.close()
  return files
}

async function * of (...files: Array<[name: string, text: string]>): AsyncGenerator<ZipEntry> {
  for (const [name, text] of files) yield { name, file: new Blob([text]) }
}

test('a .zip contains each file unchanged, under a unique name', async () => {
  const at = new Date(2026, 10, 30, 23, 59, 58)
  const zip = await zipOf(of(['T33F1.pdf', 'uno'], ['ñandú.pdf', 'dos y más'], ['T33F1.pdf', ''], ['T33F1.pdf', 'x'.repeat(100_000)]), at)
  expect(await read(zip)).toEqual([
    { name: 'T33F1.pdf', text: 'uno', whole: true, at },
    { name: 'ñandú.pdf', text: 'dos y más', whole: true, at },
    { name: 'T33F1 (2).pdf', text: '', whole: true, at },
    { name: 'T33F1 (3).pdf', text: 'x'.repeat(100_000), whole: true, at }
  ])
})

test('a .zip without files is valid', async () => {
  expect(await read(await zipOf(of()))).toEqual([])
})
