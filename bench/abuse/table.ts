import type { Measured } from './good-client.ts'
import { unanswered, whyBroken, type Trial } from './trial.ts'

const columns: [title: string, width: number][] = [
  ['attack', 34],
  ['tried', 7],
  ['conns', 7],
  ['alive', 5],
  ['MB', 5],
  ['+ch', 5],
  ['loop', 6],
  ['p50', 5],
  ['p99', 11],
  ['new', 5],
  ['errors', 7]
]

function line (cells: readonly string[], rest: string): string {
  return cells.map((cell, index) =>
    index === 0 ? cell.padEnd(columns[index]?.[1] ?? 0) : cell.padStart(columns[index]?.[1] ?? 0)
  ).join(' ') + `  ${rest}`
}

export function heading (): string {
  return line(columns.map(([title]) => title), 'answers; verdict')
}

export function rowOf (trial: Trial): string {
  const { attack, variations, ran, death, memory, loopMs, save, otherP99, uploadMs } = trial
  const broken = whyBroken(trial)
  const p99 = whole(save.p99) + (otherP99 === undefined ? '' : ` (${whole(otherP99)})`)
  const pdfs = pdfsOf(save.pdfs)
  const failed = Object.values(save.errors).reduce((sum, count) => sum + count, 0)
  const cells = [
    `${attack.kind[0]} ${attack.name}`,
    `${ran.tried}/${variations}`,
    String(ran.connections),
    death === undefined ? 'yes' : 'NO',
    whole(memory.own),
    whole(memory.children),
    whole(loopMs),
    whole(save.p50),
    p99,
    whole(save.newMs),
    String(failed)
  ]
  return line(
    cells,
    `${counted(ran.outcomes)}; ${broken.length === 0 ? 'ok' : `BROKEN: ${broken.join('; ')}${unanswered(trial)}`}${
      failed === 0 ? '' : ` [Save: ${counted(save.errors)}]`
    }${uploadMs === undefined ? '' : ` [longest upload: ${whole(uploadMs)} ms]`}${pdfs}`
  )
}

/** What became of the good tenant's own PDFs, where it asked for any. */
function pdfsOf ({ served, longestMs, errors }: Measured['pdfs']): string {
  if (served === 0 && Object.keys(errors).length === 0) return ''
  const refused = Object.keys(errors).length === 0 ? '' : `, ${counted(errors)}`
  return ` [GetPdf: ${served} served, longest ${whole(longestMs)} ms${refused}]`
}

export function calmRow (
  { p50, p99, newMs, samples, megabytes, load }: Measured & { megabytes: number, load: number }
): string {
  return line(
    ['calm', '', '', 'yes', whole(megabytes), '', '', whole(p50), whole(p99), whole(newMs), ''],
    `${samples} Saves; load of the machine ${load.toFixed(1)}`
  )
}

function counted (outcomes: Record<string, number>): string {
  return Object.entries(outcomes).sort(([, a], [, b]) => b - a).slice(0, 6).map(([outcome, count]) =>
    `${outcome}×${count}`
  ).join(' ') || 'no answers'
}

function whole (value: number): string {
  return Number.isFinite(value) ? value.toFixed(0) : '-'
}
