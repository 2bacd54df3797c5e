interface Running { begunAt: number, tenants: number }

const longMs = 100

/**
 * When a batch may begin beside one that is running. What arrives meanwhile shares the next one, and a document costs
 * the less the more share its transaction. So a second batch begins only where the first takes long, waiting for a lock
 * or for the disk, where `backlogThreshold` waits, or where the first is of one tenant, who must not delay the others.
 * There are never more than `maxConcurrent`.
 */
export function createBatchConcurrency (
  { backlogThreshold, maxConcurrent, now = () => performance.now() }: {
    backlogThreshold: number, maxConcurrent: number, now?: () => number
  }
) {
  const running = new Set<Running>()

  return {
    /** Notes that a batch of so many tenants begins. Call what this gives when it has ended. */
    begin (tenants: number): () => void {
      const batch = { begunAt: now(), tenants }
      running.add(batch)
      return () => { running.delete(batch) }
    },

    /** Milliseconds until another batch may begin: 0 for now, Infinity when one has to end before. */
    waitMs (weightWaiting: number): number {
      const [first] = running
      if (!first) return 0
      if (running.size === maxConcurrent) return Infinity
      if (first.tenants === 1 || weightWaiting >= backlogThreshold) return 0
      return Math.max(0, first.begunAt + longMs - now())
    }
  }
}
