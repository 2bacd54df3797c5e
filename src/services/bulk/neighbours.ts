import { createGivingWay } from '../../shared/giving-way.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import type { Locate } from './problems.ts'
import { trouble, type TroubleCode } from './problems.ts'

/** A reference of a document to another one of its submission: the place among its references, and the key. */
export interface KeyReference { index: number, key: string }

/** A document of a submission, as far as its neighbours matter. */
export interface Node { id: string, isValid: boolean, references: KeyReference[], locate: Locate }

export interface Refusal { id: string, problem: RowProblem }

export interface Resolved {
  refusals: Refusal[]
  /** Ids of the documents that each document waits for, in the order of its references. */
  dependencies: { id: string, dependsOn: string[] }[]
}

/**
 * Finds what references by key mean. A key is that of a document of the submission, or of an earlier one that it mends
 * (its id is in `earlier`). Refused are references to nothing, to a document with mistakes, and those that lead back to
 * where they began.
 */
export async function resolveReferences (
  nodes: ReadonlyMap<string, Node>, earlier: ReadonlyMap<string, string>
): Promise<Resolved> {
  const giveWay = createGivingWay()
  const refusals: Refusal[] = []
  const refuse = (node: Node, reference: KeyReference, code: TroubleCode): void => {
    refusals.push({ id: node.id, problem: trouble(code, node.locate(`references[${reference.index}].documentKey`)) })
  }
  const referring = Array.from(nodes.values()).filter(({ references }) => references.length > 0)
  for (const node of referring) {
    for (const reference of node.references) {
      if (!nodes.has(reference.key) && !earlier.has(reference.key)) refuse(node, reference, 'REFERENCE_KEY_UNKNOWN')
    }
    await giveWay()
  }
  const circular = await nodesInCircles(referring, nodes, giveWay)
  for (const node of circular) {
    for (const reference of node.references) {
      const target = nodes.get(reference.key)
      if (target && circular.has(target)) refuse(node, reference, 'REFERENCE_IN_A_CIRCLE')
    }
    await giveWay()
  }
  await spreadMistakes(referring, nodes, { refusals, refuse, giveWay })
  const dependencies: Resolved['dependencies'] = []
  for (const { id, references } of referring) {
    dependencies.push({
      id,
      dependsOn: references.map(({ key }) => nodes.get(key)?.id ?? earlier.get(key) ?? '').filter((target) =>
        target !== ''
      )
    })
    await giveWay()
  }
  return { refusals, dependencies }
}

type GiveWay = () => Promise<void>

/** Takes away whoever refers to nobody left, then whoever nobody left refers to: what stays goes round. */
async function nodesInCircles (
  referring: Node[], nodes: ReadonlyMap<string, Node>, giveWay: GiveWay
): Promise<Set<Node>> {
  const targets = new Map<Node, Node[]>()
  for (const node of referring) {
    targets.set(node, node.references.flatMap(({ key }) => nodes.get(key) ?? []))
    await giveWay()
  }
  const followers = await reversed(targets, giveWay)
  const left = new Set(referring)
  await peel(left, { forward: targets, backward: followers, giveWay })
  await peel(left, { forward: followers, backward: targets, giveWay })
  return left
}

type Edges = ReadonlyMap<Node, readonly Node[]>

async function reversed (edges: Edges, giveWay: GiveWay): Promise<Edges> {
  const turned = new Map<Node, Node[]>()
  for (const [node, others] of edges) {
    for (const other of others) {
      const known = turned.get(other)
      if (known) known.push(node)
      else turned.set(other, [node])
    }
    await giveWay()
  }
  return turned
}

/** Removes those that lead to none of the rest, and then those that led to them alone, and so on. */
async function peel (
  left: Set<Node>, { forward, backward, giveWay }: { forward: Edges, backward: Edges, giveWay: GiveWay }
): Promise<void> {
  const leads = new Map<Node, number>()
  for (const node of left) {
    leads.set(node, (forward.get(node) ?? []).filter((other) => left.has(other)).length)
    await giveWay()
  }
  const ends = Array.from(left).filter((node) => leads.get(node) === 0)
  for (let node = ends.pop(); node; node = ends.pop()) {
    left.delete(node)
    for (const before of backward.get(node) ?? []) {
      const rest = (leads.get(before) ?? 0) - 1
      leads.set(before, rest)
      if (rest === 0 && left.has(before)) ends.push(before)
    }
    await giveWay()
  }
}

/** A document cannot be issued before the one that it refers to, and that one not before it is mended. */
async function spreadMistakes (
  referring: Node[],
  nodes: ReadonlyMap<string, Node>,
  { refusals, refuse, giveWay }: {
    refusals: Refusal[], refuse: (node: Node, reference: KeyReference, code: TroubleCode) => void, giveWay: GiveWay
  }
): Promise<void> {
  const wrong = new Set([
    ...Array.from(nodes.values()).filter(({ isValid }) => !isValid).map(({ id }) => id), ...refusals.map(({ id }) => id)
  ])
  const followers = new Map<string, [Node, KeyReference][]>()
  for (const node of referring) {
    for (const reference of node.references) {
      const target = nodes.get(reference.key)?.id
      if (target === undefined) continue
      const known = followers.get(target)
      if (known) known.push([node, reference])
      else followers.set(target, [[node, reference]])
    }
    await giveWay()
  }
  const waiting = Array.from(wrong)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const [node, reference] of followers.get(id) ?? []) {
      if (wrong.has(node.id)) continue
      refuse(node, reference, 'REFERENCE_HAS_MISTAKES')
      wrong.add(node.id)
      waiting.push(node.id)
    }
    await giveWay()
  }
}
