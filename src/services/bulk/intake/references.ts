import type { EarlierRow } from '../../../repositories/bulk/bulk-rows.ts'
import type { Store } from '../../../repositories/store.ts'
import type { Checker, ReferenceTarget, TargetOf } from '../check.ts'
import { resolveReferences, type Refusal, type Resolution } from '../references.ts'
import { inParts, readLimits } from '../weight.ts'
import type { Arrival, Arrivals, Intake } from './arrivals.ts'
import { createEarlierRows } from './earlier-rows.ts'

/** What the whole submission says about its documents, beside what each says by itself. */
export interface Outcome extends Resolution {
  /** Ids of all documents with mistakes. */
  invalid: ReadonlySet<string>
}

/** The second step of an intake: follows references by key, which may point to a document that came later. */
export function createReferenceStep ({ store, checker }: { store: Store, checker: Checker }) {
  const { findReferred } = createEarlierRows({ store })

  /** Checks documents again whose references turned out to point to something else than was assumed. */
  async function checkAgain (
    intake: Intake, { byKey, invalid }: Arrivals, earlier: ReadonlyMap<string, EarlierRow>
  ): Promise<Refusal[]> {
    const targetOf: TargetOf = (key) => {
      const known = earlier.get(key)
      return byKey.get(key) ?? (known && { documentType: known.documentType, issueDate: intake.today })
    }
    const doubtful = new Map<string, Arrival>()
    for (const arrival of byKey.values()) {
      if (!invalid.has(arrival.id) && assumedWrongly(arrival, targetOf)) doubtful.set(arrival.id, arrival)
      await intake.yieldToEventLoop()
    }
    const refusals: Refusal[] = []
    for (const part of inParts(doubtful.values(), { ...readLimits, weigh: ({ weight }) => weight })) {
      refusals.push(...await checkStored(intake, new Map(part.map((arrival) => [arrival.id, arrival])), targetOf))
    }
    return refusals
  }

  async function checkStored (
    { tenantId, yieldToEventLoop }: Intake, arrivals: Map<string, Arrival>, targetOf: TargetOf
  ): Promise<Refusal[]> {
    const rows = await store.asTenant(tenantId, ({ bulkRows }) => bulkRows.listDocuments(Array.from(arrivals.keys())))
    const refusals: Refusal[] = []
    for (const { id, key, payload } of rows) {
      const arrival = arrivals.get(id)
      if (!arrival) continue
      const { weight, locate } = arrival
      const { problems } = await checker.check(
        tenantId, { key, value: payload, problems: [], weight, locate }, targetOf
      )
      refusals.push(...problems.map((problem) => ({ id, problem })))
      await yieldToEventLoop()
    }
    return refusals
  }

  return async function resolve (intake: Intake, arrivals: Arrivals): Promise<Outcome> {
    const earlier = await findReferred(intake, arrivals.byKey)
    const mistaken = await checkAgain(intake, arrivals, earlier)
    const invalid = new Set([...arrivals.invalid, ...mistaken.map(({ id }) => id)])
    const earlierIds = new Map(Array.from(earlier, ([key, { id }]) => [key, id]))
    const { refusals, dependencies } = await resolveReferences(
      arrivals.byKey, { earlier: earlierIds, invalid }, intake.yieldToEventLoop
    )
    return {
      refusals: [...arrivals.refusals, ...mistaken, ...refusals], dependencies,
      invalid: new Set([...invalid, ...refusals.map(({ id }) => id)])
    }
  }
}

function assumedWrongly ({ references, assumed }: Arrival, targetOf: TargetOf): boolean {
  return references.some(({ key }, index) => !isSame(targetOf(key), assumed[index]))
}

function isSame (one: ReferenceTarget | undefined, other: ReferenceTarget | undefined): boolean {
  return one?.documentType === other?.documentType && one?.issueDate === other?.issueDate
}
