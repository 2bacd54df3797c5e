type Values = Readonly<Record<string, unknown>>

/**
 * What an audit row says of a change: the members that differ, with their values before and after. An audit row is
 * never changed again, so no secret may be among the values.
 */
export function changesBetween (before: Values, after: Values): { before: Values, after: Values } {
  const differs = (name: string): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = Object.keys(after).filter(differs).sort()
  const valuesIn = (values: Values): Values => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { before: valuesIn(before), after: valuesIn(after) }
}
