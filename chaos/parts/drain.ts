import { setTimeout as sleep } from 'node:timers/promises'
import { unreadMails } from '../judge/mails.ts'
import type { Database } from './database.ts'
import type { Arrived } from './mailboxes.ts'

const longestStandstillMs = 180_000
const marginMs = 60_000

export interface Drained { empty: boolean, seconds: number, left: string[] }

/**
 * Waits until nothing is left to do. Gives up only when nothing has changed for minutes, and no task is to be tried
 * again later: how fast the machine is makes no difference.
 */
export async function untilDrained (
  { query }: Pick<Database, 'query'>, mails: readonly Arrived[]
): Promise<Drained> {
  const begun = performance.now()
  let seen = ''
  let giveUpAt = Infinity
  for (;;) {
    const { documents, tasks } = await remaining(query, mails)
    const left = [...documents, ...tasks.map(({ name }) => name)]
    const seconds = (performance.now() - begun) / 1000
    if (left.length === 0) return { empty: true, seconds, left }
    const now = performance.now()
    const state = JSON.stringify([documents, tasks.map(({ name, attempts }) => [name, attempts])])
    if (state !== seen) {
      const longestWaitMs = Math.max(0, ...tasks.map(({ waitsMs }) => waitsMs))
      giveUpAt = now + Math.max(longestStandstillMs, longestWaitMs + marginMs)
      seen = state
    }
    if (now > giveUpAt) return { empty: false, seconds, left }
    await sleep(300)
  }
}

/**
 * Documents without an end, by status, and tasks. Recurring ones never end, nor does the reading of a mailbox; mails
 * about rejections and questions to the registry wait an hour and longer.
 */
async function remaining (query: Database['query'], mails: readonly Arrived[]) {
  const documents = await query(`
    select status::text || ' ' || coalesce(reason ->> 'code', '') as name, count(*)::int as n
    from invoices where status in (1, 2, 3, 4) group by 1 order by 1`)
  const tasks = await query(`
    select topic || ' (' || coalesce(last_error, 'none') || ')' as name, count(*)::int as n, sum(attempts)::int as attempts,
      greatest(0, extract(epoch from max(greatest(due_at, lease_until)) - now()) * 1000)::float8 as waits
    from outbox_tasks where topic not in ('recurringJob', 'sendMail', 'readMailbox', 'mailRejections', 'askRegistry')
    group by 1 order by 1`)
  const unread = await unreadMails(query, mails)
  return {
    documents: [
      ...documents.map(({ name, n }) => `${n} documents in status ${name}`),
      ...unread.length > 0 ? [`${unread.length} mails that were not read`] : []
    ],
    tasks: tasks.map(({ name, n, attempts, waits }) => ({ name: `${n} tasks ${name}`, attempts, waitsMs: Number(waits) }))
  }
}
