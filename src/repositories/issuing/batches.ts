import type pg from 'pg'
import type { ChangeListener } from '../../model/changes.ts'
import { statuses } from '../../model/document-states.ts'
import { createYielder } from '../../shared/yielding.ts'
import { type PackedContent, partsOf } from '../contents/contents.ts'
import { dictionaryOf } from '../contents/dictionaries.ts'
import type { KnownDictionaries } from '../contents/known-dictionaries.ts'
import { packContent, sampleOf } from '../contents/packing.ts'
import type { ConnectionPool } from '../postgres/connection-pool.ts'
import type { AddedDictionary, BatchContents, BatchedDocument, BatchStart, BegunBatch } from './batch-types.ts'
import { beginBatch } from './batch-transaction.ts'

interface Deps {
  pool: Pick<ConnectionPool, 'connect'>
  dictionaries: KnownDictionaries
  onChange: ChangeListener
}

/**
 * Transactions that issue documents, with few waits for PostgreSQL: `begin`, and `store` with the commit. Row-level
 * security shows and takes rows of the tenants named in `begin` alone.
 */
export function createIssuingBatches ({ pool, dictionaries, onChange }: Deps) {
  return {
    /** Begins a transaction and takes folios. Finish it with `store` and, whatever happened, `abandon`. */
    async begin (start: BatchStart) {
      const client = await pool.connect()
      try {
        return batchOn(client, await beginBatch(client, start))
      } catch (error) {
        client.release(true)
        throw error
      }
    }
  }

  function batchOn (client: pg.PoolClient, { grants, known, recent, ...begun }: BegunBatch) {
    let isOver = false

    /** PostgreSQL rolls the transaction of a closed connection back. */
    function end (mustClose: boolean): void {
      isOver = true
      client.release(mustClose)
    }

    return {
      grants,
      known,
      recent,

      /** The CAFs of blocks that folios were taken from. */
      findCafs: begun.findCafs,

      /**
       * Stores the documents and commits. When it throws a CommitUnknown nobody knows whether they are stored; after
       * any other error they are not.
       */
      async store (contents: BatchContents): Promise<void> {
        const packed = await packAll(contents.documents, dictionaries)
        const added = packed.added.length > 0 ? begun.addDictionaries(packed.added) : Promise.resolve([])
        const sent = begun.send(contents, packed.packed)
        const [committed, ...stored] = await Promise.allSettled([client.query('commit'), added, ...sent])
        // PostgreSQL answers the commit of a failed transaction with a rollback.
        if (committed.status === 'fulfilled' && committed.value.command === 'COMMIT') {
          end(false)
          tell(contents.documents)
          for (const { tenantId, blockId, ...dictionary } of await added) {
            dictionaries.rememberOfBlock(tenantId, blockId, dictionary)
          }
          return
        }
        if (committed.status === 'rejected') throw failed(contents, new CommitUnknown(committed.reason))
        // The first statement that fails says why; those after it only say that the transaction has failed.
        const refused = stored.find((result) => result.status === 'rejected')
        throw failed(contents, refused?.reason ?? new Error('PostgreSQL rolled the transaction back'))
      },

      /** Gives the folios back, unless `store` has ended the transaction. */
      async abandon (): Promise<void> {
        if (isOver) return
        await client.query('rollback').then(() => { end(false) }, () => { end(true) })
      }
    }

    function failed ({ documents }: BatchContents, reason: unknown): unknown {
      end(true)
      // One of them may have been packed with a dictionary that the database has lost.
      for (const { tenantId, row } of documents) dictionaries.forgetOfBlock(tenantId, row.folioBlockId)
      return reason
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

/** The contents packed, and dictionaries for the blocks of which none is known here. */
async function packAll (
  documents: BatchedDocument[], dictionaries: KnownDictionaries
): Promise<{ packed: PackedContent[], added: AddedDictionary[] }> {
  const yieldToEventLoop = createYielder()
  const added = new Map<string, AddedDictionary>()
  const packed: PackedContent[] = []
  for (const { tenantId, row } of documents) {
    const parts = partsOf(row)
    const blockId = row.folioBlockId
    const dictionary = dictionaries.ofBlock(tenantId, blockId)
    if (!dictionary && !added.has(blockId)) {
      added.set(blockId, { tenantId, blockId, ...dictionaryOf(sampleOf(parts)) })
    }
    packed.push({ packed: packContent(parts, dictionary?.bytes), dictionaryId: dictionary?.id ?? null })
    await yieldToEventLoop()
  }
  return { packed, added: [...added.values()] }
}
