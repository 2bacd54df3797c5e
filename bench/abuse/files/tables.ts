import { between, magnitude, type Random } from '../../random.ts'
import type { HostileFile } from './workbooks.ts'

const heading = 'Documento;Tipo;Ítem;Cantidad;Precio unitario\n'
const line = 'X-1;39;Clavo;1;10\n'
const mebibyte = 1024 * 1024

/** A part that comes once, what comes over and over, and the end. */
type Recipe = readonly [before: string, piece: string | Buffer, after?: string]

const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['quote never closed', [`${heading}"`, 'a;b\n']],
  ['quote never closed, of quotes', [`${heading}"`, '""']],
  ['one line', ['', 'a']],
  ['columns of one line', ['', ';']],
  ['columns in the heading', ['', 'Ítem;', `\n${line}`]],
  ['columns of one\'s own', ['', '#x;', `\n${line}`]],
  ['columns in a row', [heading, '1;']],
  ['lines of one document', [heading, line]],
  ['empty rows', [heading, '\n']],
  ['rows of nothing', [heading, ';;;;\n']],
  ['a long cell', [`${heading}X-1;39;`, 'ñ', ';1;10\n']],
  ['a long number', [`${heading}X-1;39;Clavo;`, '9', ';10\n']],
  ['carriage returns', [heading, '\r\n\n\r']],
  ['NUL', [heading, '\0']],
  ['invalid UTF-8', [heading, Buffer.from([0xff, 0xfe, 0xc3])]],
  ['every separator', ['', 'a;b,c\td|e\n']],
  ['quotes in the middle', [heading, 'a"b"c;"d"e;f\n']],
  ['mistakes in every cell', [heading, '=1+1;;;x;y\n']],
  ['headings', [heading, heading]]
]

/** A .csv that costs its reader much. */
export function hostileTable (index: number, random: Random): HostileFile {
  if (index % (recipes.length + 1) === recipes.length) return documents(between(random, 10_001, 60_000))
  const [name, [before, piece, after = '']] = recipes[index % (recipes.length + 1)] ?? recipes[0]
  const bytes = magnitude(random, mebibyte / 4, 15 * mebibyte)
  return {
    name: `${name}, ${(bytes / mebibyte).toFixed(1)} MB`,
    bytes: Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, piece), Buffer.from(after)])
  }
}

/** More documents than a submission may have. */
function documents (count: number): HostileFile {
  const rows = Array.from({ length: count }, (_, index) => `X-${index};39;Clavo;1;10\n`)
  return { name: `${count} documents`, bytes: Buffer.from(heading + rows.join('')) }
}
