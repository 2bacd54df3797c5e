import type { Customer, Prisma } from '../../generated/prisma/client.ts'
import { taxNumberBeginning } from '../../dte/values/rut.ts'
import { foldedText, wordsOf } from '../../shared/search-words.ts'
import { literally, type Transaction } from '../postgres/transaction.ts'
import type { KeptFilter, KeptPage, KeptRepository } from './kept.ts'

export type CustomerRow = Omit<Customer, 'tenantId' | 'folded'>

const omit = { tenantId: true, folded: true } as const

/** Whom a tenant sells to. */
export const customerRepository = (tx: Transaction, tenantId: string): KeptRepository<CustomerRow> => ({
  find: (ids: string[]): Promise<CustomerRow[]> =>
    tx.customer.findMany({ where: { tenantId, id: { in: ids } }, omit }),

  /** The id of another with the same tax number. */
  async findEqual ({ id, taxNumber, foreignId }: CustomerRow): Promise<string | undefined> {
    const row = await tx.customer.findUnique({
      where: { tenantId_taxNumber_foreignId: { tenantId, taxNumber, foreignId } }, select: { id: true }
    })
    return row === null || row.id === id ? undefined : row.id
  },

  count: (): Promise<number> => tx.customer.count({ where: { tenantId } }),

  async paginate (filter: KeptFilter, { page, pageSize }: KeptPage) {
    const where: Prisma.CustomerWhereInput = { tenantId, archived: filter.archived, ...matching(filter.search) }
    return {
      totalRecords: await tx.customer.count({ where }),
      rows: await tx.customer.findMany({
        where, omit, orderBy: [{ folded: 'asc' }, { id: 'asc' }], skip: (page - 1) * pageSize, take: pageSize
      })
    }
  },

  async create (row: CustomerRow): Promise<void> {
    await tx.customer.create({ data: { ...row, folded: foldedText(row.businessName), tenantId } })
  },

  async update (row: CustomerRow): Promise<void> {
    const { id, ...columns } = row
    await tx.customer.update({
      where: { tenantId_id: { tenantId, id } }, data: { ...columns, folded: foldedText(row.businessName) }
    })
  },

  async delete (id: string): Promise<void> {
    await tx.customer.delete({ where: { tenantId_id: { tenantId, id } } })
  },

  findLike: (rows: readonly CustomerRow[]): Promise<CustomerRow[]> =>
    tx.customer.findMany({ where: { tenantId, taxNumber: { in: rows.map(({ taxNumber }) => taxNumber) } }, omit }),

  walk: (after: string, take: number): Promise<CustomerRow[]> =>
    tx.customer.findMany({ where: { tenantId, id: { gt: after } }, omit, orderBy: { id: 'asc' }, take }),

  async addMissing (rows: readonly CustomerRow[]): Promise<Set<string>> {
    const data = rows.map((row) => ({ ...row, folded: foldedText(row.businessName), tenantId }))
    const created = await tx.customer.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } })
    return new Set(created.map(({ id }) => id))
  },

  async putAll (rows: readonly CustomerRow[]): Promise<void> {
    await tx.customer.deleteMany({ where: { tenantId, id: { in: rows.map(({ id }) => id) } } })
    const data = rows.map((row) => ({ ...row, folded: foldedText(row.businessName), tenantId }))
    await tx.customer.createMany({ data })
  }
})

/** By the beginning of the RUT, or by words of the name. */
function matching (search = ''): Prisma.CustomerWhereInput {
  const named = { AND: wordsOf(search).map((word) => ({ folded: { contains: literally(word) } })) }
  const taxNumber = taxNumberBeginning(search)
  return taxNumber === undefined ? named : { OR: [{ taxNumber: { startsWith: taxNumber } }, named] }
}
