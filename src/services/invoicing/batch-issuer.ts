import type { Caf } from '../../dte/signing/caf.ts'
import { issueDocument } from '../../dte/signing/issue.ts'
import { santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import {
  CommitUnknown, type IssuingBatch, type IssuingBatches
} from '../../repositories/issuing/batches.ts'
import type { BatchContent, BatchContents, BatchKey, FolioGrant, FolioWish } from '../../repositories/issuing/forms.ts'
import { isDatabaseOutage, isLockTimeout } from '../../shared/database-errors.ts'
import { failPoints } from '../../shared/fail-points.ts'
import { newId } from '../../shared/ids.ts'
import { createBatchPace } from './batch-pace.ts'
import { envelopeKindOf } from './channels.ts'
import { nameOfKey } from './document-keys.ts'
import { issuedRow, receiptFor, type IssuedRow, type SignedDraft } from './document-rows.ts'
import type { IssueRequest, IssuingMoment, Outcome } from './issue-request.ts'
import { actorName, type AuditedDocument, issuedTogether } from './issuing-audit.ts'
import type { Clock } from '../ports.ts'
import { noticing, repeatsAmong, suspectedSince } from './repeated-content.ts'
import type { Signer } from './signer.ts'
import { createTenantLine } from './tenant-line.ts'

export interface BatchIssuerDependencies {
  batches: IssuingBatches
  /** A batch may be of one tenant only. */
  apart: boolean
  signer: Pick<Signer, 'cafs'>
  clock: Clock
  factsNow: (tenantId: string) => Promise<IssuingMoment>
  /** Issues a document in a transaction of its tenant alone: for all that a batch does not do. */
  carefully: (request: IssueRequest) => Promise<Outcome>
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
  /** A batch failed; its documents go the careful way. */
  onFailure: (error: unknown, documents: number) => void
}

interface Item {
  request: IssueRequest
  /** How often its tenant's folios were locked. */
  tries: number
  /** It is for the batch that took it to settle it. */
  inBatch: boolean
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** Documents of one tenant and type. */
interface Group { tenantId: string, documentType: number, facts: IssuingMoment, items: Item[] }

interface Assigned { item: Item, facts: IssuingMoment, folio: number, blockId: string }
type SignedItem = Assigned & { signed: SignedDraft }

// 128 documents of five lines; the lines are signed and written by the thread that answers, so long documents count
// for more.
const largestBatch = 192
const weightOf = ({ request }: Item): number => 1 + request.document.lines.length / 10
const atOnceTogether = 2
// Of one tenant each. A tenant's documents wait meanwhile, so that more of them share the next one.
const atOnceApart = 3
// While another transaction has the tenant's folios locked.
const busyRetry = { times: 5, afterMs: 5 }
// How long a tenant's documents go their own way after one of them made a batch fail or begin again.
const apartMs = 5000

/**
 * Issues documents of any tenants together: folios are taken, documents signed, and all of them stored in one
 * transaction. What that cannot do (a note's checks, a repeated key, no folios left, a document that fails) goes to the
 * careful way, one tenant at a time, and harms no document of another tenant.
 */
export function createBatchIssuer (
  {
    batches, apart: isEachApart, signer: { cafs }, factsNow, carefully, clock, onWork, onFailure
  }: BatchIssuerDependencies
) {
  const line = createTenantLine<Item>(weightOf)
  const apartUntil = new Map<string, number>()
  const pace = createBatchPace({ much: largestBatch / 2, atOnce: isEachApart ? atOnceApart : atOnceTogether })
  let waking: NodeJS.Timeout | undefined

  function begin (): void {
    while (line.hasFree()) {
      const waitMs = pace.waitMs(line.weight())
      if (waitMs > 0) {
        beginLater(waitMs)
        return
      }
      const taken = line.take(largestBatch, isEachApart ? 1 : Infinity)
      const end = pace.begin(taken.size)
      const goOn = (): void => {
        end()
        for (const tenantId of taken.keys()) line.release(tenantId)
        begin()
      }
      issueTaken(taken).then(goOn, goOn)
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

  /** Never rejects: each item is settled, handed over, or in the line again. */
  async function issueTaken (taken: Map<string, Item[]>): Promise<void> {
    const items = [...taken.values()].flat()
    for (const item of items) item.inBatch = true
    try {
      await issueBatch(items)
    } catch (error) {
      const open = items.filter(({ inBatch }) => inBatch)
      if (error instanceof CommitUnknown || isDatabaseOutage(error)) {
        for (const { fail } of open) fail(error)
      } else {
        onFailure(error, open.length)
        // Somebody holds a lock of one of them, and nobody knows whose.
        if (isLockTimeout(error)) keepApart(open)
        for (const item of open) leave(item, carefully(item.request).catch(apart(item)))
      }
    }
  }

  async function issueBatch (items: Item[]): Promise<void> {
    const groups = await groupsOf(items)
    if (groups.length === 0) return
    const at = clock()
    const together = groups.flatMap((group) => group.items)
    const batch = await batches.begin({
      wishes: groups.map(wishOf), keys: together.flatMap(keyOf), contents: together.flatMap(contentOf),
      recentAfter: suspectedSince(at), today: santiagoDate(at)
    })
    failPoints.reached?.('issue.folioTaken')
    const signed = handOverKnown(groups, batch) ? undefined : await signAll(batch, groups, at)
    if (signed && signed.length > 0) return storeAll(batch, signed, at)
    await batch.abandon()
    return issueBatch(together.filter(({ inBatch }) => inBatch))
  }

  /** Whether there were any: their folios are not needed then. */
  function handOverKnown (groups: Group[], { known: keys, recent }: IssuingBatch): boolean {
    const items = groups.flatMap((group) => group.items)
    const strict = new Set(groups.filter(({ facts }) => facts.strictFormat).map(({ tenantId }) => tenantId))
    const refused = recent.filter(({ tenantId }) => strict.has(tenantId))
    const known = new Set([...keys.map(nameOf), ...refused.map(nameOfContent)])
    const replayed = items.filter((item) =>
      [...keyOf(item).map(nameOf), ...contentOf(item).map(nameOfContent)].some((name) => known.has(name)))
    // The folios of all are given back, and whoever goes on repeating keys would have that done to others.
    if (items.some(({ request }) => request.tenantId !== items[0]?.request.tenantId)) keepApart(replayed)
    handOver(replayed)
    return replayed.length > 0
  }

  /** To the careful way, where each is alone with its tenant. */
  function handOver (items: Item[]): void {
    for (const item of items) leave(item, carefully(item.request))
  }

  function leave (item: Item, outcome: Promise<Outcome>): void {
    item.inBatch = false
    item.settle(outcome)
  }

  /** One that fails on its own too is what its batch failed of. */
  const apart = (item: Item) => (error: unknown): never => {
    keepApart([item])
    throw error
  }

  function waitAgain (item: Item): void {
    item.inBatch = false
    line.add(item.request.tenantId, item)
  }

  function keepApart (items: Item[]): void {
    for (const { request } of items) apartUntil.set(request.tenantId, performance.now() + apartMs)
  }

  function isApart (tenantId: string): boolean {
    const until = apartUntil.get(tenantId)
    if (until === undefined || performance.now() < until) return until !== undefined
    apartUntil.delete(tenantId)
    return false
  }

  /** What can be issued together; the rest goes the careful way, or waits for the next batch. */
  async function groupsOf (items: Item[]): Promise<Group[]> {
    const groups = new Map<string, Group>()
    const actors = new Map<string, string>()
    const keys = new Set<string>()
    const facts = await factsOf(items)
    for (const item of items) {
      const { tenantId, document: { documentType }, actor } = item.request
      const own = facts.get(tenantId)
      if (!own) continue
      const [key] = [...keyOf(item).map(nameOf), ...own.strictFormat ? contentOf(item).map(nameOfContent) : []]
      const firstActor = actors.get(tenantId) ?? actorName(actor)
      if (firstActor !== actorName(actor) || (key !== undefined && keys.has(key))) {
        waitAgain(item)
        continue
      }
      actors.set(tenantId, firstActor)
      if (key !== undefined) keys.add(key)
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
    handOver(items.filter(({ request }) => !facts.has(request.tenantId)))
    return facts
  }

  /** A folio for each item as far as they go. */
  function assign (groups: Group[], grants: FolioGrant[]): Assigned[] {
    const granted = new Map(grants.map((grant) => [`${grant.tenantId} ${grant.documentType}`, grant]))
    return groups.flatMap(({ tenantId, documentType, facts, items }) => {
      const grant = granted.get(`${tenantId} ${documentType}`)
      if (!grant) handOver(items)
      else if (grant.count === 0) tryLater(items)
      else handOver(items.slice(grant.count))
      if (!grant) return []
      const { first, count, blockId } = grant
      return items.slice(0, count).map((item, index) => ({ item, facts, folio: first + index, blockId }))
    })
  }

  function tryLater (items: Item[]): void {
    handOver(items.filter(({ tries }) => tries === busyRetry.times))
    const again = items.filter(({ tries }) => tries < busyRetry.times)
    for (const item of again) {
      item.inBatch = false
      item.tries++
    }
    setTimeout(() => {
      again.forEach(waitAgain)
      begin()
    }, busyRetry.afterMs)
  }

  /** All that have a folio; undefined when one could not be signed, which then goes the careful way. */
  async function signAll (batch: IssuingBatch, groups: Group[], at: Date): Promise<SignedItem[] | undefined> {
    const assigned = assign(groups, batch.grants)
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
    keepApart(failed)
    handOver(failed)
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
        // The careful way says what is wrong with it.
      }
    }
    return opened
  }

  async function storeAll (batch: IssuingBatch, signed: SignedItem[], at: Date): Promise<void> {
    const stored = signed.map((one) => {
      const row = issuedRow(one.signed, { environment: one.facts.environment, at })
      return { ...one, row, receipt: receiptFor(one.signed, row) }
    })
    failPoints.reached?.('issue.signed')
    await batch.store({
      documents: stored.map(({ item: { request: { tenantId, keys: [key], content } }, row, receipt }) => ({
        tenantId, row, key: key && { ...key, answer: receipt }, content
      })),
      envelopes: envelopesOf(signed),
      audit: auditOf(stored),
      at
    })
    failPoints.reached?.('issue.committed')
    onWork()
    for (const { item, receipt } of stored) item.settle({ receipt, replayed: false })
  }

  return {
    /** Issues a document that changes none of the tenant's own. What it throws and gives is what `carefully` does. */
    issue (request: IssueRequest): Promise<Outcome> {
      // A batch stores one key for each document.
      if (isApart(request.tenantId) || request.keys.length > 1) return carefully(request)
      return new Promise((resolve, reject) => {
        line.add(request.tenantId, { request, tries: 0, inBatch: false, settle: resolve, fail: reject })
        // What arrives in this turn of the event loop goes together.
        setImmediate(begin)
      })
    }
  }
}

function wishOf ({ tenantId, documentType, facts: { environment }, items }: Group): FolioWish {
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

/** The envelopes that the documents will be in, each once. */
function envelopesOf (signed: SignedItem[]): BatchContents['envelopes'] {
  const envelopes = new Map<string, BatchContents['envelopes'][number]>()
  for (const { item: { request: { tenantId, document } } } of signed) {
    const kind = envelopeKindOf(document.documentType)
    envelopes.set(`${tenantId} ${kind}`, { tenantId, kind })
  }
  return [...envelopes.values()]
}

/** One row for each tenant: all documents of a tenant in a batch are of one actor. */
function auditOf (stored: { item: Item, row: IssuedRow }[]): BatchContents['audit'] {
  const tenants = new Map<string, AuditedDocument[]>()
  for (const { item: { request: { tenantId, actor } }, row } of stored) {
    const documents = tenants.get(tenantId)
    if (documents) documents.push({ actor, row })
    else tenants.set(tenantId, [{ actor, row }])
  }
  return [...tenants].map(([tenantId, documents]) => ({ tenantId, ...issuedTogether(documents) }))
}
