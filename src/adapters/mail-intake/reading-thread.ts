import { X509Certificate } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { ReadMail } from '../../services/mail-ports.ts'
import { readMail } from './mail-parts.ts'

export interface ReadingRequest {
  raw: Uint8Array<ArrayBuffer>
  at: Date
  /** Authorities whose certificates count, DER; undefined for any. */
  authorities: Uint8Array[] | undefined
}

parentPort?.on('message', ({ raw, at, authorities }: ReadingRequest) => {
  const trusted = authorities?.map((der) => new X509Certificate(der))
  readMail(Buffer.from(raw.buffer), { at, authorities: trusted }).then(
    (answer: ReadMail) => { parentPort?.postMessage(answer) },
    (error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ kind: 'unreadable', cause } satisfies ReadMail)
    })
})
