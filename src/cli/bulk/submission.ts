import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { TimbreError, type RequestOf } from '../../../clients/typescript/client.ts'
import { CommandError } from '../command.ts'
import type { Session } from './session.ts'
import type { Summary } from './summary.ts'

/** A file that cannot be read or written, or is not JSON. */
export class FileError extends CommandError {}

type Body = RequestOf<'/api/BulkInvoice/Create', 'post'>['body'] | Blob

/** The body of BulkInvoice/Create and its Idempotency-Key. */
export interface Submission { body: Body, key: string }

export interface Submitted {
  summary: Summary
  /** The same file was processed within the last day: the summary is that of the earlier submission. */
  isEarlier: boolean
}

/**
 * Reads a file to submit. The same file under the same name has the same Idempotency-Key, so a command that is run
 * twice issues each document once. Throws FileError.
 */
export function readSubmission (path: string, name: string | undefined): Submission {
  const bytes = readBytes(path)
  const isJson = extname(path).toLowerCase() === '.json'
  const shownName = name ?? (isJson ? undefined : basename(path, extname(path)).slice(0, 100))
  const hash = createHash('sha256').update(JSON.stringify([shownName ?? null, isJson])).update(bytes).digest('hex')
  return { body: isJson ? jsonOf(bytes, shownName, path) : formOf(bytes, shownName, path), key: `timbre-bulk-${hash}` }
}

function readBytes (path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new FileError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function formOf (bytes: Buffer, name: string | undefined, path: string): Body {
  const file = new File([new Uint8Array(bytes)], basename(path))
  return { File: file, ...(name === undefined ? {} : { Name: name }) }
}

/** The text is sent as it is, so that figures stay as they are written; a bare list of documents is accepted too. */
function jsonOf (bytes: Buffer, name: string | undefined, path: string): Blob {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '').trim()
  const value = parsed(text, path)
  const named = name === undefined ? '' : `"name":${JSON.stringify(name)},`
  if (Array.isArray(value)) return jsonBlob(`{${named}"invoices":${text}}`)
  if (named === '') return jsonBlob(text)
  if (typeof value !== 'object' || value === null || 'name' in value) {
    throw new FileError(`${path} already contains a "name": remove it, or omit --name.`)
  }
  return jsonBlob(`{${named}${text.slice(1)}`)
}

function jsonBlob (text: string): Blob {
  return new Blob([text], { type: 'application/json' })
}

function parsed (text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

/** Submits the documents, which the server checks and stores. With `again`, the same file makes a new submission. */
export async function submit (
  session: Session, { body, key }: Submission, { replaces, again }: { replaces: string | undefined, again: boolean }
): Promise<Submitted> {
  const create = (idempotencyKey: string) => session.persist(async (timbre) => {
    const response = await timbre.open('post', '/api/BulkInvoice/Create', {
      ...(replaces === undefined ? {} : { query: { replacesId: replaces } }),
      headers: { 'idempotency-key': idempotencyKey }, body
    })
    const { result } = await response.json() as { result: Summary }
    return { isReplayed: response.headers.has('idempotent-replayed'), summary: result }
  })
  if (!again) {
    const first = await create(replaces === undefined ? key : `${key}-${replaces}`)
    if (!first.isReplayed) return { summary: first.summary, isEarlier: false }
    const current = await findSummary(session, first.summary.id)
    if (current && !mayBeSubmittedAgain(current)) {
      return { summary: current, isEarlier: current.statusText !== 'Created' }
    }
  }
  return { summary: (await create(randomUUID())).summary, isEarlier: false }
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
function mayBeSubmittedAgain ({ statusText, counters }: Summary): boolean {
  return statusText === 'Cancelled' || (statusText === 'Created' && counters.invalid > 0)
}
