import './node-version.mjs'
import { existsSync } from 'node:fs'

/**
 * Runs a program of `src`, such as `supervisor`. A clone runs its sources, so that what was built from older ones never
 * stands in for them; an installation without them, or without the development packages, runs what was built.
 */
export async function run (name) {
  const source = new URL(`../src/${name}.ts`, import.meta.url)
  const built = new URL(`../dist/src/${name}.js`, import.meta.url)
  const tsx = existsSync(source) ? await import('tsx/esm/api').catch(() => undefined) : undefined

  if (tsx) {
    tsx.register()
    await import(source.href)
  } else if (existsSync(built)) {
    await import(built.href)
  } else {
    process.stderr.write(
      'Timbre is not built, and the development packages that run its sources are missing: ' +
      'run npm ci, and npm run build for production.\n'
    )
    process.exitCode = 1
  }
}
