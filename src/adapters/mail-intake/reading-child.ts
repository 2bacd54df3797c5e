/**
 * The process that reads mails and files of others, one at a time; `answering-processes.ts` ends it when one costs too
 * much memory or work.
 */
import { X509Certificate } from 'node:crypto'
import type { Recipient } from '../../dte/receiving/read-received.ts'
import type { ReadMail } from '../../services/mail-ports.ts'
import { volunteerForTheKernel } from '../threads/process-vitals.ts'
import { readFile, readMail } from './mail-parts.ts'

export interface ReadingRequest {
  raw: Buffer
  at: Date
  /** Of a file that is no mail. */
  name: string | undefined
  /** Authorities whose certificates count, DER; undefined for any. */
  authorities: Uint8Array[] | undefined
  recipient: Recipient | undefined
}

async function answerTo ({ raw, at, name, authorities, recipient }: ReadingRequest): Promise<ReadMail> {
  const terms = { at, authorities: authorities?.map((der) => new X509Certificate(der)), recipient }
  try {
    return name === undefined ? await readMail(raw, terms) : await readFile({ name, bytes: raw }, terms)
  } catch (error) {
    return { kind: 'unreadable', cause: error instanceof Error ? error.message : String(error) }
  }
}

volunteerForTheKernel()
process.on('disconnect', () => { process.exit() })
process.on('message', (request: ReadingRequest) => {
  answerTo(request).then((answer) => process.send?.(answer), () => process.exit(1))
})
process.send?.('ready')
