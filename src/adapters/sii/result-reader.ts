import type { UploadResult } from '../../services/ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createGate } from '../../shared/gate.ts'
import { type CountHeld, uncounted } from '../../shared/held.ts'
import { createIdleThreads } from '../threads/idle-threads.ts'
import { startWatchedThread } from '../threads/watched-thread.ts'
import { readUploadResult } from './upload-result.ts'

interface Caller { tenantId: string, signal?: AbortSignal | undefined }

// The result of an envelope of fifty documents; it is read in the time of a Save.
const smallBytes = 16 * 1024
const memoryLimitMb = 192
const deadlineMs = 20_000
const waitingMax = 32
const idleMs = 10_000

const overloaded = (): ServiceError => new ServiceError('OVERLOADED', { retryAfterSeconds: 5 })

/**
 * Reads results of the SII as readUploadResult does: large ones in a thread, one at a time. The result of an envelope
 * of two thousand documents takes 50 to 300 ms.
 */
export function createResultReader ({ countHeld = uncounted }: { countHeld?: CountHeld } = {}) {
  const gate = createGate({ atOnce: 1, waitingMax, waitingMaxEach: waitingMax / 2, refusal: overloaded })
  const threads = createIdleThreads({ start, idleMs })
  countHeld('result_reader', gate.held)

  function start () {
    return startWatchedThread<Uint8Array, UploadResult | undefined>({
      name: 'result-thread', from: import.meta.url, memoryLimitMb,
      tooLarge: () => new ServiceError('RESULT_FILE_MALFORMED'), tooLate: overloaded
    })
  }

  async function readInThread (bytes: Buffer, signal: AbortSignal | undefined): Promise<UploadResult | undefined> {
    signal?.throwIfAborted()
    const thread = threads.take()
    const onAbort = (): void => { thread.end(signal?.reason as Error) }
    signal?.addEventListener('abort', onAbort)
    try {
      const copy = Uint8Array.from(bytes)
      return await thread.ask(copy, { withinMs: deadlineMs, transfer: [copy.buffer] })
    } finally {
      signal?.removeEventListener('abort', onAbort)
      threads.release(thread)
    }
  }

  /**
   * Undefined for anything that is not a result of the SII. Throws ServiceError OVERLOADED when too many wait, or the
   * file is not read in time.
   */
  return async (bytes: Buffer, { tenantId, signal }: Caller): Promise<UploadResult | undefined> =>
    bytes.length <= smallBytes
      ? readUploadResult(bytes)
      : gate.run(tenantId, () => readInThread(bytes, signal), signal)
}
