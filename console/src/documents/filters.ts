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
}

/** Without any filter but the state. */
export const noFilters: FilterChange = {
  type: undefined, channel: undefined, search: undefined, externalId: undefined, from: undefined, to: undefined, code: undefined
}

export type FilterChange = { [Key in keyof Filters]: Filters[Key] | undefined }

/** The states between the signature and the verdict. */
export const onTheirWay = '2,3,4'
/** Rejected and stopped: what a person has to look at. */
export const toAttend = '7,8'

/** What makes no sense is left out. */
export function readFilters (search: Record<string, unknown>): Filters {
  const { page, size, status, type, channel, from, to } = search
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
    ...(code !== '' && { code })
  }
}

/** The filters as Webhook/GetWebhooks takes them, without the page. */
export function queryOf ({ status, type, channel, search, externalId, from, to, code }: Filters) {
  return {
    ...(status !== undefined && { status: statusesOf(status) }),
    ...(type !== undefined && { invoiceTypeCode: type }),
    ...(channel !== undefined && { channelType: channel }),
    ...(search !== undefined && { search }),
    ...(externalId !== undefined && { externalId }),
    ...(from !== undefined && { startDate: from }),
    ...(to !== undefined && { endDate: to }),
    ...(code !== undefined && { reasonCode: code })
  }
}

export function isFiltered ({ status, type, channel, search, externalId, from, to, code }: FilterChange): boolean {
  return [status, type, channel, search, externalId, from, to, code].some((value) => value !== undefined)
}

export function statusesOf (status: number | string): number[] {
  return String(status).split(',').map(Number)
}

function isStatus (value: unknown): value is number | string {
  return isWhole(value, 1, 8) || (typeof value === 'string' && /^[1-8](,[1-8])+$/.test(value))
}
