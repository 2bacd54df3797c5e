import type { Outcome } from './load.ts'
import type { Costs } from './meters.ts'

/** Per document where it says so; CPU in milliseconds, latencies too. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  serverMs: number
  databaseMs: number
  clientMs: number
  walKilobytes: number
  /** Thousands of instructions in user mode, of server and PostgreSQL; undefined where the machine counts none. */
  kiloInstructions: number | undefined
}

/** What Save reaches of L, by each measure; 1 is as good. */
export interface Ratios { byRate: number, byCpu: number, byServerCpu: number }

export function figuresOf ({ documents, seconds, p50, p99, clientCpu }: Outcome, costs: Costs): Figures {
  const { serverCpu, databaseCpu, walBytes, serverInstructions, databaseInstructions } = costs
  const milliseconds = (cpuSeconds: number): number => cpuSeconds * 1000 / documents
  return {
    perSecond: documents / seconds,
    p50,
    p99,
    serverMs: milliseconds(serverCpu),
    databaseMs: milliseconds(databaseCpu),
    clientMs: milliseconds(clientCpu),
    walKilobytes: walBytes / 1024 / documents,
    kiloInstructions: serverInstructions === undefined || databaseInstructions === undefined
      ? undefined
      : (serverInstructions + databaseInstructions) / 1000 / documents
  }
}

export function cpuMsOf ({ serverMs, databaseMs }: Figures): number {
  return serverMs + databaseMs
}

/** The median of each figure over the rounds. */
export function mediansOf (rounds: readonly Figures[]): Figures {
  const of = (figure: (figures: Figures) => number): number => median(rounds.map(figure))
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    serverMs: of(({ serverMs }) => serverMs),
    databaseMs: of(({ databaseMs }) => databaseMs),
    clientMs: of(({ clientMs }) => clientMs),
    walKilobytes: of(({ walKilobytes }) => walKilobytes),
    kiloInstructions: rounds.some(({ kiloInstructions }) => kiloInstructions === undefined)
      ? undefined
      : of(({ kiloInstructions }) => kiloInstructions ?? 0)
  }
}

/** Of each round first, since both ran under the same circumstances there; then the median of the rounds. */
export function ratiosOf (limit: readonly Figures[], save: readonly Figures[]): Ratios {
  const of = (ratio: (limit: Figures, save: Figures) => number): number =>
    median(save.flatMap((figures, round) => limit[round] ? [ratio(limit[round], figures)] : []))
  return {
    byRate: of((l, s) => s.perSecond / l.perSecond),
    byCpu: of((l, s) => cpuMsOf(l) / cpuMsOf(s)),
    byServerCpu: of((l, s) => l.serverMs / s.serverMs)
  }
}

export function median (numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}
