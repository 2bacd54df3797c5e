import type { Figures, Ratios } from './figures.ts'

const columns: [title: string, width: number][] = [
  ['tenants', 8], ['lines', 5], ['', -5], ['docs/s', 7], ['p50', 5], ['p99', 5], ['server', 7], ['PG', 6],
  ['client', 6], ['kinstr', 7], ['WAL', 6], ['by rate', 8], ['by CPU', 7], ['server', 7]
]

/** What the columns say: latencies in ms; CPU in ms a document; WAL in KB a document; Save's share of L. */
export function heading (): string {
  return line(columns.map(([title]) => title))
}

export interface Place { tenants: number, lines: number }

export function rowOf (
  { tenants, lines }: Place, name: string, figures: Figures, ratios?: Ratios
): string {
  const { perSecond, p50, p99, serverMs, databaseMs, clientMs, kiloInstructions, walKilobytes } = figures
  return line([
    String(tenants), String(lines), name, perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0), serverMs.toFixed(2),
    databaseMs.toFixed(2), clientMs.toFixed(2), kiloInstructions?.toFixed(0) ?? '-', walKilobytes.toFixed(1),
    ...(ratios ? [ratios.byRate, ratios.byCpu, ratios.byServerCpu].map((ratio) => ratio.toFixed(2)) : [])
  ])
}

function line (cells: readonly string[]): string {
  return cells.map((cell, index) => {
    const width = columns[index]?.[1] ?? 0
    return width < 0 ? cell.padEnd(-width) : cell.padStart(width)
  }).join(' ')
}
