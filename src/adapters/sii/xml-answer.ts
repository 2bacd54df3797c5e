import { XmlDocument, XmlElement as LibxmlElement, XmlCData, XmlText, type XmlTreeNode } from 'libxml2-wasm'

/** An element of an answer, known by its local name: the SII's prefixes and namespaces vary. */
export interface XmlElement {
  name: string
  /** Its attribute ID. */
  id?: string
  /** Its own text and CDATA, and its children's, trimmed. */
  text: string
  children: XmlElement[]
}

// Far above any genuine answer; bounds what an absurd one may cost.
const mostTags = 40_000

/**
 * Parses an answer; undefined when it is not well formed, is no XML at all, or carries a DOCTYPE, which no answer of
 * the SII does. NUL is refused here: libxml2 would take text full of it for UTF-16.
 */
export function parseXml (text: string): XmlElement | undefined {
  if (/<!(DOCTYPE|ENTITY)|\0/i.test(text)) return undefined
  // The text is decoded already, so an encoding it declares would be applied a second time.
  const markup = text.replace(/^[\s\uFEFF]*(<\?xml[^>]*\?>)?\s*/, '')
  if (!markup.startsWith('<') || markup.split('<').length > mostTags) return undefined
  try {
    return readDocument(markup)
  } catch {
    return undefined
  }
}

/** The element itself and all below it, in the order of the document. */
export function everyElement (element: XmlElement): XmlElement[] {
  const all: XmlElement[] = []
  addAll(element, all)
  return all
}

export function findAll (element: XmlElement, name: string): XmlElement[] {
  return everyElement(element).filter((each) => each.name === name)
}

export function findFirst (element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element
  for (const child of element.children) {
    const found = findFirst(child, name)
    if (found) return found
  }
  return undefined
}

/** Text of the first element of that name; undefined when it is missing or empty. */
export function textOf (element: XmlElement, name: string): string | undefined {
  const text = findFirst(element, name)?.text
  return text === '' ? undefined : text
}

/** Into one list: lists of lists would copy each element once for each level above it. */
function addAll (element: XmlElement, all: XmlElement[]): void {
  all.push(element)
  for (const child of element.children) addAll(child, all)
}

function readDocument (markup: string): XmlElement {
  const document = XmlDocument.fromString(markup)
  try {
    return readElement(document.root)
  } finally {
    document.dispose()
  }
}

function readElement (node: LibxmlElement): XmlElement {
  const parts = childrenOf(node).map((child) => child instanceof LibxmlElement ? readElement(child) : textIn(child))
  const id = node.attr('ID')?.value
  return {
    name: localName(node.name),
    ...(id !== undefined && { id }),
    text: parts.map((part) => typeof part === 'string' ? part : part.text).join('').trim(),
    children: parts.filter((part) => typeof part !== 'string')
  }
}

function childrenOf (node: LibxmlElement): XmlTreeNode[] {
  const children: XmlTreeNode[] = []
  for (let child = node.firstChild; child !== null; child = child.next) children.push(child)
  return children
}

function textIn (node: XmlTreeNode): string {
  return node instanceof XmlText || node instanceof XmlCData ? node.content : ''
}

function localName (name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
