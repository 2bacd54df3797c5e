import { ServiceError } from '../../shared/errors.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import type { ReadAnswer, ReadRequest } from './thread-messages.ts'

export interface ThreadLimits {
  /** V8's heap of the thread; the limits of the readers stay far below it. */
  memoryLimitMb: number
  /** How long the server waits for the thread in total while it reads one file. */
  deadlineMs: number
}

/** A supervised reading thread. It takes one question at a time. */
export function startReadingThread ({ memoryLimitMb, deadlineMs }: ThreadLimits) {
  const tooLarge = (cause?: Error): ServiceError => new ServiceError('BULK_FILE_TOO_LARGE', { cause })
  const { ask, end, hasEnded } = startWatchedThread<ReadRequest, ReadAnswer>({
    name: 'sheet-thread', from: import.meta.url, memoryLimitMb, tooLarge, tooLate: tooLarge
  })
  let leftMs = deadlineMs

  return {
    /**
     * The next answer. Throws the error of the file, and BULK_FILE_TOO_LARGE when it exceeds the memory or time limit.
     */
    async ask (
      request: ReadRequest, transfer?: ArrayBuffer[]
    ): Promise<Exclude<ReadAnswer, { kind: 'refused' | 'failed' }>> {
      if (request.kind === 'open') leftMs = deadlineMs
      const startedMs = performance.now()
      const answer = await ask(request, { withinMs: leftMs, transfer })
      leftMs -= performance.now() - startedMs
      if (answer.kind === 'refused') {
        throw new ServiceError(answer.code, { problems: answer.problems, cause: answer.cause })
      }
      if (answer.kind === 'failed') throw new Error(`A file could not be read: ${answer.cause}`)
      return answer
    },
    end,
    hasEnded
  }
}

export type ReadingThread = ReturnType<typeof startReadingThread>
