/** Records are counted up to this number; beyond it their total is estimated, so that no list waits for a count. */
export const mostCounted = 10_000

/** `totalIsEstimate`: counting stopped at `mostCounted`. */
export interface Total { totalRecords: number, totalIsEstimate: boolean }

export interface PageOf<Row> extends Total { rows: Row[] }

export interface Counted {
  /** At most one more than `mostCounted`, the newest. */
  count: number
  /** Places of the newest record, of the last counted one and of the oldest there can be: times, or sequences. */
  from: number
  reached: number
  to: number
}

/** The total of records of which the newest were counted: the others are taken to be as dense. */
export function totalOf ({ count, from, reached, to }: Counted): Total {
  if (count <= mostCounted) return { totalRecords: count, totalIsEstimate: false }
  const share = from === to ? 1 : (from - reached) / (from - to)
  return { totalRecords: Math.max(count, Math.round(count / share)), totalIsEstimate: true }
}
