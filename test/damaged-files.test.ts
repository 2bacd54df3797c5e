/** @module-tag slow */
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { files, isRefusal, oddEndings } from './support/damaged-files.ts'

const unheard: unknown[] = []
const note = (error: unknown): void => { unheard.push(error) }

beforeAll(() => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})
afterAll(() => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
})
afterEach(async () => {
  // Streams report what nobody listens for in later turns of the event loop.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  expect(unheard.splice(0)).toEqual([])
})

// Each bit has its turn; each byte, in test/chaos/damaged-files.test.ts.
const step = 7

describe('a damaged file', () => {
  it.each(files)(
    'is read or refused without affecting others: %s with a changed byte, or cut',
    async (_what, file, read) => {
      await expect((async () => read(file))()).resolves.toBeDefined()
      expect(await oddEndings(file, read, step)).toEqual([])
    }
  )
})

it('random bytes are refused', async () => {
  for (const read of files.map(([, , read]) => read)) {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(300), randomBytes(300)]) {
      await expect(
        (async () => {
          await read(bytes)
        })().catch((error: unknown) => {
          if (!isRefusal(error)) throw error
        })
      ).resolves.toBeUndefined()
    }
  }
})
