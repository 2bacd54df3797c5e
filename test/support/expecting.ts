import { AssertionError } from 'node:assert'

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
