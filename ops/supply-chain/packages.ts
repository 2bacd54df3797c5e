import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This source tree. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

interface Locked {
  version: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface ShippedPackage { name: string, version: string, licence: string, folder: string }

const lock = (): Record<string, Locked> =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }).packages

/** What is shipped: the packages of the image, and those whose code is built into the console's pages. */
export function shippedPackages (): ShippedPackage[] {
  const locked = lock()
  const paths = new Set(Object.entries(locked).filter(([path, { dev }]) => path !== '' && dev !== true).map(([path]) => path))
  for (const name of importsOfConsole()) addWithDependencies(`node_modules/${name}`, locked, paths)
  const shipped = [...paths].flatMap((path) => {
    const { version, license } = locked[path]!
    return [{ name: path.replace(/^.*node_modules\//, ''), version, licence: license ?? 'unknown', folder: join(root, path) }]
  })
  const unique = new Map(shipped.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((one, other) => one.name < other.name ? -1 : 1)
}

function addWithDependencies (path: string, locked: Record<string, Locked>, paths: Set<string>): void {
  const found = locked[path]
  if (!found || paths.has(path)) return
  paths.add(path)
  for (const name of Object.keys({ ...found.dependencies, ...found.peerDependencies })) {
    const nested = `${path}/node_modules/${name}`
    addWithDependencies(nested in locked ? nested : `node_modules/${name}`, locked, paths)
  }
}

/** The packages that the console's sources import. */
function importsOfConsole (): string[] {
  const folder = join(root, 'console/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$|\.css$/.test(name))
  const names = sources.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import) '([@\w][^'.][^']*)'/g)])
    .map(([, specifier]) => specifier!.split('/').slice(0, specifier!.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)]
}

const licenceFile = /^(?:licen[cs]e|copying|notice|license_font)/i

/** The texts that the licences of a package ask to be shipped. */
export function licenceTexts ({ folder }: ShippedPackage): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => licenceFile.test(name)).sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}
