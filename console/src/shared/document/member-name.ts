import type { Language } from '../../text/text.tsx'
import { labels } from './labels.ts'

/** What a posted member is called: `details[2].quantity` is "Línea 3: Cantidad". One that no document has keeps its path. */
export function memberName (path: string, language: Language): string {
  return nameOf(path, language, (row, index) => `${row} ${index + 1}`)
}

/** The same in every row: "Línea: Cantidad". */
export function columnName (path: string, language: Language): string {
  return nameOf(path, language, (row) => row)
}

function nameOf (path: string, language: Language, rowName: (row: string, index: number) => string): string {
  const { scalars, rows, lists, row } = labels[language]
  if (path === '') return scalars['header.documentId']
  const list = (Object.keys(lists) as Array<keyof typeof lists>).find((name) => path === name || path.startsWith(`${name}[`))
  if (list === undefined) return labelOf(path, scalars)
  const [, index, member] = /^\[(\d+)\]\.?(.*)$/.exec(path.slice(list.length)) ?? []
  if (index === undefined || member === undefined) return lists[list]
  const name = rowName(row[list], Number(index))
  return member === '' ? name : `${name}: ${labelOf(member, rows)}`
}

/** Its own, or that of all entries of the list inside it, or the list's. */
function labelOf (path: string, known: Readonly<Record<string, string>>): string {
  return known[path] ?? known[path.replaceAll(/\[\d+\]/g, '[]')] ?? known[path.replace(/\[\d+\]$/, '')] ?? path
}
