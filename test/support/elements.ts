type Tuple<Element, Length extends number, Made extends Element[] = []> =
  Made['length'] extends Length ? Made : Tuple<Element, Length, [...Made, Element]>

/** The value, where a test can go on with one alone. */
export function present<Value> (value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new Error(`There should be a value, not ${value}.`)
  return value
}

/** The only element. */
export const only = <Element>(list: readonly Element[]): Element => exactly(1, list)[0]

/** The elements, of which there are so many. */
export function exactly<Length extends number, Element> (
  length: Length, list: readonly Element[]
): Tuple<Element, Length> {
  if (list.length !== length) throw new Error(`There should be ${length} elements, not ${list.length}.`)
  return list as Tuple<Element, Length>
}

/** The first element of at least one. */
export const firstOf = <Element>(list: readonly Element[]): Element => present(list[0])

/** The last element of at least one. */
export const lastOf = <Element>(list: readonly Element[]): Element => present(list.at(-1))

/** What the groups of a pattern match, of which there are so many. */
export function captured<Groups extends number = 1> (
  text: string, pattern: RegExp, groups: Groups = 1 as Groups
): Tuple<string, Groups> {
  const match = pattern.exec(text)
  if (match === null) throw new Error(`${pattern} should match ${text}`)
  return exactly(groups, match.slice(1))
}
