import { XmlDocument } from 'libxml2-wasm'
import { type Element, readElements } from './canonical.ts'

export {
  canonicalIn, canonicalWithout, type Element, inheritedNamespaces, type Namespaces, ownNamespaces
} from './canonical.ts'

export type { XmlDocument } from 'libxml2-wasm'

export const siiNamespace = 'http://www.sii.cl/SiiDte'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

export interface ParsedXml { root: Element, encoding: string | null, dispose: () => void }

export class XmlRefused extends Error {}

export function parseXml (bytes: Buffer): ParsedXml {
  return readXml(parseOrRefuse(bytes))
}

/** The elements of what is parsed already. It is disposed with them. */
export function readXml (document: XmlDocument): ParsedXml {
  const dispose = (): void => { document.dispose() }
  try {
    return { root: readElements({ document, text: canonicalOrRefuse(document) }), encoding: document.encoding, dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

/** A namespace without a scheme has no canonical form. */
function canonicalOrRefuse (document: XmlDocument): string {
  try {
    return document.canonicalizeToString()
  } catch (error) {
    throw new XmlRefused(`LPX-00601: ${error instanceof Error ? error.message.trim() : 'no canonical form'}`)
  }
}

/** Parses with libxml2's defaults: no network, no entity substitution. Refuses a DOCTYPE without reading it. */
export function parseOrRefuse (bytes: Buffer): XmlDocument {
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

/** The first child of that name, in any namespace. */
export function child (element: Element | undefined, name: string): Element | undefined {
  if (!element) return undefined
  for (const candidate of element.children) if (candidate.name === name) return candidate
  return undefined
}

export function childrenOf (element: Element | undefined, name: string): Element[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? []
}

const steps = new Map<string, string[]>()

/** The text at a path such as "Encabezado/IdDoc/Folio". */
export function textAt (element: Element | undefined, path: string): string | undefined {
  const known = steps.get(path) ?? path.split('/')
  // The paths are those of this program, and few.
  steps.set(path, known)
  let found = element
  for (const name of known) found = child(found, name)
  return found?.text
}
