import { bulkStatuses, isOver } from '../../model/bulk-states.ts'
import type { RowProblem } from '../../model/bulk-rows.ts'
import type { BulkInvoiceRow } from '../../repositories/bulk/bulk-invoices.ts'
import type { Store } from '../../repositories/store.ts'
import { ServiceError, type ErrorCode } from '../../shared/errors.ts'
import type { Actor } from '../actor.ts'
import type { BulkIntake, Submission } from './intake/index.ts'
import { locateInFile, locateInJson } from './problems.ts'
import type { PostedDocument } from './sheet-documents.ts'
import { readLimits, weightOf } from './weight.ts'

// What only the reading of a file finds: these mistakes are not in the document as it was read.
const foundByReading = /^(CELL|DOCUMENT_KEY_(MISSING|TOO_LONG)$)/
const maxNameLength = 100

/** Submits again what a submission did not issue. */
export function createRepetition ({ store, intake }: { store: Store, intake: BulkIntake }) {
  async function successorOf (tenantId: string, id: string): Promise<string | undefined> {
    const [succession] = await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.listSuccessions([id]))
    return succession?.replacedById ?? undefined
  }

  /** The documents that were not issued, renumbered; those of a file keep their cells. */
  async function * unissuedOf ({ tenantId, id, columns }: BulkInvoiceRow): AsyncGenerator<PostedDocument> {
    // The intake knows the related submissions by now: one that comes later is noticed when this is published.
    if (await successorOf(tenantId, id)) throw new ServiceError('BULK_NOTHING_TO_REPLACE')
    let position = 0
    for (let after = 0, isLast = false; !isLast;) {
      const rows = await store.asTenant(tenantId, ({ bulkCorrections }) =>
        bulkCorrections.listUnissued(id, { after, limit: readLimits.maxItems }))
      for (const { key, posted, place, problems } of rows) {
        position += 1
        yield {
          key, value: posted, problems: problems.filter(isFoundByReading), weight: weightOf(posted),
          ...(place === null ? {} : { place }),
          locate: columns === null || place === null ? locateInJson(position) : locateInFile(columns, place)
        }
      }
      after = rows.at(-1)?.position ?? after
      isLast = rows.length < readLimits.maxItems
    }
  }

  async function submit (actor: Actor, bulk: BulkInvoiceRow): Promise<string> {
    const { id, name, source, columns } = bulk
    const received = await intake.receive(actor, {
      source: source as Submission['source'], replacesId: id, documents: unissuedOf(bulk), ...(columns && { columns })
    })
    await intake.publish(actor, received, nameAfter(name), 'bulkInvoice.repeat')
    return received.id
  }

  /**
   * Makes a submission of the documents that this one did not issue: failed, cancelled, or with mistakes. Returns its
   * id, or that of the submission that replaces this one already. Throws BULK_NOT_FOUND, BULK_NOT_OVER,
   * BULK_NOTHING_TO_REPEAT and BULK_NOTHING_TO_REPLACE.
   */
  return async function repeat (actor: Actor, id: string): Promise<string> {
    const { tenantId } = actor
    const bulk = await store.asTenant(tenantId, ({ bulkInvoices }) => bulkInvoices.find(id))
    if (!bulk) throw new ServiceError('BULK_NOT_FOUND')
    const earlier = await successorOf(tenantId, id)
    if (earlier !== undefined) return earlier
    if (!isOver(bulk.status)) throw new ServiceError('BULK_NOT_OVER')
    if (bulk.status === bulkStatuses.Completed) throw new ServiceError('BULK_NOTHING_TO_REPEAT')
    try {
      return await submit(actor, bulk)
    } catch (error) {
      if (isRefusal(error, 'BULK_EMPTY')) throw new ServiceError('BULK_NOTHING_TO_REPEAT')
      const faster = isRefusal(error, 'BULK_NOTHING_TO_REPLACE') ? await successorOf(tenantId, id) : undefined
      if (faster === undefined) throw error
      return faster
    }
  }
}

function isRefusal (error: unknown, code: ErrorCode): boolean {
  return error instanceof ServiceError && error.code === code
}

function isFoundByReading ({ code }: RowProblem): boolean {
  return foundByReading.test(code)
}

/** `Noviembre` becomes `Noviembre (2)`, and that `Noviembre (3)`. */
function nameAfter (name: string): string {
  const [, base = name, count = '1'] = /^(.*) \((\d{1,6})\)$/s.exec(name) ?? []
  const number = ` (${Number(count) + 1})`
  return base.slice(0, maxNameLength - number.length) + number
}
