import { QueryClient } from '@tanstack/react-query'
import { TimbreError } from '../session/session.ts'

const isWorthRetrying = (error: Error) =>
  !(error instanceof TimbreError) || error.status === 429 || error.status >= 500

/** What the server refuses, it refuses again: only lost connections and overload are retried, when the server says. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && isWorthRetrying(error),
      retryDelay: (failures, error) => error instanceof TimbreError && error.retryAfterSeconds !== null
        ? error.retryAfterSeconds * 1000
        : Math.min(500 * 2 ** failures, 8000)
    }
  }
})

/** For polling: nobody reads a hidden tab. React Query stops by itself there; nothing asks faster than this. */
export const fastest = 1500
