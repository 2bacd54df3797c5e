import { santiagoDate } from '../../dte/values/calendar.ts'
import { type Status, statuses, type StatusName, statusText } from '../../model/document-states.ts'
import type { Store } from '../../repositories/store.ts'
import type { Clock } from '../ports.ts'

export interface OperatingFigures {
  openDocuments: { documentType: number, state: StatusName, documents: number }[]
  oldestUnsentSeconds: number
  /** `days` is undefined while neither the pace of the last week nor a date brings an end. */
  folios: { tenant: string, documentType: number, left: number, days: number | undefined }[]
  certificates: { tenant: string, days: number }[]
  tasksSetAside: { topic: string, tasks: number }[]
}

// What is not with the SII yet, and what a person has to look at.
const open: Status[] = [
  statuses.Waiting, statuses.Issued, statuses.Sending, statuses.Sent, statuses.Rejected, statuses.Failed
]
const unsent: Status[] = [statuses.Issued, statuses.Sending]

// Several scrapers, or one that asks often, share what was read.
const freshMs = 15_000

/** The figures of the whole service for its operator. Rejects when the database is away. */
export function createOperatingFigures ({ store, clock }: { store: Store, clock: Clock }) {
  let last: { at: number, figures: Promise<OperatingFigures> } | undefined

  const read = (): Promise<OperatingFigures> => store.asPlatform(async ({ operatingFigures: figures }) => {
    const [documents, folios] = [await figures.openDocuments(open), await figures.folios(santiagoDate(clock()))]
    return {
      openDocuments: documents.map(({ status, ...row }) => ({ ...row, state: statusText(status) })),
      oldestUnsentSeconds: await figures.oldestSeconds(unsent),
      folios: folios.map(({ perDay, endsInDays, ...row }) =>
        ({ ...row, days: daysLeft(row.left, perDay, endsInDays) })),
      certificates: await figures.certificates(),
      tasksSetAside: await figures.tasksSetAside()
    }
  })

  return (): Promise<OperatingFigures> => {
    const now = performance.now()
    if (!last || now - last.at > freshMs) last = { at: now, figures: read() }
    return last.figures
  }
}

function daysLeft (left: number, perDay: number, endsInDays: number | null): number | undefined {
  if (left === 0) return 0
  const days = Math.min(perDay > 0 ? left / perDay : Infinity, Math.max(0, endsInDays ?? Infinity))
  return Number.isFinite(days) ? days : undefined
}
