import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { createKnownDictionaries } from '../../src/repositories/contents/known-dictionaries.ts'
import { withDirectStatements } from '../../src/repositories/direct-statements.ts'
import { type Beginning, inScope, type Scope, ScopedConnections } from '../../src/repositories/scoped-connections.ts'
import { newId } from '../../src/shared/ids.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { patience } from '../support/patience.ts'

let database: TestDatabase
let prisma: PrismaClient
beforeAll(async () => {
  database = await freshDatabase()
  prisma = new PrismaClient({
    adapter: new ScopedConnections({ connectionString: database.url, max: 3 }),
    transactionOptions: { maxWait: patience.timeout, timeout: patience.timeout }
  })
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

describe('statements past Prisma', () => {
  const tenantId = newId()
  const scope: Scope = { 'app.tenant': tenantId }

  const meansOf = ({ connection }: Beginning) => ({
    connection: connection!, nameOf: () => undefined, dictionaries: createKnownDictionaries()
  })
  /** The work in a transaction, with the transaction as Prisma gives it and with direct statements. */
  const inTransaction = <T>(
    work: (direct: Prisma.TransactionClient, tx: Prisma.TransactionClient) => Promise<T>
  ): Promise<T> =>
      inScope(scope, (beginning) => prisma.$transaction((tx) =>
        work(withDirectStatements(tx, meansOf(beginning)), tx)))

  it('take and give the same values as those that Prisma sends', async () => {
    const at = new Date('2026-11-22T20:15:30.123Z')
    const values = Prisma.sql`
      select ${at}::timestamptz as at, ${'2026-11-22'}::date as day, ${12n}::bigint as big, ${1.5}::float8 as float, ${7}::int as int,
        ${new Prisma.Decimal('12.50')}::numeric as decimal, ${Buffer.from('Ñandú')}::bytea as bytes, ${true} as flag,
        ${'{"a":[1,null]}'}::jsonb as json, ${null}::text as nothing, ${[1n, 2n]}::bigint[] as bigs,
        ${['a"b', 'c']}::text[] as texts, ${[]}::int[] as none, ${tenantId}::uuid as id, 3::smallint as small,
        ${[tenantId]}::uuid[] as ids, array[1.5, null]::numeric[] as decimals`

    const [direct, prismas] = await inTransaction(async (own, tx) =>
      [await own.$queryRaw<object[]>(values), await tx.$queryRaw<object[]>(values)])

    expect(direct).toEqual(prismas.map((row) => ({ ...row, bytes: Buffer.from('Ñandú') })))
    expect(direct).toHaveLength(1)
  })

  it('count the rows that they change, and fail with the code of PostgreSQL', async () => {
    await inTransaction(async (own) => {
      await own.$executeRaw`create temporary table counted (id int primary key) on commit drop`
      expect(await own.$executeRaw`insert into counted select * from generate_series(1, 3)`).toBe(3)
      await expect(own.$executeRaw`insert into counted values (1)`).rejects.toMatchObject({ code: '23505' })
    }).catch(() => {})
  })

  it('are refused once their transaction is over: the connection serves others by then', async () => {
    let late: Prisma.TransactionClient | undefined
    await inTransaction(async (own) => { late = own })

    await expect(late!.$queryRaw`select 1`).rejects.toMatchObject({ code: 'P2028' })
  })

  it('are refused to work that goes on after Prisma has given its transaction up', async () => {
    const refusal = await new Promise<unknown>((resolve) => {
      inScope(scope, (beginning) => prisma.$transaction(async (tx) => {
        const own = withDirectStatements(tx, meansOf(beginning))
        try {
          for (;;) await own.$queryRaw`select pg_sleep(0.001)::text`
        } catch (error) {
          resolve(error)
        }
      }, { timeout: 20 })).catch(() => {})
    })

    expect(refusal).toMatchObject({ code: 'P2028' })
  })
})
