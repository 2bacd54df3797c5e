import type { Transferable } from 'node:worker_threads'
import { ServiceError } from '../../shared/errors.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { createIdleThreads } from './idle-threads.ts'

/** A thread or a process that answers one question at a time. */
export interface Answerer<Question, Answer> {
  /**
   * The answer. Throws the reason why it ended, and an error after `withinMs`, which ends it. A thread gets what
   * `transfer` lists without a copy.
   */
  ask: (question: Question, terms: { withinMs: number, transfer?: Transferable[] | undefined }) => Promise<Answer>
  /** Ends it; its question fails with the reason. */
  end: (reason: Error) => void
  hasEnded: () => boolean
}

export interface AnsweringOptions {
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

interface Asked<Question> { question: Question, transfer?: Transferable[] | undefined }

interface Caller { tenantId: string, signal?: AbortSignal | undefined }

/**
 * Threads or processes that answer one question each, in turns of the tenants that ask. The first starts with the first
 * question. A question whose signal fires ends what answers it: it cannot be interrupted.
 */
export function createAnsweringPool<Question, Answer> (
  start: () => Answerer<Question, Answer>,
  { held, countHeld = uncounted, limit = 1, limitPerKey, queueLimit, deadlineMs }: AnsweringOptions
) {
  const gate = createConcurrencyLimiter({
    limit, queueLimit, queueLimitPerKey: Math.ceil(queueLimit / 2), refusal: overloaded,
    ...limitPerKey !== undefined && { limitPerKey }
  })
  const pool = createIdleThreads(start)
  countHeld(held, gate.held)

  async function answerTo (
    { question, transfer }: Asked<Question>, signal: AbortSignal | undefined
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const answerer = pool.take()
    const onAbort = (): void => { answerer.end(signal?.reason as Error) }
    signal?.addEventListener('abort', onAbort)
    try {
      return await answerer.ask(question, { withinMs: deadlineMs, transfer })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      pool.release(answerer)
    }
  }

  return {
    /**
     * The answer to a question, which is made when its turn has come: it may be a copy of much. Throws ServiceError
     * OVERLOADED, the error of `tooLarge`, the reason of the signal, and what `makeQuestion` throws.
     */
    ask: (
      makeQuestion: () => Asked<Question> | Promise<Asked<Question>>, { tenantId, signal }: Caller
    ): Promise<Answer> => gate.run(tenantId, async () => answerTo(await makeQuestion(), signal), signal)
  }
}

export function overloaded (): ServiceError {
  return new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
}
