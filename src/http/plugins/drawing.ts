import type { RateLimit } from './rate-limit.ts'

// What operations that draw on request have in common.

/** For fifteen samples and the start of the process that draws, each at its slowest. */
export const drawingTimeoutMs = 40_000

/** Drawing costs processor time, and a tenant may have one drawing under way. */
export const drawing: RateLimit = { name: 'drawing', perMinute: 60, burst: 100 }
