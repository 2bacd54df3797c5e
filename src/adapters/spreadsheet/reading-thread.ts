import { ServiceError, type ErrorCode } from '../../shared/errors.ts'
import { startSiblingThread } from '../../shared/sibling-program.ts'
import type { ReadAnswer, ReadRequest } from './thread-messages.ts'

export interface ThreadLimits {
  /** V8's heap of the thread. The limits of the readers keep far below it: an allocation that is too large for it at once ends the process. */
  memoryLimitMb: number
  /** How long the server waits for the thread in all while it reads one file. */
  deadlineMs: number
}

/** One reading thread under watch. It takes one question at a time. */
export function startReadingThread ({ memoryLimitMb, deadlineMs }: ThreadLimits) {
  const worker = startSiblingThread('sheet-thread', import.meta.url, { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 16 } })
  let leftMs = deadlineMs
  let ended: Error | undefined
  let asked: Asked | undefined

  worker.on('message', (answer: ReadAnswer) => { asked?.resolve(answer) })
  worker.on('error', (error) => { end(refusalOf(error)) })
  worker.on('exit', () => { end(new Error('the reading thread ended')) })
  // An idle thread keeps no server from stopping.
  worker.unref()

  /** Ends the thread for good; what is asked of it fails with the reason. */
  function end (reason: Error): void {
    if (ended) return
    ended = reason
    asked?.reject(reason)
    worker.terminate().catch(() => {})
  }

  async function ask (request: ReadRequest, transfer: ArrayBuffer[] = []): Promise<ReadAnswer> {
    if (ended) throw ended
    const startedMs = performance.now()
    const deadline = setTimeout(() => { end(new ServiceError('BULK_FILE_TOO_LARGE')) }, leftMs)
    worker.ref()
    try {
      return await new Promise<ReadAnswer>((resolve, reject) => {
        asked = { resolve, reject }
        worker.postMessage(request, transfer)
      })
    } finally {
      asked = undefined
      clearTimeout(deadline)
      leftMs -= performance.now() - startedMs
      worker.unref()
    }
  }

  return {
    /** The next answer. Throws what the file is refused for, and BULK_FILE_TOO_LARGE when it costs more memory or time than it may. */
    async ask (request: ReadRequest, transfer?: ArrayBuffer[]): Promise<Exclude<ReadAnswer, { kind: 'refused' | 'failed' }>> {
      if (request.kind === 'open') leftMs = deadlineMs
      const answer = await ask(request, transfer)
      if (answer.kind === 'refused') throw new ServiceError(answer.code as ErrorCode, { problems: answer.problems, cause: answer.cause })
      if (answer.kind === 'failed') throw new Error(`A file could not be read: ${answer.cause}`)
      return answer
    },
    end,
    hasEnded: (): boolean => ended !== undefined
  }
}

export type ReadingThread = ReturnType<typeof startReadingThread>

interface Asked { resolve: (answer: ReadAnswer) => void, reject: (reason: Error) => void }

function refusalOf (error: Error & { code?: unknown }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ServiceError('BULK_FILE_TOO_LARGE', { cause: error }) : error
}
