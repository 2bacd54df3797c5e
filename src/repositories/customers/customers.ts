import { type Customer, Prisma } from '../../generated/prisma/client.ts'
import { taxNumberBeginning } from '../../dte/values/rut.ts'
import { foldedText, wordsOf } from '../../shared/search-words.ts'
import { literally, type Transaction } from '../postgres/transaction.ts'
import type { CatalogFilter, CatalogPage, CatalogRepository } from './catalog-items.ts'
import { manyRows } from './many-rows.ts'

export type CustomerRow = Omit<Customer, 'tenantId' | 'folded'>

const omit = { tenantId: true, folded: true } as const

const many = manyRows<CustomerRow>('customers', {
  id: ['id', 'uuid'], taxNumber: ['tax_number', 'text'], foreignId: ['foreign_id', 'text'],
  nationality: ['nationality', 'text'], businessName: ['business_name', 'text'], folded: ['folded', 'text'],
  businessActivity: ['business_activity', 'text'], address: ['address', 'text'],
  municipality: ['municipality', 'text'], city: ['city', 'text'], email: ['email', 'text'],
  paymentMethod: ['payment_method', 'smallint'], paymentDays: ['payment_days', 'smallint'], notes: ['notes', 'text'],
  archived: ['archived', 'boolean'], createdAt: ['created_at', 'timestamptz(3)'], updatedAt: ['updated_at', 'timestamptz(3)']
})

/** Whom a tenant sells to. */
export const customerRepository = (tx: Transaction, tenantId: string): CatalogRepository<CustomerRow> => ({
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

  async paginate (filter: CatalogFilter, { page, pageSize }: CatalogPage) {
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
    many(tx, tenantId).select(Prisma.sql`tax_number = any(${rows.map(({ taxNumber }) => taxNumber)}::text[])`),

  walk: (after: string, take: number): Promise<CustomerRow[]> =>
    many(tx, tenantId).select(Prisma.sql`id > ${after}::uuid order by id limit ${take}`),

  addMissing: (rows: readonly CustomerRow[]): Promise<Set<string>> => many(tx, tenantId).add(rows.map(withFolded)),

  async putAll (rows: readonly CustomerRow[]): Promise<void> {
    await many(tx, tenantId).put(rows.map(withFolded))
  }
})

const withFolded = (row: CustomerRow): CustomerRow & { folded: string } =>
  ({ ...row, folded: foldedText(row.businessName) })

/** By the beginning of the RUT, or by words of the name. */
function matching (search = ''): Prisma.CustomerWhereInput {
  const named = { AND: wordsOf(search).map((word) => ({ folded: { contains: literally(word) } })) }
  const taxNumber = taxNumberBeginning(search)
  return taxNumber === undefined ? named : { OR: [{ taxNumber: { startsWith: taxNumber } }, named] }
}
