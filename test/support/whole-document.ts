import { schemaTable } from '../../src/dte/receiving/schema-table.ts'
import { defined } from './expecting.ts'

/** A value of each type of the table, by the beginning of its name. */
const samples: [RegExp, string][] = [
  [/^date$/, '2026-01-02'], [/^moment$/, '2026-01-02T03:04:05'], [/^time$/, '10:20:30'], [/^rut$/, '12345678-5'], [/^b64$/, 'QUJD'],
  [/^currency$/, 'PESO CL'], [/^tax$/, '14'], [/^=/, ''], [/^t/i, 'x'], [/^[nzifde]/, '1']
]

const rules = new Map(schemaTable.trim().replace(/\n {2}/g, ' ').split('\n').map((line) => {
  const [name = '', ...items] = line.split(' ')
  return [name, items]
}))

/** A leaf of a document, on a line of its own. */
export interface Leaf { line: number, path: string, type: string }

/**
 * A DTE with every element of the schema once, the first of a choice, each leaf on a line of its own. `valueOf` may
 * give a leaf another value than its sample. `signature` stands at its end.
 */
export function wholeDocument (
  branch: 'Documento' | 'Liquidacion' | 'Exportaciones', signature: string, valueOf: (leaf: Leaf, sample: string) => string
): { xml: string, leaves: Leaf[] } {
  const lines: string[] = ['<?xml version="1.0" encoding="ISO-8859-1"?>', '<DTE xmlns="http://www.sii.cl/SiiDte" version="1.0">']
  const leaves: Leaf[] = []

  function write (name: string, rule: string, path: string): void {
    const items = rules.get(rule) ?? []
    const attributes = items.filter((item) => item.startsWith('@')).map((item) => item === '@ID' ? ' ID="D1"' : ` ${item.slice(1).replace('=', '="')}"`)
    lines.push(`<${name}${attributes.join('')}>`)
    for (const item of items.filter((one) => !one.startsWith('@'))) writeItem(item, path)
    lines.push(`</${name}>`)
  }

  function writeItem (item: string, path: string): void {
    const [, name = '', variant, type] = /^(\w+)[\w/]*[?*+]?\d*(?:>([\w.]+))?(?::(\S+))?$/.exec(item) ?? []
    if (type === undefined) { write(name, variant ?? name, `${path}/${name}`); return }
    const sample = defined(samples.find(([pattern]) => pattern.test(type)))[1] || defined(/^=([^|]*)/.exec(type)?.[1])
    const leaf = { line: lines.length + 1, path: `${path}/${name}`, type }
    leaves.push(leaf)
    const attributes = /^FRM[AT]$/.test(name) ? ' algoritmo="SHA1withRSA"' : ''
    lines.push(`<${name}${attributes}>${valueOf(leaf, sample)}</${name}>`)
  }

  write(branch, branch, branch)
  return { xml: [...lines, `${signature}</DTE>`].join('\n'), leaves }
}
