import type { Caf } from '../../../dte/signing/caf.ts'
import { issueDocument } from '../../../dte/signing/issue.ts'
import { santiagoDate, santiagoDateTime } from '../../../dte/values/calendar.ts'
import type { EnvelopeLinger } from '../../../model/envelopes.ts'
import {
  CommitUnknown, type IssuingBatch, type IssuingBatches
} from '../../../repositories/issuing/batches.ts'
import type {
  BatchContent, BatchContents, BatchKey, FolioGrant, FolioRequest, UnusedFolios
} from '../../../repositories/issuing/batch-types.ts'
import { isDatabaseOutage, isLockTimeout } from '../../../shared/database-errors.ts'
import { failPoints } from '../../../shared/fail-points.ts'
import { newId } from '../../../shared/ids.ts'
import { createBatchConcurrency } from './batch-concurrency.ts'
import { earlierOutcome, nameOfKey } from './document-keys.ts'
import { issuedRow, newDocument, receiptFor, type SignedDraft, type StoredDraft, tasksOf } from './document-rows.ts'
import type { IssueRequest, IssuingMoment, Outcome } from './issue-request.ts'
import { actorName, type AuditedDocument, issuedTogether } from './issuing-audit.ts'
import type { Clock } from '../../ports.ts'
import { noticing, refusedRepeat, repeatsAmong, suspectedSince } from './repeated-content.ts'
import type { Signer } from './signer.ts'
import { createTenantQueue } from './tenant-queue.ts'

export interface BatchIssuerDependencies {
  batches: IssuingBatches
  signer: Pick<Signer, 'cafs'>
  clock: Clock
  factsNow: (tenantId: string) => Promise<IssuingMoment>
  /** Issues a document in a transaction of its tenant alone: for all that a batch does not do. */
  issueSeparately: (request: IssueRequest) => Promise<Outcome>
  linger: EnvelopeLinger
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
  /** A batch failed; its documents are issued separately. */
  onFailure: (error: unknown, documents: number) => void
}

interface Item {
  request: IssueRequest
  /** How often its tenant's folios were locked. */
  tries: number
  /** It is for the batch that took it to settle it. */
  ownedByBatch: boolean
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** Documents of one tenant and type. */
interface Group { tenantId: string, documentType: number, facts: IssuingMoment, items: Item[] }

interface Assigned { item: Item, facts: IssuingMoment, folio: number, blockId: string }
type SignedItem = Assigned & { signed: SignedDraft }

// 128 documents of five lines; the lines are signed and written by the thread that answers, so long documents count
// for more.
const largestBatchWeight = 192
const weightOf = ({ request }: Item): number => 1 + request.document.lines.length / 10
const maxBatches = 2
// While another transaction has the tenant's folios locked.
const lockRetry = { times: 5, afterMs: 5 }
// How long a tenant's documents go their own way after one of them made a batch fail.
const isolationMs = 5000

/**
 * Issues documents of any tenants together: folios are taken, documents signed, and all of them stored in one
 * transaction. What that cannot do (a note's checks, no folios left, a document that fails) goes to the single-tenant
 * path, one tenant at a time, and harms no document of another tenant.
 */
export function createBatchIssuer (
  {
    batches, signer: { cafs }, factsNow, issueSeparately, clock, linger, onWork, onFailure
  }: BatchIssuerDependencies
) {
  const queue = createTenantQueue<Item>(weightOf)
  const isolatedUntil = new Map<string, number>()
  const concurrency = createBatchConcurrency({ backlogThreshold: largestBatchWeight / 2, maxConcurrent: maxBatches })
  let waking: NodeJS.Timeout | undefined

  function begin (): void {
    while (queue.hasFree()) {
      const waitMs = concurrency.waitMs(queue.weight())
      if (waitMs > 0) {
        beginLater(waitMs)
        return
      }
      const taken = queue.take(largestBatchWeight)
      const end = concurrency.begin(taken.size)
      const onBatchEnd = (): void => {
        end()
        for (const tenantId of taken.keys()) queue.release(tenantId)
        begin()
      }
      issueDequeued(taken).then(onBatchEnd, onBatchEnd)
    }
  }

  /** The end of a batch begins the next one in any case. */
  function beginLater (waitMs: number): void {
    if (waitMs === Infinity) return
    waking ??= setTimeout(() => {
      waking = undefined
      begin()
    }, waitMs)
  }

  /** Never rejects: each item is settled, handed over, or in the queue again. */
  async function issueDequeued (taken: Map<string, Item[]>): Promise<void> {
    const items = [...taken.values()].flat()
    for (const item of items) item.ownedByBatch = true
    try {
      await issueBatch(items)
    } catch (error) {
      const open = items.filter(({ ownedByBatch }) => ownedByBatch)
      if (error instanceof CommitUnknown || isDatabaseOutage(error)) {
        for (const { fail } of open) fail(error)
      } else {
        onFailure(error, open.length)
        // Another transaction holds a lock that one of them needs.
        if (isLockTimeout(error)) isolate(open)
        for (const item of open) detach(item, issueSeparately(item.request).catch(apart(item)))
      }
    }
  }

  async function issueBatch (items: Item[]): Promise<void> {
    const groups = await groupsOf(items)
    if (groups.length === 0) return
    const at = clock()
    const together = groups.flatMap((group) => group.items)
    const batch = await batches.begin({
      wishes: groups.map(folioRequest), keys: together.flatMap(keyOf), contents: together.flatMap(contentOf),
      recentAfter: suspectedSince(at), today: santiagoDate(at)
    })
    try {
      failPoints.reached?.('issue.folioTaken')
      settleKnown(groups, batch)
      const { assigned, unused } = assign(groups, batch.grants)
      const signed = await signAll(batch, assigned, at)
      if (signed && signed.length > 0) {
        await storeAll(batch, { signed, unused }, at)
        return
      }
    } finally {
      await batch.abandon()
    }
    return issueBatch(together.filter(({ ownedByBatch }) => ownedByBatch))
  }

  /** What was posted before is answered as then, and needs no folio. */
  function settleKnown (groups: Group[], { known, recent }: IssuingBatch): void {
    if (known.length === 0 && recent.length === 0) return
    const keys = new Map(known.map((one) => [nameOf(one), one]))
    const contents = new Map(recent.map((one) => [nameOfContent(one), one]))
    for (const { tenantId, facts: { strictFormat }, items } of groups) {
      for (const item of items) {
        const { request } = item
        const earlier = earlierOutcome(request.keys, (key) => keys.get(nameOf({ tenantId, ...key })))
        const [repeated] = strictFormat ? contentOf(item).flatMap((one) => contents.get(nameOfContent(one)) ?? []) : []
        if (earlier) detach(item, earlier)
        else if (repeated) detach(item, { refused: refusedRepeat(request.document, repeated) })
      }
    }
  }

  /** To the single-tenant path, where each is alone with its tenant. */
  function moveToSinglePath (items: Item[]): void {
    for (const item of items) detach(item, issueSeparately(item.request))
  }

  function detach (item: Item, outcome: Outcome | Promise<Outcome>): void {
    item.ownedByBatch = false
    item.settle(outcome)
  }

  /** One that fails on its own too is what its batch failed of. */
  const apart = (item: Item) => (error: unknown): never => {
    isolate([item])
    throw error
  }

  function requeue (item: Item): void {
    item.ownedByBatch = false
    queue.add(item.request.tenantId, item)
  }

  function isolate (items: Item[]): void {
    for (const { request } of items) isolatedUntil.set(request.tenantId, performance.now() + isolationMs)
  }

  function isIsolated (tenantId: string): boolean {
    const until = isolatedUntil.get(tenantId)
    if (until === undefined || performance.now() < until) return until !== undefined
    isolatedUntil.delete(tenantId)
    return false
  }

  /** What can be issued together; the rest goes the single-tenant path, or waits for the next batch. */
  async function groupsOf (items: Item[]): Promise<Group[]> {
    const groups = new Map<string, Group>()
    const actors = new Map<string, string>()
    const keys = new Set<string>()
    const facts = await factsOf(items)
    for (const item of items) {
      const { tenantId, document: { documentType }, actor } = item.request
      const own = facts.get(tenantId)
      if (!own) continue
      const names = [...keyOf(item).map(nameOf), ...own.strictFormat ? contentOf(item).map(nameOfContent) : []]
      const firstActor = actors.get(tenantId) ?? actorName(actor)
      if (firstActor !== actorName(actor) || names.some((one) => keys.has(one))) {
        requeue(item)
        continue
      }
      actors.set(tenantId, firstActor)
      for (const one of names) keys.add(one)
      const name = `${tenantId} ${documentType}`
      const group = groups.get(name)
      if (group) group.items.push(item)
      else groups.set(name, { tenantId, documentType, facts: own, items: [item] })
    }
    // The order in which every batch takes its locks.
    return [...groups.entries()].sort(([one], [other]) => one < other ? -1 : 1).map(([, group]) => group)
  }

  /** Of the tenants that can sign. */
  async function factsOf (items: Item[]): Promise<Map<string, IssuingMoment>> {
    const facts = new Map<string, IssuingMoment>()
    const tenants = new Set(items.map(({ request }) => request.tenantId))
    await Promise.all([...tenants].map(async (tenantId) => {
      const own = await factsNow(tenantId).catch(() => undefined)
      if (own?.credential) facts.set(tenantId, own)
    }))
    moveToSinglePath(items.filter(({ request }) => !facts.has(request.tenantId)))
    return facts
  }

  /** A folio for each item as far as they go. */
  function assign (groups: Group[], grants: FolioGrant[]): { assigned: Assigned[], unused: UnusedFolios[] } {
    const granted = new Map(grants.map((grant) => [`${grant.tenantId} ${grant.documentType}`, grant]))
    const unused: UnusedFolios[] = []
    const assigned = groups.flatMap(({ tenantId, documentType, facts, items: all }) => {
      const items = all.filter(({ ownedByBatch }) => ownedByBatch)
      const grant = granted.get(`${tenantId} ${documentType}`)
      if (!grant) moveToSinglePath(items)
      else if (grant.count === 0) retryLater(items)
      else moveToSinglePath(items.slice(grant.count))
      if (!grant) return []
      const { first, count, blockId } = grant
      if (count > items.length) unused.push({ tenantId, blockId, count: count - items.length })
      return items.slice(0, count).map((item, index) => ({ item, facts, folio: first + index, blockId }))
    })
    return { assigned, unused }
  }

  function retryLater (items: Item[]): void {
    moveToSinglePath(items.filter(({ tries }) => tries === lockRetry.times))
    const again = items.filter(({ tries }) => tries < lockRetry.times)
    for (const item of again) {
      item.ownedByBatch = false
      item.tries++
    }
    setTimeout(() => {
      again.forEach(requeue)
      begin()
    }, lockRetry.afterMs)
  }

  /** All that have a folio; undefined when one could not be signed, which then goes the single-tenant path. */
  async function signAll (batch: IssuingBatch, assigned: Assigned[], at: Date): Promise<SignedItem[] | undefined> {
    const opened = await openCafs(batch, assigned)
    const signedAt = santiagoDateTime(at)
    const results = await Promise.allSettled(assigned.map(async (one): Promise<SignedItem> => {
      const { item: { request }, folio, blockId, facts: { credential } } = one
      const caf = opened.get(blockId)
      if (!caf || !credential) throw new Error('The CAF or the certificate cannot be opened')
      const issued = await issueDocument(request.document, { folio, caf, credential, signedAt })
      return { ...one, signed: { draft: { ...request, id: newId() }, folio, folioBlockId: blockId, issued } }
    }))
    const failed = assigned.flatMap(({ item }, index) => results[index]?.status === 'rejected' ? [item] : [])
    isolate(failed)
    moveToSinglePath(failed)
    if (failed.length > 0) return undefined
    const signed = results.flatMap((result) => 'value' in result ? [result.value] : [])
    const noticed = repeatsAmong(signed.map((one) => one.signed), batch.recent).map(noticing)
    return signed.map((one, index) => ({ ...one, signed: noticed[index] ?? one.signed }))
  }

  /** By block; one that cannot be opened is missing. */
  async function openCafs (batch: IssuingBatch, assigned: Assigned[]): Promise<Map<string, Caf>> {
    const opened = new Map<string, Caf>()
    const blocks = new Map(assigned.map(({ blockId, item }) => [blockId, item.request.tenantId]))
    for (const [blockId, tenantId] of blocks) {
      const caf = cafs.find(tenantId, blockId)
      if (caf) opened.set(blockId, caf)
    }
    const closed = [...blocks].filter(([blockId]) => !opened.has(blockId))
    if (closed.length === 0) return opened
    for (const row of await batch.findCafs(closed.map(([blockId, tenantId]) => ({ blockId, tenantId })))) {
      try {
        opened.set(row.id, cafs.open(row))
      } catch {
        // The single-tenant path reports what is wrong with it.
      }
    }
    return opened
  }

  async function storeAll (
    batch: IssuingBatch, { signed, unused }: { signed: SignedItem[], unused: UnusedFolios[] }, at: Date
  ): Promise<void> {
    const stored = signed.map(({ item, facts: { environment }, signed: one }) => {
      const row = issuedRow(one, { environment, at })
      return { item, draft: one.draft, row, receipt: receiptFor(one, row) }
    })
    failPoints.reached?.('issue.signed')
    await batch.store({
      documents: stored.map(newDocument), tasks: tasksOf(stored, linger), unused, audit: auditOf(stored), at
    })
    failPoints.reached?.('issue.committed')
    onWork()
    for (const { item, receipt } of stored) item.settle({ receipt, replayed: false })
  }

  return {
    /** Issues a document that changes none of the tenant's own. Gives and throws what `issueSeparately` does. */
    issue (request: IssueRequest): Promise<Outcome> {
      if (isIsolated(request.tenantId)) return issueSeparately(request)
      return new Promise((resolve, reject) => {
        queue.add(request.tenantId, { request, tries: 0, ownedByBatch: false, settle: resolve, fail: reject })
        // Requests that arrive in the same iteration of the event loop share a batch.
        setImmediate(begin)
      })
    }
  }
}

function folioRequest ({ tenantId, documentType, facts: { environment }, items }: Group): FolioRequest {
  const dates = items.map(({ request }) => request.document.issueDate).sort()
  return { tenantId, environment, documentType, count: items.length, issueDate: dates[0] ?? '' }
}

function keyOf ({ request: { tenantId, keys } }: Item): BatchKey[] {
  return keys.map(({ operation, key }) => ({ tenantId, operation, key }))
}

function contentOf ({ request: { tenantId, content } }: Item): BatchContent[] {
  return content === undefined ? [] : [{ tenantId, content }]
}

function nameOfContent ({ tenantId, content }: BatchContent): string {
  return `${tenantId} content ${content}`
}

function nameOf ({ tenantId, ...key }: BatchKey): string {
  return `${tenantId} ${nameOfKey(key)}`
}

/** One row for each tenant: all documents of a tenant in a batch are of one actor. */
function auditOf (stored: StoredDraft[]): BatchContents['audit'] {
  const tenants = new Map<string, AuditedDocument[]>()
  for (const { draft: { tenantId, actor }, row } of stored) {
    const documents = tenants.get(tenantId)
    if (documents) documents.push({ actor, row })
    else tenants.set(tenantId, [{ actor, row }])
  }
  return [...tenants].map(([tenantId, documents]) => ({ tenantId, ...issuedTogether(documents) }))
}
