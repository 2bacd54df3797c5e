/**
 * The label of a code whose list the contract leaves open; undefined of one that the console does not know. The table
 * keeps its own keys, so that a language without one of its labels does not compile.
 */
export function labelOf<Label> (labels: Readonly<Record<string, Label>>, code: string): Label | undefined {
  return Object.hasOwn(labels, code) ? labels[code] : undefined
}
