import { ServiceError } from '../../shared/errors.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import type { ReadAnswer, ReadRequest } from './thread-messages.ts'

export interface ThreadLimits {
  /** V8's heap of the thread, from which the limits of the readers keep far. */
  memoryLimitMb: number
  /** How long the server waits for the thread in all while it reads one file. */
  deadlineMs: number
}

/** One reading thread under watch. It takes one question at a time. */
export function startReadingThread ({ memoryLimitMb, deadlineMs }: ThreadLimits) {
  const { ask, end, hasEnded } = startWatchedThread<ReadRequest, ReadAnswer>({
    name: 'sheet-thread',
    from: import.meta.url,
    memoryLimitMb,
    tooCostly: (cause) => new ServiceError('BULK_FILE_TOO_LARGE', { cause })
  })
  let leftMs = deadlineMs

  return {
    /**
     * The next answer. Throws what the file is refused for, and BULK_FILE_TOO_LARGE when it costs more memory or time
     * than it may.
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
