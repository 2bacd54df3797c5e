/**
 * The thread that reads files of rows, one after another. A malicious file can cost as much time and memory as its
 * reader allows, so it is read outside the main thread, which ends this one when it exceeds its limits.
 */
import { parentPort } from 'node:worker_threads'
import { type ErrorCode, type Problem, ServiceError } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'
import { inBatches } from './batches.ts'
import { openSheetFile } from './sheet-file.ts'

/** Each question has one answer; `next` follows `open`. */
export type ReadRequest =
  | { kind: 'open', bytes: Uint8Array }
  | { kind: 'next' }

export type ReadAnswer =
  | { kind: 'opened', format: SheetFile['format'], encoding: SheetFile['encoding'] }
  | { kind: 'rows', rows: SheetRow[] }
  | { kind: 'end' }
  /** The file is at fault: a ServiceError in its parts. */
  | { kind: 'refused', code: ErrorCode, problems: readonly Problem[], cause: string }
  /** The program is at fault. */
  | { kind: 'failed', cause: string }

let answers: AsyncGenerator<ReadAnswer>
// One batch is read ahead while the previous one is processed; never more.
let ahead: Promise<ReadAnswer>

async function * readFile (bytes: Uint8Array): AsyncGenerator<ReadAnswer> {
  const { format, encoding, rows } = await openSheetFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  yield { kind: 'opened', format, encoding }
  for await (const batch of inBatches(rows)) yield { kind: 'rows', rows: batch }
}

async function nextAnswer (): Promise<ReadAnswer> {
  try {
    const next = await answers.next()
    return next.done === true ? { kind: 'end' } : next.value
  } catch (error) {
    if (error instanceof ServiceError) {
      return { kind: 'refused', code: error.code, problems: error.problems, cause: inWords(error.cause) }
    }
    return { kind: 'failed', cause: inWords(error) }
  }
}

function inWords (error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : ''
}

async function answer (): Promise<void> {
  parentPort?.postMessage(await ahead)
  ahead = nextAnswer()
}

parentPort?.on('message', (request: ReadRequest) => {
  if (request.kind === 'open') {
    answers = readFile(request.bytes)
    ahead = nextAnswer()
  }
  answer().catch((error: unknown) => { throw error })
})
