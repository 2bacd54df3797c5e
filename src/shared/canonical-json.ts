/** JSON with its members sorted, so that equal values give equal text: jsonb and clients keep no order. */
export function canonicalJson (value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined).sort(([a], [b]) => a < b ? -1 : 1)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
