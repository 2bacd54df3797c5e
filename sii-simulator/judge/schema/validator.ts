import { signatureNamespace, siiNamespace, type Element } from '../xml.ts'
import { envioRecibos, respuestaDte } from './answers.ts'
import { boleta } from './boleta.ts'
import { documento } from './documento.ts'
import { envioBoleta, envioDte, signature } from './envelopes.ts'
import { exportaciones } from './exportaciones.ts'
import { consumoFolios } from './folio-consumption.ts'
import { libroGuia } from './guide-book.ts'
import { liquidacion } from './liquidacion.ts'
import { readTable, type ElementRule, type Particle } from './table.ts'
import { libroCompraVenta } from './trade-book.ts'

const Signature = readTable(signature)
const envelopes: Record<string, ElementRule> = {
  EnvioDTE: readTable(envioDte, {
    Signature,
    Documento: readTable(documento),
    Liquidacion: readTable(liquidacion),
    Exportaciones: readTable(exportaciones)
  }),
  EnvioBOLETA: readTable(envioBoleta, { Signature, Documento: readTable(boleta) }),
}
const books: Record<string, ElementRule> = {
  LibroCompraVenta: readTable(libroCompraVenta, { Signature }),
  LibroGuia: readTable(libroGuia, { Signature }),
  ConsumoFolios: readTable(consumoFolios, { Signature })
}

const answers: Record<string, ElementRule> = {
  RespuestaDTE: readTable(respuestaDte, { Signature }),
  EnvioRecibos: readTable(envioRecibos, { Signature })
}

const schemaLocation = 'xsi:schemaLocation'
// The first problems are enough to correct a file.
const mostProblems = 20

interface Findings { problems: string[], ids: Set<string> }

/** Validates an envelope against the SII's schemas. The xsi:schemaLocation is required, as the SII requires it. */
export function schemaProblems (root: Element): string[] {
  return problemsOf(root, envelopes)
}

/** Judges a book, or the report of a day's folios, likewise. */
export function bookSchemaProblems (root: Element): string[] {
  return problemsOf(root, books)
}

/** Judges an answer of the exchange between companies likewise. */
export function answerSchemaProblems (root: Element): string[] {
  return problemsOf(root, answers)
}

function problemsOf (root: Element, schemas: Record<string, ElementRule>): string[] {
  const rule = schemas[root.name]
  if (!rule || root.namespace !== siiNamespace) return [`LSX-00204: unexpected root element ${root.name}`]
  const findings: Findings = { problems: [], ids: new Set() }
  if (!root.attributes.has(schemaLocation)) findings.problems.push('LSX-00333: xsi:schemaLocation is missing')
  judgeElement(root, rule, root.name, findings)
  return findings.problems.slice(0, mostProblems)
}

function judgeElement (element: Element, rule: ElementRule, path: string, findings: Findings): void {
  judgeAttributes(element, rule, path, findings)
  if (rule.check) {
    if (element.children.length > 0) {
      findings.problems.push(`LSX-00201: ${path} holds elements`)
    } else if (!rule.check(element.text)) {
      findings.problems.push(`LSX-00222: ${path} has an invalid value "${element.text.slice(0, 60)}"`)
    }
    return
  }
  if (element.text.trim() !== '') findings.problems.push(`LSX-00202: ${path} holds text`)
  judgeChildren(element, rule, path, findings)
}

function judgeAttributes (element: Element, rule: ElementRule, path: string, { problems, ids }: Findings): void {
  for (const { name, isId, check } of rule.attributes) {
    const value = element.attributes.get(name)
    if (value === undefined) problems.push(`LSX-00257: ${path} has no attribute ${name}`)
    else if (!check(value)) problems.push(`LSX-00265: ${path} has an invalid ${name} "${value}"`)
    else if (isId && ids.has(value)) problems.push(`LSX-00266: the ID ${value} comes twice`)
    else if (isId) ids.add(value)
  }
  for (const name of element.attributes.keys()) {
    const isKnown = rule.attributes.some((attribute) => attribute.name === name)
    if (!isKnown && !isLocation(name)) problems.push(`LSX-00260: ${path} has an unexpected attribute ${name}`)
  }
}

function isLocation (name: string): boolean {
  return name === schemaLocation || name === 'xsi:noNamespaceSchemaLocation'
}

/** In these schemas an element can belong to only one particle, so one pass is enough. */
function judgeChildren (element: Element, rule: ElementRule, path: string, findings: Findings): void {
  let next = 0
  for (const particle of rule.particles) {
    let count = 0
    while (count < particle.most) {
      const child = element.children[next]
      const matching = child && matchOf(particle, child, element)
      if (!child || !matching) break
      judgeElement(child, matching, `${path}/${child.name}`, findings)
      next++
      count++
    }
    if (count < particle.least) {
      findings.problems.push(`LSX-00213: ${path} lacks ${particle.options.map(({ name }) => name).join(' or ')}`)
    }
  }
  const extra = element.children[next]
  if (extra) findings.problems.push(`LSX-00204: ${path} does not expect ${extra.name} here`)
}

function matchOf ({ options }: Particle, child: Element, parent: Element): ElementRule | undefined {
  const namespace = child.name === 'Signature' ? signatureNamespace : parent.namespace
  return child.namespace === namespace ? options.find(({ name }) => name === child.name) : undefined
}
