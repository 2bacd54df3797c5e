import type { UploadResult } from '../../services/ports.ts'
import { ServiceError } from '../../shared/errors.ts'
import type { CountHeld } from '../../shared/held.ts'
import { createAnsweringThreads } from '../threads/answering-threads.ts'
import { readUploadResult } from './upload-result.ts'

interface Caller { tenantId: string, signal?: AbortSignal | undefined }

// The result of an envelope of fifty documents; it is read in the time of a Save.
const smallBytes = 16 * 1024

/**
 * Reads results of the SII as readUploadResult does: large ones in a thread, one at a time. The result of an envelope
 * of two thousand documents takes 50 to 300 ms.
 */
export function createResultReader ({ countHeld }: { countHeld?: CountHeld } = {}) {
  const threads = createAnsweringThreads<Uint8Array, UploadResult | undefined>({
    name: 'result-thread', from: import.meta.url, memoryLimitMb: 192, deadlineMs: 20_000, queueLimit: 32,
    held: 'result_reader', countHeld, tooLarge: () => new ServiceError('RESULT_FILE_MALFORMED')
  })

  /**
   * Undefined for anything that is not a result of the SII. Throws ServiceError OVERLOADED when too many wait, or the
   * file is not read in time.
   */
  return async (bytes: Buffer, caller: Caller): Promise<UploadResult | undefined> => {
    if (bytes.length <= smallBytes) return readUploadResult(bytes)
    return threads.ask(() => {
      const copy = Uint8Array.from(bytes)
      return { question: copy, transfer: [copy.buffer] }
    }, caller)
  }
}
