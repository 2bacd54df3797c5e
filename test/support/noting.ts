import type { PlatformRepositories } from '../../src/repositories/store.ts'

/** Repositories that note the name of each verb that is called. */
export function noting (repositories: PlatformRepositories, asked: string[]): PlatformRepositories {
  const noted = <Tables extends object>(tables: Tables): Tables => new Proxy(tables, {
    get (_, table) {
      const verbs = Reflect.get(tables, table) as object
      return new Proxy(verbs, {
        get (_verbs, verb) {
          asked.push(`${String(table)}.${String(verb)}`)
          return Reflect.get(verbs, verb) as unknown
        }
      })
    }
  })
  return new Proxy(noted(repositories), {
    get: (above, name) => name === 'tenant'
      ? (tenantId: string) => noted(repositories.tenant(tenantId))
      : Reflect.get(above, name) as unknown
  })
}
