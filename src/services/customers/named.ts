import { violationOf, type Violation } from '../../dte/errors.ts'
import type { InvoicePayload } from '../../dte/fields/payload.ts'
import { parseRut } from '../../dte/values/rut.ts'
import type { CustomerRow } from '../../repositories/customers/customers.ts'
import type { CatalogRepository } from '../../repositories/customers/catalog-items.ts'
import type { ProductRow } from '../../repositories/customers/products.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import { completed } from './completing.ts'

const customerPath = 'payload.header.receiver.customerId'

/** What a posted document names, by the ids as posted. */
interface Names { customerId: string | undefined, productIds: (string | undefined)[] }

/** What a posted document names; undefined for one that names nothing, as most do. */
export function namesIn ({ header: { receiver }, details }: InvoicePayload): Names | undefined {
  const customerId = idOf(receiver?.customerId)
  const productIds = details?.map(({ productId }) => idOf(productId)) ?? []
  return customerId === undefined && productIds.every((id) => id === undefined) ? undefined : { customerId, productIds }
}

/**
 * A posted document with what its customer and its products say where it says nothing, or what is wrong with the ids.
 * `today` is the issue date of a document without one.
 */
export async function completeByNames (
  { customers, products }: TenantRepositories, payload: InvoicePayload, names: Names, today: string
): Promise<{ payload: InvoicePayload, violations: Violation[] }> {
  const [customer] = await found(customers, [names.customerId])
  const known = new Map((await found(products, names.productIds)).map((row) => [row.id, row]))
  const violations = [...violationsOfCustomer(payload, names, customer), ...violationsOfProducts(names, known)]
  if (violations.length > 0) return { payload, violations }
  const lines = names.productIds.map((id) => id === undefined ? undefined : known.get(id))
  return { payload: completed(payload, { customer, lines, today }), violations }
}

async function found<Row extends { id: string }> (
  kept: CatalogRepository<Row>, ids: (string | undefined)[]
): Promise<Row[]> {
  const wanted = [...new Set(ids.filter(isUuid))]
  return wanted.length === 0 ? [] : kept.find(wanted)
}

function violationsOfCustomer (
  { header: { receiver } }: InvoicePayload, { customerId }: Names, customer: CustomerRow | undefined
): Violation[] {
  if (customerId === undefined) return []
  if (!customer) return [violationOf('CUSTOMER_UNKNOWN', customerPath, { posted: customerId })]
  const posted = receiver?.taxNumber?.trim() ?? ''
  if (posted === '' || parseRut(posted) === customer.taxNumber) return []
  return [violationOf('CUSTOMER_DIFFERS', customerPath, { posted, computed: customer.taxNumber })]
}

function violationsOfProducts ({ productIds }: Names, known: ReadonlyMap<string, ProductRow>): Violation[] {
  return productIds.flatMap((id, index) => id === undefined || known.has(id)
    ? []
    : [violationOf('PRODUCT_UNKNOWN', `payload.details[${index}].productId`, { posted: id })])
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idOf (posted: string | null | undefined): string | undefined {
  const id = posted?.trim() ?? ''
  if (id === '') return undefined
  return uuid.test(id) ? id.toLowerCase() : id
}

function isUuid (id: string | undefined): id is string {
  return id !== undefined && uuid.test(id)
}
