interface Thread { end: (reason: Error) => void, hasEnded: () => boolean }

/** Threads without work, which wait for the next one and end after a while. */
export function createIdleThreads<T extends Thread> ({ start, idleMs }: { start: () => T, idleMs: number }) {
  const idle = new Map<T, NodeJS.Timeout>()

  return {
    /** One that has no work, or a new one. */
    take (): T {
      for (const [thread, timer] of idle) {
        clearTimeout(timer)
        idle.delete(thread)
        if (!thread.hasEnded()) return thread
      }
      return start()
    },

    /** Takes a thread back when its work is done. */
    keep (thread: T): void {
      if (thread.hasEnded()) return
      const timer = setTimeout(() => {
        idle.delete(thread)
        thread.end(new Error('the thread had nothing to do'))
      }, idleMs)
      timer.unref()
      idle.set(thread, timer)
    }
  }
}
