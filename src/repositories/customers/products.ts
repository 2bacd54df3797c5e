import { Prisma, type Product } from '../../generated/prisma/client.ts'
import { foldedText, wordsOf } from '../../shared/search-words.ts'
import { literally, type Transaction } from '../postgres/transaction.ts'
import type { CatalogFilter, CatalogPage, CatalogRepository } from './catalog-items.ts'
import { manyRows } from './many-rows.ts'

export type ProductRow = Omit<Product, 'tenantId' | 'folded' | 'unitPrice'> & { unitPrice: number | null }

const omit = { tenantId: true, folded: true } as const

/** Prices have up to 15 digits, as JSON numbers do. */
function rowOf ({ unitPrice, ...row }: Omit<Product, 'tenantId' | 'folded'>): ProductRow {
  return { ...row, unitPrice: unitPrice && unitPrice.toNumber() }
}

const many = manyRows<ProductRow>('products', {
  id: ['id', 'uuid'], code: ['code', 'text'], name: ['name', 'text'], folded: ['folded', 'text'],
  description: ['description', 'text'], unitOfMeasure: ['unit_of_measure', 'text'],
  unitPrice: ['unit_price', 'numeric(18,6)'], currency: ['currency', 'text'], grossPrice: ['gross_price', 'boolean'],
  exempt: ['exempt', 'boolean'], taxCodes: ['tax_codes', 'text[]'], archived: ['archived', 'boolean'],
  createdAt: ['created_at', 'timestamptz(3)'], updatedAt: ['updated_at', 'timestamptz(3)']
})

/** What a tenant sells. */
export const productRepository = (tx: Transaction, tenantId: string): CatalogRepository<ProductRow> => ({
  find: async (ids: string[]): Promise<ProductRow[]> =>
    (await tx.product.findMany({ where: { tenantId, id: { in: ids } }, omit })).map(rowOf),

  /** The id of another with the same code. */
  async findEqual ({ id, code }: ProductRow): Promise<string | undefined> {
    if (code === null) return undefined
    const row = await tx.product.findUnique({ where: { tenantId_code: { tenantId, code } }, select: { id: true } })
    return row === null || row.id === id ? undefined : row.id
  },

  count: (): Promise<number> => tx.product.count({ where: { tenantId } }),

  async paginate (filter: CatalogFilter, { page, pageSize }: CatalogPage) {
    const where: Prisma.ProductWhereInput = { tenantId, archived: filter.archived, ...matching(filter.search) }
    const rows = await tx.product.findMany({
      where, omit, orderBy: [{ folded: 'asc' }, { id: 'asc' }], skip: (page - 1) * pageSize, take: pageSize
    })
    return { totalRecords: await tx.product.count({ where }), rows: rows.map(rowOf) }
  },

  async create (row: ProductRow): Promise<void> {
    await tx.product.create({ data: { ...row, folded: foldedText(row.name), tenantId } })
  },

  async update (row: ProductRow): Promise<void> {
    const { id, ...columns } = row
    await tx.product.update({
      where: { tenantId_id: { tenantId, id } }, data: { ...columns, folded: foldedText(row.name) }
    })
  },

  async delete (id: string): Promise<void> {
    await tx.product.delete({ where: { tenantId_id: { tenantId, id } } })
  },

  findLike (rows: readonly ProductRow[]): Promise<ProductRow[]> {
    const codes = rows.flatMap(({ code }) => code ?? [])
    const names = rows.flatMap(({ code, name }) => code === null ? name : [])
    return many(tx, tenantId).select(
      Prisma.sql`(code = any(${codes}::text[]) or (code is null and name = any(${names}::text[])))`
    )
  },

  walk: (after: string, take: number): Promise<ProductRow[]> =>
    many(tx, tenantId).select(Prisma.sql`id > ${after}::uuid order by id limit ${take}`),

  addMissing: (rows: readonly ProductRow[]): Promise<Set<string>> => many(tx, tenantId).add(rows.map(withFolded)),

  async putAll (rows: readonly ProductRow[]): Promise<void> {
    await many(tx, tenantId).put(rows.map(withFolded))
  }
})

const withFolded = (row: ProductRow): ProductRow & { folded: string } => ({ ...row, folded: foldedText(row.name) })

/** By the beginning of the code, or by words of the name. */
function matching (search?: string): Prisma.ProductWhereInput {
  if (search === undefined) return {}
  const named = { AND: wordsOf(search).map((word) => ({ folded: { contains: literally(word) } })) }
  return { OR: [{ code: { startsWith: literally(search.trim()), mode: 'insensitive' } }, named] }
}
