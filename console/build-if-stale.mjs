/**
 * Runs before `npm start`: builds the console unless dist/console was built from the sources that are here. Where Vite
 * is not installed (production, after npm prune), what is there is served as it is. A failure does not stop the start:
 * the API works without the console.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(project, 'dist/console')
const sources = [
  'console/src', 'console/public', 'console/index.html', 'console/vite.config.ts', 'clients/typescript/client.ts',
  'package-lock.json'
]

const wanted = await hashOf(sources)
const built = await readFile(join(target, '.sources'), 'utf8').catch(() => '')
if (wanted !== built) {
  try {
    await build()
  } catch (error) {
    const cause = error.code === 'ERR_MODULE_NOT_FOUND' ? 'Vite is not installed' : error.message
    const effect = existsSync(join(target, 'index.html')) ? 'an earlier one is served' : 'the API runs without it'
    process.stderr.write(`The console was not built (${cause}); ${effect}.\n`)
    // `npm run build` must not end as if nothing had happened.
    if (process.argv.includes('--required')) process.exitCode = 1
  }
}

/** Builds beside the old one and takes its place at the end: a reader of the folder never finds half of it. */
async function build () {
  // Whoever starts Timbre may have set another one, and Vite would then build React for development: a quarter larger.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const started = performance.now()
  const folder = `${target}.${process.pid}`
  try {
    await build({
      configFile: join(project, 'console/vite.config.ts'), logLevel: 'warn', build: { outDir: folder, emptyOutDir: true }
    })
    await writeFile(join(folder, '.sources'), wanted)
    await rm(target, { recursive: true, force: true })
    await rename(folder, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  process.stdout.write(`The console was built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`)
}

async function hashOf (paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesOf(path)) hash.update(`${file}\0`).update(await readFile(join(project, file)))
  }
  return hash.digest('hex')
}

async function filesOf (path) {
  const entries = await readdir(join(project, path), { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (entries === undefined) return existsSync(join(project, path)) ? [path] : []
  return entries.filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length + 1)).sort()
}
