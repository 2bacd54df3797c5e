/** EnumBulkInvoiceStatus: where a submission stands. The numbers are part of the API. */
export const bulkStatuses = { Created: 1, Processing: 2, Completed: 3, CompletedWithErrors: 4, Cancelled: 5 } as const
export type BulkStatusName = keyof typeof bulkStatuses

const names = new Map<number, BulkStatusName>(
  Object.entries(bulkStatuses).map(([name, value]) => [value, name as BulkStatusName])
)

/** The text twin of a status. Throws on a number that is no status. */
export function bulkStatusText (status: number): BulkStatusName {
  const name = names.get(status)
  if (name === undefined) throw new RangeError(`${status} is no EnumBulkInvoiceStatus`)
  return name
}

/** Whether nothing more will come of the submission by itself. */
export function isOver (status: number): boolean {
  return status === bulkStatuses.Completed || status === bulkStatuses.CompletedWithErrors ||
    status === bulkStatuses.Cancelled
}
