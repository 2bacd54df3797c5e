import { AssertionError } from 'node:assert'
import { expect } from 'vitest'

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

/** The result of an answer. Fails the test where the server refused. */
export function resultOf<Given> ({ status, body }: { status: number, body: { result: Given } }): Given {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result
}

/** What the first group of a pattern matches in a text. Fails the test where the pattern does not match. */
export function captured (pattern: RegExp, text: string): string {
  return defined(pattern.exec(text)?.[1], `A match of ${pattern}`)
}

/** What the first group of a pattern matches, everywhere in a text. */
export function allCaptured (pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => defined(group, `The first group of ${pattern}`))
}
