import { z } from 'zod'
import { type FolioBlock, Prisma } from '../../generated/prisma/client.ts'
import { statuses } from '../../model/document-states.ts'
import { environment, type Environment } from '../../model/tax-authorities.ts'
import { hasSums, isOpen, isSettled } from '../reports/document-sums.ts'
import { bytes, dateColumn, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

/** `authorisedOn` and `expiresOn` are YYYY-MM-DD. */
export interface FolioBlockRow
  extends Omit<ReadRow<FolioBlock, 'authorisedOn' | 'expiresOn'>, 'environment' | 'usedElsewhere'> {
  environment: Environment
  usedElsewhere: FolioRange[]
}

/** Both ends included. */
export interface FolioRange { from: number, to: number }

/** What it takes to open a block's CAF. */
export type SealedCaf = Pick<FolioBlockRow, 'tenantId' | 'id' | 'cafXml' | 'sealedKey'>

export interface NewFolioBlock
  extends Omit<
    FolioBlockRow,
    'tenantId' | 'rangeFrom' | 'rangeTo' | 'next' | 'position' | 'activatedAt' | 'beginsAt' | 'usedElsewhere' | 'stoppedAt'
  > {
  rangeFrom: number
  rangeTo: number
  next: number
}

/** `exceptBlock`: a block of which no folio is taken, because the SII refuses its folios. */
export interface FolioScope { environment: string, documentType: number, exceptBlock?: string | undefined }

/**
 * YYYY-MM-DD: the day of stamping, and the document's own date, which may not precede its folio's authorisation
 * (HED-3-305).
 */
export interface FolioDates { today: string, issueDate: string }

/** `count` numbers from `first`, all of one block. */
export interface TakenFolios { blockId: string, first: number, count: number }

const ranges = z.array(z.object({ from: z.int(), to: z.int() }))

function folioBlockOf (row: FolioBlock): FolioBlockRow {
  return {
    ...readRow(row, ['authorisedOn', 'expiresOn']), environment: environment.parse(row.environment),
    usedElsewhere: ranges.parse(row.usedElsewhere)
  }
}

export const folioBlockRepository = (tx: Transaction, tenantId: string) => ({
  tenantId,

  async find (id: string): Promise<FolioBlockRow | null> {
    const row = await tx.folioBlock.findUnique({ where: { tenantId_id: { tenantId, id } } })
    return row && folioBlockOf(row)
  },

  /** Whether the tenant has any block, in any environment. */
  existsAny: async (): Promise<boolean> =>
    await tx.folioBlock.findFirst({ where: { tenantId }, select: { id: true } }) !== null,

  async findByRange (
    { environment, documentType }: FolioScope, rangeFrom: number
  ): Promise<FolioBlockRow | null> {
    const row = await tx.folioBlock.findFirst({ where: { tenantId, environment, documentType, rangeFrom } })
    return row && folioBlockOf(row)
  },

  async list (environment: string): Promise<FolioBlockRow[]> {
    const rows = await tx.folioBlock.findMany({
      where: { tenantId, environment }, orderBy: [{ documentType: 'asc' }, { rangeFrom: 'asc' }]
    })
    return rows.map(folioBlockOf)
  },

  async create (row: NewFolioBlock): Promise<void> {
    const { authorisedOn, expiresOn, sealedKey, fileHash } = row
    await tx.folioBlock.create({
      data: {
        ...row, tenantId, sealedKey: bytes(sealedKey), fileHash: bytes(fileHash),
        authorisedOn: dateColumn(authorisedOn), expiresOn: expiresOn === null ? null : dateColumn(expiresOn)
      }
    })
  },

  async replaceKey (id: string, sealedKey: Buffer): Promise<void> {
    await tx.folioBlock.update({ where: { tenantId_id: { tenantId, id } }, data: { sealedKey: bytes(sealedKey) } })
  },

  /**
   * Adds the block to the end of its type's queue, or leaves it where it is. Folios before `next` were used by another
   * program; null begins where the block stands. False when it is in the queue already and would not move, or when
   * `next` is not one of its folios that are left.
   */
  async activate (id: string, next: number | null, at: Date): Promise<boolean> {
    const count = await tx.$executeRaw`
      update folio_blocks b
      set activated_at = coalesce(case when b.position is not null then b.activated_at end, ${at}), stopped_at = null,
        position = coalesce(b.position, 1 + (
          select coalesce(max(position), 0) from folio_blocks o
          where o.tenant_id = ${tenantId}::uuid and o.environment = b.environment and o.document_type = b.document_type)),
        begins_at = case when b.position is null then coalesce(${next}::bigint, b.next) else b.begins_at end,
        used_elsewhere = case when ${next}::bigint > b.next
          then b.used_elsewhere || jsonb_build_object('from', b.next, 'to', ${next}::bigint - 1) else b.used_elsewhere end,
        next = coalesce(${next}::bigint, b.next)
      where b.tenant_id = ${tenantId}::uuid and b.id = ${id}::uuid
        and coalesce(${next}::bigint, b.next) between b.next and b.range_to
        and (b.position is null or ${next}::bigint > b.next)`
    return count === 1
  },

  /**
   * Takes a block out of its queue because the SII has one of its folios from another program. Null when it is stopped
   * already, or was activated again beyond that folio.
   */
  async stop (id: string, usedFolio: bigint, at: Date): Promise<FolioBlockRow | null> {
    const { count } = await tx.folioBlock.updateMany({
      where: {
        tenantId, id, stoppedAt: null, OR: [{ beginsAt: null }, { beginsAt: { lte: usedFolio } }]
      },
      data: { stoppedAt: at, position: null }
    })
    if (count === 0) return null
    const row = await tx.folioBlock.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } })
    return folioBlockOf(row)
  },

  /** Locks the blocks in the queue of a type against other takers of folios until the transaction ends. */
  async lockQueue ({ environment, documentType }: FolioScope): Promise<void> {
    await tx.$queryRaw`
      select id from folio_blocks
      where tenant_id = ${tenantId}::uuid and environment = ${environment} and document_type = ${documentType}
        and position is not null and next <= range_to
      order by position for update`
  },

  /** Deletes a block of which no folio was taken; false for any other. */
  async deleteUntouched (id: string): Promise<boolean> {
    const count = await tx.$executeRaw`
      delete from folio_blocks where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and next = range_from`
    return count === 1
  },

  /**
   * Takes up to `count` numbers from the first active block of the type that has numbers left and whose dates allow it.
   * The block's row stays locked until the transaction ends, and a rollback returns the numbers. Undefined when no
   * block has any.
   */
  async take (
    { environment, documentType, exceptBlock }: FolioScope, count: number, dates: FolioDates
  ): Promise<TakenFolios | undefined> {
    const [taken] = await tx.$queryRaw<{ id: string, first: bigint, taken: bigint }[]>`
      with block as (
        select id, next as first, least(${count}::bigint, range_to - next + 1) as taken
        from folio_blocks
        where tenant_id = ${tenantId}::uuid and environment = ${environment} and document_type = ${documentType}
          and position is not null and next <= range_to and authorised_on <= ${dates.issueDate}::date
          and id is distinct from ${exceptBlock ?? null}::uuid
          and (expires_on is null or expires_on >= ${dates.today}::date)
        order by position limit 1
        for update
      )
      update folio_blocks b set next = b.next + block.taken
      from block where b.tenant_id = ${tenantId}::uuid and b.id = block.id
      returning b.id, block.first, block.taken`
    return taken && { blockId: taken.id, first: Number(taken.first), count: Number(taken.taken) }
  },

  /**
   * Blocks of every environment that have folios left and may be used on a day, queue by queue; those in no queue come
   * last.
   */
  async listLeft (today: string): Promise<FolioBlockRow[]> {
    const left = await tx.$queryRaw<{ id: string }[]>`
      select id from folio_blocks
      where tenant_id = ${tenantId}::uuid and next <= range_to and (expires_on is null or expires_on >= ${today}::date)`
    const rows = await tx.folioBlock.findMany({
      where: { tenantId, id: { in: left.map(({ id }) => id) } },
      orderBy: [
        { environment: 'asc' }, { documentType: 'asc' }, { position: { sort: 'asc', nulls: 'last' } },
        { rangeFrom: 'asc' }
      ]
    })
    return rows.map(folioBlockOf)
  },

  /** Skips folios: `to` is the next one to be taken. False when folios were taken meanwhile. */
  async skip (id: string, { from, to }: { from: bigint, to: bigint }): Promise<boolean> {
    const { count } = await tx.folioBlock.updateMany({ where: { tenantId, id, next: from }, data: { next: to } })
    return count === 1
  },

  /** Whether an active block has folios left today for a document of that date. */
  async hasLeft (
    { environment, documentType, exceptBlock }: FolioScope, { today, issueDate }: FolioDates
  ): Promise<boolean> {
    const [row] = await tx.$queryRaw<{ left: boolean }[]>`
      select exists (
        select 1 from folio_blocks
        where tenant_id = ${tenantId}::uuid and environment = ${environment} and document_type = ${documentType}
          and position is not null and next <= range_to and (expires_on is null or expires_on >= ${today}::date)
          and authorised_on <= ${issueDate}::date
          and id is distinct from ${exceptBlock ?? null}::uuid
      ) as left`
    return row?.left ?? false
  },

  /**
   * Whether all folios that are left were authorised after a document's date. In one statement: folios may be activated
   * or taken meanwhile, and no answer would fit both moments.
   */
  async areAllTooLate (
    { environment, documentType, exceptBlock }: FolioScope, { today, issueDate }: FolioDates
  ): Promise<boolean> {
    const [row] = await tx.$queryRaw<{ late: boolean }[]>`
      select coalesce(bool_and(authorised_on > ${issueDate}::date), false) as late from folio_blocks
      where tenant_id = ${tenantId}::uuid and environment = ${environment} and document_type = ${documentType}
        and position is not null and next <= range_to and (expires_on is null or expires_on >= ${today}::date)
        and id is distinct from ${exceptBlock ?? null}::uuid`
    return row?.late ?? false
  },

  /**
   * How many documents of each type with a folio are dated from a day on, YYYY-MM-DD. A tenant has documents in one
   * environment only.
   */
  async issuedByType (day: string): Promise<Map<number, number>> {
    const dated = Prisma.sql`tenant_id = ${tenantId}::uuid and issue_date >= ${day}::date`
    const settled = await hasSums(tx, tenantId)
      ? Prisma.sql`select document_type, documents from document_days where ${dated} and status < ${statuses.Failed}`
      : Prisma.sql`select document_type, 1 from invoices where ${dated} and ${isSettled} and folio is not null`
    const rows = await tx.$queryRaw<{ type: number, documents: number }[]>`
      select document_type as type, sum(documents)::int as documents from (
        ${settled}
        union all select document_type, 1 from invoices where ${dated} and ${isOpen} and folio is not null
      ) as issued (document_type, documents) group by document_type`
    return new Map(rows.map(({ type, documents }) => [type, documents]))
  },

  /** Documents that wait for a folio, by type, among the newest ten thousand that wait. */
  async waitingByType (): Promise<Map<number, number>> {
    const rows = await tx.$queryRaw<{ type: number, documents: number }[]>`
      select document_type as type, count(*)::int as documents from (
        select document_type from invoices
        where tenant_id = ${tenantId}::uuid and status = ${statuses.Waiting} and ${isOpen} and folio is null
        order by id desc limit 10000
      ) newest group by document_type`
    return new Map(rows.map(({ type, documents }) => [type, documents]))
  },

  /**
   * Those of the types with documents that wait, among the newest ten thousand of these, or whose highest folio was
   * issued since a moment.
   */
  async typesInUse (environment: string, types: number[], since: Date): Promise<number[]> {
    const rows = await tx.$queryRaw<{ type: number }[]>`
      with waiting as (
        select distinct document_type from (
          select document_type from invoices
          where tenant_id = ${tenantId}::uuid and status = ${statuses.Waiting} and ${isOpen} order by id desc limit 10000
        ) newest
      )
      select type from unnest(${types}::int[]) type
      where type in (select document_type from waiting) or (
        select i.issued_at from invoices i
        where i.tenant_id = ${tenantId}::uuid and i.environment = ${environment} and i.document_type = type
          and i.folio is not null
        order by i.folio desc limit 1
      ) >= ${since}`
    return rows.map(({ type }) => type)
  }
})

/** Ranges of an issuer in all tenants: no two of them may assign the same folio. */
export const folioRangesOfAllTenants = (tx: Transaction) => ({
  /** Makes uploads of one issuer and type take turns until the transaction ends. */
  async lock (issuerTaxNumber: string, documentType: number): Promise<void> {
    await tx
      .$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`folios ${issuerTaxNumber} ${documentType}`}, 0))::text`
  },

  /** Only ranges signed by the same key can overlap: folios of the simulator and of the SII are different ones. */
  overlaps: (
    issuerTaxNumber: string, { environment, documentType }: FolioScope,
    { from, to, keyId }: { from: number, to: number, keyId: number }
  ): Promise<boolean> =>
    tx.folioBlock.count({
      where: { issuerTaxNumber, keyId, environment, documentType, rangeFrom: { lte: to }, rangeTo: { gte: from } }
    }).then((count) => count > 0),

  /** The highest folio of the issuer's blocks of a type; 0 without any. */
  async highest (issuerTaxNumber: string, { environment, documentType }: FolioScope): Promise<number> {
    const { _max: { rangeTo } } = await tx.folioBlock.aggregate({
      where: { issuerTaxNumber, environment, documentType }, _max: { rangeTo: true }
    })
    return Number(rangeTo ?? 0)
  }
})

export const folioBlocksOfAllTenants = (tx: Transaction) => ({
  /** The tenants with active blocks that want to be warned of their end. */
  async listWatched (): Promise<string[]> {
    const rows = await tx.$queryRaw<{ tenantId: string }[]>`
      select t.tenant_id as "tenantId" from tenants t
      where (t.folios_low_days > 0 or t.folios_low_number > 0) and exists (
        select 1 from folio_blocks b
        where b.tenant_id = t.tenant_id and b.environment = t.environment and b.position is not null)
      order by t.tenant_id`
    return rows.map(({ tenantId }) => tenantId)
  }
})
