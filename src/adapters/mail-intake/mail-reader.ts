import type { MailFile, MailReader, ReadMail } from '../../services/mail-ports.ts'
import type { CountHeld } from '../../shared/held.ts'
import { createAnsweringThreads } from '../threads/answering-threads.ts'
import { ownBytes } from '../threads/own-bytes.ts'
import type { ReadingRequest } from './reading-thread.ts'

export interface MailReaderOptions {
  /** How long one mail may take. */
  deadlineMs?: number
  /** Certificates (DER) that must have issued those of signatures; undefined if that is not checked. */
  authorities?: Uint8Array[] | undefined
  countHeld?: CountHeld
}

/** The mail costs more memory than it may. */
class TooLarge extends Error {}

/** Takes mails apart in threads, which start when they are needed: two at a time, and one of a tenant. */
export function createMailReader (
  { deadlineMs = 20_000, authorities, countHeld }: MailReaderOptions = {}
): MailReader {
  const threads = createAnsweringThreads<ReadingRequest, ReadMail>({
    name: 'reading-thread', from: import.meta.url, memoryLimitMb: 192, deadlineMs, queueLimit: 64,
    limit: 2, limitPerKey: 1, held: 'mail_reader', countHeld,
    tooLarge: (cause) => new TooLarge('the mail costs more memory than it may', { cause })
  })

  return {
    async read (load, at, caller) {
      try {
        return readable(await threads.ask(async () => {
          const raw = ownBytes(await load())
          return { question: { raw, at, authorities }, transfer: [raw.buffer] }
        }, caller))
      } catch (error) {
        if (error instanceof TooLarge) return { kind: 'unreadable', cause: error.message }
        throw error
      }
    }
  }
}

type Answer = NonNullable<MailFile['answer']>

/** Buffers pass between threads as plain arrays of bytes. */
function readable (mail: ReadMail): ReadMail {
  if (mail.kind === 'unreadable') return mail
  const files = mail.files.map(({ bytes, answer, ...file }) => ({
    ...file, ...bytes && { bytes: Buffer.from(bytes) }, ...answer && { answer: withBuffers(answer) }
  }))
  return { ...mail, files }
}

function withBuffers (answer: Answer): Answer {
  if ('problem' in answer) return answer
  const documents = answer.documents.map(({ receipt, ...document }) => ({
    ...document, ...receipt && { receipt: Buffer.from(receipt) }
  }))
  return { ...answer, documents }
}
