import { AssertionError } from 'node:assert'
import { defined } from './expecting.ts'

type Tuple<Element, Length extends number, Made extends Element[] = []> =
  Made['length'] extends Length ? Made : Tuple<Element, Length, [...Made, Element]>

/** The elements of a list of this length. Fails the test where it has another. */
export function exactly<Length extends number, Element> (
  length: Length, list: readonly Element[]
): Tuple<Element, Length> {
  if (list.length !== length) throw new AssertionError({ message: `Expected ${length} elements: ${JSON.stringify(list)}` })
  return list as Tuple<Element, Length>
}

/** The last element of a list. Fails the test where there is none. */
export const last = <Element>(list: readonly Element[]): Element => defined(list.at(-1), 'The last element')

/** What the groups of a pattern match, of which there are so many. Fails the test where the text does not match. */
export function captured<Groups extends number = 1> (
  text: string, pattern: RegExp, groups: Groups = 1 as Groups
): Tuple<string, Groups> {
  const match = pattern.exec(text)
  if (match === null) throw new AssertionError({ message: `Expected a match of ${pattern}: ${text}` })
  return exactly(groups, match.slice(1))
}
