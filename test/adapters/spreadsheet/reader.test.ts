import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inBatches } from '../../../src/adapters/spreadsheet/batches.ts'
import { createSheetReader, type ReaderOptions } from '../../../src/adapters/spreadsheet/reader.ts'
import type { SheetFile, SheetRow } from '../../../src/shared/spreadsheet.ts'
import { patience } from '../../support/patience.ts'

const long = (): Buffer => Buffer.from('Documento;Tipo\n'.repeat(20_000))
const short = (): Buffer => Buffer.from('Documento;Tipo\n1;33\n')

const opened: SheetFile[] = []
afterEach(() => { for (const file of opened.splice(0)) file.close() })

/**
 * A reader of one file at a time, which lets nobody wait: a second file is read only when the first has given its place
 * back.
 */
function oneByOne (options: ReaderOptions = {}) {
  const read = createSheetReader({ limit: 1, queueLimit: 0, ...options })
  return async (...call: Parameters<typeof read>): Promise<SheetFile> => {
    const file = await read(...call)
    opened.push(file)
    return file
  }
}

/** The nice values of this process's threads [proc(5), /proc/pid/stat]. */
function prioritiesOfThreads (): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

async function countOf ({ rows }: SheetFile): Promise<number> {
  let count = 0
  for await (const row of rows) count += row.cells.length === 2 ? 1 : 0
  return count
}

describe('files', () => {
  it('are read in a limited number of threads, and refused while all are busy', { tags: 'slow' }, async () => {
    const read = oneByOne()
    const first = await read(long())

    await expect(read(short())).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await countOf(first)).toBe(20_000)
    expect(await countOf(await read(short()))).toBe(2)
    await expect(read(Buffer.from('PK\x03\x04 and no more'))).rejects.toMatchObject({ code: 'BULK_FILE_MALFORMED' })
    expect(await countOf(await read(short()))).toBe(2)
  })

  // Elsewhere all threads of a process have one priority.
  it.runIf(process.platform === 'linux')('are read by a thread that gives way to the others', async () => {
    const lowerThreads = () => prioritiesOfThreads().filter((priority) => priority > getPriority()).length
    // Threads of earlier readings may still be ending.
    await expect.poll(lowerThreads, { timeout: 60_000 }).toBe(0)
    await oneByOne()(long())
    expect(lowerThreads()).toBe(1)
  })

  it('wait in a queue, in order', async () => {
    const read = createSheetReader({ limit: 1, queueLimit: 2 })
    const order: number[] = []
    const readOne = async (name: number): Promise<void> => {
      await countOf(await read(short()))
      order.push(name)
    }
    const reading = [1, 2, 3].map(readOne)

    await expect(read(short())).rejects.toMatchObject({ code: 'OVERLOADED' })
    await Promise.all(reading)
    expect(order).toEqual([1, 2, 3])
  })

  it('release their place when their reader stops, is closed, or its request ends', { tags: 'slow' }, async () => {
    const read = oneByOne()
    for await (const { row } of (await read(long())).rows) {
      if (row === 3) break
    }
    const closed = await read(long())
    closed.close()
    closed.close()
    await expect(countOf(closed)).rejects.toThrow('was closed')

    const ending = new AbortController()
    const aborted = await read(long(), { signal: ending.signal })
    ending.abort(new Error('the client left'))
    await expect(countOf(aborted)).rejects.toThrow('the client left')
    await expect(read(long(), { signal: ending.signal })).rejects.toThrow('the client left')
    expect(await countOf(await read(short()))).toBe(2)
  })

  it('are closed when nobody reads their rows', async () => {
    const read = oneByOne({ abandonedMs: 1 })
    const file = await read(long())

    await vi.waitFor(async () => { await expect(countOf(await read(short()))).resolves.toBe(2) }, patience)
    await expect(countOf(file)).rejects.toMatchObject({ code: 'OVERLOADED' })
  })

  it.each([
    ['more time', { deadlineMs: 1 }],
    ['more memory', { memoryLimitMb: 4 }]
  ])('that cost %s than allowed end only their thread', async (_what, limits) => {
    const read = oneByOne(limits)

    await expect(read(short())).rejects.toMatchObject({ code: 'BULK_FILE_TOO_LARGE' })
    await expect(read(short())).rejects.toMatchObject({ code: 'BULK_FILE_TOO_LARGE' })
  })
})

describe('batches', () => {
  async function sizesOf (rows: SheetRow[]): Promise<number[]> {
    async function * each () { yield * rows }
    const sizes: number[] = []
    for await (const batch of inBatches(each())) sizes.push(batch.length)
    return sizes
  }

  it('have about 1,000 cells or 64 Ki characters, and at least one row', async () => {
    const row = (cells: number, value: string): SheetRow => ({
      row: 1, cells: Array.from({ length: cells }, (_, column) => ({ column, value }))
    })

    expect(await sizesOf(Array.from({ length: 250 }, () => row(10, 'x')))).toEqual([100, 100, 50])
    expect(await sizesOf(Array.from({ length: 3 }, () => row(1, 'x'.repeat(32 * 1024))))).toEqual([2, 1])
    expect(await sizesOf([row(1000, 'x'.repeat(200)), row(1, 'x')])).toEqual([1, 1])
  })
})
