import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { siblingProgram, startSiblingThread } from '../../src/shared/sibling-program.ts'

// Everywhere else tests run what was built; here the processes and threads are those of a clone's sources.
const adapters = pathToFileURL(join(import.meta.dirname, '../../src/adapters')).href

it('runs a process of the sources from its source', { tags: 'slow' }, async () => {
  const { path, execArgv } = siblingProgram('typst-child', `${adapters}/pdf/typst-process.ts`)
  const child = fork(path, { execArgv })
  const [message] = await once(child, 'message')
  child.kill('SIGKILL')

  expect(path).toMatch(/typst-child\.ts$/)
  expect(message).toEqual({ kind: 'ready' })
})

it('runs a thread of the sources from its source', async () => {
  const thread = startSiblingThread('key-store-thread', `${adapters}/key-stores/key-stores.ts`, {})
  thread.postMessage({ bytes: Uint8Array.from([1, 2, 3]), password: '' })
  const [answer] = await once(thread, 'message')
  await thread.terminate()

  expect(answer).toMatchObject({ kind: 'refused' })
})

it('preloads other modules of the thread', async () => {
  const greets = new URL('data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.postMessage("first")')
  const thread = startSiblingThread('key-store-thread', `${adapters}/key-stores/key-stores.ts`, {}, [greets])
  thread.postMessage({ bytes: Uint8Array.from([1, 2, 3]), password: '' })
  const said: unknown[] = []
  for await (const [message] of on(thread, 'message')) if (said.push(message) === 2) break
  await thread.terminate()

  expect(said).toEqual(['first', expect.objectContaining({ kind: 'refused' })])
})

it('runs built programs from the build', () => {
  expect(siblingProgram('typst-child', 'file:///opt/timbre/dist/src/adapters/pdf/typst-process.js')).toEqual({
    path: '/opt/timbre/dist/src/adapters/pdf/typst-child.js', execArgv: []
  })
})
