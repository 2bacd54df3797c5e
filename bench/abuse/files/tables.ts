import { between, magnitude, pick, type Random } from '../../random.ts'
import type { HostileFile } from './workbooks.ts'

const heading = 'Documento;Tipo;Ítem;Cantidad;Precio unitario\n'
const line = 'X-1;39;Clavo;1;10\n'
const mebibyte = 1024 * 1024

type Recipe = (random: Random) => string | Buffer
const large = (random: Random): number => magnitude(random, mebibyte / 4, 15 * mebibyte)
const many = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))

const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['quote never closed', (random) => `${heading}"${many('a;b\n', large(random))}`],
  ['quote never closed, of quotes', (random) => `${heading}"${many('""', large(random))}`],
  ['one line', (random) => many('a', large(random))],
  ['one line of a million columns', (random) => many(';', large(random))],
  ['one line of quoted columns', (random) => many('"";', large(random))],
  ['columns in the heading', (random) => `${many('Ítem;', large(random))}\n${line}`],
  ['columns in a row', (random) => `${heading}${many('1;', large(random))}\n`],
  ['columns of one\'s own', (random) => `${many('#x;', large(random))}\n${line}`],
  ['rows', (random) => heading + many(line, large(random))],
  ['empty rows', (random) => heading + many('\n', large(random))],
  ['rows of nothing', (random) => heading + many(';;;;\n', large(random))],
  ['a document of very many lines', (random) => heading + many('X-1;39;Clavo;1;10\n', large(random))],
  [
    'documents',
    (random) => heading +
      Array.from({ length: between(random, 10_001, 60_000) }, (_, index) => `X-${index};39;Clavo;1;10\n`).join('')
  ],
  ['a long cell', (random) => `${heading}X-1;39;${many('ñ', large(random))};1;10\n`],
  ['long numbers', (random) => `${heading}X-1;39;Clavo;${many('9', large(random))};10\n`],
  ['carriage returns', (random) => heading + many('\r', large(random))],
  ['mixed line ends', (random) => heading + many('\r\n\n\r', large(random))],
  ['NUL', (random) => heading + many('\0', large(random))],
  [
    'invalid UTF-8 at the end',
    (random) => Buffer.concat([Buffer.from(heading + many(line, large(random))), Buffer.from([0xff, 0xfe, 0xc3])])
  ],
  ['UTF-16', (random) => Buffer.from('\uFEFF' + heading + many(line, large(random) / 2), 'utf16le')],
  ['every separator', (random) => many('a;b,c\td|e\n', large(random))],
  ['quotes in the middle', (random) => heading + many('a"b"c;"d"e;f\n', large(random))],
  ['mistakes in every cell', (random) => heading + many('=1+1;;;x;y\n', Math.min(large(random), 2 * mebibyte))],
  ['two headings', (random) => heading + many(heading, large(random))],
  [
    'pictures',
    (random) => Buffer.from(Array.from({ length: between(random, 1, 200_000) }, () => between(random, 0, 255)))
  ]
]

/** A .csv that costs its reader much. */
export function hostileTable (index: number, random: Random): HostileFile {
  const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
  const bytes = Buffer.from(recipe(random) as string)
  return { name: `${name}, ${(bytes.length / mebibyte).toFixed(1)} MB`, bytes }
}

/** Base64 PNG and SVG for logos. */
export function hostileLogo (index: number, random: Random): HostileFile {
  const [name, recipe] = logos[index % logos.length] ?? logos[0]
  const bytes = Buffer.from(recipe(random) as string)
  return { name, bytes: bytes.subarray(0, 262_144) }
}

const svg = (inside: string, attributes = 'viewBox="0 0 240 60"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
const nested = (depth: number, inside = '<path d="M0 0h9v9z"/>'): string =>
  '<g opacity=".9">'.repeat(depth) + inside + '</g>'.repeat(depth)

function uses (levels: number, fan: number): string {
  const level = (depth: number): string => `<g id="l${depth}">${`<use href="#l${depth - 1}"/>`.repeat(fan)}</g>`
  return `<defs><g id="l0"><path d="M0 0h9v9z"/></g>${
    Array.from({ length: levels }, (_, index) => level(index + 1)).join('')
  }</defs><use href="#l${levels}"/>`
}

const logos: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['svg: uses of uses', (random) => svg(uses(between(random, 3, 9), between(random, 4, 12)))],
  ['svg: depth', (random) => svg(nested(between(random, 50, 8000)))],
  [
    'svg: blur',
    (random) => svg(
        `<filter id="f"><feGaussianBlur stdDeviation="${between(random, 10, 5000)}"/></filter>${
          '<rect width="240" height="60" filter="url(#f)"/>'.repeat(between(random, 1, 50))
        }`
    )
  ],
  [
    'svg: turbulence',
    (random) => svg(
        `<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="${
          between(random, 5, 500)
        }"/></filter><rect width="9999" height="9999" filter="url(#f)"/>`
    )
  ],
  [
    'svg: huge view',
    (random) => svg(
      '<rect width="1e9" height="1e9"/>',
        `width="${magnitude(random, 1e3, 1e12)}" height="1e9" viewBox="0 0 1e9 1e9"`
    )
  ],
  [
    'svg: pattern',
    (random) => svg(
        `<pattern id="p" width=".0${
          between(random, 1, 9)
        }" height=".01" patternUnits="userSpaceOnUse"><path d="M0 0h1"/></pattern><rect width="240" height="60" fill="url(#p)"/>`
    )
  ],
  [
    'svg: dashes',
    (random) => svg(`<path d="M0 0H${magnitude(random, 1e4, 1e9)}" stroke="red" stroke-dasharray="0.0001"/>`)
  ],
  ['svg: path', (random) => svg(`<path d="M0 0${'l1 1-1 0'.repeat(between(random, 1000, 25_000))}"/>`)],
  ['svg: text', (random) => svg(`<text>${'ﷺ'.repeat(between(random, 1000, 60_000))}</text>`)],
  [
    'svg: gradients of themselves',
    () => svg(
      '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>'
    )
  ],
  [
    'svg: masks of masks',
    (random) => svg(
      Array.from(
        { length: between(random, 5, 200) },
        (_, index) => `<mask id="m${index}"><rect width="240" height="60" mask="url(#m${index + 1})"/></mask>`
      ).join('') + '<rect width="240" height="60" mask="url(#m0)"/>'
    )
  ],
  ['svg: comments', () => `${'<!--a-->'.repeat(30_000)}<svg xmlns="http://www.w3.org/2000/svg"/>`],
  ['svg: white space', () => ' '.repeat(250_000) + svg('')],
  ['svg: almost a comment', () => '<!--'.repeat(60_000)],
  ['svg: never closed', (random) => '<svg ' + 'a="b" '.repeat(between(random, 1000, 40_000))],
  ['svg: href of many spaces', () => svg(`<a href ${' '.repeat(100_000)}x/>`)],
  ['png: huge size', (random) => png(between(random, 1, 2000), between(random, 1, 2000), Buffer.alloc(100))],
  ['png: no data', () => png(1, 1, Buffer.alloc(0))],
  [
    'png: chunk lengths',
    (random) => Buffer.concat([
      png(1, 1, Buffer.alloc(10)).subarray(0, 33),
      Buffer.from(Array.from({ length: 5000 }, () => between(random, 0, 255)))
    ])
  ],
  ['png: 4 million pixels of nothing', () => png(2000, 2000, Buffer.alloc(200_000))],
  [
    'jpeg: markers',
    (random) => Buffer.concat([
      Buffer.from('ffd8ff', 'hex'),
      Buffer.from(
        Array.from({ length: between(random, 10, 200_000) }, () => pick(random, [0xff, 0xc0, 0xc2, 0xe0, 0x00, 0x02]))
      )
    ])
  ],
  [
    'jpeg: segments of no length',
    (random) => Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      Buffer.alloc(between(random, 100, 200_000), Buffer.from('ffe00000', 'hex'))
    ])
  ]
]

function png (width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', size), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))
  ])
}
