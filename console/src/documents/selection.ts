import { useState } from 'react'
import type { Row } from './requests.ts'

export interface Selection {
  rows: Row[]
  isSelected: (row: Row) => boolean
  toggle: (row: Row) => void
  /** All of the page, or none if all are selected already. */
  toggleAll: () => void
  clear: () => void
  all: boolean
  some: boolean
}

/** Which rows of the shown page are selected. A row that leaves the page leaves the selection. */
export function useSelection (shown: readonly Row[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = shown.filter(({ correlationId }) => ids.has(correlationId))
  const all = rows.length > 0 && rows.length === shown.length
  return {
    rows,
    isSelected: ({ correlationId }) => ids.has(correlationId),
    toggle: ({ correlationId }) => {
      const next = new Set(rows.map((row) => row.correlationId))
      if (!next.delete(correlationId)) next.add(correlationId)
      setIds(next)
    },
    toggleAll: () => { setIds(new Set(all ? [] : shown.map(({ correlationId }) => correlationId))) },
    clear: () => { setIds(new Set()) },
    all,
    some: rows.length > 0 && !all
  }
}
