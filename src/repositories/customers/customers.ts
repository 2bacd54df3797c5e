import { type Customer, Prisma } from '../../generated/prisma/client.ts'
import { taxNumberBeginning } from '../../dte/values/rut.ts'
import { catalogRepository } from './catalog-items.ts'

export type CustomerRow = Omit<Customer, 'tenantId' | 'folded'>

/** Whom a tenant sells to. */
export const customerRepository = catalogRepository<CustomerRow>({
  table: 'customers',
  columns: {
    id: 'uuid', taxNumber: 'text', foreignId: 'text', nationality: 'text', businessName: 'text', folded: 'text',
    businessActivity: 'text', address: 'text', municipality: 'text', city: 'text', email: 'text',
    paymentMethod: 'smallint', paymentDays: 'smallint', notes: 'text', archived: 'boolean',
    createdAt: 'timestamptz(3)', updatedAt: 'timestamptz(3)'
  },
  nameOf: ({ businessName }) => businessName,
  sameAs: ({ taxNumber, foreignId }) => Prisma.sql`tax_number = ${taxNumber} and foreign_id = ${foreignId}`,
  likeOneOf: (rows) => Prisma.sql`tax_number = any(${rows.map(({ taxNumber }) => taxNumber)}::text[])`,
  beginningWith (search) {
    const taxNumber = taxNumberBeginning(search)
    return taxNumber === undefined ? undefined : Prisma.sql`tax_number like ${`${taxNumber}%`}`
  }
})
