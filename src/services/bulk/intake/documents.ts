import type { TaxDocument } from '../../../dte/document.ts'
import type { RowProblem } from '../../../model/bulk-rows.ts'
import { rowStates } from '../../../model/bulk-states.ts'
import type { NewBulkRow } from '../../../repositories/bulk/bulk-rows.ts'
import type { Store } from '../../../repositories/store.ts'
import { bulkLimits } from '../../../shared/bulk-limits.ts'
import { ServiceError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/ids.ts'
import type { CheckedDocument, Checker, ReferenceTarget } from '../check.ts'
import { type FolioForecast, forecastFolios } from '../folio-forecast.ts'
import { keyReferences, shownOf, storable, typeOf } from '../checked-rows.ts'
import { newProblem } from '../problems.ts'
import type { Refusal } from '../references.ts'
import type { PostedDocument } from '../sheet-documents.ts'
import { inParts, readLimits, writeLimits } from '../weight.ts'
import type { Arrival, Arrivals, Intake } from './arrivals.ts'
import { createEarlierRows } from './earlier-rows.ts'
import { addExternalId, findUsed, type UsedExternalIds, usedProblems } from './external-ids.ts'

/** The arrivals while they still come in. */
interface Arriving {
  byKey: Map<string, Arrival>
  byExternalId: Map<string, Arrival>
  invalid: Set<string>
  refusals: Map<string, Refusal>
  externalIdRefusals: Refusal[]
  replacedRowIds: Set<string>
  folios: FolioForecast
  received: number
  skipped: number
}

/** The first step of an intake: checks each document by itself and stores it. */
export function createDocumentStep ({ store, checker }: { store: Store, checker: Checker }) {
  const { selectUnissued } = createEarlierRows({ store })

  async function addBatch (intake: Intake, arriving: Arriving, batch: PostedDocument[]): Promise<void> {
    const numbered = batch.map((posted) => ({ posted, position: ++arriving.received }))
    const { selected, replacedRowIds } = await selectUnissued(intake, numbered)
    arriving.skipped += numbered.length - selected.length
    for (const id of replacedRowIds) arriving.replacedRowIds.add(id)
    const used = await findUsed(store, intake.tenantId, selected.map(({ posted }) => posted))
    const rows: NewBulkRow[] = []
    for (const { posted, position } of selected) {
      rows.push({ position, ...await check(intake, { ...arriving, used }, posted) })
      await intake.yieldToEventLoop()
    }
    for (const part of inParts(rows, writeLimits)) {
      await store.asTenant(intake.tenantId, ({ bulkRows }) => bulkRows.addAll(part))
    }
  }

  async function check (
    intake: Intake, arriving: Arriving & { used: UsedExternalIds }, posted: PostedDocument
  ): Promise<Omit<NewBulkRow, 'position'>> {
    const assumed: (ReferenceTarget | undefined)[] = []
    const checked = await checker.check(intake.tenantId, posted, (key) => {
      const target = arriving.byKey.get(key)
      assumed.push(target && { documentType: target.documentType, issueDate: target.issueDate })
      return target
    })
    const arrival = arrivalOf(intake, posted, checked, assumed)
    const problems = [
      ...checked.problems, ...addArrival(arriving, posted.key, arrival),
      ...externalIdProblems(arriving, checked, arrival)
    ]
    if (problems.length === 0 && checked.document) problems.push(...foreseen(arriving, checked.document, posted))
    const isValid = problems.length === 0 && checked.payload !== undefined
    if (!isValid) arriving.invalid.add(arrival.id)
    const { key, place } = posted
    const postedValue = isValid || posted.isTooLong === true ? undefined : storable(posted.value)
    return {
      ...rowOf(arrival, { ...checked, problems }, isValid), bulkId: intake.id, key, place, posted: postedValue
    }
  }

  /** Throws BULK_EMPTY, BULK_TOO_MANY_DOCUMENTS, BULK_NOTHING_TO_REPLACE and what reading the documents throws. */
  return async function receive (intake: Intake, documents: AsyncIterable<PostedDocument>): Promise<Arrivals> {
    const arriving: Arriving = {
      byKey: new Map(), byExternalId: new Map(), externalIdRefusals: [], invalid: new Set(), refusals: new Map(),
      replacedRowIds: new Set(), received: 0, skipped: 0,
      folios: await store.asTenant(intake.tenantId, (repositories) => forecastFolios(repositories, intake.today))
    }
    for await (const batch of inBatches(documents)) await addBatch(intake, arriving, batch)
    const { byKey, invalid, refusals, externalIdRefusals, replacedRowIds, received, skipped } = arriving
    if (received === 0) throw new ServiceError('BULK_EMPTY')
    if (byKey.size === 0) throw new ServiceError('BULK_NOTHING_TO_REPLACE')
    return {
      byKey, invalid, refusals: [...refusals.values(), ...externalIdRefusals],
      replacedRowIds: Array.from(replacedRowIds), stored: received - skipped, skipped
    }
  }
}

async function * inBatches (documents: AsyncIterable<PostedDocument>): AsyncGenerator<PostedDocument[]> {
  let batch: PostedDocument[] = []
  let weight = 0
  let count = 0
  for await (const posted of documents) {
    count += 1
    if (count > bulkLimits.documents) throw new ServiceError('BULK_TOO_MANY_DOCUMENTS')
    batch.push(posted)
    weight += posted.weight
    if (batch.length < readLimits.maxItems && weight < readLimits.maxWeight) continue
    yield batch
    batch = []
    weight = 0
  }
  if (batch.length > 0) yield batch
}

/** Adds a document under its key. If the key is taken, both documents are refused. */
function addArrival ({ byKey, invalid, refusals }: Arriving, key: string, arrival: Arrival): RowProblem[] {
  const namesake = byKey.get(key)
  if (!namesake) {
    byKey.set(key, arrival)
    return []
  }
  const { id, locate } = namesake
  invalid.add(id)
  refusals.set(id, { id, problem: newProblem('DOCUMENT_KEY_REPEATED', locate('key')) })
  return [newProblem('DOCUMENT_KEY_REPEATED', arrival.locate('key'))]
}

function foreseen ({ folios }: Arriving, document: TaxDocument, { locate }: PostedDocument): RowProblem[] {
  const problem = folios(document, locate)
  return problem ? [problem] : []
}

function externalIdProblems (
  { byExternalId, invalid, externalIdRefusals, used }: Arriving & { used: UsedExternalIds },
  { payload }: CheckedDocument, arrival: Arrival
): RowProblem[] {
  if (!payload) return []
  return [
    ...addExternalId({ byExternalId, invalid, refusals: externalIdRefusals }, payload, arrival),
    ...usedProblems(used, payload, arrival.locate)
  ]
}

function arrivalOf (
  { today }: Intake, { locate, weight }: PostedDocument, checked: CheckedDocument, assumed: Arrival['assumed']
): Arrival {
  const { payload, document } = checked
  return {
    id: newId(), documentType: typeOf(checked), issueDate: document?.issueDate ?? today,
    references: payload ? keyReferences(payload) : [], locate, weight, assumed
  }
}

function rowOf (
  { id }: Arrival, checked: CheckedDocument, isValid: boolean
): Omit<NewBulkRow, 'position' | 'bulkId' | 'key' | 'place'> {
  return {
    id, state: isValid ? rowStates.Ready : rowStates.Invalid, ...shownOf(checked, isValid), problems: checked.problems
  }
}
