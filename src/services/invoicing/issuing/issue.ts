import type { TaxDocument } from '../../../dte/document.ts'
import type { Violation } from '../../../dte/errors.ts'
import type { EnvelopeLinger } from '../../../model/envelopes.ts'
import { referencePending } from '../../../model/reasons.ts'
import type { DocumentKey, KnownInvoiceKey } from '../../../repositories/invoicing/documents/idempotency-keys.ts'
import type { Store, TenantRepositories } from '../../../repositories/store.ts'
import { isCollision, isDatabaseOutage } from '../../../shared/database-errors.ts'
import { ServiceError } from '../../../shared/errors.ts'
import { failPoints } from '../../../shared/fail-points.ts'
import { newId } from '../../../shared/ids.ts'
import type { Clock } from '../../ports.ts'
import { createBatchIssuer } from './batch-issuer.ts'
import { createSingleTenantQueue } from './single-tenant-queue.ts'
import { earlierOutcome, keyReused, nameOfKey } from './document-keys.ts'
import { newDocument, receiptFor, rowOf, type StoredDraft, tasksOf } from './document-rows.ts'
import type { Correction, Fresh, Issued, IssueRequest, IssuingFacts, IssuingMoment, Outcome } from './issue-request.ts'
import { auditOf } from './issuing-audit.ts'
import { canWait, notReady, refusalFor, type NotReady, type NotReadyCode } from './not-ready.ts'
import { namesOfNotes } from '../references/lines-left.ts'
import { changesOf, isSame, judgeReferences, type KnownDocument, pendingFor } from '../references/reference-rules.ts'
import { lockChanged, readChanged, remember } from '../references/references.ts'
import { DocumentRefused } from './refusal.ts'
import { noticing, type OwnedRecent, refusedRepeat, repeatsAmong, suspectedSince } from './repeated-content.ts'
import type { Signed, Signer } from './signer.ts'

export interface IssuerDependencies {
  store: Store
  signer: Signer
  factsOf: (tenantId: string) => Promise<IssuingFacts>
  clock: Clock
  linger: EnvelopeLinger
  /** Called after a commit that scheduled tasks. */
  onWork: () => void
  /** A batch of documents failed, and they are issued tenant by tenant instead. */
  onBatchFailure?: (error: unknown, documents: number) => void
}

/**
 * Outcome of one request of a batch: the answer stored earlier, the answer of another request with the same key, or a
 * new document.
 */
type Plan =
  { settled: Outcome } | { sameAs: Fresh } | { otherThan: Fresh, key: DocumentKey } | { fresh: Fresh }
/** A new document, or what prevents it from being issued. */
type Prepared =
  | Signed<Fresh>
  | { draft: Fresh, missing: typeof referencePending, waitsFor: string[] }
  | { draft: Fresh, violations: Violation[] }
  | { draft: Fresh, notesChanged: true }
type Storable = Exclude<Prepared, { violations: Violation[] } | { notesChanged: true }>

/** The tenant's RUT or environment changed since the document was prepared: prepare it again. */
export class TenantChanged extends ServiceError {
  constructor () {
    super('OVERLOADED', { retryAfterSeconds: 5 })
    this.name = 'TenantChanged'
  }
}

/** Other notes came about the document since a note about its lines was computed: compute it again. */
export class NotesChanged extends ServiceError {
  constructor () {
    super('OVERLOADED', { retryAfterSeconds: 1 })
    this.name = 'NotesChanged'
  }
}

// Large enough to need few commits in a burst, small enough to hold the folio block's lock for some tens of
// milliseconds only.
const largestBatch = 100

/**
 * Issues documents: folio, stamp, signature, rows of document, idempotency key, tasks and audit log in one commit, then
 * the answer. Batches (batch-issuer.ts) serve several tenants where the database allows it; the single-tenant path
 * handles everything else, and requests of one tenant, type and date share a transaction there.
 */
export function createIssuer (
  { store, signer, factsOf, clock, linger, onWork, onBatchFailure = () => {} }: IssuerDependencies
) {
  const batcher = createSingleTenantQueue<IssueRequest, Outcome>({
    largest: largestBatch,
    work: issueBatch,
    isOutage: isDatabaseOutage,
    isCollision
  })

  const issueSeparately = (request: IssueRequest): Promise<Outcome> => {
    const { tenantId, document } = request
    return batcher.add(`${tenantId} ${document.documentType} ${document.issueDate}`, request)
  }
  const batchIssuer = store.batches && createBatchIssuer({
    batches: store.batches, signer, factsNow, issueSeparately, clock, linger, onWork, onFailure: onBatchFailure
  })

  async function issueBatch (key: string, take: () => IssueRequest[]): Promise<Outcome[]> {
    const [tenantId = ''] = key.split(' ')
    const facts = await factsNow(tenantId)
    const outcomes = await store.asTenant(tenantId, (repositories) =>
      issueIn(repositories, take(), { ...facts, at: clock() }))
    failPoints.reached?.('issueApart.committed')
    onWork()
    return outcomes
  }

  async function factsNow (tenantId: string): Promise<IssuingMoment> {
    const { environment, refuseWhenNotReady, strictFormat } = await factsOf(tenantId)
    const at = clock()
    return { environment, refuseWhenNotReady, strictFormat, at, credential: await signer.credentialOf(tenantId, at) }
  }

  async function issueIn (
    repositories: TenantRepositories, requests: IssueRequest[], facts: IssuingMoment
  ): Promise<Outcome[]> {
    // Before the look-up of earlier answers: of two equal requests, the second must find the answer of the first.
    const known = await lockChanged(repositories, facts.environment, requests.map(({ document }) => document))
    const plans = planBatch(requests, await findEarlier(repositories, requests))
    const fresh = plans.flatMap((plan) => 'fresh' in plan ? [plan.fresh] : [])
    const recent = await findRecent(repositories, fresh, facts)
    const refused = facts.strictFormat ? refusedRepeats(fresh, recent) : new Map<Fresh, Outcome>()
    const stored = await storeFresh(
      repositories, fresh.filter((one) => !refused.has(one)), { ...facts, known, recent }
    )
    const done = new Map([...refused, ...stored])
    failPoints.reached?.('issueApart.stored')
    return plans.map((plan) => outcomeOf(plan, done))
  }

  async function storeFresh (
    repositories: TenantRepositories, fresh: Fresh[],
    facts: IssuingMoment & { known: KnownDocument[], recent: OwnedRecent[] }
  ): Promise<Map<Fresh, Outcome>> {
    const prepared = await prepareFresh(repositories, fresh, facts)
    const kept = prepared.filter((one) => isStorable(one, facts))
    await mustBelong(repositories, kept, facts)
    const stored = repeatsAmong(kept, facts.recent).map((repeat) => {
      const one = noticing(repeat)
      const row = rowOf(one, facts)
      return { draft: repeat.one.draft, row, receipt: receiptFor(one, row) }
    })
    if (stored.length > 0) await storeRows(repositories, stored, { at: facts.at, linger })
    const outcomes = new Map<Fresh, Outcome>(
      prepared.filter((one) => !isStorable(one, facts)).map((one) => [one.draft, { refused: refusalOf(one) }])
    )
    for (const { draft, receipt } of stored) outcomes.set(draft, { receipt, replayed: false })
    return outcomes
  }

  async function prepareFresh (
    repositories: TenantRepositories, fresh: Fresh[], facts: IssuingMoment & { known: KnownDocument[] }
  ): Promise<Prepared[]> {
    const { ready, held } = judgeInTurn(fresh, facts.known)
    return [...held, ...await signer.sign(repositories, ready, facts)]
  }

  return {
    /**
     * Issues one document, or stores it as Waiting. Throws TenantChanged, NotesChanged, DocumentRefused for a note that
     * contradicts what it changes, ServiceError IDEMPOTENCY_KEY_REUSED, ISSUE_DATE_BEFORE_FOLIOS and, for tenants that
     * want no waiting, FOLIOS_MISSING, CERTIFICATE_MISSING and REFERENCE_PENDING; a document refused takes no folio.
     */
    async issue (request: IssueRequest): Promise<Issued> {
      const isNote = changesOf(request.document).length > 0
      const outcome = await (isNote || !batchIssuer ? issueSeparately(request) : batchIssuer.issue(request))
      if ('refused' in outcome) throw outcome.refused
      return outcome
    },

    factsNow,

    /**
     * The outcome of issuing a document now, without taking a folio. If the tenant refuses waiting documents,
     * everything that is not ready is listed, not only the first.
     */
    async preflight (tenantId: string, document: TaxDocument): Promise<Preflight> {
      const facts = await factsNow(tenantId)
      return store.asTenant(tenantId, async (repositories) => {
        const known = await readChanged(repositories, facts.environment, [document])
        const pending: NotReadyCode[] = pendingFor(document, known).length > 0 ? [referencePending] : []
        const missing = [...pending, ...await signer.preflight(repositories, document, facts)]
        return preflightOf(document, { violations: judgeReferences(document, known), missing }, facts)
      })
    },

    /**
     * Issues documents of one tenant, type and date inside the caller's transaction, for those who store something
     * along with them; an outcome for each, in order. The caller wakes the worker after the commit.
     */
    issueIn
  }
}

export type Issuer = ReturnType<typeof createIssuer>

/** Violations and refusals both refuse. `waitingFor`: it would be stored as Waiting. */
export interface Preflight { violations: Violation[], refusals: NotReady[], waitingFor: NotReadyCode | undefined }

function preflightOf (
  document: TaxDocument, { violations, missing }: { violations: Violation[], missing: NotReadyCode[] },
  facts: IssuingFacts
): Preflight {
  const [first] = missing
  if (first !== undefined && canWait(first, facts)) {
    return { violations, refusals: [], waitingFor: violations.length > 0 ? undefined : first }
  }
  return { violations, refusals: missing.map((code) => notReady(code, document)), waitingFor: undefined }
}

async function findEarlier (
  repositories: TenantRepositories, requests: IssueRequest[]
): Promise<Map<string, KnownInvoiceKey>> {
  const keys = requests.flatMap((request) => request.keys.map(({ key }) => key))
  if (keys.length === 0) return new Map()
  const known = await repositories.idempotencyKeys.findForInvoices(keys)
  return new Map(known.map((one) => [nameOfKey(one), one]))
}

async function findRecent (
  { folioBlocks, recentDocuments }: TenantRepositories, fresh: Fresh[], { environment, at }: IssuingMoment
): Promise<OwnedRecent[]> {
  const [first] = fresh
  const contents = fresh.flatMap(({ content }) => content ?? [])
  if (!first || contents.length === 0) return []
  // A transaction that issues an equal document holds this lock, and has stored it once the lock is free.
  await folioBlocks.lockQueue({ environment, documentType: first.document.documentType })
  const recent = await recentDocuments.find(contents, suspectedSince(at))
  return recent.map((one) => ({ ...one, tenantId: first.tenantId }))
}

function refusedRepeats (fresh: Fresh[], recent: OwnedRecent[]): Map<Fresh, Outcome> {
  const documents = fresh.map((draft) => ({ draft }))
  return new Map(repeatsAmong(documents, recent).flatMap(({ one: { draft }, earlier }) =>
    earlier ? [[draft, { refused: refusedRepeat(draft.document, earlier) }] as const] : []))
}

function planBatch (requests: IssueRequest[], earlier: Map<string, KnownInvoiceKey>): Plan[] {
  const firstOfKey = new Map<string, Fresh>()
  return requests.map((request): Plan => {
    const { keys } = request
    const settled = earlierOutcome(keys, (key) => earlier.get(nameOfKey(key)))
    if (settled) return { settled }
    for (const key of keys) {
      const neighbour = firstOfKey.get(nameOfKey(key))
      if (neighbour) return planBeside(neighbour, key)
    }
    const fresh = { ...request, id: newId() }
    for (const key of keys) firstOfKey.set(nameOfKey(key), fresh)
    return { fresh }
  })
}

/** After a document of the same batch that has the same key. */
function planBeside (neighbour: Fresh, key: DocumentKey): Plan {
  const isSame = neighbour.keys.some(({ requestHash }) => requestHash.equals(key.requestHash))
  return isSame ? { sameAs: neighbour } : { otherThan: neighbour, key }
}

function outcomeOf (plan: Plan, done: Map<Fresh, Outcome>): Outcome {
  if ('settled' in plan) return plan.settled
  if ('otherThan' in plan) {
    const first = done.get(plan.otherThan)
    return { refused: keyReused(plan.key, first && 'receipt' in first ? first.receipt : undefined) }
  }
  const outcome = done.get('fresh' in plan ? plan.fresh : plan.sameAs)
  if (!outcome) throw new Error('A document of the batch has no outcome')
  return 'sameAs' in plan && 'receipt' in outcome ? { ...outcome, replayed: true } : outcome
}

/** Checks each note against the documents issued before it, and against the notes before it in the batch. */
function judgeInTurn (
  fresh: Fresh[], known: KnownDocument[]
): { ready: Fresh[], held: Exclude<Prepared, Signed<Fresh>>[] } {
  const ready: Fresh[] = []
  const held: Exclude<Prepared, Signed<Fresh>>[] = []
  for (const draft of fresh) {
    const { document, correction } = draft
    if (correction && isOutdated(document, correction, known)) {
      held.push({ draft, notesChanged: true })
      continue
    }
    const violations = judgeReferences(document, known)
    const waitsFor = pendingFor(document, known)
    if (violations.length > 0) held.push({ draft, violations })
    else if (waitsFor.length > 0) held.push({ draft, missing: referencePending, waitsFor })
    else ready.push(draft)
    if (violations.length === 0) remember(known, { correlationId: draft.id, document, taken: correction?.taken })
  }
  return { ready, held }
}

function isOutdated (document: TaxDocument, { after }: Correction, known: readonly KnownDocument[]): boolean {
  const [change] = changesOf(document)
  const target = change && known.find((one) => isSame(one, change))
  return target !== undefined && namesOfNotes(target.notes) !== after
}

function isStorable (one: Prepared, facts: IssuingFacts): one is Storable {
  if ('violations' in one || 'notesChanged' in one) return false
  return !('missing' in one) || canWait(one.missing, facts)
}

/**
 * Checks that RUT and environment of the tenant are still those of the cache. They cannot change once there are
 * folios, so taking a folio proves it; if all documents wait, it must be looked up, or they would wait forever in an
 * environment that the tenant has left.
 */
async function mustBelong (
  { tenant }: TenantRepositories, kept: Storable[], { environment }: IssuingFacts
): Promise<void> {
  if (kept.length === 0 || kept.some((one) => 'folio' in one)) return
  const now = await tenant.holdIdentity()
  const belongs = now?.environment === environment &&
    kept.every(({ draft }) => draft.document.sender.taxNumber === now.taxNumber)
  if (!belongs) throw new TenantChanged()
}

function refusalOf (one: Prepared): ServiceError | DocumentRefused {
  if ('violations' in one) return new DocumentRefused(one.violations)
  if ('notesChanged' in one) return new NotesChanged()
  return refusalFor('missing' in one ? one.missing : 'FOLIOS_MISSING', one.draft.document)
}

async function storeRows (
  { invoices, auditLog }: TenantRepositories, stored: StoredDraft[],
  { at, linger }: { at: Date, linger: EnvelopeLinger }
): Promise<void> {
  await invoices.addAll(stored.map(newDocument), tasksOf(stored, linger))
  auditLog.add(auditOf(stored.map(({ draft: { actor }, row }) => ({ actor, row }))), at)
}
