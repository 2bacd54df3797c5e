import { isDate, isWhole, textOf } from '../shared/address.ts'

/** What the list shows, as it is in the address. */
export interface Filters {
  page?: number
  size?: number
  view?: View
  type?: number
  search?: string
  /** RUT of the supplier. */
  issuer?: string
  /** What the SII says. */
  sii?: number
  from?: string
  to?: string
  /** Of the total, in whole units. */
  min?: number
  max?: number
}

export type FilterChange = { [Key in keyof Filters]: Filters[Key] | undefined }

/** Each view with what it asks of Received/List. */
export const views = {
  open: { dueWithinDays: 30 }, today: { dueWithinDays: 0 }, soon: { dueWithinDays: 3 }, credit: { creditAtRisk: true },
  claimed: { registryState: 5 }, notDone: { failedClaims: true }, failed: { failedChecks: true }
} as const
export type View = keyof typeof views

/** Without any filter but the view. */
export const noFilters: FilterChange = {
  type: undefined, search: undefined, issuer: undefined, sii: undefined, from: undefined, to: undefined, min: undefined, max: undefined
}

/** What makes no sense is left out. */
export function readFilters (search: Record<string, unknown>): Filters {
  const { page, size, view, type, sii, from, to, min, max } = search
  const text = textOf(search['search'])
  const issuer = textOf(search['issuer']).slice(0, 15)
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(isWhole(size, 50, 100) && { size: size > 50 ? 100 : 50 }),
    ...(isView(view) && { view }),
    ...(isWhole(type, 1, 999) && { type }),
    ...(text !== '' && { search: text }),
    ...(issuer !== '' && { issuer }),
    ...(isWhole(sii, 1, 5) && { sii }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(isWhole(min, 0, mostAmount) && { min }),
    ...(isWhole(max, 0, mostAmount) && { max })
  }
}

/** The filters as Received/List takes them, without the page. */
export function queryOf ({ view, type, search, issuer, sii, from, to, min, max }: Filters) {
  return {
    ...(view !== undefined && views[view]),
    ...(type !== undefined && { documentType: type }),
    ...(search !== undefined && { search }),
    ...(issuer !== undefined && { issuer }),
    ...(sii !== undefined && { confirmation: sii }),
    ...(from !== undefined && { startDate: from }),
    ...(to !== undefined && { endDate: to }),
    ...(min !== undefined && { minAmount: min }),
    ...(max !== undefined && { maxAmount: max })
  }
}

export function isFiltered (filters: Filters): boolean {
  return Object.keys(queryOf(filters)).length > 0
}

const mostAmount = 999_999_999_999

function isView (value: unknown): value is View {
  return typeof value === 'string' && Object.hasOwn(views, value)
}
