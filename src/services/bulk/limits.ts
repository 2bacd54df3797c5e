import { minuteMs } from '../../shared/durations.ts'

const mebibyte = 1024 * 1024

/** What a submission may cost. */
export const bulkLimits = {
  /** Bytes of a .csv or .xlsx file. */
  fileBytes: 16 * mebibyte,
  /** Bytes of a JSON body. */
  bodyBytes: 64 * mebibyte,
  /** Bytes of one document in JSON. */
  documentBytes: mebibyte,
  /** Bytes of a JSON body beside its documents. */
  restBytes: 64 * 1024,
  /** Submissions that one instance reads at the same time. */
  readAtOnce: 4,
  readTimeoutMs: 20 * minuteMs,
  resultTimeoutMs: 10 * minuteMs,
  /** Progress streams that are open at the same time. */
  streams: { perTenant: 10, inAll: 200 }
} as const
