import { registryStates } from '../../dte/registry/events.ts'
import { beforeMonthEnd } from '../../dte/registry/rules.ts'
import type { TimelineEntry } from '../../model/received.ts'
import type { ReceivedDocumentRow } from '../../repositories/receiving/received-documents.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { dayMs, hourSeconds, minuteMs } from '../../shared/durations.ts'
import { exchangeNotes } from '../invoicing/exchange-notes.ts'
import { askHistory, type RegistryHistory } from '../invoicing/registry/history.ts'
import type { TargetDependencies } from '../invoicing/target.ts'
import type { SiiGateway } from '../ports.ts'
import { backoffSeconds, finishTask, rescheduleTask } from '../tasks/task-lease.ts'
import type { LeasedTask } from '../tasks/task-list.ts'
import { applyPolicies } from './applying-policies.ts'
import { registryKeyOf, targetOfTenant } from './registry-target.ts'
import { registryView, storedEvents } from './registry-view.ts'

export interface ReceivedRegistryDependencies extends TargetDependencies {
  store: Store
  gateway: { registry: Pick<SiiGateway['registry'], 'receptionDate' | 'events'> }
}

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
  async function settle (repositories: TenantRepositories, task: LeasedTask, told: RegistryHistory): Promise<void> {
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
    const lacks = lacksOf(told)
    if (lacks !== undefined && !hasEnded) {
      return rescheduleTask(repositories, task, backoffSeconds(task.attempts, retry), lacks)
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
      const told = notes
        ? await askHistory(gateway.registry, notes.target(), {
          document: registryKeyOf(document), knownReceivedAt: document.siiReceivedAt
        })
        : { receivedAt: document.siiReceivedAt, events: undefined, cause: 'CERTIFICATE_MISSING' }
      await store.asTenant(tenantId, async (repositories) => {
        await notes?.store(repositories, task.attempts)
        await settle(repositories, task, told)
      })
    }
  }
}

/** Why the registry did not say all. */
function lacksOf (told: RegistryHistory): string | undefined {
  if (!told.events) return told.cause
  return told.receivedAt ? undefined : 'no date of reception yet'
}

/** What changes of a document by what the registry said. */
function changeOf (document: ReceivedDocumentRow, { receivedAt: siiReceivedAt, events }: RegistryHistory, now: Date) {
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
