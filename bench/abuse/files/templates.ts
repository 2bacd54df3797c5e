import { between, magnitude, pick, type Random } from '../../random.ts'
import type { HostileFile } from './workbooks.ts'

type Recipe<Made> = (random: Random) => Made

/** Typst sources that never end, take all the memory, or fill a book. */
const sources: readonly [[string, Recipe<string>], ...[string, Recipe<string>][]] = [
  ['endless loop', () => '#while true { }'],
  ['deep recursion', (random) => `#let f(x) = if x == 0 { 0 } else { f(x - 1) }\n#f(${between(random, 60, 5000)})`],
  ['loops in loops', (random) =>
    `#let n = ${between(random, 100, 5000)}\n#for i in range(n) { for j in range(n) { for k in range(n) { let x = i } } }`],
  ['a text that doubles', (random) => `#let s = "a"\n#for i in range(${between(random, 20, 40)}) { s = s + s }\n#s`],
  ['a long range', (random) => `#range(${magnitude(random, 1e6, 1e12)}).len()`],
  ['a text times a number', (random) => `#("abcdefgh" * ${magnitude(random, 1e6, 1e12)}).len()`],
  ['pages', (random) => `#for i in range(${magnitude(random, 1e3, 1e7)}) { [x]; pagebreak() }`],
  ['a page without height', (random) => `#set page(height: auto)\n#for i in range(${magnitude(random, 1e3, 1e6)}) [Línea #i \\ ]`],
  ['a huge page', (random) => `#set page(width: ${magnitude(random, 1e4, 1e12)}pt, height: 1e9pt)\nx`],
  ['a table', (random) => `#table(columns: ${between(random, 10, 2000)}, ..range(${magnitude(random, 1e4, 1e6)}).map(str))`],
  ['boxes in boxes', (random) =>
    `#let f(n) = if n == 0 [x] else { box(stroke: 1pt, f(n - 1)) }\n#f(${between(random, 20, 70)})`],
  ['measure in layout', (random) =>
    `#let f(n) = layout(size => { if n > 0 { f(n - 1); f(n - 1) } else [x] })\n#f(${between(random, 5, 22)})`],
  ['a state that never settles', (random) =>
    `#let s = state("s", 0)\n#context s.update(x => x + s.final())\n#for i in range(${
      between(random, 10, 2000)}) { context s.get() }`],
  ['queries', (random) =>
    `#for i in range(${between(random, 100, 3000)}) [= x]\n#for i in range(300) { context query(heading).len() }`],
  ['show everything', () => '#show: x => x + x\n'.repeat(25) + 'x'],
  ['a regular expression', (random) => `#("a" * ${between(random, 20, 50_000)} + "b").match(regex("(a+)+$"))`],
  ['a long paragraph', (random) => `#lorem(${magnitude(random, 1e4, 1e7)})`],
  ['letters stacked', (random) => `#set par(justify: true)\n#("ñ" + "\\u{0301}" * ${magnitude(random, 1e3, 1e6)})`],
  ['an equation', (random) => '$ ' + 'sqrt('.repeat(between(random, 20, 3000)) + 'x' + ')'.repeat(3000) + ' $'],
  ['brackets', (random) => pick(random, ['#' + '('.repeat(60_000), '['.repeat(60_000), '#'.repeat(65_000), `/*${'/*'.repeat(32_000)}`])],
  ['what is not there', (random) =>
    pick(random, ['#plugin("x.wasm")', '#read("/etc/passwd")', '#import "@preview/cetz:0.2.2"', '#panic("x" * 1000000)'])],
  ['image of many pixels', (random) => `#image(bytes(range(4).map(x => 255) * ${
    between(random, 1000, 2_000_000)}), format: (encoding: "rgba8", width: 1000, height: ${between(random, 1, 2000)}))`],
  ['gradients', (random) => `#for i in range(${between(random, 10, 20_000)}) { rect(fill: gradient.linear(..color.map.rainbow)) }`],
  ['footnotes', (random) => `#for i in range(${between(random, 100, 20_000)}) { footnote[x] }`],
  ['evaluation', (random) => `#for i in range(${between(random, 100, 100_000)}) { eval("1 + " + str(i)) }`],
  ['sorting', (random) => `#range(${magnitude(random, 1e5, 1e7)}).rev().map(x => str(x)).sorted().first()`]
]

export function hostileSource (index: number, random: Random): { name: string, text: string } {
  const [name, recipe] = sources[index % sources.length] ?? sources[0]
  return { name, text: recipe(random) }
}

const svg = (inside: string, attributes = 'viewBox="0 0 240 60"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
const page = (rest: string): string => `<rect width="240" height="60" ${rest}/>`

function uses (levels: number, fan: number): string {
  const level = (depth: number): string => `<g id="l${depth}">${`<use href="#l${depth - 1}"/>`.repeat(fan)}</g>`
  return `<defs><g id="l0"><path d="M0 0h9v9z"/></g>${
    Array.from({ length: levels }, (_, index) => level(index + 1)).join('')
  }</defs><use href="#l${levels}"/>`
}

const randomBytes = (random: Random, count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, () => between(random, 0, 255)))

/** SVG, PNG and JPEG that cost more to draw than to send. */
const logos: readonly [[string, Recipe<string | Buffer>], ...[string, Recipe<string | Buffer>][]] = [
  ['svg: uses of uses', (random) => svg(uses(between(random, 3, 9), between(random, 4, 12)))],
  ['svg: depth', (random) => {
    const depth = between(random, 50, 8000)
    return svg('<g opacity=".9">'.repeat(depth) + '<path d="M0 0h9v9z"/>' + '</g>'.repeat(depth))
  }],
  ['svg: blur', (random) => svg(`<filter id="f"><feGaussianBlur stdDeviation="${between(random, 10, 5000)}"/></filter>${
    page('filter="url(#f)"').repeat(between(random, 1, 50))}`)],
  ['svg: turbulence', (random) => svg(`<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="${
    between(random, 5, 500)}"/></filter><rect width="9999" height="9999" filter="url(#f)"/>`)],
  ['svg: huge view', (random) => svg('<rect width="1e9" height="1e9"/>',
    `width="${magnitude(random, 1e3, 1e12)}" height="1e9" viewBox="0 0 1e9 1e9"`)],
  ['svg: pattern', (random) => svg(`<pattern id="p" width=".0${
    between(random, 1, 9)}" height=".01" patternUnits="userSpaceOnUse"><path d="M0 0h1"/></pattern>${page('fill="url(#p)"')}`)],
  ['svg: dashes', (random) =>
    svg(`<path d="M0 0H${magnitude(random, 1e4, 1e9)}" stroke="red" stroke-dasharray="0.0001"/>`)],
  ['svg: path', (random) => svg(`<path d="M0 0${'l1 1-1 0'.repeat(between(random, 1000, 25_000))}"/>`)],
  ['svg: text', (random) => svg(`<text>${'ﷺ'.repeat(between(random, 1000, 60_000))}</text>`)],
  ['svg: masks of masks', (random) => svg(Array.from({ length: between(random, 5, 200) }, (_, index) =>
    `<mask id="m${index}">${page(`mask="url(#m${index + 1})"`)}</mask>`).join('') + page('mask="url(#m0)"'))],
  ['svg: never an element', (random) => pick(random, [
    '<!--a-->'.repeat(30_000), ' '.repeat(250_000), '<!--'.repeat(60_000), '<svg ' + 'a="b" '.repeat(40_000)
  ])],
  ['png: size', (random) => png(between(random, 1, 2000), between(random, 1, 2000), Buffer.alloc(between(random, 0, 200_000)))],
  ['png: chunk lengths', (random) => Buffer.concat([png(1, 1, Buffer.alloc(10)).subarray(0, 33), randomBytes(random, 5000)])],
  ['jpeg: markers', (random) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(random, between(random, 10, 200_000))])],
  ['jpeg: segments of no length', (random) =>
    Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(between(random, 100, 200_000), Buffer.from('ffe00000', 'hex'))])]
]

export function hostileLogo (index: number, random: Random): HostileFile {
  const [name, recipe] = logos[index % logos.length] ?? logos[0]
  return { name, bytes: Buffer.from(recipe(random) as string).subarray(0, 262_144) }
}

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
