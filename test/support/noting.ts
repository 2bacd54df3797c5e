import type { PlatformRepositories } from '../../src/repositories/store.ts'

/** Repositories that note the name of each verb that is called. */
export function noting (repositories: PlatformRepositories, asked: string[]): PlatformRepositories {
  const { tenant, ...above } = repositories
  const noted = <Tables extends object>(tables: Tables): Tables => Object.fromEntries(
    Object.entries(tables).map((
      [table, verbs]
    ) => [
      table,
      Object.fromEntries(
        Object.entries(verbs as Record<string, (...args: unknown[]) => unknown>).map((
          [verb, work]
        ) => [verb, (...args: unknown[]) => {
          asked.push(`${table}.${verb}`)
          return work(...args)
        }])
      )
    ])
  ) as Tables
  return { ...noted(above), tenant: (tenantId) => noted(tenant(tenantId)) }
}
