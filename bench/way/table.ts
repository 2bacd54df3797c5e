import type { WayFigures } from './measuring.ts'
import type { Limit } from './scene.ts'

const columns: [title: string, width: number][] = [
  ['tenants', 7], ['pace', 5], ['told', 5], ['issued/s', 8], ['judged/s', 8], ['p50', 5], ['p99', 5], ['verdict', 8],
  ['p99', 6], ['api', 6], ['worker', 6], ['PG', 6], ['all', 6], ['sim', 6], ['commits', 7], ['stmts', 6], ['WAL', 6], ['a env', 6]
]

/**
 * What the columns say: p50 and p99 of Save in ms, of the verdict in s; CPU in ms a document; commits, statements and
 * kilobytes of WAL a document; documents in an envelope.
 */
export function heading (): string {
  return line(columns.map(([title]) => title))
}

export interface Place { tenants: number, pace: string, notifications: string }

export function rowOf ({ tenants, pace, notifications }: Place, figures: WayFigures): string {
  const { api, worker, database } = figures
  return line([
    String(tenants), pace, notifications, figures.issuedPerSecond.toFixed(1), figures.judgedPerSecond.toFixed(1),
    figures.p50.toFixed(0), figures.p99.toFixed(0), figures.verdictP50.toFixed(1), figures.verdictP99.toFixed(1),
    ...[api, worker, database, api + worker + database, figures.simulator].map((cpu) => cpu.toFixed(2)),
    figures.transactions.toFixed(1), figures.statements.toFixed(1), figures.walKilobytes.toFixed(1),
    figures.perEnvelope.toFixed(1)
  ])
}

/** The limit of the row above it. */
export function limitRow ({ save, database, envelope }: Limit): string {
  return line([
    '', 'limit', '', '', '', '', '', '', '', ...[save, envelope, database, save + database + envelope].map((cpu) => cpu.toFixed(2))
  ])
}

function line (cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padStart(columns[index]?.[1] ?? 0)).join(' ')
}
