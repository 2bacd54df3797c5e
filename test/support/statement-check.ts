import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { objectionsTo } from './shard-rules.ts'

interface Recorded extends pg.Client { connectionParameters: { application_name?: string } }

/** What this process has checked, and what it has still to check. */
interface Record { checked: Set<string>, pending: Map<string, string> }

const key = Symbol.for('timbre.statements')
const holder = globalThis as unknown as { [key]?: Record }
const record = holder[key] ??= startRecording()

/** Of connections of the store; batches of several tenants are for one PostgreSQL. */
function startRecording (): Record {
  const started: Record = { checked: new Set(), pending: new Map() }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: Recorded, ...given: [string | { text?: string }]) {
    const name = this.connectionParameters.application_name ?? ''
    if (name === 'timbre' || name.startsWith('timbre after-restore')) note(started, given[0])
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
  return started
}

function note ({ checked, pending }: Record, asked: string | { text?: string }): void {
  const text = typeof asked === 'string' ? asked : asked.text
  if (text === undefined || checked.has(text)) return
  checked.add(text)
  pending.set(likeness(text), text)
}

/** Lists of values differ in their lengths only. */
function likeness (text: string): string {
  return text.replace(/\$\d+/g, '$').replace(/(?:\$(?:::\w+)?,)+(?=\$)/g, '').replace(/(?:\([$, A-Z]*\),)+(?=\()/g, '')
}

afterAll(() => {
  const statements = [...record.pending.values()]
  record.pending.clear()
  const objections = statements.flatMap((text) => objectionsTo(text).map(({ rule, about }) =>
    `${rule}: ${about} in ${text.replace(/\s+/g, ' ').slice(0, 300)}`
  ))

  expect(objections, 'docs/scaling.md says what statements may do').toEqual([])
})
