/**
 * The mandatory elements of an envelope and a document: that each is there, once unless it may repeat, and in the order
 * of the schemas [S5]. It is not the whole schema.
 */
import { siiNamespace } from '../signing/signature.ts'
import { childOf, type ReceivedElement } from '../xml/received.ts'

/** Names in their order: `+` may repeat, `?` may be absent. */
type Rule = readonly [path: string, names: string]

const envelopeRules: readonly Rule[] = [
  ['', 'SetDTE Signature'],
  ['SetDTE', 'Caratula DTE+'],
  ['SetDTE/Caratula', 'RutEmisor RutEnvia RutReceptor FchResol NroResol TmstFirmaEnv SubTotDTE+']
]

const documentRules: readonly Rule[] = [
  ['', 'Encabezado Detalle+? Referencia+? TED TmstFirma'],
  ['Encabezado', 'IdDoc Emisor Receptor Totales'],
  ['Encabezado/IdDoc', 'TipoDTE Folio FchEmis'],
  ['Encabezado/Emisor', 'RUTEmisor RznSoc'],
  ['Encabezado/Receptor', 'RUTRecep RznSocRecep'],
  ['Encabezado/Totales', 'MntTotal'],
  ['TED', 'DD FRMT']
]

/** What is wrong with the structure of an EnvioDTE; undefined if nothing is. */
export function envelopeProblem (root: ReceivedElement): string | undefined {
  if (root.namespace !== siiNamespace) return 'NAMESPACE_WRONG'
  if (root.attributes.get('version') !== '1.0') return 'VERSION_WRONG'
  if (!childOf(root, 'SetDTE')?.attributes.get('ID')) return 'ELEMENT_MISSING: SetDTE@ID'
  return firstProblem(root, envelopeRules)
}

/**
 * The same of a Documento, Liquidacion or Exportaciones. `NAMESPACE_MISSING`, which is all that is wrong with documents
 * that were cut out of their envelope, comes after the other problems.
 */
export function documentProblem (dte: ReceivedElement, part: ReceivedElement): string | undefined {
  const isBare = dte.namespace === '' && part.namespace === ''
  return problemOfDocument(dte, part, isBare ? '' : siiNamespace) ?? (isBare ? 'NAMESPACE_MISSING' : undefined)
}

function problemOfDocument (dte: ReceivedElement, part: ReceivedElement, namespace: string): string | undefined {
  if (dte.namespace !== namespace || part.namespace !== namespace) return 'NAMESPACE_WRONG'
  if (dte.attributes.get('version') !== '1.0') return 'VERSION_WRONG'
  if (!part.attributes.get('ID')) return `ELEMENT_MISSING: ${part.name}@ID`
  return firstProblem(part, documentRules)
}

function firstProblem (root: ReceivedElement, rules: readonly Rule[]): string | undefined {
  for (const [path, names] of rules) {
    const element = path === '' ? root : path.split('/').reduce<ReceivedElement | undefined>(childOf, root)
    const problem = element ? problemIn(element, names, path) : `ELEMENT_MISSING: ${path}`
    if (problem) return problem
  }
  return undefined
}

function problemIn (element: ReceivedElement, names: string, path: string): string | undefined {
  let before = -1
  for (const rule of names.split(' ')) {
    const name = rule.replace(/[+?]/g, '')
    const places = element.children.flatMap((child, index) => child.name === name ? [index] : [])
    const at = path === '' ? name : `${path}/${name}`
    const [first] = places
    if (first === undefined) {
      if (rule.includes('?')) continue
      return `ELEMENT_MISSING: ${at}`
    }
    if (places.length > 1 && !rule.includes('+')) return `ELEMENT_REPEATED: ${at}`
    if (first < before) return `ELEMENT_MISPLACED: ${at}`
    before = places.at(-1) ?? first
  }
  return undefined
}
