import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

const fileOf = (name: string): string => join(inject('build'), 'kept', name)

/** What a worker of this run kept under the name. */
export function kept (name: string): string | undefined {
  try {
    return readFileSync(fileOf(name), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Keeps a text for all workers of this run, and gives the one that is kept: another worker's if that was first. */
export function keep (name: string, made: string): string {
  const file = fileOf(name)
  const own = `${file}.${randomUUID()}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(own, made)
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, 'utf8')
}

/** Made once in a run; outside of one, as in a bench, each time. */
export function keptOr (name: string, make: () => string): string {
  if (process.env['VITEST_WORKER_ID'] === undefined) return make()
  return kept(name) ?? keep(name, make())
}
