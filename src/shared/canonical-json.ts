/** JSON with its members sorted, so that equal values give equal text: jsonb and clients keep no order. */
export function canonicalJson (value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  return objectText(value as Record<string, unknown>)
}

function objectText (members: Record<string, unknown>): string {
  let text = ''
  for (const name of sorted(Object.keys(members))) {
    const value = members[name]
    if (value !== undefined) text += `${text === '' ? '{' : ','}${nameText(name)}:${canonicalJson(value)}`
  }
  return text === '' ? '{}' : `${text}}`
}

const plainName = /^\w+$/

function nameText (name: string): string {
  return plainName.test(name) ? `"${name}"` : JSON.stringify(name)
}

const few = 20

/** In place: V8's own sort copies the list twice, which costs more than to sort the few members of an object. */
function sorted (names: string[]): string[] {
  if (names.length > few) return names.sort()
  for (let at = 1; at < names.length; at++) {
    const name = names[at] as string
    let place = at
    for (; place > 0 && (names[place - 1] as string) > name; place--) names[place] = names[place - 1] as string
    names[place] = name
  }
  return names
}
