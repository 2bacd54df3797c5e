/** What start-timbre.ts tells the tests, which run in other processes and begin before all of it is there. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Company } from './company.ts'

export interface Prepared {
  /** A month of documents, one of them rejected. */
  company: Company
  /** What the start printed. */
  printed: string
}

const folder = () => process.env['CONSOLE_FOLDER']!
const file = () => join(folder(), 'prepared.json')

/** Where the tests note the operations that they reach. */
export const operationsFile = (): string => join(folder(), 'operations.txt')

/** Lets the tests have what is prepared, or know why they will not. */
export async function tell (preparing: Promise<Prepared>): Promise<void> {
  const told = await preparing.catch((error: unknown) => ({ failed: String(error) }))
  const written = `${file()}.new`
  await writeFile(written, JSON.stringify(told))
  await rename(written, file())
}

/** Waits until it is there. */
export async function prepared (): Promise<Prepared> {
  for (;;) {
    const text = await readFile(file(), 'utf8').catch(() => undefined)
    if (text === undefined) {
      await setTimeout(50)
      continue
    }
    const told = JSON.parse(text) as Prepared | { failed: string }
    if ('failed' in told) throw new Error(told.failed)
    return told
  }
}
