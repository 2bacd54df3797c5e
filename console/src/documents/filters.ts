import { isDate, isWhole, textOf } from '../shared/address.ts'

/** What the list shows, as it is in the address: it can be kept, sent to a colleague, and gone back to. */
export interface Filters {
  page?: number
  size?: number
  /** One state, or several: `7,8`. */
  status?: number | string
  type?: number
  channel?: number
  search?: string
  /** The company's own number of the sale, whole. */
  externalId?: string
  from?: string
  to?: string
  /** A code of the SII, or of what documents wait for. */
  code?: string
  /** Of the total, in whole units. */
  min?: number
  max?: number
  /** The user, or the pair of keys, that issued it. */
  by?: string
  /** What the customer did: EnumCustomerState. */
  customer?: number
  sort?: Sort
}

export const headings = ['date', 'amount', 'number', 'customer'] as const
/** A heading; descending with a minus. */
export type Sort = typeof headings[number] | `-${typeof headings[number]}`

/** What a press on a heading sorts by: first descending, but names and numbers first ascending. */
export function nextSort (heading: typeof headings[number], now: Sort | undefined): Sort | undefined {
  const [first, second]: Sort[] = heading === 'customer' || heading === 'number' ? [heading, `-${heading}`] : [`-${heading}`, heading]
  return now === first ? second : now === second ? undefined : first
}

/** Without any filter but the state. */
export const noFilters: FilterChange = {
  type: undefined, channel: undefined, search: undefined, externalId: undefined, from: undefined, to: undefined, code: undefined,
  min: undefined, max: undefined, by: undefined, customer: undefined
}

export type FilterChange = { [Key in keyof Filters]: Filters[Key] | undefined }

/** The states between the signature and the verdict. */
export const onTheirWay = '2,3,4'
/** Rejected and stopped: what a person has to look at. */
export const toAttend = '7,8'

/** What makes no sense is left out. */
export function readFilters (search: Record<string, unknown>): Filters {
  const { page, size, status, type, channel, from, to, min, max, customer, sort } = search
  const by = textOf(search['by'])
  const text = textOf(search['search'])
  const code = textOf(search['code'])
  const externalId = textOf(search['externalId']).slice(0, 64)
  return {
    ...(isWhole(page, 2, 1_000_000) && { page }),
    ...(isWhole(size, 50, 100) && { size: size > 50 ? 100 : 50 }),
    ...(isStatus(status) && { status }),
    ...(isWhole(type, 1, 999) && { type }),
    ...(isWhole(channel, 1, 3) && { channel }),
    ...(text !== '' && { search: text }),
    ...(externalId !== '' && { externalId }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(code !== '' && { code }),
    ...(isWhole(min, 0, mostAmount) && { min }),
    ...(isWhole(max, 0, mostAmount) && { max }),
    ...(/^[0-9a-f-]{36}$/.test(by) && { by }),
    ...(isWhole(customer, 1, 7) && { customer }),
    ...(isSort(sort) && { sort })
  }
}

/** The filters as Webhook/GetWebhooks takes them, without the page. */
export function queryOf ({ status, type, channel, search, externalId, from, to, code, min, max, by, customer }: Filters) {
  return {
    ...(status !== undefined && { status: statusesOf(status) }),
    ...(type !== undefined && { invoiceTypeCode: type }),
    ...(channel !== undefined && { channelType: channel }),
    ...(search !== undefined && { search }),
    ...(externalId !== undefined && { externalId }),
    ...(from !== undefined && { startDate: from }),
    ...(to !== undefined && { endDate: to }),
    ...(code !== undefined && { reasonCode: code }),
    ...(min !== undefined && { minAmount: min }),
    ...(max !== undefined && { maxAmount: max }),
    ...(by !== undefined && { createdById: by }),
    ...(customer !== undefined && { customerState: customer })
  }
}

export function isFiltered ({ page: _page, size: _size, sort: _sort, ...filters }: FilterChange): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

export function statusesOf (status: number | string): number[] {
  return String(status).split(',').map(Number)
}

const mostAmount = 999_999_999_999

function isSort (value: unknown): value is Sort {
  return headings.some((heading) => value === heading || value === `-${heading}`)
}

function isStatus (value: unknown): value is number | string {
  return isWhole(value, 1, 8) || (typeof value === 'string' && /^[1-8](,[1-8])+$/.test(value))
}
