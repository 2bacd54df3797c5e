/** What the client commands and the examples of docs/integrating.md read, and what the supervisor passes on. */
const otherNames = [
  'TIMBRE_URL', 'TIMBRE_EMAIL', 'TIMBRE_PASSWORD', 'TIMBRE_TENANT', 'TIMBRE_TOKEN', 'TIMBRE_PROCESS_HISTORY',
  'TIMBRE_TENANT_CODE', 'TIMBRE_ACCESS_KEY', 'TIMBRE_SECRET_KEY', 'TIMBRE_WEBHOOK_SECRET'
]
const prefix = 'TIMBRE_'

// For a service named "timbre" or "timbre-…", Kubernetes puts these into each container: TIMBRE_SERVICE_HOST,
// TIMBRE_PORT_3000_TCP_ADDR, and TIMBRE_PORT with a tcp:// address.
const ofKubernetes = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?$/
const addressOfKubernetes = /^(?:tcp|udp|sctp):\/\//

/** A variable that looks like a setting but is not one; `meant` is the setting whose name comes closest. */
export interface UnknownName { name: string, meant: string | undefined }

/** Names that begin with TIMBRE_, or differ by a slip of the finger from a setting or from its NAME_FILE. */
export function unknownNames (
  environment: Readonly<Record<string, string | undefined>>, settings: readonly string[]
): UnknownName[] {
  const known = new Set([...settings, ...settings.map((name) => `${name}_FILE`), ...otherNames])
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.has(name) || isOfKubernetes(name, value)) return []
    const isOurs = name.startsWith(prefix)
    const meant = closest(name, known) ?? (isOurs ? closest(name.slice(prefix.length), known) : undefined)
    return meant !== undefined || isOurs ? [{ name, meant }] : []
  })
}

function isOfKubernetes (name: string, value: string): boolean {
  return ofKubernetes.test(name) || (name.endsWith('_PORT') && addressOfKubernetes.test(value))
}

/** A known name of which this one may be a misspelling; the name itself where it is known. */
function closest (name: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(name)) return name
  const upper = name.toUpperCase().replaceAll('-', '_')
  return [...known].find((other) => slips(upper, other) <= toleratedSlips(other))
}

// HOME is not a misspelled HOST: short names have too many similar ones.
function toleratedSlips (name: string): number {
  if (name.length < 7) return -1
  return name.length < 11 ? 1 : 2
}

/**
 * Letters to insert, drop, replace or swap with their neighbour to make one text of the other (Damerau-Levenshtein,
 * restricted).
 */
function slips (one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current.push(Math.min(
        at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? at(beforeLast, column - 2) + 1 : Infinity
      ))
    }
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

function at (row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
