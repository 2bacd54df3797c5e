/** Reads the numbers of a table such as `statuses`. `name` is that of the enumeration in the API. */
export function numbered<const Table extends Record<string, number>> (name: string, table: Table) {
  type Name = keyof Table & string
  type Value = Table[Name]
  const entries = Object.entries(table) as [Name, Value][]
  const names = new Map<number, Name>(entries.map(([text, value]) => [value, text]))
  const values = new Map<number, Value>(entries.map(([, value]) => [value, value]))

  function known<Found> (found: Found | undefined, number: number): Found {
    if (found === undefined) throw new RangeError(`${number} is no ${name}`)
    return found
  }

  return {
    /** The number, once it is known to be in the table. Throws RangeError. */
    read: (number: number): Value => known(values.get(number), number),
    /** The text twin of a number. Throws RangeError on a number that is not in the table. */
    text: (number: number): Name => known(names.get(number), number)
  }
}
