import { beforeAll, expect, it } from 'vitest'
import { boleta } from '../../support/documents.ts'
import { defined } from '../../support/expecting.ts'
import { sharedProgram, sharedTenant } from '../../support/shared.ts'

const nil = '00000000-0000-0000-0000-000000000000'
const documents = 1000
const clients = 25

const program = sharedProgram()
const andes = sharedTenant(program, { folios: [39] })
let host: string

beforeAll(async () => {
  host = await program.app.listen({ host: '127.0.0.1', port: 0 })
})

interface Listed { correlationId: string, status: number, updatedAt: string }
interface Walk { after: string, hasMore: boolean, updatedSince: string }

async function list (query: Record<string, string>): Promise<{ data: Listed[], walk: Walk, totalRecords: number }> {
  const answer = await fetch(`${host}/api/Webhook/GetWebhooks?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${andes.token}` }
  })
  const body = await answer.json() as { result: { data: Listed[], walk: Walk, totalRecords: number } }
  expect(answer.status).toBe(200)
  return body.result
}

async function save (): Promise<string> {
  const answer = await fetch(`${host}/api/Webhook/Save`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...andes.keys, payload: boleta() })
  })
  const body = await answer.json() as { result: { correlationId: string }, errors: string[] }
  expect(answer.status, body.errors.join()).toBe(200)
  return body.result.correlationId
}

/** Issues all documents, several at a time. */
async function issueAll (): Promise<string[]> {
  const ids: string[] = []
  let left = documents
  await Promise.all(Array.from({ length: clients }, async () => { while (left-- > 0) ids.push(await save()) }))
  return ids
}

/** Walks until it has met so many. */
async function walkAll (): Promise<string[]> {
  const met: string[] = []
  let after = nil
  await program.until('the walk meets all documents', async () => {
    for (let hasMore = true; hasMore;) {
      const { data, walk } = await list({ after, pageSize: '37' })
      met.push(...data.map(({ correlationId }) => correlationId))
      after = walk.after
      hasMore = walk.hasMore
    }
    return met.length >= documents
  })
  return met
}

/** Synchronises pass by pass until it knows that all documents are accepted. Gives the ids of each pass. */
async function synchronise (since: string): Promise<string[][]> {
  const known = new Map<string, number>()
  const passes: string[][] = []
  let updatedSince = since
  await program.until('the synchronisation learns of every verdict', async () => {
    const pass: string[] = []
    let next: string | undefined
    for (let [after, hasMore] = [nil, true]; hasMore;) {
      const { data, walk } = await list({ after, updatedSince, pageSize: '61' })
      for (const { correlationId, status } of data) known.set(correlationId, status)
      pass.push(...data.map(({ correlationId }) => correlationId))
      next ??= walk.updatedSince
      after = walk.after
      hasMore = walk.hasMore
    }
    updatedSince = next ?? updatedSince
    passes.push(pass)
    return known.size === documents && [...known.values()].every((status) => status === 5)
  })
  return passes
}

it('paging returns each of a thousand documents once while they are issued, sent and accepted, without missing a change', { tags: 'slow', timeout: 180_000 }, async () => {
  const since = new Date(Date.now() - 1000).toISOString()
  const [issued, met, passes] = await Promise.all([issueAll(), walkAll(), synchronise(since)])

  expect(met).toEqual(issued.toSorted())
  for (const pass of passes) expect(new Set(pass).size).toBe(pass.length)
  expect(await list({ after: defined(met.at(-1)) })).toMatchObject({
    data: [], totalRecords: 0, walk: { after: met.at(-1), hasMore: false }
  })
  expect((await list({ updatedSince: since })).totalRecords).toBe(documents)
})
