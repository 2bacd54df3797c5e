import { type XmlDocument, XmlDocument as LibxmlDocument, XmlElement as LibxmlElement } from 'libxml2-wasm'

/** URIs by prefix; '' is the default namespace. */
export type Namespaces = Readonly<Record<string, string>>

/** An element as the judge reads it: from the canonical form that libxml2 makes of the whole document. */
export interface Element {
  name: string
  namespace: string
  /** Attribute values by name: the local name, "xsi:…" for the instance namespace, "{…}…" for other namespaces. */
  attributes: ReadonlyMap<string, string>
  children: Element[]
  /** The element's own text, without that of its children. */
  text: string
  parent: Element | undefined
  place: Place
}

/** Where the element stands in the canonical form of its document. */
interface Place {
  source: Source
  /** All namespaces in scope. */
  scope: Namespaces
  start: number
  nameEnd: number
  /** Behind the declarations of namespaces. */
  attributesAt: number
  /** Behind the end tag. */
  end: number
}

/** A document of libxml2, with its canonical form. */
export interface Source { document: XmlDocument, text: string }

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const slash = 0x2f
const questionMark = 0x3f
const space = 0x20
const tagEnd = 0x3e

/**
 * Reads the elements. A canonical form has no comments, no CDATA, no empty tags, every attribute in double quotes and
 * after the declarations of namespaces, so this is a fraction of a parser, and much faster than asking libxml2 for each
 * node.
 */
export function readElements (source: Source): Element {
  const { text } = source
  const names = new Map<string, string>()
  let open: Element | undefined
  for (let at = text.indexOf('<'); at >= 0;) {
    const next = text.charCodeAt(at + 1)
    let end = 0
    if (next === slash) {
      end = text.indexOf('>', at) + 1
      if (!open) break
      open.place.end = end
      if (!open.parent) return open
      open = open.parent
    } else if (next === questionMark) {
      end = text.indexOf('?>', at) + 2
    } else {
      const element = readStart(source, at, { parent: open, names })
      open?.children.push(element)
      open = element
      end = element.place.end
    }
    at = text.indexOf('<', end)
    if (open && at > end) open.text += unescaped(text.slice(end, at))
  }
  throw new Error('The canonical form has no root element')
}

interface Start { parent: Element | undefined, names: Map<string, string> }

const noAttributes: ReadonlyMap<string, string> = new Map()

/** An element whose end is not known yet: `place.end` is that of its start tag. */
function readStart (source: Source, start: number, { parent, names }: Start): Element {
  const { text } = source
  const nameEnd = endOfName(text, start + 1)
  const name = known(names, text.slice(start + 1, nameEnd))
  const inherited = parent?.place.scope ?? {}
  const { scope, attributes, attributesAt, end } = text.charCodeAt(nameEnd) === tagEnd
    ? { scope: inherited, attributes: noAttributes, attributesAt: nameEnd, end: nameEnd + 1 }
    : readAttributes(text, nameEnd, inherited)
  const colon = name.indexOf(':')
  return {
    name: colon < 0 ? name : name.slice(colon + 1),
    namespace: scope[colon < 0 ? '' : name.slice(0, colon)] ?? '',
    attributes, children: [], text: '', parent,
    place: { source, scope, start, nameEnd, attributesAt, end }
  }
}

function endOfName (text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at)
    if (code === space || code === tagEnd) return at
  }
}

/** The same string for the same name: equal ones would be compared letter by letter. */
function known (names: Map<string, string>, name: string): string {
  const first = names.get(name)
  if (first === undefined) names.set(name, name)
  return first ?? name
}

function readAttributes (text: string, from: number, inherited: Namespaces) {
  const attribute = / ([^=]+)="([^"]*)"/y
  const declared: Record<string, string> = {}
  const written: [string, string][] = []
  let attributesAt = from
  let end = from
  attribute.lastIndex = from
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    const [, name = '', value = ''] = found
    end = attribute.lastIndex
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      declared[name.slice(6)] = value
      attributesAt = end
    } else {
      written.push([name, unescaped(value)])
    }
  }
  const scope = attributesAt === from ? inherited : { ...inherited, ...declared }
  const attributes = new Map(written.map(([name, value]) => [fullName(name, scope), value]))
  return { scope, attributes, attributesAt, end: end + 1 }
}

function fullName (name: string, scope: Namespaces): string {
  const colon = name.indexOf(':')
  if (colon < 0) return name
  const [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)]
  const namespace = prefix === 'xml' ? xmlNamespace : scope[prefix] ?? ''
  return namespace === instanceNamespace ? `xsi:${local}` : `{${namespace}}${local}`
}

const characters: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', '#x9': '\t', '#xA': '\n', '#xD': '\r'
}

function unescaped (text: string): string {
  return text.includes('&') ? text.replace(/&([^;]+);/g, (reference, name: string) => characters[name] ?? reference) : text
}

/** The namespaces in scope at the element's parent. */
export function inheritedNamespaces ({ parent }: Element): Namespaces {
  return parent?.place.scope ?? {}
}

/** The namespaces that the element declares itself, also those that were in scope already. */
export function ownNamespaces (element: Element): Namespaces {
  return nodeOf(element).nsDeclarations
}

/**
 * Canonical XML 1.0 of the element under the given namespace declarations. Under those of its place it is a piece of
 * the canonical form of the document, but for the declarations in its first tag.
 */
export function canonicalIn (element: Element, declarations: Namespaces): string {
  return areSame(declarations, inheritedNamespaces(element))
    ? canonicalStart(element) + element.place.source.text.slice(element.place.attributesAt, element.place.end)
    : canonicalApart(element, declarations)
}

/** The same of the root element without a part of it. */
export function canonicalWithout (root: Element, { place: { start, end } }: Element): string {
  const { source: { text }, ...place } = root.place
  return canonicalStart(root) + text.slice(place.attributesAt, start) + text.slice(end, place.end)
}

function areSame (some: Namespaces, others: Namespaces): boolean {
  const [own, other] = [declaredIn(some), declaredIn(others)]
  return own.length === other.length && own.every(([prefix, uri]) => others[prefix] === uri)
}

/** Without those that are taken back, as in xmlns="". */
function declaredIn (namespaces: Namespaces): [string, string][] {
  return Object.entries(namespaces).filter(([, uri]) => uri !== '')
}

function canonicalStart ({ place: { source, scope, start, nameEnd } }: Element): string {
  const declarations = declaredIn(scope).sort(([one], [other]) => one < other ? -1 : 1)
  return source.text.slice(start, nameEnd) + declarations.map(declaration).join('')
}

/** libxml2 escapes nothing in the URI of a namespace, and takes none with quotes or angle brackets. */
function declaration ([prefix, uri]: [string, string]): string {
  return ` xmlns${prefix && ':'}${prefix}="${uri}"`
}

/**
 * libxml2 works on a copy of the element alone, because its filter by node would visit the whole envelope each time.
 */
function canonicalApart (element: Element, declarations: Namespaces): string {
  const node = nodeOf(element)
  const text = node.toString({ noDeclaration: true, encoding: 'utf-8' })
  const [start = ''] = /^<[^\s/>]+/.exec(text) ?? []
  const own = node.nsDeclarations
  const missing = declaredIn(declarations).filter(([prefix]) => !(prefix in own))
  const copy = LibxmlDocument.fromString(start + missing.map(declaration).join('') + text.slice(start.length))
  try {
    return copy.canonicalizeToString()
  } finally {
    copy.dispose()
  }
}

const nodes = new WeakMap<Element, LibxmlElement>()

/** libxml2's node, which ends with its document. */
function nodeOf (element: Element): LibxmlElement {
  const { parent, place: { source: { document } } } = element
  if (!parent) return document.root
  const known = nodes.get(element)
  if (known) return known
  const siblings = nodeOf(parent).find('*')
  for (const [index, child] of parent.children.entries()) {
    const node = siblings[index]
    if (node instanceof LibxmlElement) nodes.set(child, node)
  }
  const node = nodes.get(element)
  if (!node) throw new Error(`libxml2 has no element ${element.name}`)
  return node
}
