import type { YieldToEventLoop } from '../../shared/yielding.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import { newProblem, type Locate, type ProblemCode } from './problems.ts'

/** A reference to another document of the submission: its index among the document's references, and the key. */
export interface KeyReference { index: number, key: string }

/** A document of a submission with its references by key. */
export interface ReferringDocument { id: string, references: KeyReference[], locate: Locate }

export interface Refusal { id: string, problem: RowProblem }

export interface Resolution {
  refusals: Refusal[]
  /** Ids of the documents that each document waits for, in the order of its references. */
  dependencies: { id: string, dependsOn: string[] }[]
}

type ByKey = ReadonlyMap<string, ReferringDocument>
type Refuse = (document: ReferringDocument, reference: KeyReference, code: ProblemCode) => void

/**
 * Resolves references by key, to a document of the submission or to one of the related submissions (`earlier`: their
 * ids by key). Refuses references to unknown keys, circular ones, and those to a document with mistakes (`invalid`:
 * ids).
 */
export async function resolveReferences (
  documents: ByKey, { earlier, invalid }: { earlier: ReadonlyMap<string, string>, invalid: ReadonlySet<string> },
  yieldToEventLoop: YieldToEventLoop
): Promise<Resolution> {
  const refusals: Refusal[] = []
  const refuse: Refuse = ({ id, locate }, { index }, code) => {
    refusals.push({ id, problem: newProblem(code, locate(`references[${index}].documentKey`)) })
  }
  const referring = Array.from(documents.values()).filter(({ references }) => references.length > 0)
  for (const document of referring) {
    for (const reference of document.references) {
      const isKnown = documents.has(reference.key) || earlier.has(reference.key)
      if (!isKnown) refuse(document, reference, 'REFERENCE_KEY_UNKNOWN')
    }
    await yieldToEventLoop()
  }
  await refuseCircles(referring, documents, { refuse, yieldToEventLoop })
  const wrong = new Set([...invalid, ...refusals.map(({ id }) => id)])
  await refuseDependents(referring, documents, { wrong, refuse, yieldToEventLoop })
  const dependencies: Resolution['dependencies'] = []
  for (const { id, references } of referring) {
    const dependsOn = references.flatMap(({ key }) => documents.get(key)?.id ?? earlier.get(key) ?? [])
    dependencies.push({ id, dependsOn })
    await yieldToEventLoop()
  }
  return { refusals, dependencies }
}

async function refuseCircles (
  referring: ReferringDocument[], documents: ByKey,
  { refuse, yieldToEventLoop }: { refuse: Refuse, yieldToEventLoop: YieldToEventLoop }
): Promise<void> {
  const circular = await findCircular(referring, documents, yieldToEventLoop)
  for (const document of circular) {
    for (const reference of document.references) {
      const target = documents.get(reference.key)
      if (target && circular.has(target)) refuse(document, reference, 'REFERENCE_IN_A_CIRCLE')
    }
    await yieldToEventLoop()
  }
}

type Edges = ReadonlyMap<ReferringDocument, readonly ReferringDocument[]>

/** Documents on a circle, or between two: peels off those that lead nowhere, then those that nothing leads to. */
async function findCircular (
  referring: ReferringDocument[], documents: ByKey, yieldToEventLoop: YieldToEventLoop
): Promise<Set<ReferringDocument>> {
  const targets = new Map<ReferringDocument, ReferringDocument[]>()
  for (const document of referring) {
    targets.set(document, document.references.flatMap(({ key }) => documents.get(key) ?? []))
    await yieldToEventLoop()
  }
  const followers = await reversed(targets, yieldToEventLoop)
  const left = new Set(referring)
  await peel(left, { forward: targets, backward: followers, yieldToEventLoop })
  await peel(left, { forward: followers, backward: targets, yieldToEventLoop })
  return left
}

async function reversed (edges: Edges, yieldToEventLoop: YieldToEventLoop): Promise<Edges> {
  const turned = new Map<ReferringDocument, ReferringDocument[]>()
  for (const [document, others] of edges) {
    for (const other of others) {
      const known = turned.get(other)
      if (known) known.push(document)
      else turned.set(other, [document])
    }
    await yieldToEventLoop()
  }
  return turned
}

/** Removes documents without an edge to the rest, then those whose edges are gone with them, and so on. */
async function peel (
  left: Set<ReferringDocument>,
  { forward, backward, yieldToEventLoop }: { forward: Edges, backward: Edges, yieldToEventLoop: YieldToEventLoop }
): Promise<void> {
  const degrees = new Map<ReferringDocument, number>()
  for (const document of left) {
    degrees.set(document, (forward.get(document) ?? []).filter((other) => left.has(other)).length)
    await yieldToEventLoop()
  }
  const ends = Array.from(left).filter((document) => degrees.get(document) === 0)
  for (let end = ends.pop(); end; end = ends.pop()) {
    left.delete(end)
    for (const before of backward.get(end) ?? []) {
      const degree = (degrees.get(before) ?? 0) - 1
      degrees.set(before, degree)
      if (degree === 0 && left.has(before)) ends.push(before)
    }
    await yieldToEventLoop()
  }
}

/** A document cannot be issued before those it refers to, so their mistakes stop it too. */
async function refuseDependents (
  referring: ReferringDocument[], documents: ByKey,
  { wrong, refuse, yieldToEventLoop }: { wrong: Set<string>, refuse: Refuse, yieldToEventLoop: YieldToEventLoop }
): Promise<void> {
  const dependents = new Map<string, [ReferringDocument, KeyReference][]>()
  for (const document of referring) {
    for (const reference of document.references) {
      const target = documents.get(reference.key)?.id
      if (target === undefined) continue
      const known = dependents.get(target)
      if (known) known.push([document, reference])
      else dependents.set(target, [[document, reference]])
    }
    await yieldToEventLoop()
  }
  const pending = Array.from(wrong)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const [document, reference] of dependents.get(id) ?? []) {
      if (wrong.has(document.id)) continue
      refuse(document, reference, 'REFERENCE_HAS_MISTAKES')
      wrong.add(document.id)
      pending.push(document.id)
    }
    await yieldToEventLoop()
  }
}
