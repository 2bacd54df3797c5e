import { useState } from 'react'

export interface Selection<Row> {
  rows: Row[]
  idOf: (row: Row) => string
  isSelected: (row: Row) => boolean
  toggle: (row: Row) => void
  /** All of the page, or none if all are selected already. */
  toggleAll: () => void
  clear: () => void
  all: boolean
  some: boolean
}

/** Which rows of the shown page are selected. A row that leaves the page leaves the selection. */
export function useSelection<Row> (shown: readonly Row[], idOf: (row: Row) => string): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const rows = shown.filter((row) => ids.has(idOf(row)))
  const all = rows.length > 0 && rows.length === shown.length
  return {
    rows,
    idOf,
    isSelected: (row) => ids.has(idOf(row)),
    toggle: (row) => {
      const next = new Set(rows.map(idOf))
      if (!next.delete(idOf(row))) next.add(idOf(row))
      setIds(next)
    },
    toggleAll: () => { setIds(new Set(all ? [] : shown.map(idOf))) },
    clear: () => { setIds(new Set()) },
    all,
    some: rows.length > 0 && !all
  }
}
