/**
 * Holds the built console to its budgets: what the first visit loads, and each place after it, in bytes of gzip.
 * `npm run console:size`, after a build.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../dist/console')
const kilobyte = 1000
const budgets = { firstLoad: 300 * kilobyte, place: 40 * kilobyte, all: 5000 * kilobyte }

const page = await readFile(join(folder, 'index.html'), 'utf8')
const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name!)
const sizeOf = async (name: string): Promise<number> => (await stat(join(folder, `${name}.gz`))).size

const firstLoad = (await Promise.all(named.map(sizeOf))).reduce((sum, size) => sum + size, 0)
const assets = await readdir(join(folder, 'assets'))
const later = await Promise.all(
  assets.filter((name) => /\.(js|css)$/.test(name) && !named.includes(`assets/${name}`))
    .map(async (name) => ({ name, size: await sizeOf(`assets/${name}`) }))
)
const largest = later.toSorted((a, b) => b.size - a.size)
const all = (await Promise.all(assets.map(async (name) => (await stat(join(folder, 'assets', name))).size)))
  .reduce((sum, size) => sum + size, 0)

const shown = (size: number): string => `${(size / kilobyte).toFixed(1)} kB`
process.stdout.write([
  `First load  ${shown(firstLoad)} of ${shown(budgets.firstLoad)}`,
  `In memory   ${shown(all)} of ${shown(budgets.all)}`,
  ...largest.slice(0, 8).map(({ name, size }) => `${name}  ${shown(size)}`), ''
].join('\n'))

const exceeded = [
  ...(firstLoad > budgets.firstLoad ? ['the first load'] : []),
  ...(all > budgets.all ? ['the whole'] : []),
  ...largest.filter(({ size }) => size > budgets.place).map(({ name }) => name)
]
if (exceeded.length > 0) {
  process.stderr.write(`Over budget: ${exceeded.join(', ')}.\n`)
  process.exitCode = 1
}
