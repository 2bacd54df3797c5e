import { bulkLimits } from '../../shared/bulk-limits.ts'
import { minuteMs } from '../../shared/durations.ts'
import { createConcurrencyLimiter } from '../../shared/concurrency-limiter.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'
import type { Answerer } from '../threads/answering-pool.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { ownBytes } from '../threads/own-bytes.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import type { ReadAnswer, ReadRequest } from './sheet-thread.ts'

export interface ReaderOptions {
  /** V8's heap of a thread; the limits of the readers stay far below it. */
  memoryLimitMb?: number
  /** How long the server waits for the thread in total while it reads one file. */
  deadlineMs?: number
  /** Files that are read at the same time; each may use `memoryLimitMb`. */
  limit?: number
  /** Files that may wait for a thread; further ones are refused with OVERLOADED. */
  queueLimit?: number
  /** A file is closed when no rows are requested for this time. */
  abandonedMs?: number
}

/** Reads files of rows in separate threads, which start with the first file. */
export function createSheetReader (
  {
    memoryLimitMb = bulkLimits.threadMebibytes, deadlineMs = bulkLimits.threadMs, limit = 3, queueLimit = 20,
    abandonedMs = 5 * minuteMs
  }:
  ReaderOptions = {}
) {
  // BulkInvoice/Create limits the files of each tenant (http/plugins/operation-limits.ts): all share this queue.
  const gate = createConcurrencyLimiter({
    limit, queueLimit, refusal: () => new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
  })
  const threads = createIdleThreads(() => startWatchedThread<ReadRequest, ReadAnswer>({
    name: 'sheet-thread', from: import.meta.url, memoryLimitMb, tooLarge, tooLate: tooLarge
  }))

  return async function read (
    bytes: Buffer, { signal }: { signal?: AbortSignal | undefined } = {}
  ): Promise<SheetFile> {
    const leave = await gate.acquire('', signal)
    try {
      signal?.throwIfAborted()
      const thread = threads.take()
      const onFinish = (): void => {
        threads.release(thread)
        leave()
      }
      const reading = createReading({ thread, onFinish, deadlineMs, abandonedMs, signal })
      return { ...await reading.open(bytes), rows: reading.rows(), close: reading.close }
    } catch (error) {
      leave()
      throw error
    }
  }
}

const tooLarge = (cause?: Error): ServiceError => new ServiceError('BULK_FILE_TOO_LARGE', { cause })

interface ReadingOptions {
  thread: Answerer<ReadRequest, ReadAnswer>
  /** Called once the file is read to its end or given up. */
  onFinish: () => void
  deadlineMs: number
  abandonedMs: number
  signal: AbortSignal | undefined
}

/** Reads one file, until all rows are read, one cannot be read, or it is closed. */
function createReading ({ thread, onFinish, deadlineMs, abandonedMs, signal }: ReadingOptions) {
  let leftMs = deadlineMs
  let abandoned: NodeJS.Timeout | undefined
  const onAbort = (): void => { stop(signal?.reason as Error) }
  signal?.addEventListener('abort', onAbort)
  let isOver = false

  function finish (): void {
    if (isOver) return
    isOver = true
    clearTimeout(abandoned)
    signal?.removeEventListener('abort', onAbort)
    onFinish()
  }

  function stop (reason: Error): void {
    if (isOver) return
    thread.end(reason)
    finish()
  }

  /** Asks the thread. One that refuses a file can read the next one. */
  async function ask (request: ReadRequest, transfer?: ArrayBuffer[]) {
    clearTimeout(abandoned)
    const startedMs = performance.now()
    try {
      const answer = await thread.ask(request, { withinMs: leftMs, transfer })
      leftMs -= performance.now() - startedMs
      if (answer.kind === 'refused') {
        throw new ServiceError(answer.code, { problems: answer.problems, cause: answer.cause })
      }
      if (answer.kind === 'failed') throw new Error(`A file could not be read: ${answer.cause}`)
      abandoned = setTimeout(() => { stop(new ServiceError('OVERLOADED')) }, abandonedMs).unref()
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
      const own = ownBytes(bytes)
      const answer = await ask({ kind: 'open', bytes: own }, [own.buffer])
      if (answer.kind !== 'opened') throw new Error(`the reading thread answered ${answer.kind}`)
      return { format: answer.format, encoding: answer.encoding }
    },
    rows,
    close
  }
}
