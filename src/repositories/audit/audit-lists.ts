import { z } from 'zod'
import { type AuditEntry, Prisma } from '../../generated/prisma/client.ts'
import { statuses } from '../../model/document-states.ts'
import { invalidAt } from '../../shared/errors.ts'
import { timeOfId } from '../../shared/ids.ts'
import { planAlongIndexes } from '../postgres/reading-plans.ts'
import { mostCounted, type PageOf, type Total, totalOf } from '../postgres/totals.ts'
import { literally, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'
import { type Step, stepOf, visibleUntil, type Walked } from '../postgres/walks.ts'

/** `details` as they are stored, even if they were altered. */
export type AuditRow = ReadRow<AuditEntry>

export interface AuditFilter {
  /** Id of the user or key that acted. */
  actorId?: string | undefined
  /** Part of the actor's name. */
  actorName?: string | undefined
  /** group.verb, or a group alone. */
  action?: string | undefined
  entity?: string | undefined
  entityId?: string | undefined
  /** From this moment on. */
  from?: Date | undefined
  /** Until just before this moment. */
  before?: Date | undefined
}

/** Conditions of entries that lie together in an index; entries of different parts are different ones. */
interface Part {
  conditions: Prisma.Sql[]
  /** Those of these users and keys. */
  actors?: string[]
}

// Any UUID may be sent as an entry's: its first digits may say the year 10889, which no timestamp can be written for.
const lastMoment = Date.UTC(9999, 0)
// What documents leave: the partial index has all other entries. Constants, so that PostgreSQL knows it by them.
const routine = ['invoice.issue', 'envelope.pack', 'envelope.send', 'envelope.verdict']
const isRare = Prisma.raw(`action not in (${routine.map((action) => `'${action}'`).join(', ')})`)
const routineEntities = ['invoice', 'envelope']
const serviceName = 'timbre'
const [newestFirst, oldestFirst] = [Prisma.sql`desc`, Prisma.sql`asc`]
const unknownEntry = { en: 'is not the id of an entry', es: 'no es el id de un registro' }

export const auditListRepository = (tx: Transaction, tenantId: string) => {
  const ofTenant = Prisma.sql`tenant_id = ${tenantId}::uuid`
  const all = (conditions: Prisma.Sql[]) => Prisma.join([ofTenant, ...conditions], ' and ')

  async function partsOf (filter: AuditFilter): Promise<Part[]> {
    const plain = plainConditions(filter)
    const entities = await aboutEntity(filter.entityId)
    const actors = await byActor(filter)
    return entities.flatMap((entity) => actors.map(({ conditions, ...part }) =>
      ({ ...part, conditions: [...plain, ...entity, ...conditions] })))
  }

  /** Documents that were issued, or left waiting, together share an entry of that moment, which names each of them. */
  async function aboutEntity (entityId: string | undefined): Promise<Prisma.Sql[][]> {
    if (entityId === undefined) return [[]]
    const itself = [Prisma.sql`entity_id = ${entityId}`]
    const moves = isUuid(entityId)
      ? await tx.invoiceMove.findMany({
        where: { tenantId, invoiceId: entityId, status: { in: [statuses.Waiting, statuses.Issued] } },
        select: { at: true }
      })
      : []
    if (moves.length === 0) return [itself]
    return [itself, [Prisma.sql`
      at = any(${moves.map(({ at }) => at)}::timestamptz[]) and action in ('invoice.issue', 'invoice.wait')
        and entity_id <> ${entityId} and details -> 'documents' @> ${JSON.stringify([{ id: entityId }])}::jsonb`]]
  }

  async function byActor ({ actorId, actorName }: AuditFilter): Promise<Part[]> {
    if (actorId !== undefined) return [{ actors: [actorId], conditions: [] }]
    if (actorName === undefined) return [{ conditions: [] }]
    const pattern = `%${literally(actorName)}%`
    const nameless = Prisma.sql`actor_id is null and actor_name ilike ${pattern}`
    const isService = serviceName.includes(actorName.toLowerCase())
    return [
      { actors: await actorsNamed(pattern), conditions: [] },
      { conditions: isService ? [nameless] : [nameless, isRare] }
    ]
  }

  /** From actor to actor along the index. The name of a user or a key never changes. */
  async function actorsNamed (pattern: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      with recursive actors as (
        (select actor_id, actor_name from audit_entries where ${ofTenant} and actor_id is not null order by actor_id limit 1)
        union all
        select next.actor_id, next.actor_name from actors a cross join lateral (
          select actor_id, actor_name from audit_entries where ${ofTenant} and actor_id > a.actor_id order by actor_id limit 1
        ) next
      )
      select actor_id as id from actors where actor_name ilike ${pattern}`
    return rows.map(({ id }) => id)
  }

  /** The first of a part in an order, as a query. */
  function firstOf ({ conditions, actors }: Part, order: Prisma.Sql, limit: number): Prisma.Sql {
    if (actors === undefined) {
      return Prisma.sql`select sequence from audit_entries where ${all(conditions)} order by sequence ${order} limit ${limit}`
    }
    return Prisma.sql`
      select e.sequence from unnest(${actors}::uuid[]) as actor (id) cross join lateral (
        select sequence from audit_entries where ${all([...conditions, Prisma.sql`actor_id = actor.id`])}
        order by sequence ${order} limit ${limit}
      ) e order by e.sequence ${order} limit ${limit}`
  }

  const newestOf = (part: Part, limit: number): Prisma.Sql => firstOf(part, newestFirst, limit)

  /** The entry's place in the chain: around its moment, or wherever it is. Before the first one for the nil UUID. */
  async function placeOf (id: string): Promise<bigint> {
    if (timeOfId(id) === 0) return 0n
    const at = new Date(Math.min(timeOfId(id), lastMoment))
    const near = Prisma.sql`and at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz + interval '1 second'`
    for (const where of [near, Prisma.empty]) {
      const [entry] = await tx.$queryRaw<{ sequence: bigint }[]>`
        select sequence from audit_entries where ${ofTenant} and id = ${id}::uuid ${where} limit 1`
      if (entry) return entry.sequence
    }
    throw invalidAt('after', unknownEntry)
  }

  async function count (part: Part): Promise<Total> {
    const [row] = await tx.$queryRaw<{ count: number, first: bigint, last: bigint }[]>`
      select count(*)::int as count, max(sequence) as first, min(sequence) as last from (${newestOf(part, mostCounted + 1)}) as counted`
    return totalOf({ count: row?.count ?? 0, from: Number(row?.first), reached: Number(row?.last), to: 0 })
  }

  async function countAll (filter: AuditFilter, parts: Part[]): Promise<Total> {
    if (Object.values(filter).every((value) => value === undefined)) {
      // The chain has no gap.
      const last = await tx.auditEntry.findFirst({
        where: { tenantId }, orderBy: { sequence: 'desc' }, select: { sequence: true }
      })
      return { totalRecords: Number(last?.sequence ?? 0), totalIsEstimate: false }
    }
    const total = { totalRecords: 0, totalIsEstimate: false }
    for (const part of parts) {
      const { totalRecords, totalIsEstimate } = await count(part)
      total.totalRecords += totalRecords
      total.totalIsEstimate ||= totalIsEstimate
    }
    return total
  }

  async function rowsAt (places: { sequence: bigint }[]): Promise<AuditRow[]> {
    const rows = await tx.auditEntry.findMany({
      where: { tenantId, sequence: { in: places.map(({ sequence }) => sequence) } }, orderBy: { sequence: 'desc' }
    })
    return rows.map((row) => readRow(row))
  }

  /** The first of all parts in an order, after or before a place. */
  async function firstPlaces (
    filter: AuditFilter, bound: Prisma.Sql[], { order, limit }: { order: Prisma.Sql, limit: number }
  ): Promise<{ sequence: bigint }[]> {
    const parts = (await partsOf(filter)).map((part) => ({ ...part, conditions: [...part.conditions, ...bound] }))
    const found = Prisma.join(parts.map((part) => Prisma.sql`(${firstOf(part, order, limit)})`), ' union all ')
    return tx.$queryRaw`select sequence from (${found}) as parts order by sequence ${order} limit ${limit}`
  }

  return {
    /** The newest before a place in the chain, or the newest of all. */
    async listBefore (
      filter: AuditFilter, { before, limit }: { before: bigint | undefined, limit: number }
    ): Promise<AuditRow[]> {
      await planAlongIndexes(tx)
      const bound = before === undefined ? [] : [Prisma.sql`sequence < ${before}`]
      return rowsAt(await firstPlaces(filter, bound, { order: newestFirst, limit }))
    },

    visibleUntil: (): Promise<Date> => visibleUntil(tx),

    /**
     * What comes after an entry, the oldest first. A chain grows at its end alone, so nothing appears before what is
     * there. Throws ServiceError VALIDATION_FAILED for an unknown entry.
     */
    async walk (filter: AuditFilter, { after, take }: Step): Promise<Walked<AuditRow>> {
      const until = await visibleUntil(tx)
      await planAlongIndexes(tx)
      const bound = [Prisma.sql`sequence > ${await placeOf(after)}`]
      const found = await firstPlaces(filter, bound, { order: oldestFirst, limit: take + 1 })
      const { rows, hasMore } = stepOf(found, take)
      return { rows: (await rowsAt(rows)).reverse(), hasMore, until }
    },

    /** One page, the newest first. `page` counts from 1. */
    async paginate (filter: AuditFilter, page: number, pageSize: number): Promise<PageOf<AuditRow>> {
      await planAlongIndexes(tx)
      const parts = await partsOf(filter)
      const newest = Prisma.join(parts.map((part) => Prisma.sql`(${newestOf(part, page * pageSize)})`), ' union all ')
      const found = await tx.$queryRaw<{ sequence: bigint }[]>`
        select sequence from (${newest}) as parts order by sequence desc offset ${(page - 1) * pageSize} limit ${pageSize}`
      return { rows: await rowsAt(found), ...await countAll(filter, parts) }
    }
  }
}

function plainConditions (filter: AuditFilter): Prisma.Sql[] {
  const { action, entity, from, before } = filter
  return [
    ...(action === undefined ? [] : [Prisma.sql`(action = ${action} or action like ${`${literally(action)}.%`})`]),
    ...(entity === undefined ? [] : [Prisma.sql`entity = ${entity}`]),
    ...(from === undefined ? [] : [Prisma.sql`at >= ${from}`]),
    ...(before === undefined ? [] : [Prisma.sql`at < ${before}`]),
    ...(canBeRoutine(filter) ? [] : [isRare])
  ]
}

function canBeRoutine ({ action, entity }: AuditFilter): boolean {
  const isOfAction = action === undefined || routine.some((one) => one === action || one.startsWith(`${action}.`))
  return isOfAction && (entity === undefined || routineEntities.includes(entity))
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success
