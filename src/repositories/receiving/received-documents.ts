import type { Prisma, ReceivedDocument } from '../../generated/prisma/client.ts'
import {
  type Confirmation, readConfirmation, readRegistryState, type StoredCheck, storedChecks, storedReferences,
  type StoredRegistryEvent, storedRegistryEvents, storedTimeline, type TimelineEntry
} from '../../model/received.ts'
import { claimStates } from '../../model/received-claims.ts'
import { knownCode } from '../../dte/registry/rules.ts'
import { type RegistryState, registryStates } from '../../dte/registry/events.ts'
import type { Environment } from '../../model/tax-authorities.ts'
import { firstIdAt } from '../../shared/ids.ts'
import { taxNumberBeginning } from '../../dte/values/rut.ts'
import { foldedText, wordsOf } from '../../shared/search-words.ts'
import { bytes, dateColumn, json, literally, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'
import type { PageOf } from '../postgres/totals.ts'
import { type Step, stepOf, visibleUntil, type Walked } from '../postgres/walks.ts'

type Amount = 'netAmount' | 'exemptAmount' | 'vatAmount' | 'otherTaxes'
type Stored = Omit<ReadRow<ReceivedDocument, 'issueDate' | 'dueDate'>, 'tenantId' | 'folded'>

/** Amounts are exact decimal texts. */
export interface ReceivedDocumentRow extends
  Omit<
    Stored,
    Amount | 'totalAmount' | 'folio' | 'checks' | 'references' | 'timeline' | 'confirmation' | 'registryState' |
    'registryEvents'
  >,
  Record<Amount, string | null> {
  totalAmount: string
  folio: number
  checks: StoredCheck[]
  references: { documentType: string, folio: string, date: string | null, code: string | null, reason: string | null }[]
  timeline: TimelineEntry[]
  confirmation: Confirmation
  registryState: RegistryState | null
  registryEvents: StoredRegistryEvent[]
}

/** Which document it is, whatever it says. */
export type DocumentKey = Pick<ReceivedDocumentRow, 'environment' | 'issuer' | 'documentType' | 'folio'>

export interface ReceivedFilter {
  issuer?: string | undefined
  documentType?: number | undefined
  folio?: number | undefined
  /** Dates of issue, YYYY-MM-DD, both included. */
  startDate?: string | undefined
  endDate?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  failedChecks?: boolean | undefined
  confirmation?: number | undefined
  registryState?: number | undefined
  /** Those that can be claimed at `from`, until `until`. */
  due?: { from: Date, until: Date } | undefined
  /** Those whose receipt would keep a tax credit in its month at a moment, or the others. */
  creditAtRisk?: { is: boolean, at: Date } | undefined
  awaitingApproval?: boolean | undefined
  /** Those of which what was asked for last was refused or not sent since a moment, or cannot be sent for now. */
  failedClaims?: { is: boolean, since: Date } | undefined
  search?: string | undefined
  updatedSince?: Date | undefined
}

type Change = Partial<Pick<
  ReceivedDocumentRow,
  'checks' | 'failed' | 'state' | 'timeline' | 'confirmation' | 'siiCode' | 'siiGloss' | 'siiAskedAt' | 'siiReceivedAt' |
  'claimBy' | 'claimByLatest' | 'registryState' | 'registryEvents' | 'registryAskedAt' | 'receiptBy'
>> & { updatedAt: Date }

const omit = { tenantId: true, folded: true } as const
const dates = ['issueDate', 'dueDate'] as const

function rowOf (row: Omit<ReceivedDocument, 'tenantId' | 'folded'>): ReceivedDocumentRow {
  const {
    netAmount, exemptAmount, vatAmount, otherTaxes, totalAmount, folio, checks, references, timeline, registryState,
    registryEvents, ...rest
  } = row
  const text = (amount: Prisma.Decimal | null) => amount && amount.toFixed()
  return {
    ...readRow(rest, dates), folio: Number(folio), netAmount: text(netAmount), exemptAmount: text(exemptAmount),
    vatAmount: text(vatAmount), otherTaxes: text(otherTaxes), totalAmount: totalAmount.toFixed(),
    checks: storedChecks.parse(checks), references: storedReferences.parse(references),
    timeline: storedTimeline.parse(timeline), confirmation: readConfirmation(rest.confirmation),
    registryState: registryState === null ? null : readRegistryState(registryState),
    registryEvents: storedRegistryEvents.parse(registryEvents)
  }
}

// The days to claim run, or the receipt would still give a tax credit.
const runningStates: readonly RegistryState[] = [registryStates.Open, registryStates.Accepted]

export const receivedDocumentsOfAllTenants = (tx: Transaction) => ({
  /** The tenants with documents whose days, or the month that keeps their tax credit, end until a moment. */
  async listTenantsDue (at: Date, until: Date): Promise<string[]> {
    const rows = await tx.$queryRaw<{ tenantId: string }[]>`
      select distinct tenant_id as "tenantId" from received_documents
      where registry_state = any(${runningStates}::int[]) and claim_by_latest >= ${at}::timestamptz
        and (claim_by <= ${until}::timestamptz or receipt_by between ${at}::timestamptz and ${until}::timestamptz)
      order by 1`
    return rows.map(({ tenantId }) => tenantId)
  }
})

/** Documents that others issued for a tenant. */
export const receivedDocumentRepository = (tx: Transaction, tenantId: string) => ({
  /** The contents that came under one folio, the first first. */
  async findSame ({ environment, issuer, documentType, folio }: DocumentKey): Promise<ReceivedDocumentRow[]> {
    const rows = await tx.receivedDocument.findMany({
      where: { tenantId, environment, issuer, documentType, folio }, omit, orderBy: { id: 'asc' }
    })
    return rows.map(rowOf)
  },

  async add (
    { contentSha256, checks, references, timeline, registryEvents, issueDate, dueDate, ...row }: ReceivedDocumentRow
  ): Promise<void> {
    await tx.receivedDocument.createMany({
      data: {
        ...row, tenantId, folded: foldedText(row.issuerName), contentSha256: bytes(contentSha256), checks: json(checks),
        references: json(references), timeline: json(timeline), registryEvents: json(registryEvents),
        issueDate: dateColumn(issueDate), dueDate: dueDate === null ? null : dateColumn(dueDate)
      }
    })
  },

  async change (id: string, { checks, timeline, registryEvents, ...change }: Change): Promise<void> {
    await tx.receivedDocument.updateMany({
      where: { tenantId, id },
      data: {
        ...change, ...checks && { checks: json(checks) }, ...timeline && { timeline: json(timeline) },
        ...registryEvents && { registryEvents: json(registryEvents) }
      }
    })
  },

  /** Adds what happened to documents, whatever else is being written to them. */
  async note (ids: readonly string[], entry: TimelineEntry): Promise<void> {
    await tx.$executeRaw`
      update received_documents
      set timeline = timeline || ${JSON.stringify([entry])}::jsonb, updated_at = ${new Date(entry.at)}::timestamptz
      where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`
  },

  async find (id: string): Promise<ReceivedDocumentRow | undefined> {
    const row = await tx.receivedDocument.findUnique({ where: { tenantId_id: { tenantId, id } }, omit })
    return row ? rowOf(row) : undefined
  },

  async findAll (ids: string[]): Promise<ReceivedDocumentRow[]> {
    const rows = await tx.receivedDocument.findMany({ where: { tenantId, id: { in: ids } }, omit })
    return rows.map(rowOf)
  },

  /** Others that find it so wait for the end of this transaction. */
  async findLocked (id: string): Promise<ReceivedDocumentRow | undefined> {
    await tx.$queryRaw`
      select id from received_documents where tenant_id = ${tenantId}::uuid and id = ${id}::uuid for update`
    return this.find(id)
  },

  /** Those whose days, or the month that keeps their tax credit, end until a moment. */
  async listDue (environment: Environment, { at, until }: { at: Date, until: Date }): Promise<ReceivedDocumentRow[]> {
    const rows = await tx.receivedDocument.findMany({
      where: {
        tenantId, environment, registryState: { in: [...runningStates] }, claimByLatest: { gte: at },
        OR: [{ claimBy: { lte: until } }, { receiptBy: { gte: at, lte: until } }]
      },
      omit, orderBy: { id: 'asc' }
    })
    return rows.map(rowOf)
  },

  async count (environment: Environment, filter: ReceivedFilter): Promise<number> {
    return tx.receivedDocument.count({ where: await whereOf(tx, tenantId, { ...filter, environment }) })
  },

  visibleUntil: (): Promise<Date> => visibleUntil(tx),

  /** What comes after an id, the oldest first, and before all that could still appear. */
  async walk (
    environment: Environment, filter: ReceivedFilter, { after, take }: Step
  ): Promise<Walked<ReceivedDocumentRow>> {
    const until = await visibleUntil(tx)
    const wanted = await whereOf(tx, tenantId, { ...filter, environment })
    const rows = await tx.receivedDocument.findMany({
      where: { AND: [wanted, { id: { gt: after, lt: firstIdAt(until.getTime()) } }] },
      omit, orderBy: { id: 'asc' }, take: take + 1
    })
    const { rows: found, hasMore } = stepOf(rows, take)
    return { rows: found.map(rowOf), hasMore, until }
  },

  /** Those before an id, the newest first. */
  async listBefore (
    environment: Environment, filter: ReceivedFilter, { before, take }: { before: string, take: number }
  ): Promise<ReceivedDocumentRow[]> {
    const rows = await tx.receivedDocument.findMany({
      where: { AND: [await whereOf(tx, tenantId, { ...filter, environment }), { id: { lt: before } }] }, omit,
      orderBy: { id: 'desc' }, take
    })
    return rows.map(rowOf)
  },

  /** One page, the newest first. `page` counts from 1. */
  async paginate (
    environment: Environment, filter: ReceivedFilter, page: number, pageSize: number
  ): Promise<PageOf<ReceivedDocumentRow>> {
    const where = await whereOf(tx, tenantId, { ...filter, environment })
    const rows = await tx.receivedDocument.findMany({
      where, omit, orderBy: { id: 'desc' }, skip: (page - 1) * pageSize, take: pageSize
    })
    return { rows: rows.map(rowOf), totalRecords: await tx.receivedDocument.count({ where }), totalIsEstimate: false }
  }
})

async function whereOf (
  tx: Transaction, tenantId: string, { search, ...filter }: ReceivedFilter & { environment: Environment }
): Promise<Prisma.ReceivedDocumentWhereInput> {
  const {
    environment, issuer, documentType, folio, failedChecks: failed, confirmation, registryState, updatedSince
  } = filter
  const equal = { environment, issuer, documentType, folio, failed, confirmation, registryState }
  const given = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined))
  return {
    tenantId,
    AND: [
      given, rangesOf(filter), runningOf(filter), await waitingOf(tx, tenantId, filter),
      await failedOf(tx, tenantId, filter)
    ],
    ...updatedSince && { updatedAt: { gte: updatedSince } }, ...search !== undefined && matching(search)
  }
}

/** The days run, or a tax credit falls to the next month. */
function runningOf ({ due, creditAtRisk }: ReceivedFilter): Prisma.ReceivedDocumentWhereInput {
  return {
    ...due && { registryState: registryStates.Open, claimBy: { lte: due.until }, claimByLatest: { gte: due.from } },
    ...creditAtRisk?.is === true && { receiptBy: { gt: creditAtRisk.at } },
    ...creditAtRisk?.is === false && { OR: [{ receiptBy: null }, { receiptBy: { lte: creditAtRisk.at } }] }
  }
}

async function waitingOf (
  tx: Transaction, tenantId: string, { awaitingApproval }: ReceivedFilter
): Promise<Prisma.ReceivedDocumentWhereInput> {
  if (awaitingApproval === undefined) return {}
  const claims = await tx.receivedClaim.findMany({
    where: { tenantId, state: claimStates.AwaitingApproval }, select: { documentId: true }
  })
  const ids = claims.map(({ documentId }) => documentId)
  return { id: awaitingApproval ? { in: ids } : { notIn: ids } }
}

async function failedOf (
  tx: Transaction, tenantId: string, { failedClaims }: ReceivedFilter
): Promise<Prisma.ReceivedDocumentWhereInput> {
  if (failedClaims === undefined) return {}
  const { Registered, Queued, Refused, Expired, AwaitingApproval } = claimStates
  // A registry that had it before has what was wanted.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select distinct failed.document_id as id from received_claims failed
    where failed.tenant_id = ${tenantId}::uuid and failed.code is distinct from ${knownCode}::int
      and (failed.state in (${Refused}, ${Expired}) and failed.settled_at >= ${failedClaims.since}::timestamptz
        or failed.state = ${Queued} and failed.failure is not null)
      and not exists (
        select 1 from received_claims later
        where later.tenant_id = ${tenantId}::uuid and later.document_id = failed.document_id and later.id > failed.id
          and later.state in (${AwaitingApproval}, ${Queued}, ${Registered}))`
  const ids = rows.map(({ id }) => id)
  return { id: failedClaims.is ? { in: ids } : { notIn: ids } }
}

function rangesOf (
  { startDate, endDate, minAmount, maxAmount }: ReceivedFilter
): Pick<Prisma.ReceivedDocumentWhereInput, 'issueDate' | 'totalAmount'> {
  return {
    issueDate: { ...startDate && { gte: dateColumn(startDate) }, ...endDate && { lte: dateColumn(endDate) } },
    totalAmount: {
      ...minAmount !== undefined && { gte: minAmount }, ...maxAmount !== undefined && { lte: maxAmount }
    }
  }
}

/** By words of the issuer's name, the beginning of its RUT, or a folio. */
function matching (search: string): Prisma.ReceivedDocumentWhereInput {
  const named = { AND: wordsOf(search).map((word) => ({ folded: { contains: literally(word) } })) }
  const issuer = taxNumberBeginning(search)
  const folio = /^\s*(\d{1,10})\s*$/.exec(search)?.[1]
  return {
    OR: [
      named, ...issuer === undefined ? [] : [{ issuer: { startsWith: issuer } }],
      ...folio === undefined ? [] : [{ folio: BigInt(folio) }]
    ]
  }
}
