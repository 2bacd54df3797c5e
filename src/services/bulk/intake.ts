import { santiagoDate, santiagoDateTime } from '../../dte/values/calendar.ts'
import type { EarlierRow, NewBulkRow } from '../../repositories/bulk-rows.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { hourMs } from '../../shared/durations.ts'
import { ServiceError } from '../../shared/errors.ts'
import { createGivingWay } from '../../shared/giving-way.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import type { Clock } from '../ports.ts'
import type { Checker, CheckedDocument, Neighbour } from './check.ts'
import { referredKeys, type BulkDocument } from '../../model/bulk-document.ts'
import { resolveReferences, type Node, type Refusal } from './neighbours.ts'
import type { ColumnPlaces, RowProblem } from '../../model/bulk-rows.ts'
import { addProblem, trouble } from './problems.ts'
import type { PostedDocument } from './sheet-documents.ts'
import { bulkStatuses, rowStates } from '../../model/bulk-states.ts'
import { inParts, weightOf } from './weight.ts'

export const maxDocuments = 10_000
// What is read, or written to the database, at a time; long documents make smaller batches.
const batch = { maxItems: 100, maxWeight: 20_000 }
const written = { maxItems: 500, maxWeight: 20_000, weigh: weightOf }
// One that has not come in by then never will.
const abandonedMs = hourMs

export interface Submission {
  source: 'json' | 'csv' | 'xlsx'
  /** Of a file: where its columns are. */
  columns?: ColumnPlaces
  /** The earlier submission whose failed documents this one mends. */
  replacesId?: string | undefined
  documents: AsyncIterable<PostedDocument>
  /** Ends the reading of a file. */
  close?: () => void
}

/** A submission that is stored whole and that nobody sees yet. */
export interface Received {
  id: string
  count: number
  invalid: number
  skipped: number
  source: string
  replacesId: string | undefined
  family: string[]
  claims: string[]
}

/** A document that came in, as its neighbours need it. */
interface Arrival extends Node {
  documentType: number
  issueDate: string
  /** What its references by key were taken to point to when it was checked. */
  assumed: (Neighbour | undefined)[]
  weight: number
}

interface Intake {
  tenantId: string
  id: string
  today: string
  /** The submission that it mends and those that mend one another with that one, the latest first. */
  family: string[]
  arrivals: Map<string, Arrival>
  /** Documents whose key others bear too. */
  repeated: Map<Arrival, Refusal>
  /** Rows of earlier submissions that this one takes up. */
  claims: Set<string>
  position: number
  skipped: number
  invalid: number
  giveWay: () => Promise<void>
}

const { Ready, Invalid } = rowStates

/** Takes submissions in: checks every document at once and stores it. Nothing is issued here. */
export function createIntake ({ store, checker, clock }: { store: Store, checker: Checker, clock: Clock }) {
  async function storeBatch (intake: Intake, batch: PostedDocument[]): Promise<void> {
    const { tenantId } = intake
    const wanted = await withoutUnharmed(intake, batch)
    const rows: NewBulkRow[] = []
    for (const { posted, position } of wanted) {
      rows.push({ position, ...await checkArrival(intake, posted) })
      await intake.giveWay()
    }
    for (const part of inParts(rows, written)) await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.addAll(part))
  }

  /** Of a file that mends an earlier one, the documents that came to nothing there, and those that are new. */
  async function withoutUnharmed (
    intake: Intake, batch: PostedDocument[]
  ): Promise<{ posted: PostedDocument, position: number }[]> {
    const { tenantId, family } = intake
    const placed = batch.map((posted) => ({ posted, position: ++intake.position }))
    if (family.length === 0) return placed
    const earlier = byKey(
      await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.findByKeys(family, batch.map(({ key }) => key)))
    )
    return placed.filter(({ posted }) => {
      const latest = earlier.get(posted.key) ?? []
      const isMended = latest.every(({ state, isReplaced }) => isHarmed(state) && !isReplaced)
      if (!isMended) {
        intake.skipped += 1
      } else {
        for (const { id } of latest) intake.claims.add(id)
      }
      return isMended
    })
  }

  async function checkArrival (intake: Intake, posted: PostedDocument): Promise<Omit<NewBulkRow, 'position'>> {
    const assumed: (Neighbour | undefined)[] = []
    const checked = await checker.check(intake.tenantId, posted, (key) => {
      const neighbour = intake.arrivals.get(key)
      assumed.push(neighbour && { documentType: neighbour.documentType, issueDate: neighbour.issueDate })
      return neighbour
    })
    const arrival = arrivalOf(intake, posted, checked, assumed)
    const problems = [...checked.problems, ...noteArrival(intake, posted.key, arrival)]
    if (problems.length > 0 || checked.payload === undefined) markInvalid(intake, arrival)
    return rowOf(intake, posted, arrival, { ...checked, problems })
  }

  /** What only the whole tells: keys that are there twice, and what references by key lead to. */
  async function settle (intake: Intake): Promise<void> {
    const earlier = await findEarlier(intake)
    const repeated = Array.from(intake.repeated, ([namesake, refusal]) => ({ arrival: namesake, refusal }))
    for (const { arrival } of repeated) markInvalid(intake, arrival)
    const mistaken = await checkAgain(intake, earlier)
    for (const { arrival } of mistaken) markInvalid(intake, arrival)
    const { refusals, dependencies } = await resolveReferences(
      intake.arrivals, new Map(Array.from(earlier, ([key, { id }]) => [key, id]))
    )
    const refused = new Set(refusals.map(({ id }) => id))
    for (const arrival of intake.arrivals.values()) {
      if (refused.has(arrival.id)) markInvalid(intake, arrival)
    }
    await refuse(intake.tenantId, [...[...repeated, ...mistaken].map(({ refusal }) => refusal), ...refusals])
    for (const part of inParts(dependencies, written)) {
      await store.asTenant(intake.tenantId, ({ bulkRows }) => bulkRows.setDependencies(part))
    }
  }

  /** Documents of the submissions that this one mends, which it may refer to: those that are, or will be, issued. */
  async function findEarlier ({ tenantId, family, arrivals }: Intake): Promise<Map<string, EarlierRow>> {
    const keys = new Set(
      Array.from(arrivals.values()).flatMap(({ references }) => references.map(({ key }) => key)).filter((key) =>
        !arrivals.has(key)
      )
    )
    if (family.length === 0 || keys.size === 0) return new Map()
    const rows = byKey(await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.findByKeys(family, Array.from(keys))))
    return new Map(
      Array.from(rows).flatMap(([key, [latest]]) => latest && !isHarmed(latest.state) ? [[key, latest]] : [])
    )
  }

  /** Documents that were taken to refer to something else than what their neighbour turned out to be. */
  async function checkAgain (
    { arrivals, tenantId, today, giveWay }: Intake, earlier: Map<string, EarlierRow>
  ): Promise<{ arrival: Arrival, refusal: Refusal }[]> {
    const neighbourOf = (key: string): Neighbour | undefined => {
      const known = earlier.get(key)
      return arrivals.get(key) ?? (known && { documentType: known.documentType, issueDate: today })
    }
    const doubtful = new Map<string, Arrival>()
    for (const arrival of arrivals.values()) {
      const { id, isValid, references, assumed } = arrival
      if (isValid && references.some(({ key }, index) => !isSame(neighbourOf(key), assumed[index]))) {
        doubtful.set(id, arrival)
      }
      await giveWay()
    }
    const found: { arrival: Arrival, refusal: Refusal }[] = []
    for (const part of inParts(doubtful.values(), { ...batch, weigh })) {
      for (
        const { id, key, payload } of await store.asTenant(tenantId, ({ bulkRows }) =>
          bulkRows.listDocuments(part.map(({ id }) => id)))
      ) {
        const arrival = doubtful.get(id)
        if (!arrival) continue
        const { weight, locate } = arrival
        const { problems } = await checker.check(
          tenantId, { key, value: payload, problems: [], weight, locate }, neighbourOf
        )
        found.push(...problems.map((problem) => ({ arrival, refusal: { id, problem } })))
        await giveWay()
      }
    }
    return found
  }

  async function refuse (tenantId: string, refusals: Refusal[]): Promise<void> {
    const problems = new Map<string, RowProblem[]>()
    for (const { id, problem } of refusals) {
      const own = problems.get(id) ?? []
      addProblem(own, problem)
      problems.set(id, own)
    }
    const rows = Array.from(problems, ([id, own]) => ({ id, problems: own }))
    for (const part of inParts(rows, written)) await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.refuse(part))
  }

  async function begin (actor: Actor, { source, replacesId }: Submission): Promise<Intake> {
    const at = clock()
    const id = newId()
    const family = await store.asTenant(actor.tenantId, async ({ bulkInvoices }) => {
      for (const abandoned of await bulkInvoices.listAbandoned(new Date(at.getTime() - abandonedMs))) {
        await bulkInvoices.delete(abandoned)
      }
      const mended = replacesId === undefined ? [] : await bulkInvoices.listFamily(replacesId)
      if (replacesId !== undefined && mended.length === 0) throw new ServiceError('BULK_NOT_FOUND')
      await bulkInvoices.create({
        id, name: '', source, replacesId: replacesId ?? null, createdById: actor.userId, createdAt: at
      })
      return mended
    })
    return {
      tenantId: actor.tenantId, id, today: santiagoDate(at), family, arrivals: new Map(), repeated: new Map(),
      claims: new Set(), position: 0, skipped: 0, invalid: 0, giveWay: createGivingWay()
    }
  }

  async function takeIn (intake: Intake, documents: AsyncIterable<PostedDocument>): Promise<void> {
    let waiting: PostedDocument[] = []
    let weight = 0
    for await (const posted of documents) {
      if (intake.position + waiting.length === maxDocuments) throw new ServiceError('BULK_TOO_MANY_DOCUMENTS')
      waiting.push(posted)
      weight += posted.weight
      if (waiting.length < batch.maxItems && weight < batch.maxWeight) continue
      await storeBatch(intake, waiting)
      waiting = []
      weight = 0
    }
    await storeBatch(intake, waiting)
    if (intake.position === 0) throw new ServiceError('BULK_EMPTY')
    if (intake.arrivals.size === 0) throw new ServiceError('BULK_NOTHING_TO_REPLACE')
    await settle(intake)
  }

  async function discard (tenantId: string, id: string): Promise<void> {
    await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.delete(id))
  }

  async function takeWhole (actor: Actor, submission: Submission): Promise<Received> {
    const intake = await begin(actor, submission)
    const { id } = intake
    try {
      await takeIn(intake, submission.documents)
      const { columns } = submission
      if (columns) await store.asTenant(actor.tenantId, ({ bulkInvoices }) => bulkInvoices.update(id, { columns }))
    } catch (error) {
      await discard(actor.tenantId, id)
      throw error
    }
    const { position, skipped, invalid, claims, family } = intake
    return {
      id, count: position - skipped, family, claims: Array.from(claims), skipped, invalid, source: submission.source,
      replacesId: submission.replacesId
    }
  }

  return {
    /**
     * Checks and stores the documents one by one as they come. Throws ServiceError BULK_NOT_FOUND, BULK_EMPTY,
     * BULK_TOO_MANY_DOCUMENTS, BULK_NOTHING_TO_REPLACE and what the reading of the documents throws; then nothing
     * stays.
     */
    async receive (actor: Actor, submission: Submission): Promise<Received> {
      try {
        return await takeWhole(actor, submission)
      } finally {
        submission.close?.()
      }
    },

    /**
     * Shows a received submission to its tenant, under a name or the time. Throws BULK_NOTHING_TO_REPLACE when another
     * one was faster to mend the same documents.
     */
    async publish (actor: Actor, received: Received, name: string | undefined): Promise<void> {
      const { id, claims, skipped, source, replacesId, count, invalid } = received
      const at = clock()
      const shownName = name ?? `${santiagoDateTime(at).replace('T', ' ')} ${source}`
      await store.asTenant(actor.tenantId, async ({ bulkInvoices, bulkRows, auditLog }) => {
        if (!await isLatest(bulkInvoices, received) || !await bulkRows.claimFailed(claims, id)) {
          throw new ServiceError('BULK_NOTHING_TO_REPLACE')
        }
        await bulkInvoices.update(id, { status: bulkStatuses.Created, name: shownName, skipped })
        await auditLog.add([{
          actor: audited(actor), action: 'bulkInvoice.create', entity: 'bulkInvoice', entityId: id,
          details: { name: shownName, source, documents: count, invalid, replacesId: replacesId ?? null }
        }], at)
      }).catch(async (error: unknown) => {
        await discard(actor.tenantId, id)
        throw error
      })
    },

    /** Drops a received submission. */
    discard: (actor: Actor, { id }: Received): Promise<void> => discard(actor.tenantId, id)
  }
}

/** Whether nobody mended the same submissions meanwhile: documents that are new in both would be issued twice. */
async function isLatest (
  bulkInvoices: TenantRepositories['bulkInvoices'], { replacesId, family }: Received
): Promise<boolean> {
  const oldest = family.at(-1)
  if (replacesId === undefined || oldest === undefined) return true
  await bulkInvoices.lock(oldest)
  return (await bulkInvoices.listFamily(replacesId)).join() === family.join()
}

function arrivalOf (
  { today }: Intake, posted: PostedDocument, { payload, document }: CheckedDocument, assumed: Arrival['assumed']
): Arrival {
  const keys = payload ? referredKeys(payload) : []
  const places = (payload?.references ?? []).flatMap(({ documentKey }, index) =>
    (documentKey ?? '').trim() === '' ? [] : [index]
  )
  return {
    id: newId(), isValid: true, documentType: document?.documentType ?? typeIn(payload),
    issueDate: document?.issueDate ?? today, references: keys.map((key, order) => ({ key, index: places[order] ?? 0 })),
    locate: posted.locate, weight: posted.weight, assumed
  }
}

function rowOf (
  { id: bulkId }: Intake, { key, place }: PostedDocument, { id, isValid, documentType }: Arrival,
  { payload, document, totals, problems }: CheckedDocument
): Omit<NewBulkRow, 'position'> {
  return {
    id,
    bulkId,
    key,
    state: isValid ? Ready : Invalid,
    documentType,
    issueDate: document && hasIssueDate(payload) ? document.issueDate : null,
    receiverName: payload?.header.receiver?.businessName ?? '',
    // What is wrong may be a total that no column holds.
    ...(isValid ? { totalAmount: totals?.totalAmount ?? null, payload } : { totalAmount: null, payload: undefined }),
    dependsOn: [],
    place,
    problems
  }
}

function markInvalid (intake: Intake, arrival: Arrival): void {
  if (arrival.isValid) intake.invalid += 1
  arrival.isValid = false
}

/** Notes a document under its key; both are refused when the key is taken. */
function noteArrival (intake: Intake, key: string, arrival: Arrival): RowProblem[] {
  const { arrivals, repeated } = intake
  const namesake = arrivals.get(key)
  if (!namesake) {
    arrivals.set(key, arrival)
    return []
  }
  repeated.set(namesake, { id: namesake.id, problem: trouble('DOCUMENT_KEY_REPEATED', namesake.locate('key')) })
  return [trouble('DOCUMENT_KEY_REPEATED', arrival.locate('key'))]
}

function typeIn (payload: BulkDocument | undefined): number {
  const code = Number(payload?.header.documentId.documentType)
  return Number.isInteger(code) && code > 0 && code < 1000 ? code : 0
}

function hasIssueDate (payload: BulkDocument | undefined): boolean {
  return (payload?.header.documentId.issueDate ?? '').trim() !== ''
}

function isSame (neighbour: Neighbour | undefined, assumed: Neighbour | undefined): boolean {
  return neighbour?.documentType === assumed?.documentType && neighbour?.issueDate === assumed?.issueDate
}

function isHarmed (state: number): boolean {
  return state === rowStates.Invalid || state === rowStates.Failed || state === rowStates.Cancelled
}

/** The latest rows of each key. */
function byKey (rows: EarlierRow[]): Map<string, EarlierRow[]> {
  const latest = new Map<string, EarlierRow[]>()
  for (const row of rows) {
    const known = latest.get(row.key) ?? []
    if (known.every(({ age }) => age === row.age)) latest.set(row.key, [...known, row])
  }
  return latest
}

function weigh ({ weight }: { weight: number }): number {
  return weight
}
