import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { inScope, type Scope, ScopedConnections } from '../../src/repositories/scoped-connections.ts'
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

const named = (scope: Scope): Partial<Settings> =>
  'app.tenant' in scope ? { tenant: scope['app.tenant']! } : { scope: 'platform' }

const settings = () => prisma.$transaction(settingsOf)

it('each transaction begins in the scope of its own work, however many wait for the same connections', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? { 'app.scope': 'platform' } as const : { 'app.tenant': newId() }
  )

  const seen = await Promise.all(scopes.map((scope) => inScope(scope, settings)))

  expect(seen).toEqual(scopes.map((scope) => ({ tenant: null, scope: null, ...named(scope) })))
})

it('work within other work has a scope of its own, and leaves the outer one', async () => {
  const [outer, inner] = [newId(), newId()]

  const seen = await inScope({ 'app.tenant': outer }, () => prisma.$transaction(async (tx) => [
    await settingsOf(tx), await inScope({ 'app.tenant': inner }, settings), await settingsOf(tx)
  ]))

  expect(seen.map((row) => row?.tenant)).toEqual([outer, inner, outer])
})

it('a transaction without a scope has none, also on a connection that had one before', async () => {
  await Promise.all(Array.from({ length: 3 }, () => inScope({ 'app.tenant': newId() }, settings)))

  expect(await Promise.all(Array.from({ length: 6 }, settings))).toEqual(Array(6).fill({ tenant: null, scope: null }))
})

it.each(['\0', '', 'andes', "' or true --", `${newId()}'; drop table invoices; --`])('nothing runs in the scope %j', async (value) => {
  await expect(inScope({ 'app.tenant': value }, settings)).rejects.toThrow(RangeError)

  expect(await settings()).toEqual({ tenant: null, scope: null })
})

it('a scope is for one transaction: a second one in the same work has none', async () => {
  const tenant = newId()

  expect(await inScope({ 'app.tenant': tenant }, async () => [await settings(), await settings()])).toEqual([
    { tenant, scope: null }, { tenant: null, scope: null }
  ])
})
