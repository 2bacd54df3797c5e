import { open, type FileHandle } from 'node:fs/promises'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Asked {
  kind: 'asked'
  /** Of this request, in all journals. */
  number: number
  operation: 'save' | 'bulk' | 'retry'
  taxNumber: string
  /** Without one, a lost answer stays unknown. */
  key: string | undefined
  /** No two documents of one type and tenant have the same total. Empty for a retry. */
  documents: { type: number, total: number }[]
  /** What is to be retried. */
  correlationId?: string
}

export interface Receipt { correlationId: string, folio: string, type: number, total: number }

export interface Answered {
  kind: 'answered'
  number: number
  at: number
  status: number
  code?: string | undefined
  receipt?: Receipt | undefined
  /** Of a bulk submission that is to be issued. */
  bulkId?: string | undefined
}

/** Something that must never be answered. */
export interface Wrong { kind: 'wrong', invariant: string, what: string }

export type Entry = Asked | Answered | Wrong

export type Journal = Awaited<ReturnType<typeof openJournal>>

/** A client's own book: each line is on the disk before the client goes on. */
export async function openJournal (folder: string, name: string) {
  const file: FileHandle = await open(join(folder, `${name}.jsonl`), 'a')
  return {
    async write (entry: Entry): Promise<void> {
      await file.appendFile(`${JSON.stringify(entry)}\n`)
      await file.datasync()
    },
    close: () => file.close()
  }
}

/** The journals of all clients, as they are on the disk. */
export function readJournals (folder: string): Entry[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Entry))
}
