import { setTimeout } from 'node:timers/promises'
import { santiagoDate } from '../../dte/values/calendar.ts'
import type { FolioBlockRow } from '../../repositories/tenants/folio-blocks.ts'
import { envelopeKindOf } from '../invoicing/channels.ts'
import type { Clock, SiiGateway, SiiTarget } from '../ports.ts'

export interface Patience { tries: number, waitMs: number }

/** The SII does not tell what it holds: nothing may be decided. */
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
// A question must be well-formed to be answered, and true to nothing: whatever the SII says then is about the folio.
const nobodysSignature = Buffer.alloc(128).toString('base64')

/**
 * Asks the SII for folios of a block, from the next one on, until it has not seen so many in a row, and has not seen
 * what lies beyond a margin either: an earlier restore may have left one out. Gives those that it holds.
 */
export function createHeldFolios (
  { gateway, clock, patience }: { gateway: SiiGateway, clock: Clock, patience: Patience }
) {
  async function isHeld (target: SiiTarget, block: FolioBlockRow, folio: number): Promise<boolean> {
    const { issuerTaxNumber, documentType } = block
    for (let tried = 1; ; tried++) {
      const status = await gateway.documentStatus(target, {
        kind: envelopeKindOf(documentType),
        issuerTaxNumber,
        receiverTaxNumber: issuerTaxNumber,
        documentType,
        folio,
        issueDate: santiagoDate(clock()),
        totalAmount: 1,
        signatureValue: nobodysSignature
      })
      if (status.kind !== 'unavailable') return status.kind === 'known'
      if (tried >= patience.tries) throw new SiiUnavailable(status.cause)
      await setTimeout(patience.waitMs)
    }
  }

  async function heldFrom (target: SiiTarget, block: FolioBlockRow, first: number): Promise<number[]> {
    const held: number[] = []
    const last = Number(block.rangeTo)
    let seen = first - 1
    for (let folio = seen + 1; folio <= Math.min(last, seen + unseenInARow);) {
      const folios = foliosFrom(folio, Math.min(questionsAtOnce, last - folio + 1))
      const answers = await Promise.all(folios.map((one) => isHeld(target, block, one)))
      held.push(...folios.filter((_, index) => answers[index]))
      seen = held.at(-1) ?? seen
      folio += folios.length
    }
    return held
  }

  return async (target: SiiTarget, block: FolioBlockRow, margin = 0): Promise<number[]> => {
    const next = Number(block.next)
    const held = await heldFrom(target, block, next)
    for (;;) {
      const beyond = (held.at(-1) ?? next - 1) + margin + 1
      const more = margin === 0 ? [] : await heldFrom(target, block, beyond)
      if (more.length === 0) return held
      held.push(...more)
    }
  }
}

function foliosFrom (first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
