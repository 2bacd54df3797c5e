import { bulkLimits } from '../../shared/bulk-limits.ts'
import { minuteMs } from '../../shared/durations.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { startReadingThread, type ReadingThread, type ThreadLimits } from './reading-thread.ts'

export interface ReaderOptions extends Partial<ThreadLimits> {
  /** Files that are read at the same time; each may use `memoryLimitMb`. */
  limit?: number
  /** Files that may wait for a thread; further ones are refused with OVERLOADED. */
  queueLimit?: number
  /** A file is closed when no rows are requested for this time. */
  abandonedMs?: number
  /** An idle thread ends after this time. */
  idleMs?: number
}

/** Reads files of rows in separate threads, which start with the first file. */
export function createSheetReader (
  {
    memoryLimitMb = bulkLimits.threadMebibytes, deadlineMs = bulkLimits.threadMs, limit = 3, queueLimit = 20,
    abandonedMs = 5 * minuteMs, idleMs = 30_000
  }:
  ReaderOptions = {}
) {
  // BulkInvoice/Create limits the files of each tenant (http/plugins/operation-limits.ts): all share this queue.
  const gate = createConcurrencyLimiter({
    limit, queueLimit, refusal: () => new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
  })
  const start = (): ReadingThread => startReadingThread({ memoryLimitMb, deadlineMs })
  const { take, release } = createIdleThreads({ start, idleMs })

  return async function read (
    bytes: Buffer, { signal }: { signal?: AbortSignal | undefined } = {}
  ): Promise<SheetFile> {
    const leave = await gate.acquire('', signal)
    try {
      signal?.throwIfAborted()
      const reading = createReading({ thread: take(), release, leave, abandonedMs, signal })
      return { ...await reading.open(bytes), rows: reading.rows(), close: reading.close }
    } catch (error) {
      leave()
      throw error
    }
  }
}

interface ReadingOptions {
  thread: ReadingThread
  /** Takes back a thread that has read its file to the end. */
  release: (thread: ReadingThread) => void
  leave: () => void
  abandonedMs: number
  signal: AbortSignal | undefined
}

/** Reads one file, until all rows are read, one cannot be read, or it is closed. */
function createReading ({ thread, release, leave, abandonedMs, signal }: ReadingOptions) {
  let abandoned: NodeJS.Timeout | undefined
  const onAbort = (): void => { stop(signal?.reason as Error) }
  signal?.addEventListener('abort', onAbort)
  let isOver = false

  function finish (): void {
    if (isOver) return
    isOver = true
    clearTimeout(abandoned)
    signal?.removeEventListener('abort', onAbort)
    release(thread)
    leave()
  }

  function stop (reason: Error): void {
    if (isOver) return
    thread.end(reason)
    finish()
  }

  /** Asks the thread. A thread that refuses a file can read the next one. */
  async function ask (...question: Parameters<ReadingThread['ask']>) {
    clearTimeout(abandoned)
    try {
      const answer = await thread.ask(...question)
      abandoned = setTimeout(() => { stop(new ServiceError('OVERLOADED')) }, abandonedMs)
      abandoned.unref()
      return answer
    } catch (error) {
      finish()
      throw error
    }
  }

  const close = (): void => { stop(new Error('the file was closed')) }

  async function * rows (): AsyncGenerator<SheetRow> {
    try {
      for (let answer = await ask({ kind: 'next' }); answer.kind === 'rows'; answer = await ask({ kind: 'next' })) {
        yield * answer.rows
      }
      finish()
    } finally {
      close()
    }
  }

  return {
    async open (bytes: Buffer): Promise<Pick<SheetFile, 'format' | 'encoding'>> {
      const own = ownedBy(bytes)
      const answer = await ask({ kind: 'open', bytes: own }, [own.buffer])
      if (answer.kind !== 'opened') throw new Error(`the reading thread answered ${answer.kind}`)
      return { format: answer.format, encoding: answer.encoding }
    },
    rows,
    close
  }
}

/** The bytes in a buffer that can be transferred to a thread: a copy, if they share their memory. */
function ownedBy (bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
