import type { Transferable } from 'node:worker_threads'
import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { createIdleThreads } from './idle-threads.ts'
import { startWatchedThread, type WatchedThreadOptions } from './watched-thread.ts'

export interface AnsweringThreadsOptions extends Pick<
  WatchedThreadOptions, 'name' | 'from' | 'memoryLimitMb' | 'tooLarge'
> {
  /** What the questions that wait or are asked are counted as. */
  held: string
  countHeld?: CountHeld | undefined
  /** Questions that are asked side by side: each keeps a core busy. */
  limit?: number | undefined
  /** Those of one tenant. */
  limitPerKey?: number | undefined
  /** Questions that may wait, half of them of one tenant; those beyond are refused with OVERLOADED. */
  queueLimit: number
  /** How long one question may take; it fails with OVERLOADED then. */
  deadlineMs: number
}

interface Asked<Question> { question: Question, transfer: Transferable[] }

interface Asker { tenantId: string, signal?: AbortSignal | undefined }

/**
 * Threads that answer one question each, in turns of the tenants that ask. The first starts with the first question. A
 * question whose signal fires ends its thread: it cannot be interrupted.
 */
export function createAnsweringThreads<Question, Answer> (
  { held, countHeld = uncounted, limit = 1, limitPerKey, queueLimit, deadlineMs, ...thread }:
  AnsweringThreadsOptions
) {
  const gate = createConcurrencyLimiter({
    limit, queueLimit, queueLimitPerKey: Math.ceil(queueLimit / 2), refusal: overloaded,
    ...limitPerKey !== undefined && { limitPerKey }
  })
  const threads = createIdleThreads(() => startWatchedThread<Question, Answer>({ ...thread, tooLate: overloaded }))
  countHeld(held, gate.held)

  async function answerTo (
    { question, transfer }: Asked<Question>, signal: AbortSignal | undefined
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const thread = threads.take()
    const onAbort = (): void => { thread.end(signal?.reason as Error) }
    signal?.addEventListener('abort', onAbort)
    try {
      return await thread.ask(question, { withinMs: deadlineMs, transfer })
    } finally {
      signal?.removeEventListener('abort', onAbort)
      threads.release(thread)
    }
  }

  return {
    /**
     * The answer to a question, which is made when its turn has come: it may be a copy of much. Throws ServiceError
     * OVERLOADED, the error of `tooLarge`, the reason of the signal, and what `makeQuestion` throws.
     */
    ask: (
      makeQuestion: () => Asked<Question> | Promise<Asked<Question>>, { tenantId, signal }: Asker
    ): Promise<Answer> => gate.run(tenantId, async () => answerTo(await makeQuestion(), signal), signal)
  }
}

function overloaded (): ServiceError {
  return new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
}
