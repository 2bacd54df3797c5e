import type { MailFile, MailReader, ReadingCaller, ReadMail } from '../../services/mail-ports.ts'
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

  async function ask (
    load: () => Promise<Buffer> | Buffer, { at, name }: Pick<ReadingRequest, 'at' | 'name'>,
    { recipient, ...asker }: ReadingCaller
  ): Promise<ReadMail> {
    try {
      return readable(await threads.ask(async () => {
        const raw = ownBytes(await load())
        return { question: { raw, at, name, authorities, recipient }, transfer: [raw.buffer] }
      }, asker))
    } catch (error) {
      if (error instanceof TooLarge) return { kind: 'unreadable', cause: error.message }
      throw error
    }
  }

  return {
    read: (load, at, caller) => ask(load, { at, name: undefined }, caller),

    async readFile ({ name, bytes }, at, caller) {
      const read = await ask(() => Buffer.from(bytes), { at, name }, caller)
      return read.kind === 'read' ? read.files : undefined
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
