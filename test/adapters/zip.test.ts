import { once } from 'node:events'
import { expect, it } from 'vitest'
import { archives } from '../../src/adapters/archives/zip.ts'

const at = new Date('2026-01-02T03:04:05Z')

it('an archive closes at once when its reader leaves, also while it waits for the next entry', async () => {
  let goOn!: () => void
  const waiting = new Promise<void>((resolve) => { goOn = resolve })
  let hasEnded = false
  async function * entries () {
    try {
      yield { path: 'first.txt', bytes: Buffer.from('first') }
      await waiting
      yield { path: 'second.txt', bytes: Buffer.from('second') }
    } finally {
      hasEnded = true
    }
  }

  const archive = archives.write(entries(), at)
  await once(archive.resume(), 'data')
  archive.destroy()
  await once(archive, 'close')
  goOn()
  await expect.poll(() => hasEnded).toBe(true)
})

it('an unread archive closes at once', async () => {
  async function * never () {
    await new Promise(() => {})
    yield { path: 'never.txt', bytes: Buffer.alloc(0) }
  }

  const archive = archives.write(never(), at)
  archive.destroy()
  await once(archive, 'close')
  expect(archive.destroyed).toBe(true)
})

it('an archive fails with the error of its entries', async () => {
  async function * failing () {
    yield { path: 'first.txt', bytes: Buffer.from('first') }
    throw new Error('no second entry')
  }

  await expect(archives.write(failing(), at).toArray()).rejects.toThrow('no second entry')
})
