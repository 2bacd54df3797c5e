import { setTimeout } from 'node:timers/promises'
import { createClient, TimbreError, type Client } from '../../../clients/typescript/client.ts'

// A machine that has just started much else may be overloaded for a moment.
const busy = { status: 503, pauseMs: 1000, tries: 60 }

/** A client that repeats a request that the server was too busy for. */
export const patientClient = (baseUrl: string, token?: string): Client => createClient({
  baseUrl,
  token: () => token,
  async fetch (input, init) {
    for (let count = 1; ; count++) {
      const response = await fetch(input, init)
      if (response.status !== busy.status || count === busy.tries) return response
      await setTimeout(busy.pauseMs)
    }
  }
})

/** The answer; undefined where the server refuses with one of these. Throws TimbreError for every other refusal. */
export function unless<Result> (statuses: readonly number[], answer: Promise<Result>): Promise<Result | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof TimbreError && statuses.includes(error.status)) return undefined
    throw error
  })
}
