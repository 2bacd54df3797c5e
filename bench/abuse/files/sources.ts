import { between, magnitude, type Random } from '../../random.ts'

type Recipe = (random: Random) => string

/** Typst sources that never end, take all the memory, or fill a book. */
const recipes: readonly [[string, Recipe], ...[string, Recipe][]] = [
  ['endless loop', () => '#while true { }'],
  ['endless recursion', () => '#let f(x) = f(x + 1)\n#f(0)'],
  ['deep recursion', (random) => `#let f(x) = if x == 0 { 0 } else { f(x - 1) }\n#f(${between(random, 60, 5000)})`],
  ['long loop', (random) => `#for i in range(${magnitude(random, 1e5, 1e9)}) { let x = i * i }`],
  [
    'loops in loops',
    (random) => `#let n = ${
        between(random, 100, 5000)
      }\n#for i in range(n) { for j in range(n) { for k in range(n) { let x = i } } }`
  ],
  ['a text that doubles', (random) => `#let s = "a"\n#for i in range(${between(random, 20, 40)}) { s = s + s }\n#s`],
  [
    'an array that doubles',
    (random) => `#let s = (1,)\n#for i in range(${between(random, 20, 40)}) { s = s + s }\n#s.len()`
  ],
  ['a long range', (random) => `#range(${magnitude(random, 1e6, 1e12)}).len()`],
  ['a text times a number', (random) => `#("abcdefgh" * ${magnitude(random, 1e6, 1e12)}).len()`],
  ['pages', (random) => `#for i in range(${magnitude(random, 1e3, 1e7)}) { [x]; pagebreak() }`],
  [
    'a page without height',
    (random) => `#set page(height: auto)\n#for i in range(${magnitude(random, 1e3, 1e6)}) [Línea #i \\ ]`
  ],
  ['a huge page', (random) => `#set page(width: ${magnitude(random, 1e4, 1e12)}pt, height: 1e9pt)\nx`],
  [
    'a table',
    (random) => `#table(columns: ${between(random, 10, 2000)}, ..range(${magnitude(random, 1e4, 1e6)}).map(str))`
  ],
  [
    'boxes in boxes',
    (random) => `#let f(n) = if n == 0 [x] else { box(stroke: 1pt, f(n - 1)) }\n#f(${between(random, 20, 70)})`
  ],
  [
    'measure in layout',
    (random) =>
      `#let f(n) = layout(size => { if n > 0 { f(n - 1); f(n - 1) } else [x] })\n#f(${between(random, 5, 22)})`
  ],
  [
    'a state that never settles',
    (random) => `#let s = state("s", 0)\n#context s.update(x => x + s.final())\n#for i in range(${
        between(random, 10, 2000)
      }) { context s.get() }`
  ],
  [
    'a counter that never settles',
    () => '#context { let n = counter(page).final().first(); for i in range(n) { pagebreak() } }'
  ],
  [
    'queries',
    (random) =>
      `#for i in range(${between(random, 100, 3000)}) [= x]\n#for i in range(300) { context query(heading).len() }`
  ],
  ['show rules of themselves', () => '#show "a": "aa"\na'],
  ['show everything', () => '#show: x => x + x\n'.repeat(25) + 'x'],
  ['a regular expression', (random) => `#("a" * ${between(random, 20, 50_000)} + "b").match(regex("(a+)+$"))`],
  ['a long paragraph', (random) => `#lorem(${magnitude(random, 1e4, 1e7)})`],
  ['letters stacked', (random) => `#set par(justify: true)\n#("ñ" + "\\u{0301}" * ${magnitude(random, 1e3, 1e6)})`],
  ['an equation', (random) => '$ ' + 'sqrt('.repeat(between(random, 20, 3000)) + 'x' + ')'.repeat(3000) + ' $'],
  ['brackets', (random) => '#' + '('.repeat(between(random, 100, 60_000))],
  ['content brackets', (random) => '['.repeat(between(random, 100, 60_000))],
  ['code blocks', (random) => '#' + '{'.repeat(between(random, 100, 30_000)) + '}'.repeat(30_000)],
  ['plugin', () => '#plugin("x.wasm")'],
  ['read', () => '#read("/etc/passwd")'],
  ['package', () => '#import "@preview/cetz:0.2.2"'],
  [
    'image of a text',
    (random) => `#image(bytes("<svg xmlns='http://www.w3.org/2000/svg' width='${
        magnitude(random, 1e3, 1e9)
      }' height='1e9'><rect width='1' height='1'/></svg>"), format: "svg")`
  ],
  [
    'image of many pixels',
    (random) => `#image(bytes(range(4).map(x => 255) * ${
        between(random, 1000, 2_000_000)
      }), format: (encoding: "rgba8", width: 1000, height: ${between(random, 1, 2000)}))`
  ],
  [
    'rotations',
    (random) => `#for i in range(${between(random, 100, 50_000)}) { place(rotate(i * 1deg, rect(width: 1pt))) }`
  ],
  [
    'gradients',
    (random) => `#for i in range(${between(random, 10, 20_000)}) { rect(fill: gradient.linear(..color.map.rainbow)) }`
  ],
  ['footnotes', (random) => `#for i in range(${between(random, 100, 20_000)}) { footnote[x] }`],
  ['columns', (random) => `#columns(${between(random, 10, 2000)})[#lorem(5000)]`],
  ['evaluation', (random) => `#for i in range(${between(random, 100, 100_000)}) { eval("1 + " + str(i)) }`],
  ['panic', () => '#panic("x" * 1000000)'],
  ['sorting', (random) => `#range(${magnitude(random, 1e5, 1e7)}).rev().map(x => str(x)).sorted().first()`],
  [
    'dictionary',
    (random) => `#let d = (:)\n#for i in range(${magnitude(random, 1e4, 1e6)}) { d.insert(str(i), i) }\n#d.len()`
  ],
  [
    'nested lists',
    (random) =>
      Array.from({ length: between(random, 50, 900) }, (_, depth) => `${' '.repeat(Math.min(depth, 60))}- x`).join('\n')
  ],
  ['NUL and marks', () => '\u200b\u202e\u0007#"\\u{0}"'],
  ['64 KiB of comment', () => `/*${'/*'.repeat(32_000)}`],
  ['64 KiB of hashes', () => '#'.repeat(65_000)]
]

export function hostileSource (index: number, random: Random): { name: string, text: string } {
  const [name, recipe] = recipes[index % recipes.length] ?? recipes[0]
  return { name, text: recipe(random) }
}
