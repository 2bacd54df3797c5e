import type { Locate, RowProblem } from './problems.ts'
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
 * Finds what references by key mean. A key is that of a document of the submission, or of an earlier one that it mends (its id is
 * in `earlier`). Refused are references to nothing, to a document with mistakes, and those that lead back to where they began.
 */
export function resolveReferences (nodes: ReadonlyMap<string, Node>, earlier: ReadonlyMap<string, string>): Resolved {
  const refusals: Refusal[] = []
  const refuse = (node: Node, reference: KeyReference, code: TroubleCode): void => {
    refusals.push({ id: node.id, problem: trouble(code, node.locate(`references[${reference.index}].documentKey`)) })
  }
  const referring = Array.from(nodes.values()).filter(({ references }) => references.length > 0)
  for (const [node, reference] of pairs(referring)) {
    if (!nodes.has(reference.key) && !earlier.has(reference.key)) refuse(node, reference, 'REFERENCE_KEY_UNKNOWN')
  }
  const circular = nodesInCircles(referring, nodes)
  for (const [node, reference] of pairs(referring)) {
    const target = nodes.get(reference.key)
    if (target && circular.has(node) && circular.has(target)) refuse(node, reference, 'REFERENCE_IN_A_CIRCLE')
  }
  spreadMistakes(referring, nodes, { refusals, refuse })
  const idOf = (key: string): string => nodes.get(key)?.id ?? earlier.get(key) ?? ''
  return { refusals, dependencies: referring.map(({ id, references }) => ({ id, dependsOn: references.map(({ key }) => idOf(key)).filter((target) => target !== '') })) }
}

function pairs (nodes: Node[]): [Node, KeyReference][] {
  return nodes.flatMap((node) => node.references.map((reference): [Node, KeyReference] => [node, reference]))
}

/** Takes away whoever refers to nobody left, then whoever nobody left refers to: what stays goes round. */
function nodesInCircles (referring: Node[], nodes: ReadonlyMap<string, Node>): Set<Node> {
  const targets = new Map(referring.map((node) => [node, node.references.flatMap(({ key }) => nodes.get(key) ?? [])]))
  const followers = reversed(targets)
  const left = new Set(referring)
  peel(left, targets, followers)
  peel(left, followers, targets)
  return left
}

type Edges = ReadonlyMap<Node, readonly Node[]>

function reversed (edges: Edges): Edges {
  const turned = new Map<Node, Node[]>()
  for (const [node, others] of edges) {
    for (const other of others) {
      const known = turned.get(other)
      if (known) known.push(node)
      else turned.set(other, [node])
    }
  }
  return turned
}

/** Removes those that lead to none of the rest, and then those that led to them alone, and so on. */
function peel (left: Set<Node>, forward: Edges, backward: Edges): void {
  const leads = new Map(Array.from(left, (node) => [node, (forward.get(node) ?? []).filter((other) => left.has(other)).length]))
  const ends = Array.from(left).filter((node) => leads.get(node) === 0)
  for (let node = ends.pop(); node; node = ends.pop()) {
    left.delete(node)
    for (const before of backward.get(node) ?? []) {
      const rest = (leads.get(before) ?? 0) - 1
      leads.set(before, rest)
      if (rest === 0 && left.has(before)) ends.push(before)
    }
  }
}

/** A document cannot be issued before the one that it refers to, and that one not before it is mended. */
function spreadMistakes (referring: Node[], nodes: ReadonlyMap<string, Node>, { refusals, refuse }: { refusals: Refusal[], refuse: (node: Node, reference: KeyReference, code: TroubleCode) => void }): void {
  const wrong = new Set([...Array.from(nodes.values()).filter(({ isValid }) => !isValid).map(({ id }) => id), ...refusals.map(({ id }) => id)])
  const followers = new Map<string, [Node, KeyReference][]>()
  for (const pair of pairs(referring)) {
    const target = nodes.get(pair[1].key)?.id
    if (target === undefined) continue
    const known = followers.get(target)
    if (known) known.push(pair)
    else followers.set(target, [pair])
  }
  const waiting = Array.from(wrong)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const [node, reference] of followers.get(id) ?? []) {
      if (wrong.has(node.id)) continue
      refuse(node, reference, 'REFERENCE_HAS_MISTAKES')
      wrong.add(node.id)
      waiting.push(node.id)
    }
  }
}
