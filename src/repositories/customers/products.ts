import { Prisma, type Product } from '../../generated/prisma/client.ts'
import { literally } from '../postgres/transaction.ts'
import { catalogRepository } from './catalog-items.ts'

/** Prices have up to 15 digits, as JSON numbers do. */
export type ProductRow = Omit<Product, 'tenantId' | 'folded' | 'unitPrice'> & { unitPrice: number | null }

/** What a tenant sells. */
export const productRepository = catalogRepository<ProductRow>({
  table: 'products',
  columns: {
    id: 'uuid', code: 'text', name: 'text', folded: 'text', description: 'text', unitOfMeasure: 'text',
    unitPrice: 'numeric(18,6)', currency: 'text', grossPrice: 'boolean', exempt: 'boolean', taxCodes: 'text[]',
    archived: 'boolean', createdAt: 'timestamptz(3)', updatedAt: 'timestamptz(3)'
  },
  nameOf: ({ name }) => name,
  sameAs: ({ code }) => code === null ? undefined : Prisma.sql`code = ${code}`,
  likeOneOf (rows) {
    const codes = rows.flatMap(({ code }) => code ?? [])
    const names = rows.flatMap(({ code, name }) => code === null ? name : [])
    return Prisma.sql`(code = any(${codes}::text[]) or (code is null and name = any(${names}::text[])))`
  },
  beginningWith: (search) => Prisma.sql`code ilike ${`${literally(search.trim())}%`}`
})
