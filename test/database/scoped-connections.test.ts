import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { inScope, ScopedConnections } from '../../src/repositories/scoped-connections.ts'
import { newId } from '../../src/shared/ids.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let prisma: PrismaClient
beforeAll(async () => {
  database = await freshDatabase()
  prisma = new PrismaClient({ adapter: new ScopedConnections({ connectionString: database.url, max: 3 }) })
})
afterAll(async () => {
  await prisma.$disconnect()
  await database.drop()
})

interface Settings { tenant: string | null, scope: string | null }

async function settingsOf (tx: Prisma.TransactionClient): Promise<Settings | undefined> {
  const [row] = await tx.$queryRaw<Settings[]>`
    select nullif(current_setting('app.tenant', true), '') as tenant,
           nullif(current_setting('app.scope', true), '') as scope`
  return row
}

const settings = () => prisma.$transaction(settingsOf)

it('each transaction begins in the scope of its own work, however many wait for the same connections', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? { name: 'app.scope', value: 'platform' } as const : { name: 'app.tenant', value: newId() } as const
  )

  const seen = await Promise.all(scopes.map((scope) => inScope(scope, settings)))

  expect(seen).toEqual(scopes.map(({ name, value }) =>
    name === 'app.tenant' ? { tenant: value, scope: null } : { tenant: null, scope: value }
  ))
})

it('work within other work has a scope of its own, and leaves the outer one', async () => {
  const [outer, inner] = [newId(), newId()]

  const seen = await inScope({ name: 'app.tenant', value: outer }, () => prisma.$transaction(async (tx) => [
    await settingsOf(tx), await inScope({ name: 'app.tenant', value: inner }, settings), await settingsOf(tx)
  ]))

  expect(seen.map((row) => row?.tenant)).toEqual([outer, inner, outer])
})

it('a transaction without a scope has none, also on a connection that had one before', async () => {
  await Promise.all(Array.from({ length: 3 }, () => inScope({ name: 'app.tenant', value: newId() }, settings)))

  expect(await Promise.all(Array.from({ length: 6 }, settings))).toEqual(Array(6).fill({ tenant: null, scope: null }))
})

it('a scope that cannot be set fails the transaction and gives its connection back', async () => {
  for (let turn = 0; turn < 6; turn++) {
    await expect(inScope({ name: 'app.tenant', value: '\0' }, settings)).rejects.toThrow()
  }

  expect(await settings()).toEqual({ tenant: null, scope: null })
})

it('a scope is for one transaction: a second one in the same work has none', async () => {
  const scope = { name: 'app.tenant', value: newId() } as const

  expect(await inScope(scope, async () => [await settings(), await settings()])).toEqual([
    { tenant: scope.value, scope: null }, { tenant: null, scope: null }
  ])
})
