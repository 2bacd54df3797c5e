import { numbered } from './numbered.ts'

/** EnumBulkInvoiceStatus: where a submission stands. The numbers are stored and part of the API. */
export const bulkStatuses = { Created: 1, Processing: 2, Completed: 3, CompletedWithErrors: 4, Cancelled: 5 } as const
export type BulkStatusName = keyof typeof bulkStatuses
export type BulkStatus = (typeof bulkStatuses)[BulkStatusName]

/** Stored while documents of the submission still arrive; not shown. */
export const receivingStatus = 0

export const { read: readBulkStatus, text: bulkStatusText } = numbered('EnumBulkInvoiceStatus', bulkStatuses)

/** Whether the submission is finished: nothing more will be issued. */
export function isOver (status: number): boolean {
  return status === bulkStatuses.Completed || status === bulkStatuses.CompletedWithErrors ||
    status === bulkStatuses.Cancelled
}

/** EnumBulkRowStatus: the outcome of a row. The numbers are stored and part of the API. */
export const rowStates = { Ready: 1, Invalid: 2, Taken: 3, Failed: 4, Cancelled: 5 } as const
export type RowState = (typeof rowStates)[keyof typeof rowStates]

export const { read: readRowState, text: rowStateText } = numbered('EnumBulkRowStatus', rowStates)
