import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const named = process.env['CHROMIUM']

/** The system's Chromium; CHROMIUM names another one. */
export const chromium = named ?? inPath(['chromium', 'chromium-browser', 'google-chrome'])

/** The same Chromium without windows and without a viewer of PDFs, where it is installed: it takes less time. */
const windowless = named ?? inPath(['chromium-headless-shell']) ?? chromium

const launch = (path: string | undefined) => ({
  ...path === undefined ? {} : { executablePath: path },
  args: [
    '--disable-gpu',
    // A page lives for seconds: functions compiled for speed cost more than they give back, and so does collecting
    // garbage often.
    '--js-flags=--no-opt --min-semi-space-size=32',
    ...process.getuid?.() === 0 ? ['--no-sandbox'] : []
  ]
})

export const launchOptions = launch(windowless)

/** For what is to be seen as people see it, with a PDF in the page. */
export const withViewer = launch(chromium)

function inPath (names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
