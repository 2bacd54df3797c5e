import type { ListName } from './types.ts'

/** The member of a posted document that a field fills, as `Common/Codes` calls it: `details[].taxes[].taxCode`. */
export function memberOf (path: string, list: ListName | undefined): string {
  return (list === undefined ? path : `${list}[].${path}`).replace(/\[\d\]/, '[]')
}

const customs = 'header.transport.customs'

/**
 * The members whose tables are too long for a list of the browser's own. This is known before a table comes: a field
 * that became another control would lose the focus, and what was typed in it.
 */
const searched: readonly string[] = [
  'header.totals.currency', 'header.otherCurrency.currency', 'header.receiver.foreign.nationality', 'header.totals.taxes[].taxCode',
  'details[].taxes[].taxCode', 'references[].documentType', `${customs}.packages[].packageType`,
  ...['saleClause', 'loadingPort', 'unloadingPort', 'receiverCountry', 'destinationCountry', 'grossWeightUnit', 'netWeightUnit', 'tareUnit']
    .map((name) => `${customs}.${name}`)
]

export function isSearched (path: string, list: ListName | undefined): boolean {
  return searched.includes(memberOf(path, list))
}
