import { AssertionError } from 'node:assert'

type Tuple<Element, Length extends number, Made extends Element[] = []> =
  Made['length'] extends Length ? Made : Tuple<Element, Length, [...Made, Element]>

/** The value. Fails the test where there is none. */
export function defined<Value> (value: Value | null | undefined, what = 'The value'): Value {
  if (value === undefined || value === null) throw new AssertionError({ message: `${what} is missing` })
  return value
}

/** The one element of a list. Fails the test where there are none or several. */
export function only<Element> (list: Iterable<Element>): Element {
  const [element, ...others] = list
  if (element === undefined || others.length > 0) {
    throw new AssertionError({ message: `Expected one element: ${JSON.stringify([...list])}` })
  }
  return element
}

/** The first element of a list. Fails the test where there is none. */
export function first<Element> (list: Iterable<Element>): Element {
  const [element] = list
  return defined(element, 'The first element')
}

/** The last element of a list. Fails the test where there is none. */
export const last = <Element>(list: readonly Element[]): Element => defined(list.at(-1), 'The last element')

/** The elements of a list of this length. Fails the test where it has another. */
export function exactly<Length extends number, Element> (
  length: Length, list: readonly Element[]
): Tuple<Element, Length> {
  if (list.length !== length) throw new AssertionError({ message: `Expected ${length} elements: ${JSON.stringify(list)}` })
  return list as Tuple<Element, Length>
}

/** The result of an answer. Fails the test where the server refused. */
export function resultOf<Given> ({ status, body }: { status: number, body: { result: Given } }): Given {
  if (status !== 200) throw new AssertionError({ message: `Status ${status}: ${JSON.stringify(body)}` })
  return body.result
}

/** What the first group of a pattern matches in a text. Fails the test where the pattern does not match. */
export function captured (pattern: RegExp, text: string): string {
  return defined(pattern.exec(text)?.[1], `A match of ${pattern}`)
}

/** What the groups of a pattern match, of which there are so many. Fails the test where the text does not match. */
export function groupsOf<Groups extends number = 1> (
  text: string, pattern: RegExp, groups: Groups = 1 as Groups
): Tuple<string, Groups> {
  return exactly(groups, defined(pattern.exec(text), `A match of ${pattern}`).slice(1))
}

/** What the first group of a pattern matches, everywhere in a text. */
export function allCaptured (pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => defined(group, `The first group of ${pattern}`))
}
