import type { CatalogFilter, CatalogPage, CatalogRepository } from '../../repositories/customers/catalog-items.ts'
import type { Store, TenantRepositories } from '../../repositories/store.ts'
import { isCollision } from '../../shared/database-errors.ts'
import { type ErrorCode, problemAt, ServiceError } from '../../shared/errors.ts'
import { newId } from '../../shared/ids.ts'
import type { Actor } from '../actor.ts'
import { audited } from '../audit/audit-actor.ts'
import { changesBetween } from '../audit/changes.ts'
import type { Clock } from '../ports.ts'

export interface CatalogItem { id: string, createdAt: Date, updatedAt: Date }
export type ColumnsOf<Row extends CatalogItem> = Omit<Row, keyof CatalogItem>

/** What a client gives of a row; an empty text and 0 clear a member. */
export type Given<Row extends CatalogItem> = {
  [Member in keyof ColumnsOf<Row>]?: NonNullable<ColumnsOf<Row>[Member]> | undefined
}

export interface Kind<Row extends CatalogItem> {
  /** As the audit log names it. */
  entity: 'customer' | 'product'
  repositoryOf: (repositories: TenantRepositories) => CatalogRepository<Row>
  empty: ColumnsOf<Row>
  /** The columns as they are stored. Throws ServiceError VALIDATION_FAILED. */
  checked: (columns: ColumnsOf<Row>) => ColumnsOf<Row>
  errors: { missing: ErrorCode, taken: ErrorCode, limit: ErrorCode }
  /** The member that no two may have in common. */
  unique: string
}

interface CatalogDependencies { store: Store, clock: Clock }

// The sentences of CUSTOMER_LIMIT and PRODUCT_LIMIT say so too.
export const maxCatalogItems = 50_000

/** Rows that a tenant keeps by hand and that documents may name. */
export function createCatalog<Row extends CatalogItem> (
  { store, clock }: CatalogDependencies, { entity, repositoryOf, empty, checked, errors, unique }: Kind<Row>
) {
  function found (row: Row | undefined): Row {
    if (!row) throw new ServiceError(errors.missing)
    return row
  }

  /** Locked, so that no other change comes between. */
  async function toChange (repositories: TenantRepositories, id: string): Promise<Row> {
    return found(await repositoryOf(repositories).findLocked(id))
  }

  async function mustBeUnique (repositories: TenantRepositories, row: Row): Promise<void> {
    const other = await repositoryOf(repositories).findEqual(row)
    if (other === undefined) return
    const message = { en: `belongs to the one with the id ${other}`, es: `es del que tiene el id ${other}` }
    throw new ServiceError(errors.taken, { problems: [problemAt(unique, message)] })
  }

  /** Once more where another transaction took the number or the code first: then it is found. */
  async function write (actor: Actor, work: (repositories: TenantRepositories) => Promise<Row>): Promise<Row> {
    const attempt = () => store.asTenant(actor.tenantId, work)
    try {
      return await attempt()
    } catch (error) {
      if (!isCollision(error)) throw error
      return attempt()
    }
  }

  const entryOf = (actor: Actor, verb: 'create' | 'update' | 'delete', entityId: string, details: object) =>
    [{ actor: audited(actor), action: `${entity}.${verb}`, entity, entityId, details: { ...details } }]

  return {
    /** One page, in the order of the names. */
    paginate: ({ tenantId }: Actor, filter: CatalogFilter, page: CatalogPage) =>
      store.asTenant(tenantId, async (repositories) => {
        const { rows, totalRecords } = await repositoryOf(repositories).paginate(filter, page)
        return { data: rows, totalRecords, totalIsEstimate: false }
      }),

    /** Throws ServiceError CUSTOMER_NOT_FOUND or PRODUCT_NOT_FOUND, as the others do. */
    get: ({ tenantId }: Actor, id: string): Promise<Row> =>
      store.asTenant(tenantId, async (repositories) => found((await repositoryOf(repositories).find([id]))[0])),

    /** Throws ServiceError CUSTOMER_EXISTS or PRODUCT_EXISTS, CUSTOMER_LIMIT or PRODUCT_LIMIT, VALIDATION_FAILED. */
    create: (actor: Actor, given: Given<Row>): Promise<Row> => write(actor, async (repositories) => {
      const at = clock()
      const columns = checked(merged<Row>(empty, given))
      const row = { ...columns, id: newId(), createdAt: at, updatedAt: at } as Row
      if (await repositoryOf(repositories).count() >= maxCatalogItems) throw new ServiceError(errors.limit)
      await mustBeUnique(repositories, row)
      await repositoryOf(repositories).putAll([row])
      repositories.auditLog.add(entryOf(actor, 'create', row.id, columns), at)
      return row
    }),

    /** Changes only what is given. Throws the errors of `create`. */
    update: (actor: Actor, id: string, given: Given<Row>): Promise<Row> => write(actor, async (repositories) => {
      const at = clock()
      const { id: _id, createdAt, updatedAt: _before, ...before } = await toChange(repositories, id)
      const columns = checked(merged<Row>(before, given))
      const row = { ...columns, id, createdAt, updatedAt: at } as Row
      await mustBeUnique(repositories, row)
      await repositoryOf(repositories).putAll([row])
      repositories.auditLog.add(entryOf(actor, 'update', id, changesBetween(before, { ...columns })), at)
      return row
    }),

    /** Documents keep what they took from it. */
    delete: (actor: Actor, id: string): Promise<void> => store.asTenant(actor.tenantId, async (repositories) => {
      const { id: _id, createdAt: _created, updatedAt: _updated, ...columns } = await toChange(repositories, id)
      await repositoryOf(repositories).delete(id)
      repositories.auditLog.add(entryOf(actor, 'delete', id, columns), clock())
    })
  }
}

export function merged<Row extends CatalogItem> (before: ColumnsOf<Row>, given: Given<Row>): ColumnsOf<Row> {
  const members = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(members.map(([name, value]) => [name, value === '' || value === 0 ? null : value])) }
}
