/** XML of others, as it is read: hostile until its signature holds. */
import { XmlCData, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm'

/** An element with its place in the parsed file; it ends with its document. */
export interface ReceivedElement {
  /** The local name: prefixes vary. */
  name: string
  namespace: string
  /** Its own text and CDATA, as they stand and trimmed. */
  content: string
  text: string
  attributes: ReadonlyMap<string, string>
  children: readonly ReceivedElement[]
  node: XmlElement
}

export interface ReceivedXml { root: ReceivedElement, dispose: () => void }

const byteOrderMark = Buffer.from('EFBBBF', 'hex')

/** Bounds of what is parsed at all. */
export const receivedLimits = { bytes: 6 * 1024 * 1024, tags: 150_000 }

export type XmlProblem = 'FILE_TOO_LARGE' | 'XML_DOCTYPE' | 'XML_TOO_MANY_TAGS' | 'XML_MALFORMED'

/**
 * Parses a file, unless it is not well formed, too large, or has a DOCTYPE or entities. The encoding is the declared
 * one; without a declaration UTF-8, and Latin-1 for what is not UTF-8.
 */
export function parseReceived (bytes: Buffer): ReceivedXml | { problem: XmlProblem } {
  if (bytes.length > receivedLimits.bytes) return { problem: 'FILE_TOO_LARGE' }
  const text = textOf(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return { problem: 'XML_DOCTYPE' }
  // The text is decoded already, so an encoding it declares would be applied a second time.
  const markup = text.replace(/^[\s\uFEFF]*(?:<\?xml[^>]*\?>)?\s*/, '')
  if (!markup.startsWith('<') || markup.includes('\0')) return { problem: 'XML_MALFORMED' }
  if (countOf(markup, '<') > receivedLimits.tags) return { problem: 'XML_TOO_MANY_TAGS' }
  try {
    const document = XmlDocument.fromString(markup)
    return { root: elementOf(document.root), dispose: () => { document.dispose() } }
  } catch {
    return { problem: 'XML_MALFORMED' }
  }
}

/** The local name of the root without parsing the rest; undefined if the bytes do not begin as XML does. */
export function rootNameOf (bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4096).toString('latin1').replace(/^\xEF\xBB\xBF/, '')
  const markup = start.replace(/^\s*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)*/, '')
  return /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(markup)?.[1]
}

export function childOf (element: ReceivedElement | undefined, name: string): ReceivedElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childrenOf (element: ReceivedElement | undefined, name: string): ReceivedElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** The text at a path such as `Caratula/RutResponde`; empty if it is missing. */
export function textAt (element: ReceivedElement | undefined, path: string): string {
  return path.split('/').reduce<ReceivedElement | undefined>(childOf, element)?.text ?? ''
}

/** The element itself and all below it. */
export function * everyElement (element: ReceivedElement): Generator<ReceivedElement> {
  yield element
  for (const child of element.children) yield * everyElement(child)
}

/**
 * The text of a file: in its declared encoding if that is Latin-1, or else UTF-8, or else Latin-1. A byte-order mark
 * counts more than what is declared, but for bytes that are not UTF-8.
 */
export function textOf (bytes: Buffer): string {
  const isMarked = bytes.indexOf(byteOrderMark) === 0
  const content = isMarked ? bytes.subarray(byteOrderMark.length) : bytes
  return !isMarked && isDeclaredLatin1(content) ? content.toString('latin1') : utf8OrLatin1(content)
}

function isDeclaredLatin1 (bytes: Buffer): boolean {
  const start = bytes.subarray(0, 200).toString('latin1')
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase()
  return declared !== undefined && /^(?:iso-?8859-1|latin-?1|windows-1252|us-ascii)$/.test(declared)
}

function utf8OrLatin1 (bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function elementOf (node: XmlElement): ReceivedElement {
  const children: ReceivedElement[] = []
  let content = ''
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof XmlElement) children.push(elementOf(child))
    else if (child instanceof XmlText || child instanceof XmlCData) content += child.content
  }
  const attributes = new Map(node.attrs.flatMap(({ name, namespaceUri, value }) =>
    namespaceUri === '' ? [[name, value] as const] : []))
  return { name: node.name, namespace: node.namespaceUri, content, text: content.trim(), attributes, children, node }
}

function countOf (text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++
  return count
}
