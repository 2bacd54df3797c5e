import type { RegistryEvent } from '../../../dte/registry/events.ts'
import { hasListed } from '../../../dte/registry/rules.ts'
import type { RegistryDocument, SiiRegistry, SiiTarget } from '../../ports.ts'

/** When the SII received a document and what was said of it to the registry; `cause`: why the events are missing. */
export type RegistryHistory =
  { receivedAt: Date | null } & ({ events: RegistryEvent[] } | { events: undefined, cause: string })

/** Asks for the moment of reception where it is not known yet, and for the events. */
export async function askHistory (
  registry: Pick<SiiRegistry, 'receptionDate' | 'events'>, target: SiiTarget,
  { document, knownReceivedAt }: { document: RegistryDocument, knownReceivedAt: Date | null }
): Promise<RegistryHistory> {
  const received = knownReceivedAt
    ? { kind: 'answered' as const, at: knownReceivedAt }
    : await registry.receptionDate(target, document)
  if (received.kind === 'unavailable') return { receivedAt: null, events: undefined, cause: received.cause }
  const receivedAt = received.at ?? null
  const listed = await registry.events(target, document)
  if (listed.kind === 'unavailable') return { receivedAt, events: undefined, cause: listed.cause }
  if (!hasListed(listed.code)) {
    return { receivedAt, events: undefined, cause: `codResp ${listed.code}, ${listed.gloss}` }
  }
  return { receivedAt, events: listed.events }
}
