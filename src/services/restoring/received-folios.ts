import { setTimeout } from 'node:timers/promises'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import { envelopeKindOf } from '../invoicing/channels.ts'
import type { Clock, SiiGateway, SiiTarget } from '../ports.ts'

export interface RetryLimits { tries: number, waitMs: number }

/** The SII does not answer which folios it has, so nothing can be decided. */
export class SiiUnavailable extends Error {
  constructor (cause: string) {
    super(cause)
    this.name = 'SiiUnavailable'
  }
}

// Documents that the SII rejected leave gaps, as do those that waited for their envelope.
const unseenInARow = 20
// The SII lets about ten sessions of a company at a time [S40].
const questionsAtOnce = 4
// The query must be well-formed, but needs no true content: any answer is about the folio alone.
const placeholderSignature = Buffer.alloc(128).toString('base64')

/**
 * The folios of a block that the SII has, from the next one on. The search ends after `unseenInARow` unknown ones, and
 * is repeated beyond the margin, which an earlier restore may have skipped.
 */
export function createReceivedFolios (
  { gateway, clock, retryLimits }: { gateway: SiiGateway, clock: Clock, retryLimits: RetryLimits }
) {
  async function isReceived (target: SiiTarget, block: FolioBlockRow, folio: number): Promise<boolean> {
    const { issuerTaxNumber, documentType } = block
    for (let tried = 1; ; tried++) {
      const status = await gateway.documentStatus(target, {
        kind: envelopeKindOf(documentType),
        issuerTaxNumber,
        receiverTaxNumber: issuerTaxNumber,
        documentType,
        folio,
        issueDate: santiagoDate(clock()),
        totalAmount: '1',
        signatureValue: placeholderSignature
      })
      if (status.kind !== 'unavailable') return status.kind === 'known'
      if (tried >= retryLimits.tries) throw new SiiUnavailable(status.cause)
      await setTimeout(retryLimits.waitMs)
    }
  }

  async function receivedFrom (target: SiiTarget, block: FolioBlockRow, first: number): Promise<number[]> {
    const held: number[] = []
    const last = Number(block.rangeTo)
    let seen = first - 1
    for (let folio = seen + 1; folio <= Math.min(last, seen + unseenInARow);) {
      const folios = foliosFrom(folio, Math.min(questionsAtOnce, last - folio + 1))
      const answers = await Promise.all(folios.map((one) => isReceived(target, block, one)))
      held.push(...folios.filter((_, index) => answers[index]))
      seen = held.at(-1) ?? seen
      folio += folios.length
    }
    return held
  }

  return async (target: SiiTarget, block: FolioBlockRow, margin = 0): Promise<number[]> => {
    const next = Number(block.next)
    const held = await receivedFrom(target, block, next)
    for (;;) {
      const beyond = (held.at(-1) ?? next - 1) + margin + 1
      const more = margin === 0 ? [] : await receivedFrom(target, block, beyond)
      if (more.length === 0) return held
      held.push(...more)
    }
  }
}

function foliosFrom (first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
