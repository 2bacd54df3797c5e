import type { ListedCompany } from '../../../dte/exchange/directory-file.ts'
import { bufferOf, bytes, dateColumn, type Transaction } from '../../postgres/transaction.ts'

/** Whose directory it is: the SII's of an environment, or the simulator's. */
export type DirectoryScope = 'production' | 'certification' | 'simulator'

/** A complete version of the directory. */
export interface DirectoryVersion {
  id: string
  /** YYYY-MM-DD, the day of the SII's file. */
  listedOn: string
  companies: number
  mailboxes: number
  badLines: number
  completedAt: Date
}

export type KeptCompany = ListedCompany & { number: number }

export interface FoundCompany {
  number: number
  name: string
  mailbox: string | null
  resolutionNumber: number | null
  /** YYYY-MM-DD */
  resolutionDate: string | null
}

interface NewDirectory { id: string, scope: DirectoryScope, listedOn: string, fileHash: Buffer }

/**
 * The SII's directory of electronic taxpayers: of the whole installation, and public. Each statement that reads it sees
 * one version, the newest complete one.
 */
export const exchangeDirectoryRepository = (tx: Transaction) => ({
  async current (scope: DirectoryScope): Promise<DirectoryVersion | undefined> {
    const [version] = await tx.$queryRaw<DirectoryVersion[]>`
      select id::text, listed_on::text as "listedOn", companies, mailboxes, bad_lines as "badLines",
        completed_at as "completedAt"
      from exchange_directories where scope = ${scope} and completed_at is not null
      order by completed_at desc limit 1`
    return version
  },

  /** Who is listed in a version: one bit for each number, gzip. */
  async listed (id: string): Promise<Buffer | undefined> {
    const row = await tx.exchangeDirectory.findUnique({ where: { id }, select: { listed: true } })
    return row?.listed ? bufferOf(row.listed) : undefined
  },

  /** The companies with these RUTs (without check digits) in the directory, by number. */
  async find (scope: DirectoryScope, numbers: number[]): Promise<ReadonlyMap<number, FoundCompany>> {
    const rows = await tx.$queryRaw<FoundCompany[]>`
      select c.tax_number as number, c.name, c.mailbox, c.resolution_number as "resolutionNumber",
        c.resolution_date::text as "resolutionDate"
      from exchange_companies c
      where c.tax_number = any(${numbers}::int[]) and c.directory_id = (
        select id from exchange_directories where scope = ${scope} and completed_at is not null
        order by completed_at desc limit 1
      )`
    return new Map(rows.map((row) => [row.number, row]))
  }
})

/** The writes of an import, in many transactions: a version is read only once it is complete. */
export const directoryImportRepository = (tx: Transaction) => ({
  /** Whether another import of the scope is running, as far as can be seen since `since`. */
  async isRunning (scope: DirectoryScope, since: Date): Promise<boolean> {
    const found = await tx.exchangeDirectory.findFirst({
      where: { scope, completedAt: null, touchedAt: { gt: since } }, select: { id: true }
    })
    return found !== null
  },

  async hashOfCurrent (scope: DirectoryScope): Promise<Buffer | undefined> {
    const row = await tx.exchangeDirectory.findFirst({
      where: { scope, completedAt: { not: null } }, orderBy: { completedAt: 'desc' }, select: { fileHash: true }
    })
    return row ? bufferOf(row.fileHash) : undefined
  },

  async begin ({ id, scope, listedOn, fileHash }: NewDirectory, at: Date): Promise<void> {
    await tx.exchangeDirectory.create({
      data: { id, scope, listedOn: dateColumn(listedOn), fileHash: bytes(fileHash), touchedAt: at }
    })
  },

  /** False if the version is gone: another import took its place. */
  async add (id: string, companies: readonly KeptCompany[], at: Date): Promise<boolean> {
    const { count } = await tx.exchangeDirectory.updateMany({
      where: { id, completedAt: null }, data: { touchedAt: at }
    })
    if (count === 0) return false
    await tx.$executeRaw`
      insert into exchange_companies (directory_id, tax_number, name, mailbox, resolution_number, resolution_date)
      select ${id}::uuid, number, name, mailbox, resolution, resolved_on
      from unnest(
        ${companies.map(({ number }) => number)}::int[], ${companies.map(({ name }) => name)}::text[],
        ${companies.map(({ mailbox = null }) => mailbox)}::text[],
        ${companies.map(({ resolutionNumber = null }) => resolutionNumber)}::int[],
        ${companies.map(({ resolutionDate = null }) => resolutionDate)}::date[]
      ) as listed (number, name, mailbox, resolution, resolved_on)
      on conflict do nothing`
    return true
  },

  /** From now on this version is the one that is read. False if it is gone. */
  async complete (
    id: string, facts: Pick<DirectoryVersion, 'companies' | 'mailboxes' | 'badLines'> & { listed: Buffer }, at: Date
  ): Promise<boolean> {
    const { count } = await tx.exchangeDirectory.updateMany({
      where: { id, completedAt: null }, data: { ...facts, listed: bytes(facts.listed), touchedAt: at, completedAt: at }
    })
    return count === 1
  },

  /** The versions of the scope but the one that is read, and those that are being imported since `since`. */
  async listOld (scope: DirectoryScope, since: Date): Promise<string[]> {
    const rows = await tx.exchangeDirectory.findMany({
      where: { scope }, orderBy: { completedAt: { sort: 'desc', nulls: 'last' } },
      select: { id: true, completedAt: true, touchedAt: true }
    })
    const [current] = rows
    return rows
      .filter(({ id, completedAt, touchedAt }) =>
        completedAt === null ? touchedAt <= since : id !== current?.id)
      .map(({ id }) => id)
  },

  /** Removes some companies of a version, and the version with its last ones; true while there may be more. */
  async removeSome (id: string, most: number): Promise<boolean> {
    const [{ last } = { last: null }] = await tx.$queryRaw<{ last: number | null }[]>`
      select max(tax_number) as last from (
        select tax_number from exchange_companies where directory_id = ${id}::uuid order by tax_number limit ${most}
      ) as first_ones`
    if (last === null) {
      await tx.exchangeDirectory.deleteMany({ where: { id } })
      return false
    }
    await tx.$executeRaw`delete from exchange_companies where directory_id = ${id}::uuid and tax_number <= ${last}`
    return true
  }
})
