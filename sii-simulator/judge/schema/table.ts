import { checkFor, type Check } from './simple-types.ts'

/** A particle of a sequence: an element that may repeat, or a choice of elements. */
export interface Particle { options: ElementRule[], least: number, most: number }

export interface ElementRule {
  name: string
  attributes: AttributeRule[]
  /** The type of the value. Undefined for an element that contains elements. */
  check?: Check
  particles: Particle[]
}

interface AttributeRule { name: string, isId: boolean, check: Check }

interface Row { depth: number, text: string }

/** Rules that a table names between angle brackets, such as <Signature>. */
export type Includes = Record<string, ElementRule>

/**
 * Reads a schema table: one element per line, in order, with children indented below their parent. `Name?` is optional,
 * `Name*20` stands for none to twenty, `Name+4` for one to four, `@ID:id` and `@version=1.0` are attributes, and
 * `<choice>` allows one of the elements below it.
 */
export function readTable (table: string, includes: Includes = {}): ElementRule {
  const rows = table.split('\n').filter((line) => line.trim() !== '').map((line) => (
    { depth: line.search(/\S/) / 2, text: line.trim() }))
  const [root] = readParticles(rows, 0, includes)
  if (!root?.options[0]) throw new Error('A schema table is empty.')
  return root.options[0]
}

function readParticles (rows: Row[], depth: number, includes: Includes): Particle[] {
  return blocks(rows, depth).map(([head, ...below]) => {
    const text = head?.text ?? ''
    if (text === '<choice>') {
      return { options: readParticles(below, depth + 1, includes).flatMap(({ options }) => options), least: 1, most: 1 }
    }
    const included = includes[text.slice(1, -1)]
    return included && text.startsWith('<')
      ? { options: [included], least: 1, most: 1 }
      : readElement(text, readParticles(below, depth + 1, includes))
  })
}

/** Each row of that depth, with the rows below it. */
function blocks (rows: Row[], depth: number): Row[][] {
  const found: Row[][] = []
  for (const row of rows) {
    if (row.depth === depth) found.push([row])
    else found.at(-1)?.push(row)
  }
  return found
}

function readElement (text: string, particles: Particle[]): Particle {
  const [, name = '', cardinality = '', rest = ''] = /^(\w+)(\?|[*+]\d+)?\s*(.*)$/.exec(text) ?? []
  const [typeText = '', ...attributeTexts] = rest.split('@')
  const type = typeText.trim()
  const rule: ElementRule = {
    name, attributes: attributeTexts.map((attribute) => readAttribute(attribute.trim())), particles
  }
  if (type !== '') rule.check = checkFor(type)
  return { options: [rule], ...countsOf(cardinality) }
}

function countsOf (cardinality: string): { least: number, most: number } {
  if (cardinality === '') return { least: 1, most: 1 }
  if (cardinality === '?') return { least: 0, most: 1 }
  return { least: cardinality.startsWith('+') ? 1 : 0, most: Number(cardinality.slice(1)) }
}

function readAttribute (text: string): AttributeRule {
  const [, name = '', sign, value = ''] = /^(\w+)([=:])(.*)$/.exec(text) ?? []
  if (sign === ':') return { name, isId: value === 'id', check: checkFor(value) }
  const fixed = /^decimal:(.*)$/.exec(value)?.[1]
  return {
    name, isId: false, check: fixed === undefined ? (given) => given === value : checkFor(`decimal [${fixed},${fixed}]`)
  }
}
