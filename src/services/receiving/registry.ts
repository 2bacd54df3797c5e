import { type RegistryEvent, registryStates } from '../../dte/registry/events.ts'
import { beforeMonthEnd, hasListed } from '../../dte/registry/rules.ts'
import type { TimelineEntry } from '../../model/received.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds, minuteMs } from '../../shared/durations.ts'
import { exchangeNotes } from '../invoicing/exchange-notes.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { SiiGateway, SiiTarget } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { applyPolicies } from './applying-policies.ts'
import { registryKeyOf, targetOfTenant } from './registry-target.ts'
import { registryView, storedEvents } from './registry-view.ts'

export interface ReceivedRegistryDependencies extends TargetDependencies {
  store: Store
  gateway: { registry: Pick<SiiGateway['registry'], 'receptionDate' | 'events'> }
}

/** What the registry said; `lacks`: why it did not say all. */
interface Told { siiReceivedAt: Date | null, events: RegistryEvent[] | undefined, lacks: string | undefined }

const retry = { first: 300, longest: 3 * hourSeconds }
// After the days have ended, an SII that does not answer is asked for so long.
const giveUpAfterMs = 3 * dayMs
// The registry lists what was said in the last minutes.
const settlingMs = 10 * minuteMs

/**
 * Asks the registry when the SII received a document and what was said of it: once the SII has confirmed it, a day
 * before its days end, where a policy waits for the end of the month, and when the days have ended.
 */
export function createReceivedRegistry ({ store, gateway, certificateOf, clock }: ReceivedRegistryDependencies) {
  async function ask (document: ReceivedDocumentRow, target: SiiTarget | undefined): Promise<Told> {
    const { siiReceivedAt } = document
    if (!target) return { siiReceivedAt, events: undefined, lacks: 'CERTIFICATE_MISSING' }
    const key = registryKeyOf(document)
    const received = siiReceivedAt
      ? { kind: 'answered' as const, at: siiReceivedAt }
      : await gateway.registry.receptionDate(target, key)
    if (received.kind === 'unavailable') return { siiReceivedAt: null, events: undefined, lacks: received.cause }
    const listed = await gateway.registry.events(target, key)
    const at = received.at ?? null
    if (listed.kind === 'unavailable') return { siiReceivedAt: at, events: undefined, lacks: listed.cause }
    if (!hasListed(listed.code)) return { siiReceivedAt: at, events: undefined, lacks: `${listed.code} ${listed.gloss}` }
    return { siiReceivedAt: at, events: listed.events, lacks: at ? undefined : 'no date of reception yet' }
  }

  async function settle (repositories: TenantRepositories, task: LeasedTask, told: Told): Promise<void> {
    const document = await repositories.receivedDocuments.findLocked(task.subject)
    if (!document) return finishTask(repositories, task)
    const now = clock()
    const change = changeOf(document, told, now)
    const changed = { ...document, ...change }
    await repositories.receivedDocuments.change(document.id, change)
    if (told.events && changed.siiReceivedAt) {
      await applyPolicies(repositories, changed, { isFirst: document.registryAskedAt === null, now })
    }
    const { claimByLatest } = changed
    const hasEnded = claimByLatest !== null && now.getTime() > claimByLatest.getTime() + giveUpAfterMs
    if (told.lacks !== undefined && !hasEnded) {
      return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), told.lacks)
    }
    const next = nextLook(changed, now)
    if (!next) return finishTask(repositories, task)
    await rescheduleTask(repositories, task, (next.getTime() - now.getTime()) / 1000, null)
  }

  return {
    /** Handles a `watchReceived` task. */
    async watch (task: LeasedTask): Promise<void> {
      const { tenantId, subject } = task
      const document = await store.asTenant(tenantId, ({ receivedDocuments }) => receivedDocuments.find(subject))
      if (!document || document.registryState === null || document.registryState === registryStates.TakesNoEvent) {
        return store.asTenant(tenantId, (repositories) => finishTask(repositories, task))
      }
      const target = await targetOfTenant(store, tenantId, { certificateOf, clock })
      const notes = target && exchangeNotes(target, subject, clock)
      const told = await ask(document, notes?.target())
      await store.asTenant(tenantId, async (repositories) => {
        await notes?.store(repositories, task.attempts)
        await settle(repositories, task, told)
      })
    }
  }
}

/** What changes of a document by what the registry said. */
function changeOf (document: ReceivedDocumentRow, { siiReceivedAt, events }: Told, now: Date) {
  const listed = events ? storedEvents(events) : document.registryEvents
  const known = document.registryEvents.map(({ code }) => code)
  const at = now.toISOString()
  const news: TimelineEntry[] = [
    ...siiReceivedAt && !document.siiReceivedAt
      ? [{ at, event: 'siiReceived' as const, detail: siiReceivedAt.toISOString() }]
      : [],
    ...listed.filter(({ code }) => !known.includes(code))
      .map(({ code }) => ({ at, event: 'registry' as const, detail: code }))
  ]
  return {
    ...registryView(document, { siiReceivedAt, events: listed }, now),
    timeline: [...document.timeline, ...news], updatedAt: now, ...events && { registryAskedAt: now }
  }
}

/** When the registry is asked again; undefined when nothing can change any more. */
export function nextLook (
  { registryState, claimBy, claimByLatest, receiptBy }:
  Pick<ReceivedDocumentRow, 'registryState' | 'claimBy' | 'claimByLatest' | 'receiptBy'>, now: Date
): Date | undefined {
  const looks = [
    ...registryState === registryStates.Open && claimBy ? [claimBy.getTime() - dayMs] : [],
    ...receiptBy ? [beforeMonthEnd(receiptBy).getTime()] : [],
    ...claimByLatest ? [claimByLatest.getTime() + settlingMs] : []
  ].filter((moment) => moment > now.getTime())
  return looks.length === 0 ? undefined : new Date(Math.min(...looks))
}
