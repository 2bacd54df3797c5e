import { between, pick, type Random } from '../../random.ts'

type Recipe = (bytes: number, random: Random) => string | Buffer
export interface HostileText { name: string, text: string | Buffer }

const upTo = (bytes: number, make: (index: number) => string, [open, close]: readonly [string, string]): string => {
  const parts: string[] = []
  for (let [index, length] = [0, 2]; ; index++) {
    const part = make(index)
    length += part.length + 1
    if (length > bytes) return `${open}${parts.join(',')}${close}`
    parts.push(part)
  }
}
const object = ['{', '}'] as const
const array = ['[', ']'] as const
const filled = (bytes: number, piece: string): string =>
  piece.repeat(Math.max(1, Math.floor((bytes - 20) / Buffer.byteLength(piece))))
const invalidAt = (bytes: number, share: number): Buffer => {
  const text = Buffer.from(`{"a":"${'x'.repeat(bytes - 10)}"}`)
  text[Math.floor((bytes - 5) * share)] = 0xff
  return text
}

/** JSON values, and what is almost JSON, that cost their reader much for their length. */
const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['members', (bytes) => upTo(bytes, (index) => `"m${index}":1`, object)],
  ['long names', (bytes, random) => upTo(bytes, (index) => `"${'n'.repeat(between(random, 500, 5000))}${index}":0`, object)],
  ['same member', (bytes) => upTo(bytes, () => '"a":1', object)],
  ['same member at the end', (bytes) => upTo(bytes - 20, (index) => `"m${index}":1`, object).replace(/}$/, ',"m0":2}')],
  ['elements', (bytes) => upTo(bytes, () => '0', array)],
  ['objects', (bytes) => upTo(bytes, (index) => `{"a":${index}}`, array)],
  ['lines', (bytes) => upTo(bytes, () => '{"itemName":"x","quantity":1,"unitPrice":1}',
    ['{"header":{"documentId":{"documentType":"33"}},"details":[', ']}'])],
  ['nulls', (bytes) => upTo(bytes, () => 'null', ['{"header":{},"details":[', ']}'])],
  ['references', (bytes) => upTo(bytes, (index) => `{"lineNumber":${index},"documentType":"801","folio":"1"}`,
    ['{"header":{"documentId":{"documentType":"33"}},"details":[],"references":[', ']}'])],
  ['arrays in arrays', (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['objects in objects', (bytes) => '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6)],
  ['depth of thirty, again and again', (bytes) => upTo(bytes, () => '['.repeat(28) + ']'.repeat(28), array)],
  ['a string', (bytes) => `{"a":"${filled(bytes, 'x')}"}`],
  ['a string of emoji', (bytes) => `{"a":"${filled(bytes, '😀')}"}`],
  ['escapes', (bytes) => `{"a":"${filled(bytes, '\\n')}"}`],
  ['halves of pairs', (bytes) => `{"a":"${filled(bytes, '\\ud83d')}"}`],
  ['escaped names', (bytes) => upTo(bytes, (index) => `"\\u0061${index}":0`, object)],
  ['a string never closed', (bytes) => `{"a":"${filled(bytes, 'x')}`],
  ['a number', (bytes) => `{"a":${filled(bytes, '9')}}`],
  ['a number with an exponent', (bytes) => `{"a":1e${filled(bytes, '9')}}`],
  ['numbers beyond all bounds', (bytes) => upTo(bytes, () => '1e999', array)],
  ['white space', (bytes) => ' '.repeat(bytes - 2) + '{}'],
  ['white space inside', (bytes) => `{${'\n\t \r'.repeat(bytes / 4 - 2)}}`],
  ['invalid UTF-8 at the end', (bytes) => invalidAt(bytes, 1)],
  ['invalid UTF-8 in the middle', (bytes) => invalidAt(bytes, 0.5)],
  ['byte order marks', (bytes) => filled(bytes, '\uFEFF') + '{}'],
  ['UTF-16', (bytes) => Buffer.from(`{"a":"${'x'.repeat(bytes / 2 - 20)}"}`, 'utf16le')],
  ['NUL', (bytes) => '\0'.repeat(bytes)],
  ['prototypes', (bytes) => upTo(bytes, (index) => `"__proto__":{"a${index}":1}`, object)],
  ['commas', (bytes) => `[${','.repeat(bytes - 2)}]`],
  ['text after the end', (bytes) => `{}${filled(bytes, 'x')}`],
  ['comments', (bytes) => `{${filled(bytes, '/*x*/')}}`]
]

/** A text of JSON, mostly as long as a body may be. */
export function hostileJson (index: number, random: Random, most = 1024 * 1024): HostileText {
  const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
  const bytes = pick(random, [most, most, most, most / 2, most / 16])
  return { name: `${name}, ${Math.round(bytes / 1024)} kB`, text: recipe(bytes, random) }
}
