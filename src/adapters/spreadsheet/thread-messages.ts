import type { ErrorCode, Problem } from '../../shared/errors.ts'
import type { SheetFile, SheetRow } from '../../shared/spreadsheet.ts'

/**
 * The messages between the server and a reading thread. Each question has one answer; `next` follows `open`.
 */
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
