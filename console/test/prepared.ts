/** What start-timbre.ts tells the tests, which run in other processes and begin before all of it is there. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Company } from './company.ts'
import { defined } from '../../test/support/expecting.ts'

export interface Prepared {
  /** A month of documents, one of them rejected. */
  company: Company
  /** The folder of the mails that were sent: this server writes them there. */
  mails: string
  /** What the start printed. */
  printed: string
}

const folder = () => defined(process.env['CONSOLE_FOLDER'])

/** Where the tests note the operations that they reach. */
export const operationsFile = (): string => join(folder(), 'operations.txt')

const [tellAddress, address] = told<string>('address')
const [tellPrepared, prepared] = told<Prepared>('prepared')
export { address, prepared, tellAddress, tellPrepared }

/** Lets the tests have what is prepared, or know why they will not; and waits for it. */
function told<Fact> (name: string): [tell: (preparing: Promise<Fact>) => Promise<void>, wait: () => Promise<Fact>] {
  const file = () => join(folder(), `${name}.json`)
  const tell = async (preparing: Promise<Fact>): Promise<void> => {
    const outcome = await preparing.then((fact) => ({ fact }), (error: unknown) => ({ failed: String(error) }))
    await writeFile(`${file()}.new`, JSON.stringify(outcome))
    await rename(`${file()}.new`, file())
  }
  const wait = async (): Promise<Fact> => {
    for (;;) {
      const text = await readFile(file(), 'utf8').catch(() => undefined)
      if (text !== undefined) {
        const outcome = JSON.parse(text) as { fact: Fact } | { failed: string }
        if ('failed' in outcome) throw new Error(outcome.failed)
        return outcome.fact
      }
      await setTimeout(50)
    }
  }
  return [tell, wait]
}
