import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The system's Chromium; CHROMIUM names another one. */
export const chromium = process.env['CHROMIUM'] ?? inPath(['chromium', 'chromium-browser', 'google-chrome'])

function inPath (names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
