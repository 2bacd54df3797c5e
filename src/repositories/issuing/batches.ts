import type pg from 'pg'
import type { ChangeListener } from '../../model/changes.ts'
import type { EnvelopeKind } from '../../model/envelopes.ts'
import type { Receipt } from '../../model/receipt.ts'
import { statuses } from '../../model/document-states.ts'
import { newId } from '../../shared/ids.ts'
import { type AuditRecord, factsAfterPlace } from '../audit-log.ts'
import type { SealedCaf } from '../folio-blocks.ts'
import type { NewInvoice } from '../invoices.ts'
import { type PackedContent, partsOf } from '../contents/contents.ts'
import {
  type Dictionary, dictionaryOf, dictionaryOfBlock, forgetDictionary, rememberDictionary
} from '../contents/dictionaries.ts'
import { packContent, sampleOf } from '../contents/packing.ts'
import { arrayText, bytesText } from './array-text.ts'
import type { BatchConnections } from './connections.ts'
import { addingDictionaries, auditing, beginning, cafs, documentColumns, knownKeys, packing, storing, taking } from './statements.ts'

/** Folios that a tenant needs for documents of one type; `issueDate` is the earliest of theirs, YYYY-MM-DD. */
export interface FolioWish {
  tenantId: string, environment: string, documentType: number, count: number, issueDate: string
}

/** `count` folios from `first`; none when another transaction has the block locked. */
export interface FolioGrant { tenantId: string, documentType: number, blockId: string, first: number, count: number }

export interface BatchKey { tenantId: string, key: string }

/** An issued document with what is stored beside it. */
export interface BatchedDocument {
  tenantId: string
  row: NewInvoice & { folio: number, folioBlockId: string, signatureValue: string, xml: Buffer }
  idempotency?: { key: string, requestHash: Buffer, answer: Receipt } | undefined
}

export type BatchedAudit = { tenantId: string } & Required<Pick<AuditRecord, 'actor' | 'entityId' | 'details'>>

/** Tenants are in the same order in all of them, in which locks are taken. */
export interface BatchContents {
  documents: BatchedDocument[]
  envelopes: { tenantId: string, kind: EnvelopeKind }[]
  /** One for each tenant: what it issued in this batch. */
  audit: BatchedAudit[]
  at: Date
}

export interface BatchStart {
  wishes: FolioWish[]
  keys: BatchKey[]
  /** The day of stamping, YYYY-MM-DD. */
  today: string
}

// A lock that is held longer belongs to a transaction that hangs; others are not to wait for it.
const lockMs = 250

/**
 * Transactions that issue documents of several tenants, with two waits for PostgreSQL each: `begin`, and `store` with
 * the commit. Row-level security shows and takes rows of the tenants named in `begin` alone.
 */
export function createIssuingBatches (connections: BatchConnections, onChange: ChangeListener) {
  return {
    /** Begins a transaction and takes folios. Finish it with `store` or `abandon`. */
    async begin ({ wishes, keys, today }: BatchStart) {
      const client = await connections.acquire()
      const tenants = [...new Set(wishes.map(({ tenantId }) => tenantId))]
      try {
        const [, , grants, known] = await Promise.all([
          client.query('begin'),
          client.query({ name: 'beginning', text: beginning, values: [tenants.join(','), String(lockMs)] }),
          take(client, wishes, today),
          findKnown(client, keys)
        ])
        return batchOn(client, { grants, known })
      } catch (error) {
        connections.discard(client)
        throw error
      }
    }
  }

  function batchOn (client: pg.Client, begun: { grants: FolioGrant[], known: BatchKey[] }) {
    return {
      ...begun,

      /** The CAFs of blocks that folios were taken from. */
      async findCafs (blocks: { tenantId: string, blockId: string }[]): Promise<SealedCaf[]> {
        try {
          const { rows } = await client.query<SealedCaf>({
            name: 'cafs',
            text: cafs,
            values: [arrayText(blocks.map(({ tenantId }) => tenantId)), arrayText(blocks.map(({ blockId }) => blockId))]
          })
          return rows
        } catch (error) {
          connections.discard(client)
          throw error
        }
      },

      /**
       * Stores the documents and commits. When it throws a CommitUnknown nobody knows whether they are stored; after
       * any other error they are not.
       */
      async store (contents: BatchContents): Promise<void> {
        const packed = packAll(contents.documents)
        const added = addDictionaries(client, packed.added)
        const storing = [added, store(client, contents, packed.packed), pack(client, contents), audit(client, contents)]
        const committing = client.query('commit')
        const [committed, ...stored] = await Promise.allSettled([committing, ...storing])
        const failed = stored.find((result) => result.status === 'rejected')
        // PostgreSQL answers the commit of a failed transaction with a rollback.
        if (committed.status === 'fulfilled' && committed.value.command === 'COMMIT') {
          connections.release(client)
          tell(contents.documents)
          for (const { tenantId, blockId, ...dictionary } of await added) {
            rememberDictionary(tenantId, blockId, dictionary)
          }
          return
        }
        connections.discard(client)
        // One of them may be a dictionary that the database has lost.
        for (const { tenantId, row } of contents.documents) forgetDictionary(tenantId, row.folioBlockId)
        if (committed.status === 'rejected') throw new CommitUnknown(committed.reason)
        throw failed?.reason ?? new Error('PostgreSQL rolled the transaction back')
      },

      /** Gives the folios back. */
      async abandon (): Promise<void> {
        try {
          await client.query('rollback')
          connections.release(client)
        } catch {
          connections.discard(client)
        }
      }
    }
  }

  function tell (documents: BatchedDocument[]): void {
    const counts = new Map<string, { tenantId: string, documentType: number, count: number }>()
    for (const { tenantId, row: { documentType } } of documents) {
      const name = `${tenantId} ${documentType}`
      const counted = counts.get(name)
      if (counted) counted.count++
      else counts.set(name, { tenantId, documentType, count: 1 })
    }
    for (const { tenantId, documentType, count } of counts.values()) {
      onChange(tenantId, { kind: 'documents', documentType, status: statuses.Issued, count })
    }
  }
}

export type IssuingBatches = ReturnType<typeof createIssuingBatches>
export type IssuingBatch = Awaited<ReturnType<IssuingBatches['begin']>>

/** The connection broke at the commit. */
export class CommitUnknown extends Error {
  constructor (cause: unknown) {
    super('Connection terminated at the commit', { cause })
    this.name = 'CommitUnknown'
  }
}

async function take (client: pg.Client, wishes: FolioWish[], today: string): Promise<FolioGrant[]> {
  type Row = Omit<FolioGrant, 'first' | 'count'> & { first: string | null, count: string | null }
  const { rows } = await client.query<Row>({
    name: 'taking',
    text: taking,
    values: [
      arrayText(wishes.map(({ tenantId }) => tenantId)), arrayText(wishes.map(({ environment }) => environment)),
      arrayText(wishes.map(({ documentType }) => documentType)), arrayText(wishes.map(({ count }) => count)),
      arrayText(wishes.map(({ issueDate }) => issueDate)), today
    ]
  })
  return rows.map((row) => ({ ...row, first: Number(row.first), count: Number(row.count) }))
}

async function findKnown (client: pg.Client, keys: BatchKey[]): Promise<BatchKey[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<BatchKey>({
    name: 'known',
    text: knownKeys,
    values: [arrayText(keys.map(({ tenantId }) => tenantId)), arrayText(keys.map(({ key }) => key))]
  })
  return rows
}

interface AddedDictionary extends Dictionary { tenantId: string, blockId: string }

/** The contents packed, and dictionaries for the blocks of which none is known here. */
function packAll (documents: BatchedDocument[]): { packed: PackedContent[], added: AddedDictionary[] } {
  const added = new Map<string, AddedDictionary>()
  const packed = documents.map(({ tenantId, row }): PackedContent => {
    const parts = partsOf(row)
    const blockId = row.folioBlockId
    const dictionary = dictionaryOfBlock(tenantId, blockId)
    if (!dictionary && !added.has(blockId)) {
      added.set(blockId, { tenantId, blockId, ...dictionaryOf(sampleOf(parts)) })
    }
    return { packed: packContent(parts, dictionary?.bytes), dictionaryId: dictionary?.id ?? null }
  })
  return { packed, added: [...added.values()] }
}

/** Those that the blocks have then. */
async function addDictionaries (client: pg.Client, dictionaries: AddedDictionary[]): Promise<AddedDictionary[]> {
  if (dictionaries.length === 0) return []
  const { rows } = await client.query<Omit<AddedDictionary, 'bytes'> & { dictionary: Buffer | null }>({
    name: 'dictionaries',
    text: addingDictionaries,
    values: [
      arrayText(dictionaries.map(({ tenantId }) => tenantId)), arrayText(dictionaries.map(({ id }) => id)),
      arrayText(dictionaries.map(({ blockId }) => blockId)),
      arrayText(dictionaries.map(({ bytes }) => bytesText(bytes)))
    ]
  })
  const offered = new Map(dictionaries.map((one) => [one.id, one.bytes]))
  return rows.flatMap(({ dictionary, ...row }) => {
    const bytes = dictionary ?? offered.get(row.id)
    return bytes ? [{ ...row, bytes }] : []
  })
}

function store (client: pg.Client, { documents, at }: BatchContents, packed: PackedContent[]): Promise<unknown> {
  const columns: (string | number | null)[][] = documentColumns.map(() => [])
  let from = 1
  documents.forEach((document, index) => {
    const { packed: bytes, dictionaryId } = packed[index] as PackedContent
    const place = { from, length: bytes.length, dictionaryId }
    valuesOf(document, place).forEach((value, column) => columns[column]?.push(value))
    from += bytes.length
  })
  return client.query({
    name: 'storing',
    text: storing,
    values: [
      ...columns.map(arrayText), Buffer.concat(packed.map(({ packed: bytes }) => bytes)), at, documents.length
    ]
  })
}

/** In the order of `documentColumns`. */
function valuesOf (
  { tenantId, row, idempotency }: BatchedDocument,
  { from, length, dictionaryId }: { from: number, length: number, dictionaryId: string | null }
): (string | number | null)[] {
  return [
    tenantId, row.id, row.environment, row.channelType, row.documentType, row.folio, row.folioBlockId,
    row.issuerTaxNumber, row.receiverTaxNumber, row.receiverName, row.issueDate, row.currency, row.netAmount,
    row.exemptAmount, row.taxAmount, row.totalAmount, row.signatureValue, row.createdById, from, length, dictionaryId,
    idempotency?.key ?? null, idempotency ? bytesText(idempotency.requestHash) : null,
    idempotency ? JSON.stringify(idempotency.answer) : null
  ]
}

function pack (client: pg.Client, { envelopes }: BatchContents): Promise<unknown> {
  return client.query({
    name: 'packing',
    text: packing,
    values: [
      arrayText(envelopes.map(({ tenantId }) => tenantId)), arrayText(envelopes.map(() => newId())),
      arrayText(envelopes.map(({ kind }) => kind))
    ]
  })
}

function audit (client: pg.Client, { audit, at }: BatchContents): Promise<unknown> {
  const rows = audit.map(({ tenantId, actor, entityId, details }) => ({
    tenantId, id: newId(), at, actorId: actor.id, actorName: actor.name, action: 'invoice.issue', entity: 'invoice',
    entityId, details, address: actor.address ?? null, requestId: actor.requestId ?? null
  }))
  return client.query({
    name: 'auditing',
    text: auditing,
    values: [
      arrayText(rows.map(({ tenantId }) => tenantId)), arrayText(rows.map(({ id }) => id)),
      arrayText(rows.map(({ actorId }) => actorId)), arrayText(rows.map(({ actorName }) => actorName)),
      arrayText(rows.map(({ entityId }) => entityId)), arrayText(rows.map(({ details }) => JSON.stringify(details))),
      arrayText(rows.map(({ address }) => address)), arrayText(rows.map(({ requestId }) => requestId)),
      arrayText(rows.map(factsAfterPlace)), at, rows.length
    ]
  })
}
