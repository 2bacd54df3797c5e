import type pg from 'pg'
import { readReceipt } from '../../model/receipt.ts'
import { groupBy } from '../../shared/group-by.ts'
import { newId } from '../../shared/ids.ts'
import { factsAfterPlace } from '../audit/audit-log.ts'
import type { PackedContent } from '../contents/contents.ts'
import type { SealedCaf } from '../tenants/folio-blocks.ts'
import type { Subscription } from '../mail/notification-subscriptions.ts'
import { nameOf } from '../postgres/statement-names.ts'
import { arrayText, bytesText } from './array-text.ts'
import {
  type AddedDictionary, type BatchContent, type BatchContents, type BatchedDocument, type BatchKey, type BatchStart,
  type BegunBatch, type FolioGrant, type FolioRequest, lockMs, type UnusedFolios
} from './batch-types.ts'
import { storeDocuments } from './new-documents.ts'
import {
  addingDictionaries, appendAuditSql, beginSql, checkSql, findCafsSql, findKeysSql, findRecentSql,
  findSubscriptionsSql, returnFoliosSql, takeFoliosSql
} from './statements.ts'

/** Each connection keeps the plan. */
const run = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase, text: string, values: unknown[]
): Promise<pg.QueryResult<Row>> => client.query<Row>({ name: nameOf(text), text, values })

/** Begins a transaction of several tenants and takes folios. Each statement is of all of them. */
export async function beginBatch (
  client: pg.ClientBase, { wishes, keys, contents, recentAfter, today }: BatchStart
): Promise<BegunBatch> {
  const tenants = [...new Set(wishes.map(({ tenantId }) => tenantId))]
  const [, , grants, known, recent, subscriptions] = await Promise.all([
    client.query('begin'),
    run(client, beginSql, [tenants.join(','), String(lockMs)]),
    take(client, wishes, today),
    findKnown(client, keys),
    findRecent(client, contents, recentAfter),
    findSubscribed(client, tenants)
  ])
  return {
    grants,
    known,
    recent,
    findCafs: (blocks) => findCafs(client, blocks),
    addDictionaries: (dictionaries) => addDictionaries(client, dictionaries),
    send: (contents, packed) => [
      ...returnFolios(client, contents.unused),
      check(client, contents.documents, packed),
      ...storeDocuments((text, values) => run(client, text, values), {
        ...contents, packed, subscriptions
      }),
      audit(client, contents)
    ]
  }
}

async function findSubscribed (client: pg.ClientBase, tenants: string[]): Promise<Map<string, Subscription[]>> {
  const { rows } = await run<Subscription & pg.QueryResultRow>(client, findSubscriptionsSql, [arrayText(tenants)])
  return groupBy(rows, ({ tenantId }) => tenantId)
}

async function findCafs (
  client: pg.ClientBase, blocks: { tenantId: string, blockId: string }[]
): Promise<SealedCaf[]> {
  const { rows } = await run<SealedCaf>(client, findCafsSql, [
    arrayText(blocks.map(({ tenantId }) => tenantId)), arrayText(blocks.map(({ blockId }) => blockId))
  ])
  return rows
}

async function take (client: pg.ClientBase, wishes: FolioRequest[], today: string): Promise<FolioGrant[]> {
  type Row = Omit<FolioGrant, 'first' | 'count'> & { first: string | null, count: string | null }
  const { rows } = await run<Row>(client, takeFoliosSql, [
    arrayText(wishes.map(({ tenantId }) => tenantId)), arrayText(wishes.map(({ environment }) => environment)),
    arrayText(wishes.map(({ documentType }) => documentType)), arrayText(wishes.map(({ count }) => count)),
    arrayText(wishes.map(({ issueDate }) => issueDate)), today
  ])
  return rows.map((row) => ({ ...row, first: Number(row.first), count: Number(row.count) }))
}

async function findKnown (client: pg.ClientBase, keys: BatchKey[]): Promise<BegunBatch['known']> {
  if (keys.length === 0) return []
  type Row = Omit<BegunBatch['known'][number], 'answer'> & { answer: unknown }
  const { rows } = await run<Row>(client, findKeysSql, [
    arrayText(keys.map(({ tenantId }) => tenantId)), arrayText(keys.map(({ operation }) => operation)),
    arrayText(keys.map(({ key }) => key))
  ])
  return rows.map(({ answer, ...key }) => ({ ...key, answer: readReceipt(answer) }))
}

async function findRecent (
  client: pg.ClientBase, contents: BatchContent[], after: Date
): Promise<BegunBatch['recent']> {
  if (contents.length === 0) return []
  type Row = Omit<BegunBatch['recent'][number], 'folio'> & { folio: string | null }
  const { rows } = await run<Row>(client, findRecentSql, [
    arrayText(contents.map(({ tenantId }) => tenantId)), arrayText(contents.map(({ content }) => content)), after
  ])
  return rows.map(({ folio, ...one }) => ({ ...one, folio: folio === null ? null : BigInt(folio) }))
}

/** Those that the blocks have then. */
async function addDictionaries (client: pg.ClientBase, dictionaries: AddedDictionary[]): Promise<AddedDictionary[]> {
  type Row = Omit<AddedDictionary, 'bytes'> & { dictionary: Buffer | null }
  const { rows } = await run<Row>(client, addingDictionaries, [
    arrayText(dictionaries.map(({ tenantId }) => tenantId)), arrayText(dictionaries.map(({ id }) => id)),
    arrayText(dictionaries.map(({ blockId }) => blockId)),
    arrayText(dictionaries.map(({ bytes }) => bytesText(bytes)))
  ])
  const offered = new Map(dictionaries.map((one) => [one.id, one.bytes]))
  return rows.flatMap(({ dictionary, ...row }) => {
    const bytes = dictionary ?? offered.get(row.id)
    return bytes ? [{ ...row, bytes }] : []
  })
}

function returnFolios (client: pg.ClientBase, unused: UnusedFolios[]): Promise<unknown>[] {
  if (unused.length === 0) return []
  return [run(client, returnFoliosSql, [
    arrayText(unused.map(({ tenantId }) => tenantId)), arrayText(unused.map(({ blockId }) => blockId)),
    arrayText(unused.map(({ count }) => count))
  ])]
}

/** Each is under a folio of its own tenant's block, and packed with a dictionary that is stored. */
function check (client: pg.ClientBase, documents: BatchedDocument[], packed: PackedContent[]): Promise<unknown> {
  const values = <Column extends keyof BatchedDocument['row']>(name: Column) => documents.map(({ row }) => row[name])
  return run(client, checkSql, [
    arrayText(documents.map(({ tenantId }) => tenantId)), arrayText(values('folioBlockId')), arrayText(values('folio')),
    arrayText(values('environment')), arrayText(values('documentType')), arrayText(values('issuerTaxNumber')),
    arrayText(packed.map(({ dictionaryId }) => dictionaryId)), documents.length
  ])
}

function audit (client: pg.ClientBase, { audit, at }: BatchContents): Promise<unknown> {
  const rows = audit.map(({ tenantId, actor, entityId, details }) => ({
    tenantId, id: newId(), at, actorId: actor.id, actorName: actor.name, action: 'invoice.issue', entity: 'invoice',
    entityId, details, address: actor.address ?? null, requestId: actor.requestId ?? null
  }))
  return run(client, appendAuditSql, [
    arrayText(rows.map(({ tenantId }) => tenantId)), arrayText(rows.map(({ id }) => id)),
    arrayText(rows.map(({ actorId }) => actorId)), arrayText(rows.map(({ actorName }) => actorName)),
    arrayText(rows.map(({ entityId }) => entityId)), arrayText(rows.map(({ details }) => JSON.stringify(details))),
    arrayText(rows.map(({ address }) => address)), arrayText(rows.map(({ requestId }) => requestId)),
    arrayText(rows.map(factsAfterPlace)), at, rows.length
  ])
}
