/** The texts that an element of others may have been hashed as. */
import { XmlC14NMode, XmlDocument, type XmlElement } from 'libxml2-wasm'
import type { ReceivedElement } from '../xml/received.ts'

/** How an element becomes bytes. */
export interface Form {
  mode: typeof XmlC14NMode[keyof typeof XmlC14NMode]
  withComments: boolean
  /** Of the exclusive form: prefixes that are written although nothing uses them. */
  inclusiveNamespacePrefixes: string[]
}

const { XML_C14N_1_0: inclusive, XML_C14N_1_1: inclusive11, XML_C14N_EXCLUSIVE_1_0: exclusive } = XmlC14NMode

// Canonical XML 1.0 is the SII's profile; libraries offer the others beside it [S30].
const modes: Readonly<Record<string, Form['mode']>> = {
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': inclusive,
  'http://www.w3.org/2006/12/xml-c14n11': inclusive11,
  'http://www.w3.org/2001/10/xml-exc-c14n': exclusive
}

export const defaultForm: Form = { mode: inclusive, withComments: false, inclusiveNamespacePrefixes: [] }

/** The form that a CanonicalizationMethod or Transform names; undefined for another algorithm or parameter. */
export function formOf (method: ReceivedElement | undefined): Form | undefined {
  const [, algorithm = '', comments] = /^(.*?)#?(WithComments)?$/.exec(method?.attributes.get('Algorithm') ?? '') ?? []
  const mode = modes[algorithm]
  if (!method || mode === undefined) return undefined
  const prefixes = prefixesOf(method.children)
  return prefixes && { mode, withComments: comments !== undefined, inclusiveNamespacePrefixes: prefixes }
}

function prefixesOf ([parameter, ...more]: readonly ReceivedElement[]): string[] | undefined {
  if (!parameter) return []
  if (more.length > 0 || parameter.name !== 'InclusiveNamespaces') return undefined
  return (parameter.attributes.get('PrefixList') ?? '').split(/\s+/).filter((prefix) => prefix !== '')
}

/** The form of one that is exclusive among several, or else of the last. */
export function combinedForm (forms: readonly Form[]): Form {
  return forms.find(({ mode }) => mode === exclusive) ?? forms.at(-1) ?? defaultForm
}

/** Namespaces by prefix; '' is the default one. */
type Scope = ReadonlyMap<string, string>

// Programs declare them on a root without need.
const customary: readonly [prefix: string, uri: string][] = [
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'], ['xsd', 'http://www.w3.org/2001/XMLSchema']
]

// Of one element. A file of a supplier needs one or two, and each takes the time of parsing the element.
const mostScopes = 48
const mostPrefixes = 5

/**
 * The canonical texts of an element as it stands, and as it stood before it was put into its file or cut out of
 * another: the namespaces around it are the only difference, and these are a short closed list. `defaults` are the
 * default namespaces that it may have had, '' for none.
 */
export function * canonicalTexts (node: XmlElement, form: Form, defaults: readonly string[]): Generator<string> {
  const text = node.toString({ noDeclaration: true, encoding: 'utf-8' })
  const own = node.nsDeclarations
  const tried = new Set<string>()
  for (const scope of scopesOf(node, defaults)) {
    const declared = declarationsOf(scope, own)
    if (tried.has(declared)) continue
    if (tried.size === mostScopes) return
    tried.add(declared)
    const canonical = canonicalText(text, declared, form)
    if (canonical !== undefined) yield canonical
  }
}

/** In place, alone below each ancestor, and with every choice of the prefixes in scope and the customary ones. */
function * scopesOf (node: XmlElement, defaults: readonly string[]): Generator<Scope> {
  const cuts = scopesAbove(node)
  const inPlace = cuts.at(-1) ?? new Map<string, string>()
  yield inPlace
  for (const cut of cuts) yield * withDefaults(cut, [cut.get('') ?? '', ...defaults])
  const needed = Array.from(inPlace).filter(([prefix]) => prefix !== '' && prefix === node.prefix)
  const others = Array.from(new Map([...customary, ...inPlace]))
    .filter(([prefix]) => prefix !== '' && prefix !== node.prefix).slice(0, mostPrefixes)
  for (let choice = 0; choice < 2 ** others.length; choice++) {
    const chosen = others.filter((_one, place) => choice & 1 << place)
    yield * withDefaults(new Map([...needed, ...chosen]), [inPlace.get('') ?? '', ...defaults])
  }
}

function * withDefaults (scope: Scope, defaults: readonly string[]): Generator<Scope> {
  for (const uri of defaults) yield new Map([...scope, ['', uri]])
}

/** What is in scope at an element that stands alone, and with its ancestors up to each; the nearest first. */
function scopesAbove (node: XmlElement): Scope[] {
  const scopes: Scope[] = [new Map()]
  for (let above = node.parent; above !== null; above = above.parent) {
    const inner = scopes.at(-1) ?? new Map<string, string>()
    const outer = Object.entries(above.nsDeclarations).filter(([prefix]) => !inner.has(prefix))
    scopes.push(new Map([...inner, ...outer]))
  }
  return scopes
}

function declarationsOf (scope: Scope, own: Readonly<Record<string, string>>): string {
  return Array.from(scope).filter(([prefix, uri]) => !Object.hasOwn(own, prefix) && uri !== '').map(
    ([prefix, uri]) => ` xmlns${prefix && ':'}${prefix}="${escapeAttribute(uri)}"`).sort().join('')
}

/** Undefined if the element uses prefixes that are not declared. */
function canonicalText (text: string, declarations: string, { mode, ...form }: Form): string | undefined {
  const [start = ''] = /^<[^\s/>]+/.exec(text) ?? []
  try {
    const copy = XmlDocument.fromString(start + declarations + text.slice(start.length))
    try {
      return copy.canonicalizeToString({ mode, ...form })
    } finally {
      copy.dispose()
    }
  } catch {
    return undefined
  }
}

function escapeAttribute (value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
