import { extname } from 'node:path'
import { startSiblingThread } from '../../shared/sibling-program.ts'
import type { Answerer } from './answering-pool.ts'

export interface WatchedThreadOptions {
  /** The thread's module, in the same folder as the module that starts it; `from` is that one's import.meta.url. */
  name: string
  from: string
  /**
   * V8's heap of the thread. A single allocation beyond it ends the whole process, so the thread must also limit its
   * work itself.
   */
  memoryLimitMb: number
  /** The error of a question that exceeds its memory limit. */
  tooLarge: (cause: Error) => Error
  /** The error of a question that is not answered in time: it costs too much, or the machine is busy. */
  tooLate: () => Error
}

// First: loading what a thread needs takes more of a processor than most questions.
const lowPriority = new URL(`./lower-this-thread${extname(import.meta.url)}`, import.meta.url)

interface Asked<Answer> { resolve: (answer: Answer) => void, reject: (reason: Error) => void }

/** A supervised thread, of low priority. It takes one question at a time, and answers each with one message. */
export function startWatchedThread<Question, Answer> (
  { name, from, memoryLimitMb, tooLarge, tooLate }: WatchedThreadOptions
): Answerer<Question, Answer> {
  const worker = startSiblingThread(name, from, {
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 16 }
  }, [lowPriority])
  let ended: Error | undefined
  let asked: Asked<Answer> | undefined

  worker.on('message', (answer: Answer) => {
    asked?.resolve(answer)
  })
  worker.on('error', (error: Error & { code?: unknown }) => {
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error)
  })
  worker.on('exit', () => {
    end(new Error(`${name} ended`))
  })
  // An idle thread does not prevent the server from stopping.
  worker.unref()

  function end (reason: Error): void {
    if (ended) return
    ended = reason
    asked?.reject(reason)
    worker.terminate().catch(() => {})
  }

  return {
    async ask (question, { withinMs, transfer = [] }) {
      if (ended) throw ended
      const deadline = setTimeout(() => { end(tooLate()) }, withinMs)
      worker.ref()
      try {
        return await new Promise<Answer>((resolve, reject) => {
          asked = { resolve, reject }
          worker.postMessage(question, transfer)
        })
      } finally {
        asked = undefined
        clearTimeout(deadline)
        worker.unref()
      }
    },
    end,
    hasEnded: () => ended !== undefined
  }
}
