import { type AnsweringOptions, createAnsweringPool, overloaded } from './answering-pool.ts'
import { startWatchedThread, type WatchedThreadOptions } from './watched-thread.ts'

type AnsweringThreadsOptions = AnsweringOptions & Omit<WatchedThreadOptions, 'tooLate'>

/** Threads that answer questions, whose heap is limited. */
export function createAnsweringThreads<Question, Answer> (
  { name, from, memoryLimitMb, tooLarge, ...turns }: AnsweringThreadsOptions
) {
  const thread = { name, from, memoryLimitMb, tooLarge, tooLate: overloaded }
  return createAnsweringPool(() => startWatchedThread<Question, Answer>(thread), turns)
}
