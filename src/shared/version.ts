import { readFileSync } from 'node:fs'

/** The version in package.json, two folders above src/shared and three above dist/src/shared. */
export const version: string = readVersion(['../../package.json', '../../../package.json'])

function readVersion (places: string[]): string {
  for (const place of places) {
    try {
      const { version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version?: string }
      if (version !== undefined) return version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return '0.0.0'
}
