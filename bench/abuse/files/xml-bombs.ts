import { between, magnitude, pick, type Random } from '../../random.ts'
import type { Repeated } from './zip.ts'

const mebibyte = 1024 * 1024

/** XML that costs its reader much: to stand inside the element `parent`, a row of the kind `row`. */
export interface XmlBomb { name: string, content: Repeated }

type Recipe = (size: number, random: Random) => Repeated

const letter = (random: Random): string => pick(random, ['a', 'x', '0', ' ', 'ñ', '\t', '&amp;', '&#65;'])
const letters = (size: number, text: string): Repeated => [[text, Math.ceil(size / Buffer.byteLength(text))]]

/** Long and deep things, by what is long or deep. `size` in bytes. */
const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['attribute', (size, random) => ['<c r="', ...letters(size, letter(random)), '"/>']],
  ['attribute name', (size) => ['<c ', ...letters(size, 'a'), '="1"/>']],
  ['tag name', (size) => ['<', ...letters(size, 'a'), '/>']],
  ['tag name never closed', (size) => ['<', ...letters(size, 'b')]],
  ['comment', (size, random) => ['<!--', ...letters(size, pick(random, ['a', ' ', '- '])), '-->']],
  ['comment never closed', (size) => ['<!--', ...letters(size, '-x')]],
  ['CDATA', (size) => ['<c t="inlineStr"><is><t><![CDATA[', ...letters(size, ']'), ']]></t></is></c>']],
  ['text', (size, random) => ['<c t="inlineStr"><is><t>', ...letters(size, letter(random)), '</t></is></c>']],
  ['text of references', (size) => ['<c t="inlineStr"><is><t>', ...letters(size, '&lt;'), '</t></is></c>']],
  ['one reference', (size) => ['<c t="inlineStr"><is><t>&', ...letters(size, 'a'), ';</t></is></c>']],
  ['processing instruction', (size) => ['<?x ', ...letters(size, '?a'), '?>']],
  ['doctype', (size) => ['<!DOCTYPE x [', ...letters(size, '<!ENTITY a "b">'), ']>']],
  ['attributes', (size) => ['<c ', ...Array.from({ length: Math.min(40, Math.ceil(size / 400_000)) }, (_, run) =>
    Array.from({ length: 2000 }, (__, at) => `a${run}b${at}="1"`).join(' ') + ' '), '/>']],
  ['depth', (size) => [...letters(size, '<a>')]],
  ['namespaces', (size) => [...letters(size, '<a:b xmlns:a="u">')]],
  ['cells', (size) => ['<row>', ...letters(size, '<c><v>1</v></c>'), '</row>']],
  ['cells of one row far right', (size) => ['<row>', ...letters(size, '<c r="XFD1"><v>1</v></c>'), '</row>']],
  ['rows', (size) => [...letters(size, '<row><c><v>1</v></c></row>')]],
  ['empty rows', (size) => [...letters(size, '<row/>')]],
  ['rows far down', (size) => [...letters(size, '<row r="1048576"><c r="A1048576"><v>1</v></c></row>')]],
  ['number', (size) => ['<row><c><v>', ...letters(size, '9'), '</v></c></row>']],
  ['white space', (size, random) => [...letters(size, pick(random, [' ', '\n', '\r\n']))]]
]

/** A bomb of some MB up to a hundred and more, of the recipe of this number. */
export function xmlBomb (index: number, random: Random, most = 120 * mebibyte): XmlBomb {
  const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
  const size = magnitude(random, 2 * mebibyte, most)
  return { name: `${name}, ${(size / mebibyte).toFixed(0)} MB`, content: recipe(size, random) }
}

/** The same as one text of at most `bytes`, for files that are not packed. */
export function xmlBombText (index: number, random: Random, bytes: number): { name: string, text: string } {
  const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
  const size = between(random, Math.floor(bytes / 8), bytes)
  const text = recipe(size, random).map((piece) =>
    typeof piece === 'string' ? piece : Array.isArray(piece) ? String(piece[0]).repeat(Number(piece[1])) : ''
  ).join('')
  return { name: `${name}, ${size} bytes`, text: text.slice(0, bytes) }
}
