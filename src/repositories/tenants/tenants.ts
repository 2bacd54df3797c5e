import type { Prisma, Tenant } from '../../generated/prisma/client.ts'
import { changesChannel } from '../postgres/change-feed.ts'
import { qrOnPdf, type QrOnPdf } from '../../model/qr-on-pdf.ts'
import { environment, type Environment, type TaxAuthority, taxAuthority } from '../../model/tax-authorities.ts'
import { dateColumn, type ReadRow, readRow, type Transaction } from '../postgres/transaction.ts'

type ResolutionDate = 'certificationResolutionDate' | 'productionResolutionDate'

/** The dates of the resolutions are YYYY-MM-DD. */
export interface TenantRow extends ReadRow<Tenant, ResolutionDate> {
  environment: Environment
  taxAuthority: TaxAuthority
  qrOnPdf: QrOnPdf
}

type ResolutionDates = Partial<Record<ResolutionDate, string | null>>
export type NewTenant = Omit<Prisma.TenantCreateInput, 'tenantId' | ResolutionDate> & ResolutionDates
export type TenantChange = Omit<Prisma.TenantUpdateInput, 'tenantId' | ResolutionDate> & ResolutionDates

const resolutionDates = ['certificationResolutionDate', 'productionResolutionDate'] as const

/** From a row as it was read, its `date` columns as Date or YYYY-MM-DD. */
export function tenantOf (row: Tenant): TenantRow {
  return {
    ...readRow(row, resolutionDates), environment: environment.parse(row.environment),
    taxAuthority: taxAuthority.parse(row.taxAuthority), qrOnPdf: qrOnPdf.parse(row.qrOnPdf)
  }
}

function dateColumnsOf (dates: ResolutionDates): Partial<Record<ResolutionDate, Date | null>> {
  return Object.fromEntries(resolutionDates.flatMap((name) => {
    const date = dates[name]
    return date === undefined ? [] : [[name, date && dateColumn(date)]]
  }))
}

/** A tenant as the operator sees it in a list; `administrators` are their emails. */
export interface TenantSummary {
  code: string
  taxNumber: string
  businessName: string
  environment: Environment
  taxAuthority: TaxAuthority
  administrators: string[]
}

/** All tenants in the order of their codes. */
export const allTenantsRepository = (tx: Transaction) => ({
  list: (): Promise<TenantSummary[]> => tx.$queryRaw<TenantSummary[]>`
    select t.code, t.tax_number as "taxNumber", t.business_name as "businessName", t.environment,
      t.tax_authority as "taxAuthority", array(
        select u.email from users u
        where u.tenant_id = t.tenant_id and u.user_type = 1 and u.deleted_at is null order by u.email
      ) as administrators
    from tenants t order by t.code`
})

export const tenantRepository = (tx: Transaction, tenantId: string) => ({
  get: async (): Promise<TenantRow> => tenantOf(await tx.tenant.findUniqueOrThrow({ where: { tenantId } })),

  async find (): Promise<TenantRow | null> {
    const row = await tx.tenant.findUnique({ where: { tenantId } })
    return row && tenantOf(row)
  },

  async create (row: NewTenant): Promise<void> {
    await tx.tenant.create({ data: { ...row, ...dateColumnsOf(row), tenantId } })
  },

  async update (change: TenantChange): Promise<void> {
    await tx.tenant.update({ where: { tenantId }, data: { ...change, ...dateColumnsOf(change) } })
  },

  /**
   * At the commit, makes every instance (change-feed.ts) drop what it caches of the tenant. Such commits take turns in
   * the whole database, so do not call this where documents are issued.
   */
  async announceChange (): Promise<void> {
    await tx.$queryRaw`select 1 from (select pg_notify(${changesChannel}, ${tenantId})) as announced`
  },

  /** The issuer and environment of the tenant's documents, locked against changes until the transaction ends. */
  async holdIdentity (): Promise<{ taxNumber: string, environment: string } | undefined> {
    const [row] = await tx.$queryRaw<{ taxNumber: string, environment: string }[]>`
      select tax_number as "taxNumber", environment from tenants where tenant_id = ${tenantId}::uuid for share`
    return row
  },

  /** Locks the tenant's row until the transaction ends, so that changes which must see one another take turns. */
  async lock (): Promise<void> {
    await tx.$queryRaw`select 1 from tenants where tenant_id = ${tenantId}::uuid for update`
  }
})
