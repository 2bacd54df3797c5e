import type { TaxDocument } from '../../../dte/document.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import { channelTypes } from '../../../model/document-states.ts'
import { documentOf, unpackContents } from '../../contents/contents.ts'
import { foldedName, hasSums, isOpen } from '../../reports/document-sums.ts'
import { invoiceIds, merged } from './invoice-ids.ts'
import { findByDay } from './invoices-by-day.ts'
import { planAlongIndexes } from '../../postgres/reading-plans.ts'
import { literally, type Transaction } from '../../postgres/transaction.ts'

/** What a receiver must match: the beginning of its RUT, or each of these words in its name. */
export interface ReceiverSearch { taxNumber: string | undefined, words: readonly string[] }

export interface UsedReceiver { id: string, taxNumber: string, name: string }

// What a look at their texts costs, some 10 ms.
const newestRead = { all: 10_000, byHand: 2000 }

/** The proposals of a form, read from documents and their sums on demand: issuing writes nothing for them. */
export const proposalRepository = (tx: Transaction, tenantId: string) => {
  const ids = invoiceIds(tx, tenantId)

  async function latestByHand (most: number): Promise<string[]> {
    const byHand = { channelType: channelTypes.Console }
    const span = { skip: 0, take: most }
    return await hasSums(tx, tenantId)
      ? (await findByDay(ids, byHand, span)).ids
      : ids.newestAmong(10 * most, [Prisma.sql`channel_type = ${byHand.channelType}`], span)
  }

  return {
    /** Receivers that match, each with the latest document for it, latest first. */
    async latestReceivers (search: ReceiverSearch, most: number): Promise<UsedReceiver[]> {
      await planAlongIndexes(tx)
      const isWanted = matching(search, Prisma.sql`receiver_tax_number`, foldedName(Prisma.sql`receiver_name`))
      const open = await ids.newest([isOpen, isWanted], { skip: 0, take: most })
      const settled = await tx.$queryRaw<{ id: string }[]>`
        select last_id as id from receivers
        where tenant_id = ${tenantId}::uuid and documents > 0
          and ${matching(search, Prisma.sql`tax_number`, Prisma.sql`folded`)}
        order by last_id desc limit ${most}`
      const latest = merged([open, settled.map(({ id }) => id)], { skip: 0, take: most })
      return tx.$queryRaw<UsedReceiver[]>`
        select id, receiver_tax_number as "taxNumber", receiver_name as name from invoices
        where tenant_id = ${tenantId}::uuid and id = any(${latest}::uuid[]) and ${isWanted} order by id desc`
    },

    /**
     * The latest documents, and the latest that were issued by hand, of as many each; and with words, the latest that
     * have all of them in the names and codes of their items, among many more.
     */
    async latestIds (most: number, words: readonly string[] = []): Promise<string[]> {
      await planAlongIndexes(tx)
      const span = { skip: 0, take: most }
      const lists = [await ids.newestOfAll(span), await latestByHand(most)]
      if (words.length > 0) {
        const isNamed = words.map((word) => Prisma.sql`' ' || search_text like ${`% ${literally(word)}%`}`)
        lists.push(await ids.newestAmong(newestRead.all, isNamed, span))
        const byHand = await ids.among(await latestByHand(newestRead.byHand), isNamed)
        lists.push(byHand.slice(0, most))
      }
      return merged(lists, { skip: 0, take: lists.length * most })
    },

    /** The documents with these ids, by id. */
    async documents (wanted: string[]): Promise<ReadonlyMap<string, TaxDocument>> {
      const rows = await tx.invoiceContent.findMany({ where: { tenantId, invoiceId: { in: wanted } } })
      const contents = await unpackContents(tx, tenantId, rows)
      return new Map(contents.map(({ row, parts }) => [row.invoiceId, documentOf(parts)]))
    }
  }
}

function matching ({ taxNumber, words }: ReceiverSearch, column: Prisma.Sql, name: Prisma.Sql): Prisma.Sql {
  const named = words.map((word) => Prisma.sql`' ' || ${name} like ${`% ${literally(word)}%`}`)
  const byName = named.length === 0 ? Prisma.sql`true` : Prisma.join(named, ' and ')
  return taxNumber === undefined
    ? Prisma.sql`(${byName})`
    : Prisma.sql`(${column} like ${`${literally(taxNumber)}%`} or (${byName}))`
}
