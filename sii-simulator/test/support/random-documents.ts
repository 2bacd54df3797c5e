/** Envelopes drawn at random from the judge's schema tables, good ones and spoilt ones. */
import fc from 'fast-check'
import { boleta } from '../../judge/schema/boleta.ts'
import { documento } from '../../judge/schema/documento.ts'
import { envioBoleta, envioDte, signature } from '../../judge/schema/envelopes.ts'
import { exportaciones } from '../../judge/schema/exportaciones.ts'
import { liquidacion } from '../../judge/schema/liquidacion.ts'
import { checkFor } from '../../judge/schema/simple-types.ts'
import { escape } from './documents.ts'
import { captured, defined, first } from '../../../test/support/expecting.ts'

const tables = { documento, liquidacion, exportaciones, boleta }
export type Branch = keyof typeof tables

export interface Tree { name: string, attributes: Record<string, string>, children: Tree[], text: string, type: string }

/** Values of every kind, right for some types and wrong for others. */
const values = [
  '',
  ' ',
  '0',
  '00',
  '1',
  ' 1 ',
  '2',
  '3',
  '6',
  '7',
  '9',
  '10',
  '19',
  '33',
  '033',
  '39',
  '43',
  '60',
  '99',
  '100',
  '101',
  '110',
  '1000',
  '1001',
  '+5',
  '-1',
  '-0',
  '1.',
  '.5',
  '0.5',
  '0.0',
  '0.01',
  '0.000001',
  '0.0000001',
  '1.50',
  '1.5000000',
  '100.00',
  '100.01',
  '999.99',
  '1000.00',
  '123456',
  '1234567',
  '9999999999',
  '10000000000',
  '999999999999999999',
  '1000000000000000000',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '99999999999999.9999',
  '999999.9999',
  '999999999999.999999',
  '9999999999999999.99',
  '1e5',
  '1,5',
  'NaN',
  '0x1f',
  '2026-11-20',
  '1999-12-31',
  '2000-01-01',
  '2003-03-31',
  '2050-12-31',
  '2051-01-01',
  '2026-02-29',
  '2026-11-31',
  '2026-1-2',
  '20261120',
  '1949-12-31',
  '2010-03-09T23:59:59',
  '2026-11-20T10:00:00',
  '1999-12-31T23:59:59',
  '2026-11-20T25:00:00',
  '2026-11-20 10:00:00',
  '2026-11-20T10:00:00.5',
  '10:00:00',
  '23:59:59',
  '24:00:01',
  '10:00',
  '44444444-4',
  '60803000-K',
  '1-9',
  '12345678-k',
  '1234567890-1',
  '-9',
  '44.444.444-4',
  'N',
  'T',
  'R',
  'C',
  'O',
  'D',
  '%',
  '$',
  'EF',
  'CH',
  'XX',
  'VISTA',
  'AHORRO',
  'DOLAR USA',
  'PESO CL',
  'PESO XX',
  'a',
  'ñandú',
  'a b',
  'x'.repeat(20),
  'x'.repeat(21),
  'ñ'.repeat(40),
  'ñ'.repeat(41),
  'y'.repeat(80),
  'y'.repeat(81),
  'z'.repeat(100),
  'z'.repeat(101),
  'w'.repeat(1001),
  'A&B <c>',
  'AQAB',
  'Aw==',
  'Aw=',
  'Aw',
  'A w = =',
  'Ax==',
  'abc=',
  'abd=',
  'ab*d',
  'QUJD REVG'
]

const xmlns = 'xmlns="http://www.sii.cl/SiiDte" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const dsig = 'http://www.w3.org/2000/09/xmldsig#'

interface Row { depth: number, text: string }
type Draw = <T>(items: readonly T[]) => T

function rowsOf (table: string): Row[] {
  return table.split('\n').filter((line) => line.trim()).map((line) => ({
    depth: line.search(/\S/) / 2, text: line.trim()
  }))
}

function grow (rows: Row[], draw: Draw, includes: Record<string, string>, path: string[]): Tree[] {
  const top = rows[0]?.depth ?? 0
  const blocks: Row[][] = []
  for (const row of rows) row.depth === top ? blocks.push([row]) : defined(blocks.at(-1)).push(row)
  return blocks.flatMap((block): Tree[] => {
    const [head, below] = [first(block), block.slice(1)]
    if (head.text === '<choice>') {
      const first = grow(below, draw, includes, path)
      return [draw(first)]
    }
    const included = includes[head.text.slice(1, -1)]
    if (head.text.startsWith('<')) return included === undefined ? [] : grow(rowsOf(included), draw, includes, path)
    const [, name = '', cardinality = '', rest = ''] = defined(/^(\w+)(\?|[*+]\d+)?\s*(.*)$/.exec(head.text))
    const [type = '', ...attributes] = rest.split('@')
    const count = cardinality === ''
      ? 1
      : cardinality.startsWith('+')
        ? draw([1, 1, 2])
        : cardinality === '?'
          ? draw([0, 1])
          : draw([0, 0, 1, 2])
    return Array.from({ length: count }, () => ({
      name,
      type: type.trim(),
      text: type.trim() === '' ? '' : draw(goodValues(type.trim())),
      attributes: Object.fromEntries(attributes.map((attribute) => readAttribute(attribute.trim(), draw))),
      children: type.trim() === '' ? grow(below, draw, includes, [...path, name]) : [],
    }))
  })
}

let lastId = 0
function readAttribute (text: string, draw: Draw): [string, string] {
  const [, name = '', sign, value = ''] = defined(/^(\w+)([=:])(.*)$/.exec(text))
  if (sign === '=') return [name, value.replace('decimal:', '')]
  return [
    name, value === 'id' ? `ID${++lastId}` : value === 'uri' ? '#x' : draw(captured(/\((.*)\)/, value).split('|'))
  ]
}

const goodByType = new Map<string, string[]>()
function goodValues (type: string): string[] {
  const known = goodByType.get(type)
  if (known) return known
  const listed = /\(([^)]*)\)$/.exec(type)?.[1]?.split('|') ?? []
  const found = [...values, ...listed].filter(checkFor(type))
  goodByType.set(type, found)
  return found
}

export function randomEnvelope (branch: Branch): fc.Arbitrary<Tree> {
  return fc.infiniteStream(fc.nat()).map((stream) => {
    const draw: Draw = (items) => defined(items[defined(stream.next().value) % items.length])
    const isBoleta = branch === 'boleta'
    const include = {
      Signature: signature, ...(isBoleta ? { Documento: boleta } : { [capital(branch)]: tables[branch] })
    }
    return first(grow(rowsOf(isBoleta ? envioBoleta : envioDte), draw, include, []))
  }).filter((tree) => tree !== undefined)
}

const capital = (text: string) => first(text).toUpperCase() + text.slice(1)

export interface Spoiling {
  at: number
  how: 'value' | 'remove' | 'repeat' | 'swap' | 'rename' | 'text' | 'attribute' | 'dropAttribute' | 'child'
  value: string
}

export const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom(
    'value', 'value', 'value', 'value', 'remove', 'repeat', 'swap', 'rename', 'text', 'attribute', 'dropAttribute',
    'child'
  ),
  value: fc.constantFrom(...values)
})

/** The same tree with one thing changed, which may or may not make it wrong. */
export function spoil (tree: Tree, { at, how, value }: Spoiling): Tree {
  const copy = structuredClone(tree)
  const all: { node: Tree, parent: Tree }[] = []
  const collect = (node: Tree) => {
    for (const child of node.children) {
      all.push({ node: child, parent: node })
      collect(child)
    }
  }
  collect(copy)
  // libxml2 takes for base64 what is none.
  const leaves = all.filter(({ node }) => !['', 'base64'].includes(node.type))
  const { node, parent } = how === 'value' ? defined(leaves[at % leaves.length]) : defined(all[at % all.length])
  const place = parent.children.indexOf(node)
  if (how === 'value') {
    node.text = value
  } else if (how === 'remove') {
    parent.children.splice(place, 1)
  } else if (how === 'repeat') {
    parent.children.splice(place, 0, structuredClone(node))
  } else if (how === 'swap' && parent.children[place + 1]) {
    parent.children.splice(place, 2, defined(parent.children[place + 1]), node)
  } else if (how === 'rename') {
    node.name = 'Otro'
  } else if (how === 'text' && node.type === '' && node.children.length > 0) {
    node.text = 'texto'
  } else if (how === 'attribute') {
    node.attributes['otro'] = '1'
  } else if (how === 'dropAttribute') {
    node.attributes = {}
  } else if (how === 'child') {
    node.children.push({ name: 'Folio', type: '', attributes: {}, children: [], text: '1' })
  }
  return copy
}

export function print (tree: Tree): Buffer {
  const write = (node: Tree, isRoot: boolean): string => {
    const declarations = isRoot
      ? ` ${xmlns} xsi:schemaLocation="http://www.sii.cl/SiiDte EnvioDTE_v10.xsd"`
      : node.name === 'Signature'
        ? ` xmlns="${dsig}"`
        : ''
    const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`).join('')
    return `<${node.name}${declarations}${attributes}>${escape(node.text)}${
      node.children.map((child) => write(child, false)).join('\n')
    }</${node.name}>`
  }
  return Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${write(tree, true)}`, 'latin1')
}
