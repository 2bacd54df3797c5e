import { type DirectoryLineProblem, isDirectoryHeader, readDirectoryLine } from '../../dte/exchange/directory-file.ts'
import type { DirectoryScope, DirectoryVersion, KeptCompany } from '../../repositories/invoicing/exchange/exchange-directory.ts'
import type { Store } from '../../repositories/store.ts'
import { minuteMs } from '../../shared/durations.ts'
import { newId } from '../../shared/ids.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { Clock } from '../ports.ts'
import { type DirectoryLine, directoryLines } from './directory-lines.ts'
import { ListedNumbers } from './listed-numbers.ts'

export type DirectoryProblem = DirectoryLineProblem | 'repeated' | 'tooLong'

export interface DirectoryFile {
  scope: DirectoryScope
  /** The day of the SII's file, YYYY-MM-DD. */
  listedOn: string
  /** SHA-256 of the file. */
  fileHash: Buffer
  /** Its bytes, in ISO-8859-1. */
  chunks: AsyncIterable<Buffer>
}

export interface DirectoryImport {
  /** Import also what looks wrong: an older file, one with half the companies, one in UTF-8. */
  force: boolean
  /** Called for each line that is not imported, with its number in the file, from 1. */
  onProblem: (line: number, problem: DirectoryProblem) => void
  onProgress: (companies: number) => void
}

export type DirectoryCounts = Pick<DirectoryVersion, 'companies' | 'mailboxes' | 'badLines'>

/** Result of an import: undefined if the same file is already in use. */
export type ImportOutcome = DirectoryCounts | undefined

const batchCompanies = 5000
const removedAtOnce = 10_000
// An import that wrote nothing for so long was cut off.
const silentMs = 2 * minuteMs
// Two bytes of UTF-8 read as ISO-8859-1.
const asUtf8 = /[ÂÃ][\u0080-\u00bf]/
const beyondAscii = /[\u00a0-\u00ff]/

/**
 * Imports the SII's directory of electronic taxpayers, `ce_empresas_dwnld_AAAAMMDD.csv`, for all tenants. The file
 * becomes a version that is read only once it is complete. The next import removes what an interrupted one left.
 */
export function createDirectoryImports ({ store, clock }: { store: Store, clock: Clock }) {
  const silentSince = (): Date => new Date(clock().getTime() - silentMs)

  /** False where the same file is in use. */
  const begin = (id: string, { scope, listedOn, fileHash }: DirectoryFile, force: boolean): Promise<boolean> =>
    store.asPlatform(async ({ exchangeDirectory, directoryImports }) => {
      if (await directoryImports.isRunning(scope, silentSince())) {
        throw new OperatorError('Another import is running, or was cut off less than two minutes ago. Try again later.')
      }
      const current = await exchangeDirectory.current(scope)
      if (current && (await directoryImports.hashOfCurrent(scope))?.equals(fileHash)) return false
      if (!force && current && listedOn < current.listedOn) {
        throw new OperatorError(
          `The directory in use is newer: of ${current.listedOn}. --force imports this one of ${listedOn}.`
        )
      }
      await directoryImports.begin({ id, scope, listedOn, fileHash }, clock())
      return true
    })

  async function keep (id: string, companies: readonly KeptCompany[]): Promise<void> {
    if (companies.length === 0) return
    const isKept = await store.asPlatform(({ directoryImports }) => directoryImports.add(id, companies, clock()))
    if (!isKept) throw new OperatorError('Another import removed this one. Run it again.')
  }

  async function complete (
    id: string, { scope, counts, force }: { scope: DirectoryScope, counts: Counting, force: boolean }
  ): Promise<void> {
    const listed = await counts.listed.packed()
    await store.asPlatform(async ({ exchangeDirectory, directoryImports }) => {
      const current = await exchangeDirectory.current(scope)
      if (!force) mustBeLikely(counts, current)
      if (await directoryImports.complete(id, { ...counts.counted(), listed }, clock())) return
      throw new OperatorError('Another import removed this one. Run it again.')
    })
  }

  /** Each transaction is short, so that none keeps rows of other tables from being cleaned up. */
  async function remove (id: string): Promise<void> {
    let isMore = true
    while (isMore) {
      isMore = await store.asPlatform(({ directoryImports }) => directoryImports.removeSome(id, removedAtOnce))
    }
  }

  async function removeOld (scope: DirectoryScope): Promise<void> {
    const since = silentSince()
    const old = await store.asPlatform(({ directoryImports }) => directoryImports.listOld(scope, since))
    for (const id of old) await remove(id)
  }

  return {
    /** Throws OperatorError, and then the directory in use stays as it is. */
    async importFile (file: DirectoryFile, { force, onProblem, onProgress }: DirectoryImport): Promise<ImportOutcome> {
      const { scope, chunks } = file
      const id = newId()
      if (!await begin(id, file, force)) return undefined
      try {
        const counts = new Counting(onProblem)
        let writing = Promise.resolve()
        for await (const companies of inBatches(chunks, counts)) {
          await writing
          onProgress(counts.counted().companies - companies.length)
          writing = keep(id, companies)
          // Its failure is thrown by the next turn.
          writing.catch(() => {})
        }
        await writing
        await complete(id, { scope, counts, force })
        await removeOld(scope)
        return counts.counted()
      } catch (error) {
        await remove(id).catch(() => {})
        throw error
      }
    },

    /** The directories in use. */
    list: (): Promise<Partial<Record<DirectoryScope, DirectoryVersion>>> =>
      store.asPlatform(async ({ exchangeDirectory: { current } }) => ({
        production: await current('production'),
        certification: await current('certification'),
        simulator: await current('simulator')
      } as Partial<Record<DirectoryScope, DirectoryVersion>>))
  }
}

export type DirectoryImports = ReturnType<typeof createDirectoryImports>

/** Reads lines, and counts what they are. */
class Counting {
  readonly listed = ListedNumbers.none()
  utf8Lines = 0
  latinLines = 0
  private readonly counts: DirectoryCounts = { companies: 0, mailboxes: 0, badLines: 0 }

  private readonly onProblem: DirectoryImport['onProblem']

  constructor (onProblem: DirectoryImport['onProblem']) {
    this.onProblem = onProblem
  }

  counted (): DirectoryCounts {
    return { ...this.counts }
  }

  read ({ number, text }: DirectoryLine): KeptCompany | undefined {
    if (text?.trim() === '') return undefined
    const read = text === undefined ? 'tooLong' : this.company(text)
    if (typeof read !== 'string') return read
    this.counts.badLines++
    this.onProblem(number, read)
    return undefined
  }

  private company (text: string): KeptCompany | DirectoryProblem {
    const company = readDirectoryLine(text)
    if (typeof company === 'string') return company
    const number = Number.parseInt(company.taxNumber)
    if (this.listed.has(number)) return 'repeated'
    this.listed.add(number)
    this.counts.companies++
    if (company.mailbox !== undefined) this.counts.mailboxes++
    if (asUtf8.test(text)) this.utf8Lines++
    else if (beyondAscii.test(text)) this.latinLines++
    return { ...company, number }
  }
}

async function * inBatches (chunks: AsyncIterable<Buffer>, counts: Counting): AsyncGenerator<KeptCompany[]> {
  let batch: KeptCompany[] = []
  let hasHeader = false
  for await (const lines of directoryLines(chunks)) {
    for (const line of lines) {
      if (hasHeader) {
        const company = counts.read(line)
        if (company) batch.push(company)
      } else {
        mustBeHeader(line)
        hasHeader = true
      }
    }
    if (batch.length >= batchCompanies) {
      yield batch
      batch = []
    }
  }
  yield batch
}

function mustBeHeader ({ text = '' }: DirectoryLine): void {
  if (isDirectoryHeader(text)) return
  throw new OperatorError(
    'This is not the directory of the SII: its first line must be RUT;RAZON SOCIAL;NUMERO RESOLUCION;FECHA RESOLUCION;MAIL INTERCAMBIO;URL.'
  )
}

function mustBeLikely (counts: Counting, current: DirectoryVersion | undefined): void {
  const { companies } = counts.counted()
  if (companies === 0) throw new OperatorError('There is no company in this file.')
  if (counts.utf8Lines > counts.latinLines) {
    throw new OperatorError('This file is in UTF-8: somebody converted it. Import it as the SII gives it, in ISO-8859-1.')
  }
  if (current && companies < current.companies / 2) {
    throw new OperatorError(
      `This file has ${companies} companies, and the directory in use has ${current.companies}: it may be cut off. --force imports it.`
    )
  }
}
