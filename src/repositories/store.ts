import type pg from 'pg'
import type { ChangeListener, StateChange } from '../model/changes.ts'
import { isDatabaseOutage, writeRefusalOf } from '../shared/database-errors.ts'
import { createStoredNames } from '../shared/directory-names.ts'
import { readOnlySql, spaceProbeSql, type WriteRefusal } from '../shared/write-refusals.ts'
import { appendToChain, type NotedRecord } from './audit/audit-log.ts'
import { createCallers } from './access/callers.ts'
import { createCallersByTenant } from './access/callers-by-tenant.ts'
import { createKnownDictionaries } from './contents/known-dictionaries.ts'
import { createIssuingBatches } from './issuing/batches.ts'
import { type PlatformRepositories, platformRepositories } from './platform-repositories.ts'
import { type Notes, type TenantRepositories, tenantRepositories } from './tenant-repositories.ts'
import { createConnectionPool } from './postgres/connection-pool.ts'
import type { Transaction } from './postgres/transaction.ts'
import { createTransactions, type Scope } from './postgres/transactions.ts'

// As many as a batch issuer has under way at most.
const maxBatches = 2
const usualLimits = { transactionMs: 20_000, waitingMs: 5000 }
// Less than Prisma's transaction on a connection can last (postgres/prisma-models.ts).
const maxLifetimeSeconds = 86_400
// While the database takes no writes, each that fails would have connections replaced.
const replacingMs = 1000

type NotesOf = (tenantId: string) => Notes

export interface Probe {
  boundByRowSecurity: boolean
  /** Undefined for a database that takes writes. */
  readOnly: Exclude<WriteRefusal, 'full'> | undefined
}

export interface StoreOptions {
  databaseUrl: string
  /** Of the hashes under which emails and access keys are found; undefined for a command that looks for neither. */
  pepper: Buffer | undefined
  poolSize?: number
  /** How long a transaction may take, and how long work waits for a connection: twenty seconds and five by default. */
  giveUpAfterMs?: number | undefined
  /** The database spreads tenants over machines: each statement is for one of them. */
  distributed?: boolean
  /** Told of changes of documents and envelopes after their commit. */
  onChange?: ChangeListener
}

/**
 * The only access to the data. Work happens in one transaction, with repositories that are bound to it: those of one
 * tenant, or those above tenants. PostgreSQL's row-level security enforces the same boundary in the database.
 *
 * How statements reach PostgreSQL: a repository uses Prisma's models, and raw SQL where a model cannot express it or
 * costs too much. Both run in the one transaction that the store has begun for them (postgres/transactions.ts); raw SQL
 * goes straight to pg. Issuing is the one exception, for its speed: its batches (`issuing/`) and the read of a caller's
 * key (access/callers.ts) have connections of their own, and send whole transactions of constant SQL without Prisma.
 */
export function createStore (
  {
    databaseUrl, pepper, poolSize = 10, giveUpAfterMs, distributed = false, onChange = () => {}
  }: StoreOptions
) {
  const { transactionMs, waitingMs } = giveUpAfterMs === undefined
    ? usualLimits
    : { transactionMs: giveUpAfterMs, waitingMs: giveUpAfterMs }
  const stored = createStoredNames(pepper)
  const connection = {
    connectionString: databaseUrl,
    // Statements that do not wait for one another's results are sent together.
    pipeline: true,
    connectionTimeoutMillis: waitingMs,
    // A process that is frozen, or cut off, in the middle of a transaction must not hold its locks against all the
    // others.
    idle_in_transaction_session_timeout: transactionMs + 5000
  }
  const batchConnection = {
    ...connection, application_name: 'timbre batches', query_timeout: transactionMs, keepAlive: true
  }
  const connections = createConnectionPool({
    ...connection, max: poolSize, application_name: 'timbre', maxLifetimeSeconds
  })
  const { pool } = connections
  const batchConnections = createConnectionPool({ ...batchConnection, max: maxBatches, idleTimeoutMillis: 0 })
  const transactions = createTransactions(connections)
  const callers = createCallers(batchConnection, stored)
  const dictionaries = createKnownDictionaries()
  let replacedAt = -Infinity

  /** After a failover the URL may lead to another server, and settings of a role count for new connections only. */
  function replaceConnections (): void {
    if (performance.now() - replacedAt < replacingMs) return
    replacedAt = performance.now()
    connections.replaceConnections()
    batchConnections.replaceConnections()
    callers.close().catch(() => {})
  }

  /** A connection that fails is not used again. */
  async function withConnection<T> (work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connections.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  /** Does the work in a transaction, writes its audit rows last, and notifies of its changes after the commit. */
  async function committed<T> (
    scope: Scope, work: (tx: Transaction, notesOf: NotesOf) => Promise<T>, timeoutMs = transactionMs
  ): Promise<T> {
    let changes: [string, StateChange][] = []
    const result = await transactions.inTransaction(scope, async (begun) => {
      const tx = Object.assign(begun, { dictionaries })
      const rows = new Map<string, NotedRecord[]>()
      changes = []
      const done = await work(tx, (tenantId) => ({
        audit: (noted) => {
          const own = rows.get(tenantId)
          if (own) own.push(noted)
          else rows.set(tenantId, [noted])
        },
        change: (change) => { changes.push([tenantId, change]) }
      }))
      // In one order everywhere: a transaction of several tenants must not wait for another one in a circle.
      for (const [tenantId, noted] of Array.from(rows).sort(byTenant)) await appendToChain(tx, tenantId, noted)
      return done
    }, timeoutMs).catch((error: unknown) => {
      if (writeRefusalOf(error) === 'readOnly') replaceConnections()
      throw error
    })
    for (const [tenantId, change] of changes) onChange(tenantId, change)
    return result
  }

  /**
   * A tenant's rows are found along indexes. A connection keeps the plan of a statement, and one that is made while a
   * table is nearly empty would go on to read the whole of it. Statements are planned once for a connection:
   * PostgreSQL would plan those of many joins for each execution. Lists plan for their values (reading-plans.ts).
   */
  const scopeOf = (tenantId: string): Scope => ({
    'app.tenant': tenantId,
    ...(!distributed && { enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' })
  })

  const inTenant = <T>(
    tenantId: string, work: (tx: Transaction, notes: Notes) => Promise<T>, timeoutMs?: number
  ): Promise<T> => committed(scopeOf(tenantId), (tx, notesOf) => work(tx, notesOf(tenantId)), timeoutMs)

  const asTenant = <T>(
    tenantId: string, work: (repositories: TenantRepositories) => Promise<T>, timeoutMs?: number
  ): Promise<T> =>
      inTenant(tenantId, (tx, notes) => work(tenantRepositories(tx, tenantId, { ...notes, distributed })), timeoutMs)

  const asPlatform = <T>(work: (repositories: PlatformRepositories) => Promise<T>): Promise<T> =>
    committed({ 'app.scope': 'platform' }, (tx, notesOf) =>
      work(platformRepositories(tx, { stored, notesOf, distributed })))

  const callersByTenant = createCallersByTenant({
    tenantOf: async (accessKey) =>
      (await asPlatform(({ directory }) => directory.find('accessKey', accessKey)))?.tenant,
    asTenant: inTenant
  })

  return {
    /** `timeoutMs`: of the whole transaction, where it may take longer than others. */
    asTenant,

    asPlatform,

    /**
     * Transactions that issue documents of several tenants, on connections of their own beside the pool's. Undefined
     * where each tenant has its own machine.
     */
    batches: distributed ? undefined : createIssuingBatches({ pool: batchConnections, dictionaries, onChange }),

    /** What the first request of a tenant's machine needs. */
    callers: distributed ? callersByTenant : callers,

    /** Whether the database answers, whether row-level security binds the role it gave us, and why it only reads. */
    probe: async (): Promise<Probe> => {
      const row = await withConnection(async (client) => {
        const { rows } = await client.query<{ unbound: boolean, refusal: Probe['readOnly'] | null }>(
          `select (rolsuper or rolbypassrls) as unbound, ${readOnlySql} as refusal from pg_roles where rolname = current_user`)
        return rows[0]
      })
      const readOnly = row?.refusal ?? undefined
      if (readOnly) replaceConnections()
      return { boundByRowSecurity: row?.unbound === false, readOnly }
    },

    /** Rejects while the database has no space for more rows. A role that may not try counts as one that has. */
    checkSpace: (): Promise<void> => withConnection(async (client) => {
      await client.query(spaceProbeSql).catch(async (error: unknown) => {
        await client.query('rollback')
        if (isDatabaseOutage(error)) throw error
      })
    }),

    /** Connections of this process: open ones, those of them that are idle, and who waits for one. */
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: waitingFor(pool, poolSize),
      most: poolSize
    }),

    close: async (): Promise<void> => {
      await callers.close()
      await batchConnections.pool.end()
      await transactions.close()
    }
  }
}

/** Pending requests that an idle or a new connection can serve are not waiting. */
function waitingFor ({ waitingCount, idleCount, totalCount }: pg.Pool, poolSize: number): number {
  return Math.max(0, waitingCount - idleCount - (poolSize - totalCount))
}

const byTenant = ([one]: [string, unknown], [other]: [string, unknown]): number => one < other ? -1 : 1

export type Store = ReturnType<typeof createStore>
export type { PlatformRepositories, TenantRepositories }
