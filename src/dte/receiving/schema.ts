/** Checks a received document or envelope against the schemas [S5]. Signatures are verified for themselves. */
import { siiNamespace } from '../signing/signature.ts'
import { decimalOf } from '../xml/lexical.ts'
import type { ReceivedElement } from '../xml/received.ts'
import { schemaTable } from './schema-table.ts'
import { type IsValue, valueOf } from './schema-values.ts'

/** One element of a sequence, or a choice between several. */
interface Particle {
  least: number
  most: number
  /** What each of its names contains: another element's rule, or a value. */
  options: ReadonlyMap<string, string | IsValue>
}
interface Rule { attributes: readonly [name: string, value: string | undefined][], particles: readonly Particle[] }

// An element that these schemas lack is one of a later version of them. Documents that were cut out of their envelope
// often lack the namespace, and are genuine.
const lenient = /^(?:ELEMENT_UNKNOWN|NAMESPACE_MISSING)/

export interface SchemaProblem {
  /** A code, and after a colon the element: `ELEMENT_MISSING: Documento/TED`. */
  code: string
  outcome: 'failed' | 'warning'
}

/** The first thing that is wrong with an EnvioDTE or a DTE, an error before a warning; undefined if nothing is. */
export function schemaProblem (root: ReceivedElement, name: 'EnvioDTE' | 'DTE'): SchemaProblem | undefined {
  let warning: string | undefined
  const namespace = root.namespace === '' ? '' : siiNamespace
  for (const code of problemsOf(root, { rule: name, path: '', namespace, ids: new Set() })) {
    if (!lenient.test(code)) return { code, outcome: 'failed' }
    warning ??= code
  }
  if (namespace === '') warning ??= 'NAMESPACE_MISSING'
  return warning === undefined ? undefined : { code: warning, outcome: 'warning' }
}

/** `ids`: those that stood before; attributes without a fixed value are IDs. */
interface At { rule: string, path: string, namespace: string, ids: Set<string> }

function * problemsOf (element: ReceivedElement, { rule: name, path, namespace, ids }: At): Generator<string> {
  if (element.namespace !== namespace) {
    yield 'NAMESPACE_WRONG'
    return
  }
  const { attributes, particles } = ruleOf(name)
  yield * attributeProblems(element, attributes, { path: path || name, ids })
  yield * childProblems(element, particles, { path, namespace, ids })
}

function * attributeProblems (
  element: ReceivedElement, attributes: Rule['attributes'], { path, ids }: Pick<At, 'path' | 'ids'>
): Generator<string> {
  for (const [attribute, only] of attributes) {
    const value = element.attributes.get(attribute)?.trim()
    const isTaken = only === undefined && ids.has(value ?? '')
    if (!value || !isAttribute(value, only) || isTaken) yield `ATTRIBUTE_WRONG: ${path}@${attribute}`
    if (only === undefined && value) ids.add(value)
  }
}

/** Versions are numbers: 1.0 is 1.00. */
function isAttribute (value: string, only: string | undefined): boolean {
  return only === undefined || decimalOf(value) === decimalOf(only)
}

function * childProblems (
  element: ReceivedElement, particles: readonly Particle[], { path, namespace, ids }: Omit<At, 'rule'>
): Generator<string> {
  const counts = particles.map(() => 0)
  let last = 0
  for (const child of element.children) {
    const at = below(path, child.name)
    const position = particles.findIndex(({ options }) => options.has(child.name))
    const particle = particles[position]
    if (!particle) yield `ELEMENT_UNKNOWN: ${at}`
    else if (position < last) yield `ELEMENT_MISPLACED: ${at}`
    else {
      last = position
      counts[position] = (counts[position] ?? 0) + 1
      yield * problemsInside(child, { what: particle.options.get(child.name) ?? '', path: at, namespace, ids })
    }
  }
  yield * countProblems(particles, counts, path)
}

function * countProblems (particles: readonly Particle[], counts: readonly number[], path: string): Generator<string> {
  for (const [position, { least, most, options }] of particles.entries()) {
    const count = counts[position] ?? 0
    const [first = ''] = options.keys()
    const at = below(path, first)
    if (count < least) yield `ELEMENT_MISSING: ${at}`
    if (count > most) yield `ELEMENT_REPEATED: ${at}`
  }
}

function * problemsInside (
  element: ReceivedElement, { what, ...at }: { what: string | IsValue } & Omit<At, 'rule'>
): Generator<string> {
  if (typeof what === 'string') yield * problemsOf(element, { rule: what, ...at })
  else if (!what(element.text, element.content)) yield `VALUE_WRONG: ${at.path}`
}

function below (path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}

const rules = new Map<string, Rule>()

function ruleOf (name: string): Rule {
  if (rules.size === 0) {
    for (const line of schemaTable.trim().replace(/\n {2}/g, ' ').split('\n')) {
      const [element = '', ...items] = line.split(' ')
      const attributes = items.filter((item) => item.startsWith('@')).map((item): [string, string | undefined] => {
        const [attribute = '', value] = item.slice(1).split('=')
        return [attribute, value]
      })
      rules.set(element, { attributes, particles: items.filter((item) => !item.startsWith('@')).map(particleOf) })
    }
  }
  const rule = rules.get(name)
  if (!rule) throw new RangeError(`The schema has no ${name}`)
  return rule
}

/** `name?:type`, `name*20>rule`, `a/b`. */
function particleOf (item: string): Particle {
  const [, names = '', occurrence, most, variant, type] = /^([\w/]+)(?:([?*+])(\d*))?(?:>([\w.]+))?(?::(\S+))?$/.exec(item) ?? []
  const [least, limit] = occurrence === undefined ? [1, 1] : [occurrence === '+' ? 1 : 0, Number(most) || 1]
  const what = (name: string) => type === undefined ? variant ?? name : valueOf(type)
  return { least, most: limit, options: new Map(names.split('/').map((name) => [name, what(name)])) }
}
