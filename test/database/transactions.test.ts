import { randomBytes } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'
import { createConnectionPool } from '../../src/repositories/postgres/connection-pool.ts'
import { createTransactions, type OpenTransaction, type Scope } from '../../src/repositories/postgres/transactions.ts'
import { newId } from '../../src/shared/ids.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { defined } from '../support/expecting.ts'
import { patience } from '../support/patience.ts'

let database: TestDatabase
let transactions: ReturnType<typeof createTransactions>
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  const connections = createConnectionPool({ connectionString: database.url, max: 3, pipeline: true })
  pool = connections.pool
  transactions = createTransactions(connections)
})
afterAll(async () => {
  await transactions.close()
  await database.drop()
})

interface Settings { tenant: string | null, scope: string | null }

const inTransaction = <T>(
  scope: Scope, work: (tx: OpenTransaction) => Promise<T>, timeoutMs = patience.timeout
): Promise<T> => transactions.inTransaction(scope, work, timeoutMs)

async function settingsOf (tx: OpenTransaction): Promise<Settings | undefined> {
  const [row] = await tx.$queryRaw<Settings[]>`
    select nullif(current_setting('app.tenant', true), '') as tenant,
           nullif(current_setting('app.scope', true), '') as scope`
  return row
}

const named = (scope: Scope): Partial<Settings> =>
  'app.tenant' in scope ? { tenant: defined(scope['app.tenant']) } : { scope: 'platform' }

it('each transaction has the scope of its own work, however many wait for connections', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0 ? { 'app.scope': 'platform' } as const : { 'app.tenant': newId() }
  )

  const seen = await Promise.all(scopes.map((scope) => inTransaction(scope, settingsOf)))

  expect(seen).toEqual(scopes.map((scope) => ({ tenant: null, scope: null, ...named(scope) })))
})

it('concurrent statements of a transaction run in order, before it ends', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => { warnings.push(message) }
  process.on('warning', note)
  let late: Promise<unknown> = Promise.resolve()

  const seen = await inTransaction({ 'app.scope': 'platform' }, async (tx) => {
    const asked = [1, 2, 3, 4].map((number) => tx.$queryRaw<[{ number: number }]>`select ${number}::int as number`)
    late = tx.$queryRaw`select 5 as number`
    return Promise.all(asked)
  })

  expect(seen.map(([row]) => row.number)).toEqual([1, 2, 3, 4])
  expect(await late).toEqual([{ number: 5 }])
  // Warnings come a turn later.
  await new Promise(setImmediate)
  process.off('warning', note)
  expect(warnings).toEqual([])
})

it('nested work has its own scope and restores the outer one', async () => {
  const [outer, inner] = [newId(), newId()]

  const seen = await inTransaction({ 'app.tenant': outer }, async (tx) => [
    await settingsOf(tx), await inTransaction({ 'app.tenant': inner }, settingsOf), await settingsOf(tx)
  ])

  expect(seen.map((row) => row?.tenant)).toEqual([outer, inner, outer])
})

it('statements outside of a transaction have no scope, also on a reused connection', async () => {
  await Promise.all(Array.from({ length: 3 }, () => inTransaction({ 'app.tenant': newId() }, settingsOf)))

  const seen = await Promise.all(Array.from({ length: 6 }, () => pool.query<Settings>(`
    select nullif(current_setting('app.tenant', true), '') as tenant,
           nullif(current_setting('app.scope', true), '') as scope`)))

  expect(seen.flatMap(({ rows }) => rows)).toEqual(Array(6).fill({ tenant: null, scope: null }))
})

it.each(['\0', '', 'andes', "' or true --", `${newId()}'; drop table invoices; --`])('nothing runs in the scope %j', async (value) => {
  await expect(inTransaction({ 'app.tenant': value }, settingsOf)).rejects.toThrow(RangeError)
})

describe('a transaction', () => {
  const scope = { 'app.scope': 'platform' } as const
  const key = () => randomBytes(16)
  const lastSeenAt = new Date()
  const add = (tx: OpenTransaction, hash: Buffer) => tx.$executeRaw`
    insert into sign_in_networks (account_hash, network_hash, last_seen_at) values (${hash}, ${hash}, ${lastSeenAt})`
  const find = (hash: Buffer) => inTransaction(scope, (tx) =>
    tx.$queryRaw<object[]>`select last_seen_at from sign_in_networks where account_hash = ${hash}`)
  const findByModel = (tx: OpenTransaction, hash: Buffer) =>
    tx.signInNetwork.findMany({ where: { accountHash: new Uint8Array(hash) } })

  it('shows changes of statements to models, and of models to statements', async () => {
    const [one, other] = [key(), key()]

    const seen = await inTransaction(scope, async (tx) => {
      await add(tx, one)
      const found = await findByModel(tx, one)
      await tx.signInNetwork.updateMany({
        where: { accountHash: new Uint8Array(one) }, data: { accountHash: new Uint8Array(other) }
      })
      return [found.length, await tx.$executeRaw`delete from sign_in_networks where account_hash = ${one}`]
    })

    expect(seen).toEqual([1, 0])
    expect(await find(other)).toHaveLength(1)
  })

  it.each(['statements', 'models'])('leaves nothing of %s when its work fails', async (kind) => {
    const hash = key()

    await expect(inTransaction(scope, async (tx) => {
      await add(tx, hash)
      if (kind === 'models') await findByModel(tx, hash)
      throw new Error('no')
    })).rejects.toThrow('no')

    expect(await find(hash)).toEqual([])
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('is not reported as committed when a statement failed, even if its work ignored the error', async () => {
    const hash = key()

    await expect(inTransaction(scope, async (tx) => {
      await add(tx, hash)
      await add(tx, hash).catch(() => {})
    })).rejects.toThrow('rolled back')

    expect(await find(hash)).toEqual([])
  })

  it.each(['statements', 'models'])('that takes too long is rolled back, its connection serves others, and %s are refused', async (kind) => {
    const hash = key()
    let refusal: unknown
    const late = inTransaction(scope, async (tx) => {
      await add(tx, hash)
      if (kind === 'models') await findByModel(tx, hash)
      try {
        for (;;) await (kind === 'models' ? findByModel(tx, hash) : tx.$queryRaw`select pg_sleep(0.001)::text`)
      } catch (error) {
        refusal = error
      }
    }, 100)

    await expect(late).rejects.toMatchObject({ code: 'P2028' })
    expect(refusal).toBeDefined()
    if (kind === 'statements') expect(refusal).toMatchObject({ code: 'P2028' })
    expect(await find(hash)).toEqual([])
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it("shows models only its tenant's rows, on connections shared by many", async () => {
    const hashes = Array.from({ length: 40 }, key)

    const seen = await Promise.all(hashes.map((hash, index) => inTransaction(scope, async (tx) => {
      await add(tx, hash)
      const [own, others] = [await findByModel(tx, hash), await findByModel(tx, defined(hashes[(index + 1) % 40]))]
      await tx.$executeRaw`delete from sign_in_networks where account_hash = ${hash}`
      return [own.length, others.length]
    })))

    expect(seen).toEqual(hashes.map(() => [1, 0]))
  })

  it('that ends while a model query runs does not release its connection to others', async () => {
    const hash = key()
    let left: Promise<unknown> = Promise.resolve()
    await inTransaction(scope, (tx) => findByModel(tx, hash))

    await expect(inTransaction(scope, async (tx) => {
      await add(tx, hash)
      left = Promise.all(Array.from({ length: 20 }, () => findByModel(tx, hash))).catch(() => {})
      await new Promise(setImmediate)
      throw new Error('no')
    })).rejects.toThrow('no')
    await left

    expect(await find(hash)).toEqual([])
    expect(pool.idleCount).toBe(pool.totalCount)
  })

  it('whose connection breaks fails as an outage, and the connection is not reused', async () => {
    const before = pool.totalCount

    await expect(inTransaction(scope, async (tx) => {
      await tx.$queryRaw`select pg_terminate_backend(pg_backend_pid())`
    })).rejects.toThrow()

    expect(pool.totalCount).toBeLessThan(Math.max(before, 1))
    expect(await inTransaction(scope, settingsOf)).toEqual({ tenant: null, scope: 'platform' })
  })
})

describe('statements that bypass Prisma', () => {
  const tenantId = newId()
  const scope: Scope = { 'app.tenant': tenantId }

  it("use the same values as Prisma's", async () => {
    const at = new Date('2026-11-22T20:15:30.123Z')
    const values = Prisma.sql`
      select ${at}::timestamptz as at, ${'2026-11-22'}::date as day, ${12n}::bigint as big, ${1.5}::float8 as float, ${7}::int as int,
        ${new Prisma.Decimal('12.50')}::numeric as decimal, ${Buffer.from('Ñandú')}::bytea as bytes, ${true} as flag,
        ${'{"a":[1,null]}'}::jsonb as json, ${null}::text as nothing, ${[1n, 2n]}::bigint[] as bigs,
        ${['a"b', 'c']}::text[] as texts, ${[]}::int[] as none, ${tenantId}::uuid as id, 3::smallint as small,
        ${[tenantId]}::uuid[] as ids, array[1.5, null]::numeric[] as decimals`

    const direct = await inTransaction(scope, (tx) => tx.$queryRaw<object[]>(values))
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
    const prismas = await prisma.$queryRaw<object[]>(values)

    expect(direct).toEqual(prismas.map((row) => ({ ...row, bytes: Buffer.from('Ñandú') })))
    expect(direct).toHaveLength(1)
  })

  it("count the rows that they change, and fail with PostgreSQL's code", async () => {
    await inTransaction(scope, async (own) => {
      await own.$executeRaw`create temporary table counted (id int primary key) on commit drop`
      expect(await own.$executeRaw`insert into counted select * from generate_series(1, 3)`).toBe(3)
      await expect(own.$executeRaw`insert into counted values (1)`).rejects.toMatchObject({ code: '23505' })
    }).catch(() => {})
  })

  it('are refused after their transaction has ended, since others may use the connection', async () => {
    let late: OpenTransaction | undefined
    await inTransaction(scope, async (own) => { late = own })

    await expect(defined(late).$queryRaw`select 1`).rejects.toMatchObject({ code: 'P2028' })
  })
})
