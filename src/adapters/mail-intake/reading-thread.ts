import { X509Certificate } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Recipient } from '../../dte/receiving/read-received.ts'
import type { ReadMail } from '../../services/mail-ports.ts'
import { readFile, readMail } from './mail-parts.ts'

export interface ReadingRequest {
  raw: Uint8Array<ArrayBuffer>
  at: Date
  /** Of a file that is no mail. */
  name: string | undefined
  /** Authorities whose certificates count, DER; undefined for any. */
  authorities: Uint8Array[] | undefined
  recipient: Recipient | undefined
}

parentPort?.on('message', ({ raw, at, name, authorities, recipient }: ReadingRequest) => {
  const terms = { at, authorities: authorities?.map((der) => new X509Certificate(der)), recipient }
  const bytes = Buffer.from(raw.buffer)
  const reading = name === undefined ? readMail(bytes, terms) : readFile({ name, bytes }, terms)
  reading.then(
    (answer: ReadMail) => { parentPort?.postMessage(answer) },
    (error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      parentPort?.postMessage({ kind: 'unreadable', cause } satisfies ReadMail)
    })
})
