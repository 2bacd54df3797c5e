import { ServiceError } from '../../shared/errors.ts'
import { createYielder } from '../../shared/yielding.ts'
import { parseJson, parseJsonAt } from './json.ts'

export interface ElementLimits {
  /** The member of the outermost object whose elements are wanted: `invoices`. */
  member: string
  maxBytes: number
  maxElementBytes: number
  /** Of everything beside the elements. */
  maxRestBytes: number
}

/**
 * The elements of a JSON list as they come; `rest()` is the outermost object with an empty list, once they are all
 * there.
 */
export interface JsonElements { elements: AsyncGenerator, rest: () => Promise<unknown> }

/**
 * Reads a JSON text with one long list and never holds more than one element of it. Elements and rest are parsed as
 * strictly as any other body; problems are reported with the place of the element, `invoices[12].details`.
 */
export function readElements (chunks: AsyncIterable<Buffer>, limits: ElementLimits): JsonElements {
  const splitter = createSplitter(limits)
  const yieldToEventLoop = createYielder()

  async function * elements (): AsyncGenerator {
    let received = 0
    let index = 0
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > limits.maxBytes) throw new ServiceError('BODY_TOO_LARGE')
      for (const element of splitter.take(chunk)) {
        await yieldToEventLoop()
        yield await parseJsonAt(`${limits.member}[${index++}]`, element)
      }
    }
  }

  return { elements: elements(), rest: () => parseJson(splitter.rest()) }
}

const quote = 0x22
const comma = 0x2C
const colon = 0x3A
const openBracket = 0x5B
const backslash = 0x5C
const closeBracket = 0x5D
const openBrace = 0x7B
const closeBrace = 0x7D

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0A || byte === 0x0D || byte === 0x09

/** How deeper each bracket leads. */
const nesting: Readonly<Record<number, number>> = {
  [openBrace]: 1, [openBracket]: 1, [closeBrace]: -1, [closeBracket]: -1
}

/** Cuts a text at the brackets and commas of its list; bytes of UTF-8 beyond ASCII are never taken for any of them. */
function createSplitter ({ member, maxElementBytes, maxRestBytes }: ElementLimits) {
  let depth = 0
  let inString = false
  let isEscaped = false
  let inList = false
  let hasElements = false
  // The name of a member of the outermost object, while its value is awaited.
  let name: number[] = []
  let awaitsValue = false
  const element = createCollector(maxElementBytes)
  const rest = createCollector(maxRestBytes)

  function * take (chunk: Buffer): Generator<Buffer> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (inString) stepInString(byte)
      else if (endsElement(byte)) {
        element.add(chunk.subarray(from, at))
        from = byte === comma ? at + 1 : at
        yield * finishElement(byte === closeBracket)
      } else if (step(byte)) {
        rest.add(chunk.subarray(from, at + 1))
        from = at + 1
      }
    }
    (inList ? element : rest).add(chunk.subarray(from))
  }

  function stepInString (byte: number): void {
    if (isEscaped) isEscaped = false
    else if (byte === backslash) isEscaped = true
    else if (byte === quote) inString = false
    if (inString && depth === 1 && !awaitsValue && name.length <= member.length) name.push(byte)
  }

  function endsElement (byte: number): boolean {
    return inList && depth === 2 && (byte === comma || byte === closeBracket)
  }

  function * finishElement (isLast: boolean): Generator<Buffer> {
    const bytes = element.takeAll()
    const isNothing = bytes.every(isBlank)
    if (isNothing && (!isLast || hasElements)) throw new ServiceError('JSON_MALFORMED')
    hasElements = !isLast
    if (isLast) {
      inList = false
      depth -= 1
    }
    if (!isNothing) yield bytes
  }

  /** A byte outside of strings; whether the list begins with it. */
  function step (byte: number): boolean {
    const opensList = byte === openBracket && awaitsList()
    depth += nesting[byte] ?? 0
    if (byte === quote) openString()
    if (depth === 1 && byte === colon) awaitsValue = true
    if (depth === 1 && byte === comma) awaitsValue = false
    if (opensList) inList = true
    return opensList
  }

  function awaitsList (): boolean {
    return depth === 1 && awaitsValue && Buffer.from(name).toString('latin1') === member
  }

  function openString (): void {
    inString = true
    if (depth === 1 && !awaitsValue) name = []
  }

  return { take, rest: () => rest.takeAll() }
}

function createCollector (maxBytes: number) {
  let parts: Buffer[] = []
  let size = 0
  return {
    add (part: Buffer): void {
      size += part.length
      if (size > maxBytes) throw new ServiceError('BODY_TOO_LARGE')
      // A copy: the chunk that a part is of may be many times as large.
      if (part.length > 0) parts.push(Buffer.from(part))
    },
    takeAll (): Buffer {
      const all = Buffer.concat(parts)
      parts = []
      size = 0
      return all
    }
  }
}
