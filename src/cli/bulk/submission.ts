import { createHash, randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import { resultOf, TimbreError, type RequestOf } from '../../../clients/typescript/client.ts'
import { FileError, readBytes } from './files.ts'
import type { Session } from '../session.ts'
import type { Summary } from './summary.ts'
import type { BulkTexts } from './texts.ts'

type Body = RequestOf<'/api/BulkInvoice/Create', 'post'>['body'] | Blob

/** The body of BulkInvoice/Create and its Idempotency-Key. */
export interface Submission { body: Body, key: string }

export interface Submitted {
  summary: Summary
  /** The same file was processed or replaced within the last day: the summary is that of the earlier submission. */
  isEarlier: boolean
  /** The earlier submission of the same file, if the summary is that of its correction. */
  replaced?: Summary
}

/**
 * Reads a file to submit. The same file under the same name has the same Idempotency-Key, so a command that is run
 * twice issues each document once. Throws FileError.
 */
export function readSubmission (path: string, name: string | undefined, texts: BulkTexts): Submission {
  const bytes = readBytes(path, texts)
  const isJson = extname(path).toLowerCase() === '.json'
  const shownName = name ?? (isJson ? undefined : basename(path, extname(path)).slice(0, 100))
  const hash = createHash('sha256').update(JSON.stringify([shownName ?? null, isJson])).update(bytes).digest('hex')
  const body = isJson ? jsonOf(bytes, shownName, path, texts) : formOf(bytes, shownName, path)
  return { body, key: `timbre-bulk-${hash}` }
}

function formOf (bytes: Buffer, name: string | undefined, path: string): Body {
  const file = new File([new Uint8Array(bytes)], basename(path))
  return { File: file, ...(name === undefined ? {} : { Name: name }) }
}

/** The text is sent as it is, so that figures stay as they are written; a bare list of documents is accepted too. */
function jsonOf (bytes: Buffer, name: string | undefined, path: string, texts: BulkTexts): Blob {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '').trim()
  const value = parsed(text, path, texts)
  const named = name === undefined ? '' : `"name":${JSON.stringify(name)},`
  if (Array.isArray(value)) return jsonBlob(`{${named}"invoices":${text}}`)
  if (named === '') return jsonBlob(text)
  if (typeof value !== 'object' || value === null || 'name' in value) {
    throw new FileError(texts.namedTwice(path))
  }
  return jsonBlob(`{${named}${text.slice(1)}`)
}

function jsonBlob (text: string): Blob {
  return new Blob([text], { type: 'application/json' })
}

function parsed (text: string, path: string, texts: BulkTexts): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? []
    const place = line === undefined || column === undefined ? '' : texts.atLine(line, column)
    throw new FileError(texts.notJson(path, place), { cause: error })
  }
}

/**
 * Submits the documents, which the server checks and stores. With `again`, the same file makes a new submission.
 * Without it, the same file replaces what it submitted before, so that no document is issued twice.
 */
export async function submit (
  session: Session, { body, key }: Submission, { replaces, again }: { replaces: string | undefined, again: boolean }
): Promise<Submitted> {
  const create = (idempotencyKey: string, replacesId: string | undefined) => session.persist(async (timbre) => {
    const response = await timbre.open('post', '/api/BulkInvoice/Create', {
      ...(replacesId === undefined ? {} : { query: { replacesId } }),
      headers: { 'idempotency-key': idempotencyKey }, body
    })
    return { isReplayed: response.headers.has('idempotent-replayed'), summary: await resultOf(response) as Summary }
  })
  if (again) return { summary: (await create(randomUUID(), replaces)).summary, isEarlier: false }
  const first = await create(replaces === undefined ? key : `${key}-${replaces}`, replaces)
  if (!first.isReplayed) return { summary: first.summary, isEarlier: false }
  const current = await findSummary(session, first.summary.id)
  if (current && !mayBeSubmittedAgain(current)) return earlierOf(session, current)
  return { summary: (await create(randomUUID(), current?.id ?? replaces)).summary, isEarlier: false }
}

/** The earlier submission of the file, or the latest one that replaces it. */
async function earlierOf (session: Session, first: Summary): Promise<Submitted> {
  let latest = first
  while (latest.replacedById !== null) {
    const next = await findSummary(session, latest.replacedById)
    if (!next) break
    latest = next
  }
  return latest === first
    ? { summary: first, isEarlier: first.statusText !== 'Created' }
    : { summary: latest, isEarlier: true, replaced: first }
}

async function findSummary (session: Session, id: string): Promise<Summary | undefined> {
  try {
    return await session.persist((timbre) => timbre.get('/api/BulkInvoice/Get', { query: { id, pageSize: 1 } }))
  } catch (error) {
    if (error instanceof TimbreError && error.status === 404) return undefined
    throw error
  }
}

/** Nothing of it was issued. Where it had mistakes, what was missing on the server may be there now. */
function mayBeSubmittedAgain ({ statusText, replacedById, counters }: Summary): boolean {
  if (replacedById !== null) return false
  return statusText === 'Cancelled' || (statusText === 'Created' && counters.invalid > 0)
}
