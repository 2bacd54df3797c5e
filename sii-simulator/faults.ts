import { z } from 'zod'
import { isState } from './progress.ts'
import type { Channel } from './sessions.ts'
import { hourMs } from './time.ts'

const operations = ['seed', 'token', 'upload', 'envelopeStatus', 'documentStatus', 'reasonsRequest', 'registry'] as const
export type Operation = typeof operations[number]

/**
 * Faults that can be injected. `status` answers the SII's own code; `http` an HTTP error; `delay` waits and then
 * works; `reset…` and `timeout…` drop the connection before or after processing; `truncated` to `badCharset` corrupt
 * the response; `rejected`, `objections`, `stuck` and `acceptedThenRejected` change the envelope's outcome.
 */
const faultKinds = [
  'status', 'http', 'delay',
  'resetBeforeStoring', 'resetAfterStoring', 'timeoutBeforeStoring', 'timeoutAfterStoring',
  'truncated', 'cutAnswer', 'html', 'empty', 'huge', 'slowDrip', 'doubled', 'badCharset', 'cdata', 'swapped',
  'wrongTrackIdType', 'tokenExpired',
  'rejected', 'objections', 'stuck', 'acceptedThenRejected',
] as const
export type FaultKind = typeof faultKinds[number]

export const faultOrder = z.strictObject({
  operation: z.enum([...operations, 'any']).default('any'),
  channel: z.enum(['DTE', 'BOLETA']).optional(),
  /** Only requests about this company. */
  company: z.string().optional(),
  fault: z.enum(faultKinds),
  /** STATUS, ESTADO, HTTP status, reason code or state, depending on the fault. */
  value: z.union([z.string(), z.number()]).transform(String).optional(),
  /** `delay` waits so long; `slowDrip` sends a byte each so often. */
  ms: z.number().int().min(0).max(hourMs).optional(),
  /** Whether the request is processed before the answer is corrupted (`http`, `html`, `empty`, `status` …). */
  stored: z.boolean().optional(),
  /** `rejected` and `objections`: only documents of this type or folio. */
  documentType: z.number().int().optional(),
  folio: z.number().int().optional(),
  /** `acceptedThenRejected`: how many polls answer "accepted" first. */
  tellings: z.number().int().min(1).optional(),
  times: z.number().int().min(1).max(1_000_000).default(1),
}).superRefine(({ fault, value }, context) => {
  if (fault === 'stuck' && !isState(value ?? 'CRT')) {
    context.addIssue({ code: 'custom', path: ['value'], message: 'must be a state of an envelope' })
  }
})

export type FaultOrder = z.output<typeof faultOrder>
export interface Fault extends FaultOrder { id: number, remaining: number }
export interface FaultMatch { operation: Operation, channel: Channel, company?: string | undefined }

/** Fault queue: a request consumes the first matching fault. */
export function createFaults () {
  let queue: Fault[] = []
  let lastId = 0
  function consume (fault: Fault): void {
    fault.remaining--
    queue = queue.filter(({ remaining }) => remaining > 0)
  }
  return {
    add (order: FaultOrder): Fault {
      const fault = { ...order, id: ++lastId, remaining: order.times }
      queue.push(fault)
      return fault
    },
    list: (): readonly Fault[] => queue,
    clear: () => { queue = [] },
    take (match: FaultMatch): Fault | undefined {
      const fault = queue.find((candidate) => fits(candidate, match))
      if (fault) consume(fault)
      return fault
    },
    /** The next fault, if it is an HTTP error that leaves `stored` open: it then comes before the request's body. */
    consumeBeforeBody (match: FaultMatch): Fault | undefined {
      const fault = queue.find((candidate) => fits({ ...candidate, company: undefined }, match))
      if (fault?.fault !== 'http' || fault.stored !== undefined || fault.company !== undefined) return undefined
      consume(fault)
      return fault
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

const onEnvelopes: readonly FaultKind[] = ['rejected', 'objections', 'stuck', 'acceptedThenRejected']

function fits (fault: Fault, { operation, channel, company }: FaultMatch): boolean {
  if (onEnvelopes.includes(fault.fault) && operation !== 'upload') return false
  if (fault.operation !== 'any' && fault.operation !== operation) return false
  if (fault.channel !== undefined && fault.channel !== channel) return false
  return fault.company === undefined || fault.company === company
}
