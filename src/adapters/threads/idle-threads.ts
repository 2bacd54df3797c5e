interface Thread { end: (reason: Error) => void, hasEnded: () => boolean }

const idleMs = 10_000

/** A pool of idle threads or processes, which end after a while. */
export function createIdleThreads<T extends Thread> (start: () => T) {
  const idle = new Map<T, NodeJS.Timeout>()

  return {
    /** An idle thread, or a new one. */
    take (): T {
      for (const [thread, timer] of idle) {
        clearTimeout(timer)
        idle.delete(thread)
        if (!thread.hasEnded()) return thread
      }
      return start()
    },

    /** Returns a thread whose work is done. */
    release (thread: T): void {
      if (thread.hasEnded()) return
      const timer = setTimeout(() => {
        idle.delete(thread)
        thread.end(new Error('the thread was idle for too long'))
      }, idleMs)
      timer.unref()
      idle.set(thread, timer)
    }
  }
}
