import { XmlDocument, XmlElement as LibxmlElement, XmlText, XmlCData, XmlEntityReference } from 'libxml2-wasm'

export const siiNamespace = 'http://www.sii.cl/SiiDte'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'
const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

/** An element as the judge reads it. `node` is libxml2's, for canonical forms; it ends with its document. */
export interface Element {
  name: string
  namespace: string
  /** Attribute values by name: the local name, "xsi:…" for the instance namespace, "{…}…" for other namespaces. */
  attributes: Map<string, string>
  children: Element[]
  /** The element's own text, without that of its children. */
  text: string
  node: LibxmlElement
}

export interface ParsedXml { root: Element, encoding: string | null, dispose: () => void }

export class XmlRefused extends Error {}

export function parseXml (bytes: Buffer): ParsedXml {
  const document = parseOrRefuse(bytes)
  return { root: readElement(document.root), encoding: document.encoding, dispose: () => { document.dispose() } }
}

/** Parses the bytes for the name of the root element. */
export function readRootName (bytes: Buffer): string {
  const document = parseOrRefuse(bytes)
  try {
    return document.root.name
  } finally {
    document.dispose()
  }
}

/** Parses with libxml2's defaults: no network, no entity substitution. Refuses a DOCTYPE without reading it. */
function parseOrRefuse (bytes: Buffer): XmlDocument {
  if (bytes.includes('<!DOCTYPE') || bytes.includes('<!ENTITY')) throw new XmlRefused('LSX-00009: DOCTYPE not allowed')
  try {
    return XmlDocument.fromBuffer(bytes)
  } catch (error) {
    throw new XmlRefused(`LPX-00601: ${error instanceof Error ? error.message.trim() : 'invalid document'}`)
  }
}

// The SII refuses files that are a single line, but does not publish the longest line.
const longestLine = 16_384

/** "Instructivo de emisión", A.3.1: ISO-8859-1, declared in the first line, and line breaks between the elements. */
export function characterProblems (bytes: Buffer, encoding: string | null): string[] {
  const problems = encoding?.toUpperCase() === 'ISO-8859-1'
    ? []
    : [`CHR-00001: the encoding is ${encoding ?? 'not declared'}`]
  const longest = bytes.toString('latin1').split('\n').reduce((most, line) => Math.max(most, line.length), 0)
  return longest > longestLine ? [...problems, `CHR-00002: a line has ${longest} characters`] : problems
}

function readElement (node: LibxmlElement): Element {
  const element: Element = {
    name: node.name, namespace: node.namespaceUri, attributes: readAttributes(node), children: [], text: '', node,
  }
  for (let child = node.firstChild; child !== null; child = child.next) {
    if (child instanceof LibxmlElement) {
      element.children.push(readElement(child))
    } else if (child instanceof XmlText || child instanceof XmlCData || child instanceof XmlEntityReference) {
      element.text += child.content
    }
  }
  return element
}

function readAttributes (node: LibxmlElement): Map<string, string> {
  return new Map(node.attrs.map((attribute) => {
    const { name, namespaceUri, value } = attribute
    if (namespaceUri === '') return [name, value]
    return [namespaceUri === instanceNamespace ? `xsi:${name}` : `{${namespaceUri}}${name}`, value]
  }))
}

/** The first child of that name, in any namespace. */
export function child (element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((candidate) => candidate.name === name)
}

export function childrenOf (element: Element | undefined, name: string): Element[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

/** The text at a path such as "Encabezado/IdDoc/Folio". */
export function textAt (element: Element | undefined, path: string): string | undefined {
  const found = path.split('/').reduce(child, element)
  return found?.text
}

/**
 * Canonical XML 1.0 of the element under the given namespace declarations ('' is the default namespace). libxml2 works
 * on a copy of the element alone, because its filter by node would visit the whole envelope each time.
 */
export function canonicalIn (node: LibxmlElement, declarations: Record<string, string>): string {
  const text = node.toString({ noDeclaration: true, encoding: 'utf-8' })
  const [start = ''] = /^<[^\s/>]+/.exec(text) ?? []
  const own = node.nsDeclarations
  const missing = Object.entries(declarations).filter(([prefix, uri]) => !(prefix in own) && uri !== '')
  const declared = missing.map(([prefix, uri]) => ` xmlns${prefix && ':'}${prefix}="${uri}"`).join('')
  const copy = XmlDocument.fromString(start + declared + text.slice(start.length))
  try {
    return copy.canonicalizeToString()
  } finally {
    copy.dispose()
  }
}

/** The namespaces in scope at the element's parent, URI by prefix. */
export function inheritedNamespaces (node: LibxmlElement): Record<string, string> {
  return node.parent?.namespaces ?? {}
}
