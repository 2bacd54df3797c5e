import type { Topic } from '../model/tasks.ts'

/** Milliseconds until the next task of each topic can be leased, at most 0 when one can be now. */
export type Look = (topics: readonly Topic[]) => Promise<ReadonlyMap<Topic, number>>

/**
 * One look for all workers that ask in the same turn of the event loop: they wake at the same moments, and most find
 * nothing. Gives each the milliseconds until its own next task; Infinity without one.
 */
export function createSharedPoll (look: Look): (topics: readonly Topic[]) => Promise<number> {
  let coming: { topics: Set<Topic>, found: ReturnType<Look> } | undefined

  function begin (): NonNullable<typeof coming> {
    const topics = new Set<Topic>()
    const turn = new Promise<void>((resolve) => { setImmediate(resolve) })
    const found = turn.then(() => {
      coming = undefined
      return look(Array.from(topics))
    })
    return { topics, found }
  }

  return async (topics) => {
    coming ??= begin()
    for (const topic of topics) coming.topics.add(topic)
    const found = await coming.found
    return Math.min(...topics.map((topic) => found.get(topic) ?? Infinity))
  }
}
