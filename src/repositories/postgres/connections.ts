import type { Transaction } from './transaction.ts'

export const connectionRepository = (tx: Transaction) => ({
  /** Connections of the service's role to this database, without named ones. */
  async countOthers (applicationName: string): Promise<number> {
    const [row] = await tx.$queryRaw<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name is distinct from ${applicationName}`
    return row?.others ?? 0
  }
})
