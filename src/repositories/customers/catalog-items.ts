export interface CatalogFilter { search?: string | undefined, archived: boolean }
/** `page` counts from 1. */
export interface CatalogPage { page: number, pageSize: number }

/** What customers and products have in common: rows that a tenant keeps by hand. */
export interface CatalogRepository<Row> {
  /** Those of these ids that there are. */
  find: (ids: string[]) => Promise<Row[]>
  /** The id of another row that stands for the same. */
  findEqual: (row: Row) => Promise<string | undefined>
  count: () => Promise<number>
  /** In the order of their names. */
  paginate: (filter: CatalogFilter, page: CatalogPage) => Promise<{ totalRecords: number, rows: Row[] }>
  create: (row: Row) => Promise<void>
  update: (row: Row) => Promise<void>
  delete: (id: string) => Promise<void>
  /** Those that stand for the same as one of these, and perhaps more. */
  findLike: (rows: readonly Row[]) => Promise<Row[]>
  /** What comes after an id, in the order of creation. */
  walk: (after: string, take: number) => Promise<Row[]>
  /** Creates those that stand for the same as no other, and answers their ids. */
  addMissing: (rows: readonly Row[]) => Promise<Set<string>>
  /** Writes whole rows, new ones and others in the place of those with their ids. */
  putAll: (rows: readonly Row[]) => Promise<void>
}
