import { QueryClient } from '@tanstack/react-query'
import { TimbreError } from '../session/session.ts'

const isWorthRetrying = (error: Error) =>
  !(error instanceof TimbreError) || error.status === 429 || error.status >= 500

/** When the server says. */
const retryDelay = (failures: number, error: Error) => error instanceof TimbreError && error.retryAfterSeconds !== null
  ? error.retryAfterSeconds * 1000
  : Math.min(500 * 2 ** failures, 8000)

/** What the server refuses, it refuses again: only lost connections and overload are retried. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && isWorthRetrying(error),
      retryDelay
    },
    // Nothing is sent twice; a mutation that may be says so.
    mutations: { retryDelay }
  }
})

/**
 * In how many milliseconds to ask again for what still moves: the longer it takes, the more seldom. React Query stops by
 * itself while nobody sees the page.
 */
export function pollWhilePending ({ dataUpdateCount }: { dataUpdateCount: number }): number {
  return Math.min(3000 * 2 ** Math.floor(dataUpdateCount / 20), 30_000)
}
