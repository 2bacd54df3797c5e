import type pg from 'pg'
import { statuses, statusText } from '../../model/document-states.ts'
import { eventOfStatus } from '../../model/notification-events.ts'
import { newId } from '../../shared/ids.ts'
import { factsAfterPlace } from '../audit/audit-log.ts'
import type { PackedContent } from '../contents/contents.ts'
import type { SealedCaf } from '../tenants/folio-blocks.ts'
import { settingStatements } from '../postgres/local-settings.ts'
import { nameOf } from '../postgres/statement-names.ts'
import { arrayText, bytesText } from './array-text.ts'
import {
  type AddedDictionary, type BatchContent, type BatchContents, type BatchedAudit, type BatchedDocument, type BatchStart,
  type BegunBatch, type FolioGrant, type FolioRequest, lockMs
} from './batch-types.ts'
import {
  addingContents, addingDictionaries, addingDocuments, addingKeys, addingMoves, addingNotifications, addingRecents,
  advancing, appendAuditSql, chaining, dictionariesOfBlocks, findCafsSql, findKeysSql, findRecentSql, folios, locking,
  scheduling, seeingDictionaries, subscribedEvents
} from './tenant-statements.ts'

type Row = Record<string, unknown>
type Statement = (text: string, values: unknown[]) => Promise<pg.QueryResult<Row>>

/**
 * Where tenants are spread over machines: each statement is of one table and of one tenant, whom the batch is of. Three
 * waits: the audit row, last, needs the end of the chain, which nobody may lock before all else is stored.
 */
export async function beginSingleTenant (
  client: pg.ClientBase, { wishes, keys, contents, recentAfter, today }: BatchStart
): Promise<BegunBatch> {
  const [first] = wishes
  if (!first || wishes.some(({ tenantId }) => tenantId !== first.tenantId)) {
    throw new Error('The batch is not of one tenant')
  }
  const { tenantId } = first
  const run: Statement = (text, values) => client.query({ name: nameOf(text), text, values: [tenantId, ...values] })
  const settings = settingStatements({ 'app.tenant': tenantId, lock_timeout: `${lockMs}` })
  const begun = client.query(`begin; ${settings}`)
  // Before the looks at what is stored: an equal document of another transaction is stored once the lock is held.
  const locked = Promise.all(wishes.map((wish) => lockBlock(run, wish, today)))
  const [known, recent, endpoint, grants] = await Promise.all([
    keys.length > 0
      ? run(findKeysSql, [arrayText(keys.map(({ operation }) => operation)), arrayText(keys.map(({ key }) => key))])
      : { rows: [] },
    findRecent(run, tenantId, contents, recentAfter),
    run(subscribedEvents, []),
    locked,
    begun
  ])
  const events = endpoint.rows[0]?.['events'] as string[] | undefined
  const batch = { tenantId, grants: grants.flat(), wantsIssued: events !== undefined && isWanted(events) }
  return {
    grants: batch.grants,
    known: known.rows.map(({ operation, key }) => ({ tenantId, operation: String(operation), key: String(key) })),
    recent,
    async findCafs (blocks) {
      const { rows } = await run(findCafsSql, [arrayText(blocks.map(({ blockId }) => blockId))])
      return rows as unknown[] as SealedCaf[]
    },
    addDictionaries: (dictionaries) => addDictionaries(run, dictionaries),
    send: (contents, packed) => send(run, batch, contents, packed)
  }
}

async function findRecent (
  run: Statement, tenantId: string, contents: BatchContent[], after: Date
): Promise<BegunBatch['recent']> {
  if (contents.length === 0) return []
  const { rows } = await run(findRecentSql, [arrayText(contents.map(({ content }) => content)), after])
  if (rows.length === 0) return []
  const found = rows as { content: string, correlationId: string }[]
  const { rows: stored } = await run(folios, [arrayText(found.map(({ correlationId }) => correlationId))])
  const folioOf = new Map((stored as { id: string, folio: string | null }[]).map(({ id, folio }) => [id, folio]))
  return found.filter(({ correlationId }) => folioOf.has(correlationId)).map((one) => {
    const folio = folioOf.get(one.correlationId) ?? null
    return { ...one, tenantId, folio: folio === null ? null : BigInt(folio) }
  })
}

interface Batch { tenantId: string, grants: FolioGrant[], wantsIssued: boolean }

const issued = eventOfStatus[statuses.Issued]

function isWanted (events: string[]): boolean {
  return events.length === 0 || events.includes(issued)
}

async function lockBlock (
  run: Statement, { tenantId, environment, documentType, count, issueDate }: FolioRequest, today: string
): Promise<FolioGrant[]> {
  const { rows: [block] } = await run(locking, [environment, documentType, issueDate, today])
  if (!block) return []
  const { id: blockId, next, left } = block as { id: string, next: string, left: string }
  return [{ tenantId, documentType, blockId, first: Number(next), count: Math.min(count, Number(left)) }]
}

async function addDictionaries (run: Statement, dictionaries: AddedDictionary[]): Promise<AddedDictionary[]> {
  const blocks = arrayText(dictionaries.map(({ blockId }) => blockId))
  const [, { rows }] = await Promise.all([
    run(addingDictionaries, [
      arrayText(dictionaries.map(({ id }) => id)), blocks, arrayText(dictionaries.map(({ bytes }) => bytesText(bytes)))
    ]),
    run(dictionariesOfBlocks, [blocks])
  ])
  return rows as unknown[] as AddedDictionary[]
}

async function send (
  run: Statement, { tenantId, grants, wantsIssued }: Batch, contents: BatchContents, packed: PackedContent[]
): Promise<Promise<unknown>[]> {
  const { documents, envelopes, audit, at } = contents
  const ids = arrayText(documents.map(({ row }) => row.id))
  const told = wantsIssued ? [notify(run, documents, at)] : []
  const sent = [
    ...told.map(({ sent: stored }) => stored),
    ...grants.map(({ blockId, first, count }) => run(advancing, [blockId, first, count])),
    ...seeDictionaries(run, packed),
    run(addingContents, [
      ids, arrayText(packed.map((one) => bytesText(one.packed))),
      arrayText(packed.map(({ dictionaryId }) => dictionaryId))
    ]),
    run(addingDocuments, [...columnsOf(documents), documents.length, at]),
    run(addingMoves, [ids, at]),
    ...addKeys(run, documents, at),
    ...addRecents(run, documents, at),
    ...schedule(run, [
      ...envelopes.map(({ kind, delaySeconds }) => ['packEnvelope', kind, delaySeconds] as const),
      ...told.flatMap(({ tasks }) => tasks)
    ])
  ]
  const heads = audit.map((one) => chain(run, tenantId, one, at))
  for (const result of await Promise.allSettled([...sent, ...heads])) {
    if (result.status === 'rejected') throw result.reason
  }
  return (await Promise.all(heads)).map((values) => run(appendAuditSql, values))
}

function seeDictionaries (run: Statement, packed: PackedContent[]): Promise<unknown>[] {
  const ids = [...new Set(packed.flatMap(({ dictionaryId }) => dictionaryId ?? []))]
  return ids.length > 0 ? [run(seeingDictionaries, [arrayText(ids), ids.length])] : []
}

/** In the order of `documentColumns` and `amountColumns`. */
function columnsOf (documents: BatchedDocument[]): string[] {
  const rows = documents.map(({ row }) => row)
  const values = <Column extends keyof typeof rows[number]>(name: Column) => rows.map((row) => row[name])
  return [
    values('id'), values('environment'), values('channelType'), values('documentType'), values('folio'),
    values('folioBlockId'), values('externalId'), values('searchText'), values('customerState'), values('issuerTaxNumber'), values('receiverTaxNumber'), values('receiverName'),
    values('issueDate'), values('currency'), values('signatureValue'), values('createdById'), values('netAmount'),
    values('exemptAmount'), values('taxAmount'), values('totalAmount')
  ].map(arrayText)
}

function addKeys (run: Statement, documents: BatchedDocument[], at: Date): Promise<unknown>[] {
  const keys = documents.flatMap(({ row: { id }, key }) => key ? [{ id, ...key }] : [])
  if (keys.length === 0) return []
  return [run(addingKeys, [
    arrayText(keys.map(({ key }) => key)), arrayText(keys.map(({ requestHash }) => bytesText(requestHash))),
    arrayText(keys.map(({ id }) => id)), arrayText(keys.map(({ answer }) => JSON.stringify(answer))), at,
    arrayText(keys.map(({ operation }) => operation))
  ])]
}

function addRecents (run: Statement, documents: BatchedDocument[], at: Date): Promise<unknown>[] {
  const latest = new Map(documents.flatMap(({ content, row: { id } }) => content === undefined ? [] : [[content, id]]))
  if (latest.size === 0) return []
  return [run(addingRecents, [arrayText(Array.from(latest.keys())), arrayText(Array.from(latest.values())), at])]
}

type NewTask = readonly [topic: string, subject: string, delaySeconds: number]

/** In one order everywhere: two transactions must not wait for each other's. */
function schedule (run: Statement, unordered: NewTask[]): Promise<unknown>[] {
  if (unordered.length === 0) return []
  const tasks = unordered.toSorted(([, one], [, other]) => one < other ? -1 : 1)
  return [run(scheduling, [
    arrayText(tasks.map(() => newId())), arrayText(tasks.map(([topic]) => topic)),
    arrayText(tasks.map(([, subject]) => subject)), arrayText(tasks.map(([, , delaySeconds]) => delaySeconds))
  ])]
}

/** Stores notifications of the documents. Gives the tasks that send them. */
function notify (run: Statement, documents: BatchedDocument[], at: Date): { sent: Promise<unknown>, tasks: NewTask[] } {
  const ids = documents.map(() => newId())
  const sent = run(addingNotifications, [
    arrayText(ids), issued, arrayText(documents.map(({ row }) => row.id)), arrayText(documents.map(dataOf)), at
  ])
  return { sent, tasks: ids.map((id) => ['notify', id, 0]) }
}

/** As `notificationData` makes it in SQL. The total is a number of up to 22 digits, which JavaScript's have not. */
function dataOf ({ row }: BatchedDocument): string {
  const status = statuses.Issued
  const data = JSON.stringify({
    correlationId: row.id, sequence: 1, status, statusText: statusText(status),
    invoiceTypeCode: String(row.documentType), invoiceNumber: String(row.folio),
    customerTaxNumber: row.receiverTaxNumber,
    issueDate: row.issueDate, currency: row.currency, trackId: null, detail: null,
    externalId: row.externalId
  })
  const total = row.totalAmount.includes('.') ? row.totalAmount.replace(/\.?0+$/, '') : row.totalAmount
  return `${data.slice(0, -1)},"totalAmount":${total}}`
}

/** Adds a row to the tenant's audit chain: gives the values of the row. */
async function chain (
  run: Statement, tenantId: string, { actor, entityId, details }: BatchedAudit, at: Date
): Promise<unknown[]> {
  const row = {
    id: newId(), at, actorId: actor.id, actorName: actor.name, action: 'invoice.issue', entity: 'invoice', entityId,
    details, address: actor.address ?? null, requestId: actor.requestId ?? null
  }
  const { rows: [head] } = await run(chaining, [
    Buffer.from(`["${tenantId}","`), Buffer.from(`",${factsAfterPlace(row)}`)
  ])
  if (!head) throw new Error('The tenant has no audit chain yet')
  const { sequence, hash } = head as { sequence: string, hash: Buffer }
  return [
    sequence, row.id, at, row.actorId, row.actorName, entityId, JSON.stringify(details), row.address, row.requestId,
    hash
  ]
}
