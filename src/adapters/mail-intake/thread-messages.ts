import type { ReadMail } from '../../services/mail-ports.ts'

export interface ReadingRequest {
  raw: Uint8Array<ArrayBuffer>
  at: Date
  /** Authorities whose certificates count, DER; undefined for any. */
  authorities: Uint8Array[] | undefined
}

export type ReadingAnswer = ReadMail
