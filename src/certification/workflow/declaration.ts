import type { JourneyKind } from '../../model/certification.ts'
import type { Store } from '../../repositories/store.ts'
import type { Actor } from '../../services/actor.ts'
import type { Clock } from '../../services/ports.ts'
import { type Item, itemState } from './items.ts'
import { journeyFacts } from './missing-requirements.ts'
import { declarationPageOf, type DeclarationRow, declarationRowOf } from './next-steps.ts'
import { readItems } from './read-items.ts'

export interface Declaration {
  rows: (DeclarationRow & { kind: JourneyKind, page: { name: string, address: string } })[]
  /** The rows as lines to copy, tabs between what the page asks for. */
  lines: string
}

/** The rows of the SII's declaration page: envelopes that the SII accepted and that are not declared yet. */
export function createDeclaration ({ store, clock }: { store: Store, clock: Clock }) {
  return {
    /** Throws ServiceError CERTIFICATION_ONLY. */
    get: ({ tenantId }: Actor): Promise<Declaration> => store.asTenant(tenantId, async (repositories) => {
      await journeyFacts(repositories, clock())
      const rows: Declaration['rows'] = []
      for (const { id, kind, endedAt } of await repositories.certification.listJourneys()) {
        if (endedAt !== null) continue
        const items = await readItems(repositories, id)
        const due = items.filter((item) => isToDeclare(item, items))
        rows.push(...due.map((item) => ({ kind, page: declarationPageOf(kind), ...declarationRowOf(item) })))
      }
      return { rows, lines: rows.map(lineOf).join('') }
    })
  }
}

function isToDeclare (item: Item, items: readonly Item[]): boolean {
  return item.kind !== 'folioConsumption' && itemState(item, items, false) === 'Processed'
}

function lineOf ({ name, attentionNumber, trackId, day }: DeclarationRow): string {
  return `${[name, attentionNumber ?? '', trackId, day].join('\t')}\n`
}
