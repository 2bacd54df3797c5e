import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { Refused, type Call, type Server } from './server.ts'
import type { Detail, Summary } from './summary.ts'

/** A file that cannot be read, or is no JSON. */
export class FileError extends Error {}

export interface Submission { body: Buffer | FormData, key: string }

export interface Submitted {
  summary: Summary
  /** The very same file was processed before, at most a day ago: this is what became of it. */
  isEarlier: boolean
}

/**
 * What Create is sent. The same file under the same name has the same Idempotency-Key, so that running a command twice
 * issues nothing twice.
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

function formOf (bytes: Buffer, name: string | undefined, path: string): FormData {
  const form = new FormData()
  if (name !== undefined) form.append('Name', name)
  form.append('File', new Blob([new Uint8Array(bytes)]), basename(path))
  return form
}

/** The text itself travels, so that figures stay as they are written; a bare list of documents is taken too. */
function jsonOf (bytes: Buffer, name: string | undefined, path: string): Buffer {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '').trim()
  const value = parsed(text, path)
  const named = name === undefined ? '' : `"name":${JSON.stringify(name)},`
  if (Array.isArray(value)) return Buffer.from(`{${named}"invoices":${text}}`)
  if (named === '') return Buffer.from(text)
  if (typeof value !== 'object' || value === null || 'name' in value) {
    throw new FileError(`${path} names itself: leave out --name, or its member "name".`)
  }
  return Buffer.from(`{${named}${text.slice(1)}`)
}

function parsed (text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

/** Has the documents checked and stored. `again`: even if the same file came before. */
export async function submit (
  server: Server, { body, key }: Submission, { replaces, again }: { replaces: string | undefined, again: boolean }
): Promise<Submitted> {
  const create = (idempotencyKey: string) => {
    const call: Call = {
      method: 'POST', query: { replacesId: replaces }, headers: { 'idempotency-key': idempotencyKey }, body
    }
    return server.read('/BulkInvoice/Create', call, async (response) => ({
      isReplayed: response.headers.get('idempotent-replayed') !== null,
      summary: ((await response.json()) as { result: Summary }).result
    }))
  }
  if (!again) {
    const first = await create(replaces === undefined ? key : `${key}-${replaces}`)
    if (!first.isReplayed) return { summary: first.summary, isEarlier: false }
    const summary = await server.ask<Detail>('/BulkInvoice/Get', { query: { id: first.summary.id, pageSize: '1' } })
      .catch(ifMissing)
    // Nothing came of that one; with mistakes, what it lacked may be there by now.
    const isWaste = summary === undefined || summary.statusText === 'Cancelled' ||
      (summary.statusText === 'Created' && summary.counters.invalid > 0)
    if (!isWaste) return { summary, isEarlier: summary.statusText !== 'Created' }
  }
  return { summary: (await create(randomUUID())).summary, isEarlier: false }
}

function ifMissing (error: unknown): undefined {
  if (error instanceof Refused && error.status === 404) return undefined
  throw error
}
