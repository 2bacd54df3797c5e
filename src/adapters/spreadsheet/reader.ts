import { minuteMs } from '../../shared/durations.ts'
import { createGate } from '../../shared/gate.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { startReadingThread, type ReadingThread, type ThreadLimits } from './reading-thread.ts'

export interface ReaderOptions extends Partial<ThreadLimits> {
  /** Files that are read side by side; each may cost `memoryLimitMb`. */
  atOnce?: number
  /** Files that may wait for a thread; those beyond are refused with OVERLOADED. */
  waitingMax?: number
  /** A file whose rows nobody asks for in this time is closed. */
  abandonedMs?: number
  /** A thread without work ends after this time. */
  idleMs?: number
}

/** Reads files of rows in threads of their own, which start with the first file. */
export function createSheetReader (
  {
    memoryLimitMb = 128, deadlineMs = minuteMs, atOnce = 3, waitingMax = 20, abandonedMs = 5 * minuteMs, idleMs = 30_000
  }:
  ReaderOptions = {}
) {
  // BulkInvoice/Create lets in a few files at once and fewer of one tenant (http/plugins/at-once.ts), so nobody needs a
  // part of this line.
  const gate = createGate({
    atOnce, waitingMax, refusal: () => new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })
  })
  const { take, keep } = createIdleThreads({ start: () => startReadingThread({ memoryLimitMb, deadlineMs }), idleMs })

  return async function read (
    bytes: Buffer, { signal }: { signal?: AbortSignal | undefined } = {}
  ): Promise<SheetFile> {
    const leave = await gate.enter('', signal)
    try {
      signal?.throwIfAborted()
      const reading = createReading({ thread: take(), keep, leave, abandonedMs, signal })
      return { format: await reading.open(bytes), rows: reading.rows(), close: reading.close }
    } catch (error) {
      leave()
      throw error
    }
  }
}

interface ReadingOptions {
  thread: ReadingThread
  /** Takes the thread back when it has read its file to the end. */
  keep: (thread: ReadingThread) => void
  leave: () => void
  abandonedMs: number
  signal: AbortSignal | undefined
}

/** The reading of one file. It is over when all rows were read, when one cannot be read, and when it is closed. */
function createReading ({ thread, keep, leave, abandonedMs, signal }: ReadingOptions) {
  let abandoned: NodeJS.Timeout | undefined
  const onAbort = (): void => { stop(signal?.reason as Error) }
  signal?.addEventListener('abort', onAbort)
  let isOver = false

  function finish (): void {
    if (isOver) return
    isOver = true
    clearTimeout(abandoned)
    signal?.removeEventListener('abort', onAbort)
    keep(thread)
    leave()
  }

  function stop (reason: Error): void {
    if (isOver) return
    thread.end(reason)
    finish()
  }

  /** What the thread answers; a thread that refuses the file can read the next one. */
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

  const close = (): void => { stop(new Error('the reading of the file was ended')) }

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
    async open (bytes: Buffer): Promise<SheetFile['format']> {
      const own = ownedBy(bytes)
      const answer = await ask({ kind: 'open', bytes: own }, [own.buffer])
      if (answer.kind !== 'opened') throw new Error(`the reading thread answered ${answer.kind}`)
      return answer.format
    },
    rows,
    close
  }
}

/** The bytes in memory of their own, which can be handed to a thread: a copy of those that share theirs. */
function ownedBy (bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isWhole ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
