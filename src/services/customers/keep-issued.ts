import type { DocumentLine, DocumentReceiver, TaxDocument } from '../../dte/document.ts'
import { foreignReceiver, sharedTaxNumbers } from '../../dte/reading/parties.ts'
import { currencyOf } from '../../dte/values/currencies.ts'
import { joined } from '../../dte/values/present.ts'
import type { CustomerRow } from '../../repositories/customers/customers.ts'
import type { CatalogRepository } from '../../repositories/customers/catalog-items.ts'
import type { ProductRow } from '../../repositories/customers/products.ts'
import type { TenantRepositories } from '../../repositories/store.ts'
import type { TenantRow } from '../../repositories/tenants/tenants.ts'
import { newId } from '../../shared/ids.ts'
import { service } from '../tasks/task-lease.ts'
import { emptyCustomer } from './customers.ts'
import { maxCatalogItems } from './catalog-items.ts'
import { emptyProduct } from './products.ts'

// Notes correct, settlements sell for others, and purchase invoices name who sold.
const sales: readonly number[] = [33, 34, 39, 41, 52, 110]
const mostPrice = 999_999_999_999

type NewColumns<Row> = Omit<Row, 'id' | 'createdAt' | 'updatedAt'>

/**
 * Keeps the receivers of issued documents as customers and their lines with a code as products, where there are none
 * yet. Those beyond what a tenant can have are left out: no document waits for this.
 */
export async function keepIssued (
  repositories: TenantRepositories, tenant: TenantRow, invoiceIds: string[], at: Date
): Promise<void> {
  const { customers, products, proposals } = repositories
  const issued = await proposals.documents(invoiceIds)
  const documents = [...issued.values()].filter(({ documentType }) => sales.includes(documentType))
  const row = { id: '', createdAt: at, updatedAt: at }
  const buyers = documents.flatMap(({ receiver }) => customerOf(receiver, tenant))
    .map((columns) => ({ ...columns, ...row }))
  const items = documents.flatMap(productsOf).map((columns) => ({ ...columns, ...row }))
  const created = {
    customer: await addMissing<CustomerRow>(customers, buyers, (row) => `${row.taxNumber} ${row.foreignId}`),
    product: await addMissing<ProductRow>(products, items, ({ code }) => code ?? '')
  }
  for (const [entity, rows] of Object.entries(created)) {
    if (rows.length === 0) continue
    repositories.auditLog.add(rows.map(({ id, createdAt: _, updatedAt: _at, ...details }) =>
      ({ actor: service, action: `${entity}.create`, entity, entityId: id, details })), at)
  }
}

/** In the order of their keys, so that two envelopes that bring the same ones do not wait for one another. */
async function addMissing<Row extends { id: string }> (
  repository: CatalogRepository<Row>, rows: readonly Row[], keyOf: (row: Row) => string
): Promise<Row[]> {
  if (rows.length === 0) return []
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  for (const known of await repository.findLike([...byKey.values()])) byKey.delete(keyOf(known))
  if (byKey.size === 0) return []
  const left = Math.max(0, maxCatalogItems - await repository.count())
  const missing = [...byKey].sort(([one], [other]) => one < other ? -1 : 1).slice(0, left)
    .map(([, row]) => ({ ...row, id: newId() }))
  const created = await repository.addMissing(missing)
  return missing.filter(({ id }) => created.has(id))
}

/** Nobody in boletas without a receiver, and a foreigner only with a document. */
function customerOf (
  { taxNumber, businessName, businessActivity, address, municipality, city, email, foreign }: DocumentReceiver,
  tenant: TenantRow
): NewColumns<CustomerRow>[] {
  const { documentNumber: foreignId = '', nationality } = taxNumber === foreignReceiver ? foreign ?? {} : {}
  const isNobody = sharedTaxNumbers.includes(taxNumber) && foreignId === ''
  if (businessName === undefined || isNobody || taxNumber === tenant.taxNumber) return []
  const known = joined(emptyCustomer, { businessActivity, address, municipality, city, email, nationality })
  return [{ ...known, taxNumber, foreignId, businessName }]
}

function productsOf (document: TaxDocument): NewColumns<ProductRow>[] {
  return document.lines.flatMap((line) => line.itemCode ? [productOf(line.itemCode.codeValue, line, document)] : [])
}

function productOf (
  code: string, line: DocumentLine, { linePrices, totals }: TaxDocument
): NewColumns<ProductRow> {
  const isExempt = line.exemptIndicator === 1
  const { itemName: name, itemDescription: description, unitOfMeasure, taxCodes } = line
  return {
    ...joined(emptyProduct, { description, unitOfMeasure }), code, name, unitPrice: priceOf(line),
    currency: currencyOf(totals), grossPrice: linePrices === 'gross', exempt: isExempt, taxCodes: isExempt ? [] : taxCodes
  }
}

/** Nothing where it has more digits than a product's price. */
function priceOf ({ unitPrice }: Pick<DocumentLine, 'unitPrice'>): number | null {
  const price = Number(unitPrice ?? 0)
  return price > 0 && price <= mostPrice ? price : null
}
